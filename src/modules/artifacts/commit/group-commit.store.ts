import { isStatementRefused, type Db } from '../../../platform/db/db.ts'
import { batchCalls } from '../../../platform/db/batching.ts'
import {
  hasConnections,
  insertArtifacts,
  updateArtifacts,
  type CreatedRow,
  type CreationRows,
  type UpdatedRow,
  type UpdateRows,
} from './write-artifact.store.ts'

// Group commit: writes that arrive while another is under way are committed by one statement, for half of the price. The outcome of each
// is its own. If the database refuses the statement, nothing of it is written and each write is retried alone. If a tracker changed after
// one of the writes was planned, the statement writes nothing, and each write is retried alone. Writes of links and references are not
// batched: their triggers touch the other artifacts too.

const MAX_BATCH = 32
/** Characters of a document from which a write is not batched. */
const LARGE_DOCUMENT_CHARS = 100_000

/** The result of a write that a batch could not decide: it is retried alone, and the others do not wait for it. */
const NOT_BATCHED = Symbol('not batched')

const notBatchedWhenRefused =
  <Row, Result>(batch: (rows: readonly Row[]) => Promise<(Result | typeof NOT_BATCHED)[]>) =>
  async (rows: readonly Row[]): Promise<(Result | typeof NOT_BATCHED)[]> => {
    try {
      return await batch(rows)
    } catch (error) {
      if (rows.length > 1 && isStatementRefused(error)) return rows.map(() => NOT_BATCHED)
      throw error
    }
  }

const isNotBatchable = (row: CreationRows | UpdateRows): boolean =>
  row.document.length > LARGE_DOCUMENT_CHARS || hasConnections(row)

const insertUnbatched = async (db: Db, row: CreationRows): Promise<CreatedRow | undefined> =>
  (await insertArtifacts(db, [row]))[0]

const updateUnbatched = async (db: Db, row: UpdateRows): Promise<UpdatedRow | undefined> =>
  (await updateArtifacts(db, [row])).get(row.artifactId)

const insertBatch = async (
  db: Db,
  rows: readonly CreationRows[],
): Promise<(CreatedRow | undefined | typeof NOT_BATCHED)[]> => {
  const created = await insertArtifacts(db, rows)
  if (created.length > 0) return created
  return rows.map(() => (rows.length > 1 ? NOT_BATCHED : undefined))
}

/** One change an artifact: of several on the same version only one can win. */
const updateBatch = async (
  db: Db,
  rows: readonly UpdateRows[],
): Promise<(UpdatedRow | undefined | typeof NOT_BATCHED)[]> => {
  const first = new Map<number, UpdateRows>()
  for (const row of rows) if (!first.has(row.artifactId)) first.set(row.artifactId, row)
  const written = await updateArtifacts(db, [...first.values()])
  return rows.map(row => {
    const updated = written.get(row.artifactId)
    const winner = first.get(row.artifactId)
    if (updated && winner === row) return updated
    if (updated && winner?.basedOn === row.basedOn) return undefined
    // With several rows a missing one may have been locked, or another row's tracker was changed: alone it waits, and gets its own answer.
    return first.size > 1 || winner !== row ? NOT_BATCHED : undefined
  })
}

// --- queues ------------------------------------------------------------------------------------------------------------------

interface BatchQueues {
  readonly creationsOf: (
    trackerId: number,
  ) => (row: CreationRows) => Promise<CreatedRow | undefined | typeof NOT_BATCHED>
  readonly update: (row: UpdateRows) => Promise<UpdatedRow | undefined | typeof NOT_BATCHED>
}
const queues = new WeakMap<Db, BatchQueues>()

const queuesOf = (db: Db): BatchQueues => {
  let found = queues.get(db)
  if (!found) queues.set(db, (found = createQueues(db)))
  return found
}

/** Trackers that creations were made in, before their queues are made anew. */
const MAX_QUEUES = 1_000

const createQueues = (db: Db): BatchQueues => {
  // Creations in one tracker wait for each other at its counter; those in others need not.
  const byTracker = new Map<number, ReturnType<BatchQueues['creationsOf']>>()
  return {
    creationsOf: trackerId => {
      let queue = byTracker.get(trackerId)
      if (!queue) {
        if (byTracker.size >= MAX_QUEUES) byTracker.clear()
        queue = batchCalls({
          run: notBatchedWhenRefused(rows => insertBatch(db, rows)),
          maxItems: MAX_BATCH,
          delaysForGroup: true,
          tracing: db.tracing,
        })
        byTracker.set(trackerId, queue)
      }
      return queue
    },
    update: batchCalls({
      run: notBatchedWhenRefused(rows => updateBatch(db, rows)),
      maxItems: MAX_BATCH,
      extraRunFrom: 8,
      maxRuns: 2,
      delaysForGroup: true,
      tracing: db.tracing,
    }),
  }
}

/** One round trip, shared with creations of the same moment in the tracker; undefined when the tracker was changed since the plan. */
export const insertArtifact = async (db: Db, row: CreationRows): Promise<CreatedRow | undefined> => {
  const created = isNotBatchable(row) ? NOT_BATCHED : await queuesOf(db).creationsOf(row.trackerId)(row)
  return created === NOT_BATCHED ? insertUnbatched(db, row) : created
}

/** The same for an update: undefined when artifact or tracker are no longer in the state that it was planned from. */
export const updateArtifact = async (db: Db, row: UpdateRows): Promise<UpdatedRow | undefined> => {
  const updated = isNotBatchable(row) ? NOT_BATCHED : await queuesOf(db).update(row)
  return updated === NOT_BATCHED ? updateUnbatched(db, row) : updated
}
