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

const readOrder = statement<{ id: number }>(
  'rank-order',
  'select id from artifact where id = any($1::bigint[]) order by rank',
)

/** Those of the artifacts that exist, in ascending rank. */
export const sortByRank = async (db: Pick<Db, 'query'> | Tx, ids: readonly number[]): Promise<number[]> =>
  ids.length === 0 ? [] : (await runStatement(db, readOrder, [[...ids]])).map(({ id }) => id)
