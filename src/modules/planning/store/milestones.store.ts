import { statement, type Db } from '../../../platform/db/db.ts'

export interface PlanningPlace {
  readonly projectId: number
  readonly trackerId: number
}

const readPlace = statement<PlanningPlace>(
  'planning-place',
  'select project_id as "projectId", planning_tracker_id as "trackerId" from planning where id = $1',
)

/** Project and planning tracker of a planning. */
export const findPlanningPlace = async (db: Db, planningId: number): Promise<PlanningPlace | undefined> =>
  (await db.query(readPlace, [planningId]))[0]

const readIds = statement<{ id: number }>(
  'milestones-of-tracker',
  'select id from artifact where tracker_id = $1 order by id',
)

/** All artifacts of a planning tracker, by id, including hidden ones. */
export const listMilestoneIds = async (db: Db, trackerId: number): Promise<number[]> =>
  (await db.query(readIds, [trackerId])).map(({ id }) => id)
