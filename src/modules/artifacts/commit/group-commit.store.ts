import { isStatementRefused, type Db } from '../../../platform/db/db.ts'
import { batchCalls } from '../../../platform/db/batching.ts'
import { KeyTaken } from '../../../platform/idempotency/idempotency.ts'
import {
  hasConnections,
  insertArtifacts,
  KEY_TAKEN,
  updateArtifacts,
  type CreatedRow,
  type CreationRows,
  type UpdatedRow,
  type UpdateRows,
} from './write-artifact.store.ts'

// Group commit: one statement commits the writes that arrive while another statement is under way, at half the cost. Each write has its own
// outcome. If the database refuses the statement, it writes nothing, and each write is retried alone. If a tracker changed after one of the
// writes was planned, the statement writes nothing, and each write is retried alone. Writes of links and references are not batched: their
// triggers touch other artifacts too.

const MAX_BATCH = 32
/** A write with a document of this many characters or more is not batched. */
const LARGE_DOCUMENT_CHARS = 100_000

/** Result of a write that a batch could not decide. The write is retried alone, and the others do not wait for it. */
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

type CreateResult = CreatedRow | typeof KEY_TAKEN | undefined
type UpdateResult = UpdatedRow | typeof KEY_TAKEN | undefined

const insertUnbatched = async (db: Db, row: CreationRows): Promise<CreateResult> =>
  (await insertArtifacts(db, [row]))[0]

const updateUnbatched = async (db: Db, row: UpdateRows): Promise<UpdateResult> =>
  (await updateArtifacts(db, [row])).get(row.artifactId)

const insertBatch = async (db: Db, rows: readonly CreationRows[]): Promise<(CreateResult | typeof NOT_BATCHED)[]> => {
  const created = await insertArtifacts(db, rows)
  if (created.length > 0) return created
  return rows.map(() => (rows.length > 1 ? NOT_BATCHED : undefined))
}

/** A batch holds one change per artifact, because only one of several changes on the same version can win. */
const updateBatch = async (db: Db, rows: readonly UpdateRows[]): Promise<(UpdateResult | typeof NOT_BATCHED)[]> => {
  const first = new Map<number, UpdateRows>()
  for (const row of rows) if (!first.has(row.artifactId)) first.set(row.artifactId, row)
  const written = await updateArtifacts(db, [...first.values()])
  return rows.map(row => {
    const updated = written.get(row.artifactId)
    const winner = first.get(row.artifactId)
    if (updated && winner === row) return updated
    if (updated && updated !== KEY_TAKEN && winner?.basedOn === row.basedOn) return undefined
    // In a batch, a row may be missing because it was locked or because another row's tracker changed. Such a write is retried alone and
    // gets its own result.
    return first.size > 1 || winner !== row ? NOT_BATCHED : undefined
  })
}

interface BatchQueues {
  readonly creationsOf: (trackerId: number) => (row: CreationRows) => Promise<CreateResult | typeof NOT_BATCHED>
  readonly update: (row: UpdateRows) => Promise<UpdateResult | typeof NOT_BATCHED>
}
const queues = new WeakMap<Db, BatchQueues>()

const queuesOf = (db: Db): BatchQueues => {
  let found = queues.get(db)
  if (!found) queues.set(db, (found = createQueues(db)))
  return found
}

/** Maximum trackers with a queue for creations; beyond it the queues are discarded. */
const MAX_QUEUES = 1_000

const createQueues = (db: Db): BatchQueues => {
  // Creations in one tracker wait for each other at its counter; creations in different trackers do not.
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

/** One round trip, shared with concurrent creations in the tracker; undefined if the tracker changed after the plan. */
export const insertArtifact = async (db: Db, row: CreationRows): Promise<CreatedRow | undefined> => {
  const created = isNotBatchable(row) ? NOT_BATCHED : await queuesOf(db).creationsOf(row.trackerId)(row)
  return requireKey(created === NOT_BATCHED ? await insertUnbatched(db, row) : created)
}

/** Throws KeyTaken if the statement found the key of the call with another call. */
export const requireKey = <Row>(written: Row | typeof KEY_TAKEN): Row => {
  if (written === KEY_TAKEN) throw new KeyTaken()
  return written
}

/** One round trip, shared with concurrent updates; undefined if artifact or tracker changed after the plan. */
export const updateArtifact = async (db: Db, row: UpdateRows): Promise<UpdatedRow | undefined> => {
  const updated = isNotBatchable(row) ? NOT_BATCHED : await queuesOf(db).update(row)
  return requireKey(updated === NOT_BATCHED ? await updateUnbatched(db, row) : updated)
}
