import { and } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import { checkTql } from './check-tql.ts'
import { searchArtifacts, searchContext, type SearchDependencies } from './search-artifacts.ts'

/** Whether the viewer finds the artifact of the tracker by the TQL; `artifactId` 0 only checks the query. Throws Invalid for its faults. */
export type MatchesQuery = (viewer: Viewer, trackerId: number, tql: string, artifactId: number) => Promise<boolean>

export const matchesQuery =
  (dependencies: SearchDependencies): MatchesQuery =>
  async (viewer, trackerId, tql, artifactId) => {
    const place = await dependencies.trackers.requireTracker(viewer, trackerId)
    const context = searchContext(dependencies, viewer, place, 'tql')
    const isIt = { kind: 'column', column: 'id', bounds: { gte: artifactId, lte: artifactId } } as const
    const condition = and(await checkTql(tql, context), isIt)
    const found = await searchArtifacts(dependencies, context, place.project, condition, {
      limit: 1,
      offset: 0,
      order: [],
    })
    return found.size > 0
  }
