import type { Key, NewCriterion, NewReport } from '../../trackers/index.ts'
import type { GroupingDefinition, ReportDefinition } from '../model/definition.schema.ts'
import { UNRESOLVED, type DefinitionParser, type PartKeys } from '../model/definition-parsing.ts'

/** Reports and tables are the existing ones with their names, in their order; others are new. */
export const parseReports = (
  given: readonly ReportDefinition[],
  present: readonly NewReport[],
  parts: PartKeys,
  parsing: DefinitionParser,
): NewReport[] => {
  const free = [...present]
  const names = new Set(given.map(report => report.name))
  const take = (name: string | undefined): NewReport | undefined => {
    const index = free.findIndex(report => report.name === name)
    return index < 0 ? undefined : free.splice(index, 1)[0]
  }
  return given.map(report => {
    const { previous_name: previous } = report
    const old = take(report.name) ?? (previous !== undefined && !names.has(previous) ? take(previous) : undefined)
    const place = `reports.${report.name}`
    if (report.name.trim() === '') parsing.fault('reports', 'a report has no name.')
    return {
      key: old?.key ?? parsing.newKey(),
      name: report.name,
      description: report.description ?? '',
      isDefault: report.is_default ?? false,
      isQueryDisplayed: report.is_query_displayed ?? true,
      isInExpertMode: report.is_in_expert_mode ?? false,
      expertQuery: report.expert_query ?? '',
      criteria: (report.criteria ?? []).map((criterion): NewCriterion => {
        const field = parts.field(criterion.field, place)
        const { text, values, includes_none: none } = criterion
        if (text !== undefined && (values !== undefined || none !== undefined))
          parsing.fault(place, `the criterion on "${criterion.field}" has either a text or values.`)
        const list = (values !== undefined || none !== undefined) && {
          none: none ?? false,
          values: (values ?? []).map(name => parts.value(field, name, place)),
        }
        const { operator, operand } = criterion
        if (operator !== undefined && (text !== undefined || list))
          parsing.fault(place, `the criterion on "${criterion.field}" has either an operator or a text or values.`)
        const value = operator === undefined ? (text ?? (list || null)) : { operator, value: operand }
        return { field, isAdvanced: criterion.is_advanced ?? false, value }
      }),
      renderers: parseTables(report, old, parts, parsing, place),
      ...(report.view && { view: parseView(report.view, parts, place) }),
    }
  })
}

const parseView = (
  view: NonNullable<ReportDefinition['view']>,
  parts: PartKeys,
  place: string,
): NonNullable<NewReport['view']> => {
  const groupingOf = ({ field, period }: GroupingDefinition) => ({
    field: parts.field(field, place),
    period: period ?? null,
  })
  const group = view.group ? groupingOf(view.group) : null
  const valueOf = (name: string | null): Key | null =>
    name === null ? null : parts.value(group?.field ?? UNRESOLVED, name, place)
  return {
    kind: view.kind ?? 'table',
    sort: (view.sort ?? []).map(({ field, is_descending }) => ({
      field: parts.field(field, place),
      is_descending: is_descending ?? false,
    })),
    widths: (view.widths ?? []).map(({ field, width }) => ({ field: parts.field(field, place), width })),
    totals: (view.totals ?? []).map(({ field, kind }) => ({ field: parts.field(field, place), kind })),
    group,
    lanes: view.lanes ? groupingOf(view.lanes) : null,
    board: {
      limits: (view.limits ?? []).map(({ value, limit }) => ({ value: valueOf(value), limit })),
      folded: (view.folded ?? []).map(valueOf),
    },
    charts: (view.charts ?? []).map(({ title, kind, groups, measure }) => ({
      title: title ?? '',
      kind,
      groups: groups.map(groupingOf),
      measure: measure ? { field: parts.field(measure.field, place), kind: measure.kind } : null,
    })),
  }
}

const parseTables = (
  report: ReportDefinition,
  old: NewReport | undefined,
  parts: PartKeys,
  parsing: DefinitionParser,
  place: string,
): NewReport['renderers'] => {
  const free = [...(old?.renderers ?? [])]
  return (report.tables ?? []).map(table => {
    const index = free.findIndex(one => one.name === table.name)
    const present = index < 0 ? undefined : free.splice(index, 1)[0]
    return {
      key: present?.key ?? parsing.newKey(),
      type: 'table',
      name: table.name,
      description: table.description ?? '',
      chunkSize: table.rows_per_page ?? 15,
      isMultisort: table.is_multisort ?? false,
      columns: table.columns.map(column => ({
        field: parts.field(column.field, place),
        ...(column.link_type !== undefined && { linkType: column.link_type }),
        ...(column.link_format !== undefined && { linkFormat: column.link_format }),
      })),
      sort: (table.sort ?? []).map(name => ({ field: parts.field(name, place) })),
    }
  })
}
