import { statement, type Db } from '../../../platform/db/db.ts'

const idsStatement = statement<{ id: number }>(
  'export-ids',
  'select id from artifact where tracker_id = $1 and id > $2 order by id limit $3',
)

/** The next artifacts of the tracker by id, hidden ones included. */
export const listNextIds = async (db: Db, trackerId: number, after: number, limit: number): Promise<number[]> =>
  (await db.query(idsStatement, [trackerId, after, limit])).map(({ id }) => id)
