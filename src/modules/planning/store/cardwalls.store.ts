import { sql } from 'kysely'
import { invalidateMany, type Db, type Tx } from '../../../platform/db/db.ts'
import type { CardMapping, NewColumn } from '../model/cardwall.ts'
import { PLANNINGS } from './plannings.store.ts'

export interface WrittenCardwall {
  readonly planningId: number
  /** Columns with an id stay and change. */
  readonly columns: readonly (NewColumn & { readonly id?: number | undefined })[]
  readonly mappings: readonly CardMapping[]
}

/** Makes the cardwalls of plannings exactly these. New columns are numbered in their order. */
export const writeCardwalls = async (tx: Tx, projectId: number, walls: readonly WrittenCardwall[]): Promise<void> => {
  for (const { planningId, columns, mappings } of walls) {
    await sql`insert into cardwall (planning_id) values (${planningId}) on conflict do nothing`.execute(tx)
    const rows = columns.map(({ id, label, color, valueIds }, place) => ({
      id,
      place,
      label,
      color,
      value_ids: valueIds,
    }))
    const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (id bigint, place integer, label text, color text, value_ids bigint[])`
    await sql`
      delete from cardwall_column
      where planning_id = ${planningId} and id not in (select id from ${given} where id is not null)`.execute(tx)
    await sql`
      update cardwall_column c
      set place = given.place, label = given.label, color = given.color, value_ids = given.value_ids
      from ${given} where c.id = given.id and c.planning_id = ${planningId}`.execute(tx)
    await sql`
      insert into cardwall_column (planning_id, place, label, color, value_ids)
      select ${planningId}, place, label, color, value_ids from ${given} where id is null order by place`.execute(tx)
    await sql`delete from cardwall_mapping where planning_id = ${planningId}`.execute(tx)
    await sql`
      insert into cardwall_mapping (planning_id, tracker_id, field_id)
      select ${planningId}, "trackerId", "fieldId"
      from jsonb_to_recordset(${JSON.stringify(mappings)}::jsonb) as given ("trackerId" bigint, "fieldId" bigint)`.execute(
      tx,
    )
  }
  if (walls.length > 0) await invalidateMany(tx, PLANNINGS, [projectId])
}

/** Takes the cardwalls from plannings. */
export const deleteCardwalls = async (tx: Tx, projectId: number, planningIds: readonly number[]): Promise<void> => {
  if (planningIds.length === 0) return
  await sql`delete from cardwall where planning_id = any(${[...planningIds]}::bigint[])`.execute(tx)
  await invalidateMany(tx, PLANNINGS, [projectId])
}

export interface ColumnPlace {
  readonly projectId: number
  readonly planningId: number
}

/** Where a column is; undefined: there is none. */
export const findColumn = async ({ kysely }: Db, columnId: number): Promise<ColumnPlace | undefined> => {
  const { rows } = await sql<ColumnPlace>`
    select planning.project_id as "projectId", planning.id as "planningId"
    from cardwall_column c join planning on planning.id = c.planning_id where c.id = ${columnId}`.execute(kysely)
  return rows[0]
}
