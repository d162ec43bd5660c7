import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'

/** Names of the other trackers of a project; locks the project against new names until the transaction ends. */
export const lockOtherNames = async (
  tx: Tx,
  projectId: number,
  exceptId: number,
): Promise<{ name: string; itemName: string }[]> => {
  await sql`select from project where id = ${projectId} for no key update`.execute(tx)
  const { rows } = await sql<{ name: string; item_name: string }>`
    select name, item_name from tracker
    where project_id = ${projectId} and deleted_at is null and id <> ${exceptId}`.execute(tx)
  return rows.map(row => ({ name: row.name, itemName: row.item_name }))
}

/** The tracker and its ancestors, nearest first. */
export const listAncestors = async (tx: Tx, trackerId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with recursive line as (
      select id, parent_id, 1 as depth from tracker where id = ${trackerId}
      union all
      select t.id, t.parent_id, line.depth + 1 from tracker t join line on t.id = line.parent_id where line.depth < 100
    )
    select id from line order by depth`.execute(tx)
  return rows.map(row => row.id)
}
