import type { Viewer } from '../../users/index.ts'
import { ALL } from '../../fields/index.ts'
import { searchArtifacts, searchContext, type SearchDependencies } from '../queries/search-artifacts.ts'

export interface TrackerSize {
  readonly trackerId: number
  readonly artifacts: number
}

/**
 * Number of artifacts of each tracker of the project that the viewer sees. If the viewer sees all artifacts of a tracker, the tracker's
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
      const { size } = await searchArtifacts(dependencies, context, project, ALL, { limit: 0, offset: 0, order: [] })
      sizes.push({ trackerId: tracker.id, artifacts: size })
    }
    return sizes
  }
