import type { Tracker } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import { ALL, type Condition } from '../../fields/index.ts'
import { openCondition } from '../queries/open-condition.ts'
import { searchArtifacts, searchContext, type SearchDependencies } from '../queries/search-artifacts.ts'

export interface TrackerSize {
  readonly tracker: Tracker
  readonly artifacts: number
  readonly open: number
}

/**
 * Number of artifacts, and of open ones, of each tracker of the project that the viewer sees. If the viewer sees all artifacts of a tracker, the tracker's
 * counter gives the number.
 */
export const listTrackerSizes =
  (dependencies: SearchDependencies) =>
  async (viewer: Viewer, projectId: number): Promise<TrackerSize[]> => {
    const { projects, trackers } = dependencies
    const project = await projects.requireAccess(viewer, projectId)
    const visible = (await trackers.listOfProject(project.id)).filter(tracker =>
      trackers.canViewTracker(viewer, project, tracker),
    )
    const sizes: TrackerSize[] = []
    // Sequential: a project with many trackers must not take all connections.
    for (const tracker of visible) {
      const context = searchContext(dependencies, viewer, { tracker, project })
      const open = openCondition(context.rights, tracker)
      const count = async (condition: Condition): Promise<number> =>
        (await searchArtifacts(dependencies, context, project, condition, { limit: 0, offset: 0, order: [] })).size
      const artifacts = await count(ALL)
      sizes.push({ tracker, artifacts, open: open === ALL || artifacts === 0 ? artifacts : await count(open) })
    }
    return sizes
  }
