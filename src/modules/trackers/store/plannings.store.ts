import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/db.ts'

export interface Planning {
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly planningTrackerId: number
  readonly backlogTrackerIds: readonly number[]
}

export const insertPlannings = async (tx: Tx, plannings: readonly Omit<Planning, 'id'>[]): Promise<void> => {
  await sql`
    insert into planning (project_id, name, planning_tracker_id, backlog_tracker_ids)
    select project_id, name, planning_tracker_id, backlog_tracker_ids
    from rows from (jsonb_to_recordset(${JSON.stringify(
      plannings.map(planning => ({
        project_id: planning.projectId,
        name: planning.name,
        planning_tracker_id: planning.planningTrackerId,
        backlog_tracker_ids: planning.backlogTrackerIds,
      })),
    )}::jsonb) as (project_id bigint, name text, planning_tracker_id bigint, backlog_tracker_ids bigint[])) with ordinality
    order by ordinality`.execute(tx)
}

/** Plannings of some projects, by id. */
export const listPlanningRows = async (
  db: Queryable,
  projectIds: readonly number[],
): Promise<Map<number, Planning[]>> => {
  const { rows } = await sql<{
    id: number
    project_id: number
    name: string
    planning_tracker_id: number
    backlog_tracker_ids: string[]
  }>`
    select id, project_id, name, planning_tracker_id, backlog_tracker_ids from planning
    where project_id = any(${projectIds}::bigint[]) order by id`.execute(db)
  const plannings = new Map(projectIds.map(projectId => [projectId, [] as Planning[]]))
  for (const row of rows)
    plannings.get(row.project_id)?.push({
      id: row.id,
      projectId: row.project_id,
      name: row.name,
      planningTrackerId: row.planning_tracker_id,
      // The driver returns the elements of int8 arrays as texts.
      backlogTrackerIds: row.backlog_tracker_ids.map(Number),
    })
  return plannings
}
