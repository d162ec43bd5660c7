import { LRUCache } from 'lru-cache'
import { countsOf } from '../../../platform/cache.ts'
import type { Invalidations } from '../../../platform/db/db.ts'
import type { ArtifactReader, ArtifactState } from '../store/artifact-reader.store.ts'
import type { ArtifactDocument } from '../model/artifact.ts'
import type { UpdatedRow, UpdateRows } from '../commit/write-artifact.store.ts'

/**
 * Cache of artifact states, within a limit of memory: an update is planned from a cached state without reading the artifact
 * (docs/decisions/0025-group-commit-and-response-cache.md). No invalidation ends an entry. So before a plan takes effect, or refuses a
 * change, the database must compare the row version.
 */
export interface OptimisticStateCache {
  find(id: number): ArtifactState | undefined
  keep(state: ArtifactState): void
  forget(id: number): void
}

/** Memory of an entry beside its content. */
const ENTRY_BYTES = 500
/** Memory for each character that was read: objects store field ids as keys, and each value is an object. */
const BYTES_PER_CHARACTER = 3
/** Maximum characters of a cached state; a larger artifact is read again. */
const MAX_STATE_CHARS = 64 * 1024

/** A `maxBytes` of 0 disables the cache. */
export const createStateCache = (changes: Invalidations, maxBytes: number): OptimisticStateCache => {
  const entries = new LRUCache<number, ArtifactState>({
    maxSize: Math.max(maxBytes, 1),
    sizeCalculation: ({ size }) => ENTRY_BYTES + BYTES_PER_CHARACTER * size,
  })
  // After a failover the new primary may reuse transaction ids.
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

/** Caches each state that it reads. */
export const cachingReader =
  (read: ArtifactReader, cache: OptimisticStateCache): ArtifactReader =>
  async (id, known) => {
    const found = await read(id, known)
    if (typeof found === 'object') cache.keep(found)
    else if (found === undefined) cache.forget(id)
    return found
  }

/** The state after an update that left links and references unchanged, without reading the artifact. */
export const stateAfter = (before: ArtifactState, rows: UpdateRows, row: UpdatedRow): ArtifactState => {
  const { title, grantedGroupIds, author } = rows
  const { document } = before.artifact
  // A copy that went through JSON, as if read from the database.
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
