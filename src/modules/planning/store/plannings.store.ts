import { sql } from 'kysely'
import { invalidateMany, type Queryable, type Tx } from '../../../platform/db/db.ts'
import type { UserGroupId } from '../../projects/index.ts'
import type { BurnupMode, NewPlanning, Planning, PresentPlanning, ProjectPlanning } from '../model/planning.ts'

/** Topic of the cached plannings, by project. */
export const PLANNINGS = 'planning'

/** Adds plannings, which are numbered in their order. Returns their ids by the tracker of their milestones. */
export const insertPlannings = async (
  tx: Tx,
  plannings: readonly NewPlanning[],
): Promise<ReadonlyMap<number, number>> => {
  if (plannings.length === 0) return new Map()
  const { rows } = await sql<{ id: number; planning_tracker_id: number }>`
    insert into planning (project_id, name, plan_title, backlog_title, planning_tracker_id, backlog_tracker_ids, planner_group_ids)
    select project_id, name, plan_title, backlog_title, planning_tracker_id, backlog_tracker_ids, planner_group_ids
    from rows from (jsonb_to_recordset(${JSON.stringify(
      plannings.map(planning => ({
        project_id: planning.projectId,
        name: planning.name,
        plan_title: planning.planTitle,
        backlog_title: planning.backlogTitle,
        planning_tracker_id: planning.planningTrackerId,
        backlog_tracker_ids: planning.backlogTrackerIds,
        planner_group_ids: planning.plannerGroupIds,
      })),
    )}::jsonb) as (project_id bigint, name text, plan_title text, backlog_title text, planning_tracker_id bigint,
      backlog_tracker_ids bigint[], planner_group_ids bigint[])) with ordinality
    order by ordinality
    returning id, planning_tracker_id`.execute(tx)
  await invalidateMany(tx, PLANNINGS, [...new Set(plannings.map(planning => planning.projectId))])
  return new Map(rows.map(({ id, planning_tracker_id }) => [planning_tracker_id, id]))
}

/** Another change of the same plannings waits for the end of the transaction. */
export const lockPlannings = async (tx: Tx, projectId: number): Promise<void> => {
  await sql`select from project where id = ${projectId} for no key update`.execute(tx)
}

export const updatePlannings = async (
  tx: Tx,
  projectId: number,
  plannings: readonly PresentPlanning[],
): Promise<void> => {
  for (const { id, name, planTitle, backlogTitle, planningTrackerId, backlogTrackerIds, plannerGroupIds } of plannings)
    await sql`
      update planning set name = ${name}, plan_title = ${planTitle}, backlog_title = ${backlogTitle},
        planning_tracker_id = ${planningTrackerId}, backlog_tracker_ids = ${[...backlogTrackerIds]}::bigint[],
        planner_group_ids = ${plannerGroupIds && [...plannerGroupIds]}::bigint[]
      where id = ${id} and project_id = ${projectId}`.execute(tx)
  if (plannings.length > 0) await invalidateMany(tx, PLANNINGS, [projectId])
}

export const deletePlannings = async (tx: Tx, projectId: number, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  await sql`delete from planning where project_id = ${projectId} and id = any(${[...ids]}::bigint[])`.execute(tx)
  await invalidateMany(tx, PLANNINGS, [projectId])
}

/** Says whether the top backlog of the project is a stored set. */
export const writeExplicitBacklog = async (tx: Tx, projectId: number, isExplicit: boolean): Promise<void> => {
  await sql`
    insert into planning_settings (project_id, has_explicit_backlog) values (${projectId}, ${isExplicit})
    on conflict (project_id) do update set has_explicit_backlog = excluded.has_explicit_backlog`.execute(tx)
  await invalidateMany(tx, PLANNINGS, [projectId])
}

/** For a project that has settings. */
export const writeBurnupMode = async (tx: Tx, projectId: number, mode: BurnupMode): Promise<void> => {
  await sql`update planning_settings set burnup_mode = ${mode} where project_id = ${projectId}`.execute(tx)
  await invalidateMany(tx, PLANNINGS, [projectId])
}

/** Plannings and settings of some projects. */
export const loadProjectPlannings = async (
  db: Queryable,
  projectIds: readonly number[],
): Promise<Map<number, ProjectPlanning>> => {
  const { rows } = await sql<{
    project_id: number
    has_explicit_backlog: boolean
    burnup_mode: BurnupMode
    plannings: Planning[]
  }>`
    select project.id as project_id, coalesce(s.has_explicit_backlog, false) as has_explicit_backlog,
      coalesce(s.burnup_mode, 'effort') as burnup_mode, (
      select coalesce(json_agg(json_build_object(
        'id', id, 'projectId', project_id, 'name', name, 'planTitle', plan_title, 'backlogTitle', backlog_title,
        'planningTrackerId', planning_tracker_id, 'backlogTrackerIds', backlog_tracker_ids,
        'plannerGroupIds', planner_group_ids, 'cardwall', (
          select json_build_object('columns', (
            select coalesce(json_agg(json_build_object(
              'id', c.id, 'label', c.label, 'color', c.color, 'valueIds', c.value_ids) order by c.place), '[]')
            from cardwall_column c where c.planning_id = cardwall.planning_id
          ), 'mappings', (
            select coalesce(json_agg(json_build_object('trackerId', m.tracker_id, 'fieldId', m.field_id) order by m.tracker_id), '[]')
            from cardwall_mapping m where m.planning_id = cardwall.planning_id
          )) from cardwall where cardwall.planning_id = planning.id)) order by id), '[]')
      from planning where planning.project_id = project.id) as plannings
    from project left join planning_settings s on s.project_id = project.id
    where project.id = any(${projectIds}::bigint[])`.execute(db)
  return new Map(
    rows.map(row => [
      row.project_id,
      { plannings: row.plannings, hasExplicitBacklog: row.has_explicit_backlog, burnupMode: row.burnup_mode },
    ]),
  )
}

/** Removes a group from the planners. Nobody may plan where it was the only group. */
export const removePlannerGroup = async (tx: Tx, groupId: UserGroupId): Promise<void> => {
  const { rows } = await sql<{ project_id: number }>`
    update planning set planner_group_ids = array_remove(planner_group_ids, ${groupId}::bigint)
    where ${groupId}::bigint = any(planner_group_ids) returning project_id`.execute(tx)
  if (rows.length > 0) await invalidateMany(tx, PLANNINGS, [...new Set(rows.map(row => row.project_id))])
}
