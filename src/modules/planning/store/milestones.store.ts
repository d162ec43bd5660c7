import { statement, type Db } from '../../../platform/db/db.ts'

const readProject = statement<{ projectId: number }>(
  'project-of-planning',
  'select project_id as "projectId" from planning where id = $1',
)

export const findProjectOfPlanning = async (db: Db, planningId: number): Promise<number | undefined> =>
  (await db.query(readProject, [planningId]))[0]?.projectId

const readPlanned = statement<{ id: number }>(
  'planned-inside-milestone',
  `select distinct item.target_id as id
  from artifact_link inside
  join artifact milestone on milestone.id = inside.target_id and milestone.tracker_id = $2
  join artifact_link item on item.source_id = milestone.id
  where inside.source_id = $1 and inside.type = '_is_child' and item.target_id = any($3::bigint[])`,
)

/** Those of the artifacts that a milestone inside the milestone plans, whether anybody sees that milestone or not. */
export const listPlannedInside = async (
  db: Db,
  milestoneId: number,
  innerTrackerId: number,
  artifactIds: readonly number[],
): Promise<number[]> =>
  artifactIds.length === 0
    ? []
    : (await db.query(readPlanned, [milestoneId, innerTrackerId, [...artifactIds]])).map(({ id }) => id)
