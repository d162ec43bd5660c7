import { ALL } from '../../fields/index.ts'
import type { Viewer } from '../../users/index.ts'
import { queryVisibleMatches, searchContext, type SearchDependencies } from '../queries/search-artifacts.ts'
import { historyStatement, type HistoryStep } from './count-history.store.ts'
import { getReport } from './get-report.ts'
import { conditionOf } from './run-report.ts'

export interface HistoryInput {
  readonly trackerId: number
  /** A list field; of several values the first one counts. */
  readonly fieldId: number
  /** In ascending order. */
  readonly points: readonly Date[]
  /** A report of the tracker: only what it finds now. */
  readonly reportId: number | undefined
}

/** How many artifacts that the viewer sees had each value of a list at points in time, as changes from point to point. */
export type CountHistory = (viewer: Viewer, input: HistoryInput) => Promise<readonly HistoryStep[]>

export const countHistory =
  (dependencies: SearchDependencies): CountHistory =>
  async (viewer, { trackerId, fieldId, points, reportId }) => {
    const place = await dependencies.trackers.requireTracker(viewer, trackerId)
    const context = searchContext(dependencies, viewer, place, 'tql')
    const report = reportId === undefined ? undefined : (await getReport(dependencies)(viewer, reportId)).report
    const condition = report ? await conditionOf(report, context) : ALL
    return queryVisibleMatches(dependencies, context, place.project, condition, {}, ids =>
      historyStatement(ids, fieldId, points),
    )
  }
