import { getCompleteTracker } from './get-complete-tracker.ts'
import { listProjectTrackers } from './list-project-trackers.ts'
import type { TrackerQueries } from './trackers.queries.ts'

/** The operations that the routes of this module call, each with its dependencies. */
export const createTrackerOperations = (
  queries: TrackerQueries,
  dependencies: Parameters<typeof getCompleteTracker>[0],
) => ({
  ...queries,
  /** The complete representation for a viewer; the caller has checked the right. It may include the restrictions of an artifact. */
  representComplete: getCompleteTracker(dependencies),
  listProjectTrackers: listProjectTrackers(queries, dependencies.projects),
})

export type TrackerOperations = ReturnType<typeof createTrackerOperations>
