import { LRUCache } from 'lru-cache'
import { countsOf } from '../../../platform/cache.ts'
import type { Invalidations } from '../../../platform/db/db.ts'
import type { ArtifactReader, ArtifactState } from '../store/artifact-reader.store.ts'
import type { ArtifactDocument } from '../model/artifact.ts'
import type { UpdatedRow, UpdateRows } from '../commit/write-artifact.store.ts'

/**
 * States in which artifacts were seen last, as many as fit into the memory for them: an update is planned from one without reading it again
 * (docs/decisions/0054-updates-from-cached-states.md). Nobody announces when one is no longer true; so nothing that comes of one may be
 * believed, and no refusal given, before the database has compared its mark.
 */
export interface OptimisticStateCache {
  find(id: number): ArtifactState | undefined
  keep(state: ArtifactState): void
  forget(id: number): void
}

/** Beside what was read. */
const ENTRY_BYTES = 500
/** Of memory for each character that was read: numbers of fields are keys of tables, and each value is an object. */
const BYTES_PER_CHARACTER = 3
/** Characters of one state: what is larger is read again. */
const MAX_STATE_CHARS = 64 * 1024

/** `maxBytes` 0: none are kept. */
export const createStateCache = (changes: Invalidations, maxBytes: number): OptimisticStateCache => {
  const entries = new LRUCache<number, ArtifactState>({
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
      if (state.size > MAX_STATE_CHARS) entries.delete(state.artifact.id)
      else entries.set(state.artifact.id, state)
    },
    forget: id => void entries.delete(id),
  }
}

/** Keeps what it reads. */
export const cachingReader =
  (read: ArtifactReader, cache: OptimisticStateCache): ArtifactReader =>
  async (id, known) => {
    const found = await read(id, known)
    if (typeof found === 'object') cache.keep(found)
    else if (found === undefined) cache.forget(id)
    return found
  }

/** What reading an artifact again after an update that left its connections alone would give. */
export const stateAfter = (before: ArtifactState, rows: UpdateRows, row: UpdatedRow): ArtifactState => {
  const { title, grantedGroupIds, author } = rows
  const { document } = before.artifact
  // As it went through JSON, and nobody else's.
  const changed = JSON.parse(rows.document) as ArtifactDocument
  const replaced = Object.fromEntries(Object.keys(changed).map(fieldId => [fieldId, document[fieldId]]))
  return {
    rowVersion: { ...before.rowVersion, writtenBy: row.written_by },
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
