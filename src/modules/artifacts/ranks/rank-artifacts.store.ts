import { runStatement, statement, type Tx } from '../../../platform/db/db.ts'
import type { Means } from '../../../platform/events/event-log.ts'

export type RankDirection = 'before' | 'after'

/** An artifact in the order. */
export interface RankedArtifact {
  readonly id: number
  readonly projectId: number
  readonly trackerId: number
  readonly rank: string
  /** The one that follows it; null: none. */
  readonly nextId: number | null
  /** The nearest key on the other side of the gap beside it, without regard to the artifacts that move; null: none. */
  readonly bound: string | null
}

const readRanked = statement<RankedArtifact>(
  'ranked-artifacts',
  `select a.id, a.project_id as "projectId", a.tracker_id as "trackerId", a.rank,
    (select n.id from artifact n where n.rank > a.rank order by n.rank limit 1) as "nextId",
    case when a.id <> $2 then null
      when $3 = 'before' then (select n.rank from artifact n where n.rank < a.rank and n.id <> all($1::bigint[]) order by n.rank desc limit 1)
      else (select n.rank from artifact n where n.rank > a.rank and n.id <> all($1::bigint[]) order by n.rank limit 1) end as bound
  from artifact a where a.id = any($1::bigint[] || $2::bigint)`,
)

/** The artifacts that move, and the one that they move to. */
export const readGap = (
  tx: Tx,
  move: { readonly ids: readonly number[]; readonly comparedTo: number; readonly direction: RankDirection },
): Promise<RankedArtifact[]> => runStatement(tx, readRanked, [[...move.ids], move.comparedTo, move.direction])

/** A move respreads no keys, and a respreading waits for running moves. */
const LOCK = "hashtext('artifact_rank')"

const writeMoved = statement<{ moved: number }>(
  'move-ranks',
  `with held as materialized (select pg_try_advisory_xact_lock_shared(${LOCK}) as is_held),
  given as materialized (
    select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::text[], $5::bigint[])
      with ordinality as u (id, key, neighbor_id, direction, former_next_id, place)
  ), moved as (
    update artifact a set rank = key from given
    where a.id = given.id and (select is_held from held) and (select c.rank from artifact c where c.id = $6) = $7
    returning a.id
  ), history_rows as (
    insert into artifact_rank_change (artifact_id, direction, neighbor_id, former_next_id, user_id, at, context)
    select id, direction, neighbor_id, former_next_id, $8, $9, $10 from given order by place
  ), event_rows as (
    insert into event (kind, actor_id, means, project_id, tracker_id, artifact_id, payload)
    values ('artifacts.reordered', $8, $11, $12, $13, $14, $15::jsonb)
  )
  select count(*) as moved from moved`,
)

export interface MovedRanks {
  readonly moves: readonly {
    readonly id: number
    readonly key: string
    readonly neighborId: number
    readonly direction: RankDirection
    readonly formerNextId: number | null
  }[]
  readonly comparedTo: Pick<RankedArtifact, 'id' | 'rank'>
  readonly first: Pick<RankedArtifact, 'id' | 'projectId' | 'trackerId'>
  readonly by: { readonly userId: number; readonly means: Means; readonly at: Date }
  readonly context: number
}

/**
 * One statement: the keys, the history, one event for all. Returns how many artifacts moved: none if the keys are just being respread, or
 * the artifact that they move to has moved itself.
 */
export const writeRanks = async (tx: Tx, { moves, comparedTo, first, by, context }: MovedRanks): Promise<number> => {
  const payload = { artifact_ids: moves.map(({ id }) => id), context }
  const [row] = await runStatement(tx, writeMoved, [
    moves.map(({ id }) => id),
    moves.map(({ key }) => key),
    moves.map(({ neighborId }) => neighborId),
    moves.map(({ direction }) => direction),
    moves.map(({ formerNextId }) => formerNextId),
    comparedTo.id,
    comparedTo.rank,
    by.userId,
    by.at,
    context,
    by.means,
    first.projectId,
    first.trackerId,
    first.id,
    JSON.stringify(payload),
  ])
  return row?.moved ?? 0
}

const lockKeys = statement('lock-ranks', `select pg_advisory_xact_lock(${LOCK})`)
const readLong = statement<{ rank: string }>(
  'long-rank',
  'select rank from artifact where length(rank) > 64 order by id limit 1',
)
const readAround = statement<{ id: number; rank: string }>(
  'ranks-around',
  `select id, rank from (
    (select id, rank from artifact where rank <= $1 order by rank desc limit $2)
    union all (select id, rank from artifact where rank > $1 order by rank limit $2)) around
  order by rank`,
)
const writeKeys = statement(
  'respread-ranks',
  'update artifact a set rank = key from unnest($1::bigint[], $2::text[]) as u (id, key) where a.id = u.id',
)

/** Waits for running moves; later ones start again when the transaction has ended. */
export const lockRanks = async (tx: Tx): Promise<void> => void (await runStatement(tx, lockKeys, []))

/** A key of more than 64 characters. */
export const findLongKey = async (tx: Tx): Promise<string | undefined> =>
  (await runStatement(tx, readLong, []))[0]?.rank

/** Artifacts around a key, in ascending rank: as many on each side, if there are. */
export const listAround = (tx: Tx, key: string, count: number): Promise<{ id: number; rank: string }[]> =>
  runStatement(tx, readAround, [key, count])

export const writeKeysOf = async (tx: Tx, keys: readonly { readonly id: number; readonly key: string }[]) =>
  void (await runStatement(tx, writeKeys, [keys.map(({ id }) => id), keys.map(({ key }) => key)]))
