import type { getCompleteTracker } from './get-complete-tracker.ts'
import type { listPlannings } from './list-plannings.ts'
import type { listProjectTrackers } from './list-project-trackers.ts'
import type { TrackerQueries } from './trackers.queries.ts'

/** Operations that the routes of this module call. */
export interface TrackerOperations extends TrackerQueries {
  /** The complete representation for a viewer; the caller has checked the right. It may include the restrictions of an artifact. */
  representComplete: ReturnType<typeof getCompleteTracker>
  listProjectTrackers: ReturnType<typeof listProjectTrackers>
  listPlannings: ReturnType<typeof listPlannings>
}
