import { runStatement, statement, type Db, type Tx } from '../../../platform/db/db.ts'

/**
 * Places from 1 in the order of all artifacts. Each key between the first one and the last one asked for is counted once, in the index.
 */
const readPlaces = statement<{ id: number; place: number }>(
  'rank-places',
  `with asked as materialized (
    select id, rank, lag(rank, 1, '') over (order by rank) as previous from artifact where id = any($1::bigint[])
  )
  select id, (sum((select count(*) from artifact r where r.rank > previous and r.rank <= asked.rank)) over (order by rank))::bigint as place
  from asked`,
)

/** The numbers that ranks have on the wire, by artifact, from one snapshot. */
export const findPlaces = async (db: Pick<Db, 'query'> | Tx, ids: readonly number[]): Promise<Map<number, number>> => {
  if (ids.length === 0) return new Map()
  const rows = await runStatement(db, readPlaces, [[...ids]])
  return new Map(rows.map(({ id, place }) => [id, place]))
}

export interface RankChange {
  readonly direction: 'before' | 'after'
  readonly neighborId: number
  readonly userId: number
  readonly at: Date
}

/** Most moves of an artifact that a page of its history shows. */
const MAX_CHANGES = 500

const readChanges = statement<RankChange>(
  'rank-changes',
  `select direction, neighbor_id as "neighborId", user_id as "userId", at from artifact_rank_change
  where artifact_id = $1 and at >= $2::timestamptz and ($3::timestamptz is null or at < $3) order by id desc limit ${MAX_CHANGES}`,
)

/** Moves of an artifact in the order, newest first. */
export const listRankChanges = (
  db: Pick<Db, 'query'>,
  artifactId: number,
  { from, to }: { readonly from: Date; readonly to: Date | null },
): Promise<RankChange[]> => runStatement(db as Db, readChanges, [artifactId, from, to])

const readOrder = statement<{ id: number }>(
  'rank-order',
  'select id from artifact where id = any($1::bigint[]) order by rank',
)

/** Those of the artifacts that exist, in ascending rank. */
export const sortByRank = async (db: Pick<Db, 'query'> | Tx, ids: readonly number[]): Promise<number[]> =>
  ids.length === 0 ? [] : (await runStatement(db, readOrder, [[...ids]])).map(({ id }) => id)
