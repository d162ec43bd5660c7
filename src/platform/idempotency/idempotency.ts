import { ClientClosedRequest, Conflict, Refusal } from '../errors.ts'
import type { Db, Tx } from '../db/db.ts'
import type { IdempotentCall } from './idempotency-key.ts'
import {
  claimKey,
  deleteExpiredRecords,
  findIdempotencyRecord,
  type IdempotencyRecord,
  type StoredResponse,
} from './idempotency.store.ts'

/** Thrown by a write whose key another call has, or runs with: nothing was written. */
export class KeyTaken extends Error {}

/** Records the call with its answer; throws `KeyTaken` if another call has the key, or runs with it. */
export const takeKey = async (on: Db | Tx, call: IdempotentCall, answer: StoredResponse, at: Date): Promise<void> => {
  if (!(await claimKey(on, call, answer, at))) throw new KeyTaken()
}

/** Whether the error says that the client's call was refused. After every other error its effect may stand. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Refusal && error.status < 500 && !(error instanceof ClientClosedRequest)

export const keyIsRunning = (): Conflict =>
  new Conflict('A call with this `Idempotency-Key` is still running; try again in a moment', {
    reason: 'idempotency.running',
    headers: { 'Retry-After': '1' },
  })

/** Keys of the calls that this process is answering. Few repeated calls reach the database while the first one runs. */
const underWay = new WeakMap<Db, Set<string>>()

/**
 * Does the work of a call once. A call that repeats it gets `replay` of the stored answer. Without a call the work is simply done.
 *
 * The work stores its record in the transaction of its write, and throws `KeyTaken` if the key has a record or a lock. A refusal of the work
 * counts only if there is no record: a repeated update would be refused for its outdated `If-Match`, a repeated deletion as missing.
 */
export const once = async <Result>(
  db: Db,
  call: IdempotentCall | undefined,
  work: () => Promise<Result>,
  replay: (record: IdempotencyRecord) => Result | Promise<Result>,
): Promise<Result> => {
  if (!call) return work()
  const keys = underWay.get(db) ?? new Set<string>()
  underWay.set(db, keys)
  const key = `${call.accountId} ${call.keyHash}`
  if (keys.has(key)) throw keyIsRunning()
  keys.add(key)
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof KeyTaken) && !isRefused(error)) throw error
    const record = await findIdempotencyRecord(db, call)
    if (!record) throw error instanceof KeyTaken ? keyIsRunning() : error
    if (record.fingerprint !== call.fingerprint)
      throw new Refusal(422, 'This `Idempotency-Key` was used for another request', { reason: 'idempotency.reused' })
    return await replay(record)
  } finally {
    keys.delete(key)
  }
}

const PORTION = 1_000

/** Deletes expired records in portions: a key counts until its record is gone. */
export const expireRecords = async (db: Db, before: Date): Promise<void> => {
  while ((await deleteExpiredRecords(db, before, PORTION)) === PORTION);
}

export const REPLAYED = { 'Idempotent-Replayed': 'true' }
export const REPLAYED_TRUNCATED = { 'Idempotent-Replayed': 'truncated' }
