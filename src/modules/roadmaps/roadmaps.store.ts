import { sql } from 'kysely'
import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { NewRoadmap, Roadmap } from './roadmap.ts'

const COLUMNS = sql`id, project_id as "projectId", title, tracker_ids as "trackerIds", report_id as "reportId",
  level_1_tracker_id as "level1TrackerId", level_2_tracker_id as "level2TrackerId", time_scale as "timeScale"`

export const findRoadmap = async (db: Queryable, id: number): Promise<Roadmap | undefined> => {
  if (!Number.isSafeInteger(id)) return undefined
  const { rows } = await sql<Roadmap>`select ${COLUMNS} from roadmap where id = ${id}`.execute(db)
  return rows[0]
}

/** Waits for other changes of the roadmap, which is locked until the end of the transaction. */
export const lockRoadmap = async (tx: Tx, id: number): Promise<Roadmap | undefined> => {
  const { rows } = await sql<Roadmap>`select ${COLUMNS} from roadmap where id = ${id} for update`.execute(tx)
  return rows[0]
}

/** Roadmaps of a project, by id. */
export const listRoadmaps = async (db: Queryable, projectId: number): Promise<Roadmap[]> => {
  const { rows } = await sql<Roadmap>`
    select ${COLUMNS} from roadmap where project_id = ${projectId} order by id`.execute(db)
  return rows
}

/** Other roadmaps of the project are made after the end of the transaction. */
export const lockProject = async (tx: Tx, projectId: number): Promise<void> => {
  await sql`select from project where id = ${projectId} for no key update`.execute(tx)
}

/** Adds roadmaps, which are numbered in their order. */
export const insertRoadmaps = async (tx: Tx, roadmaps: readonly NewRoadmap[]): Promise<Roadmap[]> => {
  if (roadmaps.length === 0) return []
  const { rows } = await sql<Roadmap>`
    insert into roadmap (project_id, title, tracker_ids, report_id, level_1_tracker_id, level_2_tracker_id, time_scale)
    select "projectId", title, "trackerIds", "reportId", "level1TrackerId", "level2TrackerId", "timeScale"
    from rows from (jsonb_to_recordset(${JSON.stringify(roadmaps)}::jsonb) as ("projectId" bigint, title text,
      "trackerIds" bigint[], "reportId" bigint, "level1TrackerId" bigint, "level2TrackerId" bigint, "timeScale" text))
      with ordinality
    order by ordinality
    returning ${COLUMNS}`.execute(tx)
  return rows
}

export const updateRoadmap = async (tx: Tx, roadmap: Roadmap): Promise<void> => {
  await sql`
    update roadmap set title = ${roadmap.title}, tracker_ids = ${[...roadmap.trackerIds]}::bigint[],
      report_id = ${roadmap.reportId}, level_1_tracker_id = ${roadmap.level1TrackerId},
      level_2_tracker_id = ${roadmap.level2TrackerId}, time_scale = ${roadmap.timeScale}
    where id = ${roadmap.id}`.execute(tx)
}

export const deleteRoadmap = async (tx: Tx, id: number): Promise<void> => {
  await sql`delete from roadmap where id = ${id}`.execute(tx)
}
