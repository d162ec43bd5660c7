import { LRUCache } from 'lru-cache'
import { countsOf } from '../../platform/cache.ts'
import type { Changes } from '../../platform/db/db.ts'
import type { ArtifactReader, ReadState } from './artifact-reader.store.ts'
import type { ArtifactDocument } from './artifact.ts'
import type { UpdatedRow, UpdateRows } from './write-artifact.store.ts'

/**
 * States in which artifacts were seen last, as many as fit into the memory for them: an update is planned from one without reading it again
 * (docs/decisions/0025-together-and-kept-by-state.md). Nobody announces when one is no longer true; so nothing that comes of one may be
 * believed, and no refusal given, before the database has compared its mark.
 */
export interface RememberedStates {
  find(id: number): ReadState | undefined
  keep(state: ReadState): void
  forget(id: number): void
}

/** Beside what was read. */
const ENTRY_BYTES = 500
/** Of memory for each character that was read: numbers of fields are keys of tables, and each value is an object. */
const BYTES_PER_CHARACTER = 3
/** Characters of one state: what is larger is read again. */
const LARGEST = 64 * 1024

/** `maxBytes` 0: none are kept. */
export const createRememberedStates = (changes: Changes, maxBytes: number): RememberedStates => {
  const entries = new LRUCache<number, ReadState>({
    maxSize: Math.max(maxBytes, 1),
    sizeCalculation: ({ size }) => ENTRY_BYTES + BYTES_PER_CHARACTER * size,
  })
  // After a failover numbers of transactions may have been given out a second time.
  changes.onAny(topic => {
    if (topic === null) entries.clear()
  })
  const counts = countsOf(changes, 'states')
  return {
    find: id => {
      const state = entries.get(id)
      if (state) counts.hits++
      else counts.misses++
      return state
    },
    keep: state => {
      if (maxBytes === 0) return
      if (state.size > LARGEST) entries.delete(state.artifact.id)
      else entries.set(state.artifact.id, state)
    },
    forget: id => void entries.delete(id),
  }
}

/** Keeps what it reads. */
export const remembering =
  (read: ArtifactReader, states: RememberedStates): ArtifactReader =>
  async (id, known) => {
    const found = await read(id, known)
    if (typeof found === 'object') states.keep(found)
    else if (found === undefined) states.forget(id)
    return found
  }

/** What reading an artifact again after an update that left its connections alone would give. */
export const stateAfter = (before: ReadState, rows: UpdateRows, row: UpdatedRow): ReadState => {
  const { title, grantedGroupIds, author } = rows
  const { document } = before.artifact
  // As it went through JSON, and nobody else's.
  const changed = JSON.parse(rows.document) as ArtifactDocument
  const replaced = Object.fromEntries(Object.keys(changed).map(fieldId => [fieldId, document[fieldId]]))
  return {
    mark: { ...before.mark, writtenBy: row.written_by },
    size: before.size + rows.document.length - JSON.stringify(replaced).length,
    artifact: {
      ...before.artifact,
      changesetId: row.changeset_id,
      document: { ...document, ...changed },
      title,
      grantedGroupIds,
      updatedBy: author.userId,
      updatedByEmail: author.email,
      updatedOn: author.at,
    },
  }
}
