import { Conflict, Invalid } from '../../../platform/errors.ts'
import { inTransaction, type Db, type Tx } from '../../../platform/db/db.ts'
import { enqueueJobs } from '../../../platform/jobs/jobs.store.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { Means } from '../../../platform/events/event-log.ts'
import { WriteConflict } from '../commit/commit.ts'
import { boundAbove, boundBelow, keysBetween, MAX_KEY_LENGTH } from '../model/rank-keys.ts'
import {
  findLongKey,
  listAround,
  lockRanks,
  readGap,
  writeKeysOf,
  writeRanks,
  type RankDirection,
  type RankedArtifact,
} from './rank-artifacts.store.ts'

/** A change of the order of all artifacts: these artifacts, in this order, come directly before or after another one. */
export interface RankMove {
  readonly ids: readonly number[]
  readonly direction: RankDirection
  readonly comparedTo: number
  /** The list in which they are moved: an artifact, or 0 for a list of a project. The history names it. */
  readonly context: number
}

export interface RankAuthor {
  readonly userId: number
  readonly means: Means
  readonly at: Date
}

const RESPREAD_JOB = 'respread_ranks'

/**
 * Moves artifacts in the order of all artifacts, in the transaction of the caller, who has checked rights and that the ids belong to the
 * list. It makes no changeset. If another transaction was faster it throws a write conflict, and `retryOnWriteConflict` starts again. Two
 * round trips; it writes one row of each moved artifact, and none if all are in their places.
 */
export const rankArtifacts = async (tx: Tx, move: RankMove, by: RankAuthor): Promise<void> => {
  requireOrder(move)
  const found = new Map((await readGap(tx, move)).map(artifact => [artifact.id, artifact]))
  const comparedTo = found.get(move.comparedTo)
  const moving = move.ids.flatMap(id => found.get(id) ?? [])
  const [first] = moving
  if (!comparedTo || !first || moving.length < move.ids.length)
    throw new Conflict('An artifact of the order does not exist any more.')
  if (isInPlace(move, found)) return
  const keys = keysOf(move, comparedTo)
  const moved = await writeRanks(tx, {
    moves: moving.map((artifact, index) => ({
      id: artifact.id,
      key: keys[index] ?? '',
      formerNextId: artifact.nextId,
      direction: move.direction,
      neighborId: (move.direction === 'after' ? move.ids[index - 1] : move.ids[index + 1]) ?? comparedTo.id,
    })),
    comparedTo,
    first,
    by,
    context: move.context,
  })
  if (moved < moving.length) throw new WriteConflict()
  if (keys.some(key => key.length > MAX_KEY_LENGTH)) await enqueueJobs(tx, [{ name: RESPREAD_JOB, key: RESPREAD_JOB }])
}

/** The first id stays where it is; each other one comes directly after the one before it. */
export const placeInOrder = async (tx: Tx, ids: readonly number[], context: number, by: RankAuthor): Promise<void> => {
  const [comparedTo, ...others] = ids
  if (comparedTo === undefined || others.length === 0) return
  await rankArtifacts(tx, { ids: others, direction: 'after', comparedTo, context }, by)
}

const requireOrder = ({ ids, comparedTo }: RankMove): void => {
  if (ids.length === 0) throw new Invalid('"ids" of the order is empty', { reason: 'parameter.range' })
  if (ids.includes(comparedTo))
    throw new Invalid('"compared_to" of the order is one of its "ids"', { reason: 'parameter.range' })
  if (new Set(ids).size < ids.length) throw new Conflict('An id is in the order twice.')
}

const isInPlace = ({ ids, direction, comparedTo }: RankMove, found: ReadonlyMap<number, RankedArtifact>): boolean => {
  const inOrder = direction === 'before' ? [...ids, comparedTo] : [comparedTo, ...ids]
  return inOrder.every((id, index) => index === 0 || found.get(inOrder[index - 1] ?? 0)?.nextId === id)
}

const keysOf = ({ ids, direction }: RankMove, { rank, bound }: RankedArtifact): string[] =>
  direction === 'before'
    ? keysBetween(bound ?? boundBelow(rank), rank, ids.length)
    : keysBetween(rank, bound ?? boundAbove(rank), ids.length)

/** Half of the artifacts around a long key that get new keys; more if their keys would not be short enough. */
const FIRST_PORTION = 256
const LARGEST_PORTION = 65_536
const SHORT_KEY = 24

/** Gives short keys to the artifacts around each long key, in the same order. */
export const respreadRanks = (db: Db): Promise<void> =>
  inTransaction(db, async tx => {
    await lockRanks(tx)
    for (let long = await findLongKey(tx); long !== undefined; long = await findLongKey(tx)) {
      for (let count = FIRST_PORTION; ; count *= 4) {
        const around = await listAround(tx, long, count)
        const first = around[0]?.rank ?? long
        const last = around.at(-1)?.rank ?? long
        // The outer two stay, except at the ends of the order.
        const isFullBefore = around.filter(({ rank }) => rank <= long).length === count
        const isFullAfter = around.filter(({ rank }) => rank > long).length === count
        const lower = isFullBefore ? first : boundBelow(first)
        const upper = isFullAfter ? last : boundAbove(last)
        const inner = around.slice(isFullBefore ? 1 : 0, isFullAfter ? -1 : undefined)
        const keys = keysBetween(lower, upper, inner.length)
        if (count < LARGEST_PORTION && keys.some(key => key.length > SHORT_KEY)) continue
        await writeKeysOf(
          tx,
          inner.map(({ id }, index) => ({ id, key: keys[index] ?? '' })),
        )
        break
      }
    }
  })

export const respreadJob = ({ db }: { readonly db: Db }): Job => ({ name: RESPREAD_JOB, run: () => respreadRanks(db) })
