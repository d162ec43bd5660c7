// The tracker page shows the report with the changes of the address.
import type { TrackerSearch } from './tracker-search.ts'
import type { Tracker } from './tracker-queries.ts'
import type { Report } from './reports/report-queries.ts'
import { reportCriteria, reportToTql } from './query/to-tql.ts'
import {
  columnOf,
  columnFields,
  defaultColumns,
  defaultSort,
  formatColumns,
  parseColumns,
  parseSort,
  type Column,
  type SortKey,
} from './table/columns.ts'

export interface TrackerView {
  readonly tql: string
  /** JSON criteria of a report that TQL cannot say; in use while `tql` is empty. */
  readonly criteria: string
  readonly sort: readonly SortKey[]
  readonly columns: readonly Column[]
  /** Names in the address that do not hold for this reader. */
  readonly unknown: readonly string[]
  /** The address differs from the report. */
  readonly isChanged: boolean
}

export const trackerViewOf = (
  tracker: Tracker,
  report: Report | undefined,
  search: Pick<TrackerSearch, 'tql' | 'sort' | 'columns'>,
): TrackerView => {
  const saved = savedView(tracker, report)
  const columns = search.columns === undefined ? undefined : parseColumns(search.columns, tracker)
  const sort = parseSort(search.sort ?? saved.sort, tracker)
  return {
    tql: search.tql ?? saved.tql,
    criteria: search.tql === undefined ? saved.criteria : '',
    sort: sort.keys,
    columns: columns?.columns ?? saved.columns,
    unknown: [...(columns?.unknown ?? []), ...(search.sort === undefined ? [] : sort.unknown)],
    isChanged:
      (search.tql !== undefined && search.tql !== saved.tql) ||
      (columns !== undefined && formatColumns(columns.columns) !== formatColumns(saved.columns)) ||
      (search.sort !== undefined && search.sort !== saved.sort),
  }
}

interface SavedView {
  readonly tql: string
  readonly criteria: string
  readonly sort: string
  readonly columns: readonly Column[]
}

const savedView = (tracker: Tracker, report: Report | undefined): SavedView => {
  const sort = defaultSort(tracker)
  if (!report) return { tql: '', criteria: '', sort, columns: defaultColumns(tracker) }
  const tql = reportToTql(report, tracker)
  const fields = new Map(columnFields(tracker).map(field => [field.field_id, field]))
  const columns = (report.renderers.find(({ type }) => type === 'table')?.columns ?? [])
    .map(({ field_id }) => fields.get(field_id))
    .filter(field => field !== undefined)
    .map(field => columnOf(field))
  return {
    tql: tql ?? '',
    criteria: tql === undefined ? reportCriteria(report) : '',
    sort,
    columns: columns.length > 0 ? columns : defaultColumns(tracker),
  }
}
