import { isApiError } from '../../api/api-error.ts'
import { api, bodyOf, done, responseOf } from '../../api/api.ts'
import type { Tracker } from '../tracker-queries.ts'
import { boardFieldOf } from '../../board/board-field.ts'
import { formatGrouping, groupingOf } from '../grouping/groupings.ts'
import { presentationOf, type TrackerView } from '../view-state.ts'
import { writableCriteria } from '../query/to-tql.ts'
import type { Report } from './report-queries.ts'

export interface ReportName {
  readonly label: string
  readonly description: string
  readonly is_public: boolean
  readonly is_default: boolean
}

/** A board without a list of the address keeps the one that it shows. */
const groupOf = (tracker: Tracker, { kind, group }: TrackerView): string | undefined => {
  if (kind === 'board') return boardFieldOf(tracker, group)?.name
  const grouping = group === undefined ? undefined : groupingOf(tracker, group)
  return grouping && formatGrouping(grouping)
}

const contentOf = (tracker: Tracker, view: TrackerView, report: Report | undefined) => ({
  expert_query: view.tql,
  // A query that TQL cannot say stands in the criteria of the report.
  criteria: report && view.criteria !== '' ? writableCriteria(report) : [],
  columns: view.columns.map(({ field }) => field.field_id),
  view: presentationOf(view, groupOf(tracker, view)),
})

/** Saves the view as a new report and returns its id. `report` is the report that the view began with. */
export const createReport = async (
  tracker: Tracker,
  view: TrackerView,
  report: Report | undefined,
  name: ReportName,
): Promise<number> => {
  const body = { tracker: { id: tracker.id }, ...name, ...contentOf(tracker, view, report) }
  return (await bodyOf(api.POST('/tracker_reports', { body }))).id
}

const written = ({ label, description, is_public, is_default, expert_query, criteria, renderers, view }: Report) =>
  JSON.stringify({ label, description, is_public, is_default, expert_query, criteria, renderers, view })

interface SaveOptions {
  /** Saves over what others saved meanwhile; names and rights stay theirs. */
  readonly isForced: boolean
}

/** Saves the view. `changed`: somebody saved the report since the page read it, and nothing is written. */
export const saveReport = async (
  tracker: Tracker,
  report: Report,
  view: TrackerView,
  { isForced }: SaveOptions,
): Promise<'saved' | 'changed'> => {
  const params = { path: { id: report.id } }
  const { data: now, response } = await responseOf(api.GET('/tracker_reports/{id}', { params }))
  if (!isForced && written(now) !== written(report)) return 'changed'
  const { label, description, is_public, is_default } = now
  const etag = response.headers.get('Etag')
  try {
    await done(
      api.PUT('/tracker_reports/{id}', {
        params,
        headers: etag === null ? {} : { 'If-Match': etag },
        body: { label, description, is_public, is_default, ...contentOf(tracker, view, report) },
      }),
    )
  } catch (error) {
    if (!isForced && isApiError(error, 412)) return 'changed'
    throw error
  }
  return 'saved'
}

export const deleteReport = (id: number): Promise<void> =>
  done(api.DELETE('/tracker_reports/{id}', { params: { path: { id } } }))
