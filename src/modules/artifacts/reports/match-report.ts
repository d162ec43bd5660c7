import type { Viewer } from '../../users/index.ts'
import { runSearch, searchContext, type SearchDependencies } from '../queries/search-artifacts.ts'
import { getReport } from './get-report.ts'
import { conditionOf } from './run-report.ts'

/** A saved search without its content. */
export interface ReportSummary {
  readonly id: number
  readonly name: string
  readonly trackerId: number
  readonly isPublic: boolean
}

/** Saved searches as filters of other lists. */
export interface ReportMatches {
  /** Throws as GET /tracker_reports/{id}: a personal report of another account does not exist. */
  get(viewer: Viewer, id: number): Promise<ReportSummary>
  /** Ids of the artifacts that the report finds for the viewer. */
  match(viewer: Viewer, id: number): Promise<ReadonlySet<number>>
}

const ALL_OF_THEM = 10_000_000

export const createReportMatches = (dependencies: SearchDependencies): ReportMatches => {
  const get = getReport(dependencies)
  return {
    get: async (viewer, id) => {
      const { report } = await get(viewer, id)
      return { id, name: report.name, trackerId: report.trackerId, isPublic: report.ownerId === null }
    },
    match: async (viewer, id) => {
      const { report, place } = await get(viewer, id)
      const context = searchContext(dependencies, viewer, place, 'tql')
      const search = { context, condition: await conditionOf(report, context), order: [] }
      const { ids } = await runSearch(dependencies, search, place, { limit: ALL_OF_THEM, offset: 0 })
      return new Set(ids)
    },
  }
}
