import type { getCompleteTracker } from './get-complete-tracker.ts'
import type { listPlannings } from './list-plannings.ts'
import type { listProjectTrackers } from './list-project-trackers.ts'
import type { TrackerQueries } from './trackers.queries.ts'

/** What the routes of this module call. */
export interface TrackerOperations extends TrackerQueries {
  /** As one viewer sees it, who is known to be allowed to; with what an artifact adds, where it is shown with one. */
  representComplete: ReturnType<typeof getCompleteTracker>
  listProjectTrackers: ReturnType<typeof listProjectTrackers>
  listPlannings: ReturnType<typeof listPlannings>
}
