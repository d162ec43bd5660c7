import { and, or, type Condition } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import { checkTql } from './check-tql.ts'
import { searchArtifacts, searchContext, type SearchDependencies } from './search-artifacts.ts'

/** Of these artifacts of the tracker those that the viewer finds by the TQL. Throws Invalid for its faults. */
export type MatchArtifacts = (
  viewer: Viewer,
  trackerId: number,
  tql: string,
  artifactIds: readonly number[],
) => Promise<ReadonlySet<number>>

const hasId = (id: number): Condition => ({ kind: 'column', column: 'id', bounds: { gte: id, lte: id } })

export const matchArtifacts =
  (dependencies: SearchDependencies): MatchArtifacts =>
  async (viewer, trackerId, tql, artifactIds) => {
    const place = await dependencies.trackers.requireTracker(viewer, trackerId)
    const context = searchContext(dependencies, viewer, place, 'tql')
    const condition = and(await checkTql(tql, context), or(...artifactIds.map(hasId)))
    const { ids } = await searchArtifacts(dependencies, context, place.project, condition, {
      limit: artifactIds.length,
      offset: 0,
      order: [],
    })
    return new Set(ids)
  }
