import type { Static } from 'typebox'
import { Invalid, type WithReason } from '../../../platform/errors.ts'
import { splitNames } from '../../../platform/http/routes/names.ts'
import { fieldType, type Field } from '../../fields/index.ts'
import {
  mapReportView,
  measureKinds,
  type ReportGrouping,
  type StoredReportView,
  type Tracker,
} from '../../trackers/index.ts'
import { hasFigures, parseGroupings, parseMeasures, type GroupedField } from '../aggregates/grouping.ts'
import type { TqlContext } from '../queries/check-tql.ts'
import { MAX_SORT_FIELDS } from '../queries/order-by.ts'
import { readableField } from './readable-field.ts'
import type { ReportView } from './reports.schema.ts'

/** The presentation of a report on the wire: fields by short names, values by ids. */
export type WrittenView = Static<typeof ReportView>

const MAX_PARTS = 200
const MAX_CHARTS = 20

/** The view in the form of the database. `fault` gets each mistake; then the result counts for nothing. */
export const checkView = (
  view: WrittenView,
  context: Pick<TqlContext, 'tracker' | 'rights'>,
  fault: (parameter: string, text: string, about?: WithReason) => void,
): StoredReportView => {
  const isTooLong = (parameter: string, { length }: { readonly length: number }, limit: number): boolean => {
    if (length <= limit) return false
    fault(parameter, `\`${parameter}\` takes at most ${limit}`, { reason: 'limit.size', limit })
    return true
  }
  const find = (parameter: string, name: string): Field[] => {
    const named = context.tracker.fieldByName.get(name)
    const field = named && readableField(context, named.id)
    if (!field) fault(parameter, `\`${parameter}\`: unknown field ${name.slice(0, 100)}`, { reason: 'field.unknown' })
    return field ? [field] : []
  }
  const suits = (parameter: string, field: Field, isFit: boolean, what: string): boolean => {
    if (!isFit)
      fault(parameter, `\`${parameter}\`: fields of type ${field.type} have no ${what}: ${field.name}`, {
        reason: 'parameter.range',
        field_id: field.id,
        name: field.name,
      })
    return isFit
  }
  const sorted = splitNames(view.sort)
  const totals = splitNames(view.totals)
  const [group] = groupingsOf('view.group', view.group ?? '', 1)
  const [lanes] = groupingsOf('view.lanes', view.lanes ?? '', 1)
  if (group && view.kind === 'board')
    suits('view.group', group.field, group.field.type === 'sb' || group.field.type === 'rb', 'columns of a board')
  const values = group?.field.bind?.type === 'static' ? group.field.bind.byId : undefined
  const { limits, collapsed } = view.board
  for (const id of [...limits.map(({ value_id: value }) => value), ...collapsed])
    if (id !== null && values?.has(id) !== true)
      fault('view.board', `\`view.board\`: the list of \`view.group\` has no value ${id}`, {
        reason: 'parameter.range',
      })
  return {
    kind: view.kind,
    sort: isTooLong('view.sort', sorted, MAX_SORT_FIELDS)
      ? []
      : sorted.flatMap(written =>
          find('view.sort', written.replace(/^[+-]/, '')).flatMap(field =>
            suits('view.sort', field, fieldType(field.type).query?.sortKey?.(field) !== undefined, 'order')
              ? [{ field: field.id, is_descending: written.startsWith('-') }]
              : [],
          ),
        ),
    widths: isTooLong('view.columns', view.columns, MAX_PARTS)
      ? []
      : view.columns.flatMap(({ name, width }) => find('view.columns', name).map(({ id }) => ({ field: id, width }))),
    totals: isTooLong('view.totals', totals, MAX_SORT_FIELDS) ? [] : totals.flatMap(written => totalOf(written)),
    group: group ? storedGrouping(group) : null,
    lanes: lanes ? storedGrouping(lanes) : null,
    board: {
      limits: isTooLong('view.board.limits', limits, MAX_PARTS)
        ? []
        : limits.map(({ value_id: value, limit }) => ({ value, limit })),
      folded: isTooLong('view.board.collapsed', collapsed, MAX_PARTS) ? [] : [...new Set(collapsed)],
    },
    charts: isTooLong('view.charts', view.charts, MAX_CHARTS) ? [] : view.charts.map(chart => chartOf(chart)),
  }

  function groupingsOf(parameter: string, text: string, wanted: number, kind = ''): readonly GroupedField[] {
    const groups = parsed(parameter, () => parseGroupings(text, context.tracker, context.rights))
    if (!groups || text === '' || groups.length === wanted) return groups ?? []
    const words = wanted === 1 ? 'one field' : 'two fields'
    fault(
      parameter,
      kind === '' ? `\`${parameter}\` is ${words}` : `\`${parameter}\`: a chart of the kind ${kind} has ${words}`,
    )
    return groups
  }

  function chartOf({ title, kind, group_by: groupBy, measure }: WrittenView['charts'][number]) {
    const groups = groupingsOf('view.charts', groupBy, kind === 'stacked' ? 2 : 1, kind)
    const [figure] = parsed('view.charts', () => parseMeasures(measure, context.tracker, context.rights)) ?? []
    return {
      title: title.trim(),
      kind,
      groups: groups.map(storedGrouping),
      measure: figure ? { field: figure.field.id, kind: figure.kind } : null,
    }
  }

  /** Runs a parser of the aggregates. Its mistakes are told as those of the part; then the result is undefined. */
  function parsed<Result>(parameter: string, parse: () => Result): Result | undefined {
    try {
      return parse()
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      for (const { text, parameter: own, ...about } of error.faults)
        fault(parameter, `\`${parameter}\`: ${text.replace(`\`${own ?? ''}\`: `, '')}`, about)
      return undefined
    }
  }

  function totalOf(written: string): { field: number; kind: (typeof measureKinds)[number] }[] {
    const [word = '', name = ''] = written.split(':')
    const kind = measureKinds.find(each => each === word)
    if (!kind) {
      fault('view.totals', `\`view.totals\`: a figure is one of ${measureKinds.join(', ')} with a field`)
      return []
    }
    return find('view.totals', name).flatMap(field =>
      suits('view.totals', field, hasFigures(field), kind) ? [{ field: field.id, kind }] : [],
    )
  }
}

const storedGrouping = ({ field, unit }: GroupedField): ReportGrouping<number> => ({ field: field.id, period: unit })

const writtenGrouping = ({ field, period }: ReportGrouping<string>): string =>
  period === null ? field : `${field}:${period}`

/** The view as far as the viewer may read its fields. */
export const representView = (
  view: StoredReportView,
  tracker: Tracker,
  isReadable: (fieldId: number) => boolean,
): WrittenView => {
  const valuesOf = (fieldId: number | null) => {
    const bind = fieldId === null ? undefined : tracker.fieldById.get(fieldId)?.bind
    return bind?.type === 'static' ? bind.byId : undefined
  }
  const values = valuesOf(view.group?.field ?? null)
  const { sort, widths, totals, group, lanes, board, kind, charts } = mapReportView(
    view,
    id => (isReadable(id) ? tracker.fieldById.get(id)?.name : undefined),
    id => (values?.has(id) === true ? id : undefined),
  )
  return {
    kind,
    sort: sort.map(({ field, is_descending: isDescending }) => `${isDescending ? '-' : ''}${field}`).join(','),
    columns: widths.map(({ field, width }) => ({ name: field, width })),
    totals: totals.map(({ field, kind: figure }) => `${figure}:${field}`).join(','),
    group: group && writtenGrouping(group),
    lanes: lanes && writtenGrouping(lanes),
    board: {
      limits: board.limits.map(({ value, limit }) => ({ value_id: value, limit })),
      collapsed: [...board.folded],
    },
    charts: charts.map(({ groups, measure, ...chart }) => ({
      ...chart,
      group_by: groups.map(writtenGrouping).join(','),
      measure: measure === null ? 'count' : `${measure.kind}:${measure.field}`,
    })),
  }
}
