// The tracker page shows the report with the changes of the address.
import {
  formatFolded,
  formatLimits,
  keyOfValue,
  parseFolded,
  parseLimits,
  valueOfKey,
  type BoardSettings,
} from './board-settings.ts'
import { formatCharts, parseCharts, type ChartSettings } from './chart-settings.ts'
import { groupingOf } from './grouping/groupings.ts'
import type { TrackerSearch, ViewKind } from './tracker-search.ts'
import type { Tracker } from './tracker-queries.ts'
import type { Report } from './reports/report-queries.ts'
import { reportCriteria, reportToTql } from './query/to-tql.ts'
import {
  columnOf,
  columnFields,
  defaultColumns,
  defaultSort,
  formatColumns,
  formatSort,
  parseColumns,
  parseSort,
  usualWidth,
  type Column,
  type SortKey,
} from './table/columns.ts'
import { formatTotals, parseTotals, type Total } from './table/totals.ts'

/** The parts of the view that a report keeps beside its query and columns. */
interface Presentation {
  readonly kind: ViewKind
  readonly totals: readonly Total[]
  /** `severity`, `due:week`: groups of the table, columns of the board; undefined: no groups, and the status. */
  readonly group: string | undefined
  readonly board: BoardSettings
  readonly charts: readonly ChartSettings[]
}

export interface TrackerView extends Presentation {
  readonly tql: string
  /** JSON criteria of a report that TQL cannot say; in use while `tql` is empty. */
  readonly criteria: string
  readonly sort: readonly SortKey[]
  readonly columns: readonly Column[]
  /** The kind of the report: the address says only another one. */
  readonly savedKind: ViewKind
  /** Names in the address that do not hold for this reader. */
  readonly unknown: readonly string[]
  /** The address differs from the report. */
  readonly isChanged: boolean
}

/** The members of the address that say something about the view. */
export type ViewSearch = Pick<
  TrackerSearch,
  'tql' | 'sort' | 'columns' | 'totals' | 'view' | 'group' | 'limits' | 'folded' | 'charts'
>

export const trackerViewOf = (tracker: Tracker, report: Report | undefined, search: ViewSearch): TrackerView => {
  const saved = savedView(tracker, report)
  const columns = search.columns === undefined ? undefined : parseColumns(search.columns, tracker)
  const sort = parseSort(search.sort ?? saved.sort, tracker)
  const kind = search.view ?? saved.kind
  const isDifferent = (given: string | undefined, kept: string): boolean => given !== undefined && given !== kept
  const asked = search.group ?? saved.group
  const group = asked === '' ? undefined : asked
  // Limits belong to the columns of one list.
  const isSavedList = group === saved.group
  const limits = search.limits ?? (isSavedList ? saved.limits : '')
  const folded = search.folded ?? (isSavedList ? saved.folded : '')
  return {
    tql: search.tql ?? saved.tql,
    criteria: search.tql === undefined ? saved.criteria : '',
    sort: sort.keys,
    columns: columns?.columns ?? saved.columns,
    kind,
    savedKind: saved.kind,
    totals: parseTotals(search.totals ?? saved.totals, tracker),
    group,
    board: { limits: parseLimits(limits), folded: parseFolded(folded) },
    charts: parseCharts(search.charts ?? saved.charts),
    unknown: [
      ...(columns?.unknown ?? []),
      ...(search.sort === undefined ? [] : sort.unknown),
      ...(kind === 'table' && search.group && !groupingOf(tracker, search.group) ? [search.group] : []),
    ],
    isChanged:
      isDifferent(search.tql, saved.tql) ||
      (columns !== undefined && formatColumns(columns.columns) !== formatColumns(saved.columns)) ||
      isDifferent(search.sort, saved.sort) ||
      isDifferent(search.totals, saved.totals) ||
      isDifferent(search.charts, saved.charts) ||
      kind !== saved.kind ||
      group !== saved.group ||
      limits !== saved.limits ||
      folded !== saved.folded,
  }
}

interface SavedView {
  readonly tql: string
  readonly criteria: string
  readonly sort: string
  readonly columns: readonly Column[]
  readonly kind: ViewKind
  readonly totals: string
  readonly group: string | undefined
  readonly limits: string
  readonly folded: string
  readonly charts: string
}

const savedView = (tracker: Tracker, report: Report | undefined): SavedView => {
  const sort = defaultSort(tracker)
  const plain = { sort, kind: 'table', totals: '', group: undefined, limits: '', folded: '', charts: '' } as const
  if (!report) return { tql: '', criteria: '', columns: defaultColumns(tracker), ...plain }
  const tql = reportToTql(report, tracker)
  const { view } = report
  const fields = new Map(columnFields(tracker).map(field => [field.field_id, field]))
  const widths = new Map(view?.columns.map(({ name, width }) => [name, width]))
  const columns = (report.renderers.find(({ type }) => type === 'table')?.columns ?? [])
    .map(({ field_id }) => fields.get(field_id))
    .filter(field => field !== undefined)
    .map(field => columnOf(field, widths.get(field.name)))
  return {
    ...plain,
    ...(view && {
      kind: view.kind,
      totals: view.totals,
      group: view.group ?? undefined,
      limits: formatLimits(new Map(view.board.limits.map(({ value_id: id, limit }) => [keyOfValue(id), limit]))),
      folded: formatFolded(new Set(view.board.collapsed.map(keyOfValue))),
      charts: formatCharts(
        view.charts.map(({ group_by: groups, ...chart }) => ({ ...chart, groups: groups.split(',') })),
      ),
    }),
    ...(view && view.sort !== '' && { sort: view.sort }),
    tql: tql ?? '',
    criteria: tql === undefined ? reportCriteria(report) : '',
    columns: columns.length > 0 ? columns : defaultColumns(tracker),
  }
}

/** The view in the form that a report keeps. */
export const presentationOf = (
  { kind, sort, columns, totals, board, charts }: TrackerView,
  group: string | undefined,
): NonNullable<Report['view']> => ({
  kind,
  sort: formatSort(sort),
  columns: columns
    .filter(({ field, width }) => width !== usualWidth(field))
    .map(({ field, width }) => ({ name: field.name, width })),
  totals: formatTotals(totals),
  group: group ?? null,
  board: {
    limits: [...board.limits].map(([key, limit]) => ({ value_id: valueOfKey(key), limit })),
    collapsed: [...board.folded].map(valueOfKey),
  },
  charts: charts.map(({ groups, ...chart }) => ({ ...chart, group_by: groups.join(',') })),
})
