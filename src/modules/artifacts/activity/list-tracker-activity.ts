import type { Clock } from '../../../platform/clock.ts'
import type { Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import { visibilityDependencies, type SearchDependencies } from '../queries/search-artifacts.ts'
import { seenArtifacts } from '../queries/visibility.ts'
import { readTrackerActivity } from './activity.store.ts'

/** Number of weeks that an answer covers, the present one included. */
const ACTIVITY_WEEKS = 8
const WEEK_MS = 7 * 86_400_000

export interface TrackerActivity {
  readonly tracker: Tracker
  /** Undefined: the viewer sees no artifact. */
  readonly changedOn: Date | undefined
  /** Number of new artifacts in each week, the oldest week first. A week is seven days; the last one ends now. */
  readonly opened: readonly number[]
}

/** The activity in each tracker of the project that the viewer sees, in artifacts that the viewer sees. One round trip for all trackers. */
export const listTrackerActivity =
  (dependencies: SearchDependencies & { readonly clock: Clock }) =>
  async (viewer: Viewer, projectId: number): Promise<TrackerActivity[]> => {
    const { db, clock, projects, trackers, access } = dependencies
    const project = await projects.requireAccess(viewer, projectId)
    const visible = (await trackers.listOfProject(project.id)).filter(tracker =>
      trackers.canViewTracker(viewer, project, tracker),
    )
    if (visible.length === 0) return []
    const seen = await seenArtifacts(
      visibilityDependencies(dependencies),
      visible.map(tracker => ({ tracker, project, rights: access.rightsIn(viewer, tracker) })),
    )
    const since = new Date(clock.now().getTime() - ACTIVITY_WEEKS * WEEK_MS)
    const found = await readTrackerActivity(
      db,
      visible.map(({ id }) => id),
      { since, weekSeconds: WEEK_MS / 1000, weeks: ACTIVITY_WEEKS },
      seen,
    )
    return visible.map(tracker => {
      const { changed = null, weeks = [], sizes = [] } = found.get(tracker.id) ?? {}
      return {
        tracker,
        changedOn: changed === null ? undefined : new Date(changed * 1000),
        opened: Array.from({ length: ACTIVITY_WEEKS }, (_, week) => sizes[weeks.indexOf(week)] ?? 0),
      }
    })
  }
