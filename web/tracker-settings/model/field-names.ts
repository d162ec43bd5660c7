// All parts of a definition that name an element of the form: where they stand, and how they follow a change of the form.
import type { Transition, TrackerDefinition } from './definition.ts'

/** A place outside of the form that names an element. */
export type Use =
  | { readonly kind: 'semantic'; readonly semantic: keyof TrackerDefinition['semantics'] }
  | { readonly kind: 'date rule' | 'dependency'; readonly other: string }
  | { readonly kind: 'workflow' }
  | {
      readonly kind: 'step'
      readonly step: Pick<Transition, 'from' | 'to'>
      readonly how: 'filled' | 'set' | 'frozen' | 'hidden'
    }
  | { readonly kind: 'trigger' }
  | { readonly kind: 'column' | 'filter' | 'query'; readonly report: string }

/** All uses of an element. The server lets an element off the form only without uses of other kinds than those of reports and cards. */
export const usesOf = (definition: TrackerDefinition, name: string): readonly Use[] => {
  const { semantics, rules, workflow, triggers, reports } = definition
  const names = (value: unknown): boolean =>
    value === name ||
    (Array.isArray(value) && value.includes(name)) ||
    (typeof value === 'object' && value !== null && !Array.isArray(value) && NAMES.some(key => names(pick(value, key))))
  return [
    ...(Object.keys(semantics) as (keyof typeof semantics)[])
      .filter(semantic => semantic !== 'done' && names(semantics[semantic]))
      .map(semantic => ({ kind: 'semantic', semantic }) as const),
    ...rules.dates
      .filter(({ source, target }) => source === name || target === name)
      .map(({ source, target }) => ({ kind: 'date rule', other: source === name ? target : source }) as const),
    ...[
      ...new Set(
        rules.lists.flatMap(({ source_field: source, target_field: target }) =>
          source === name ? [target] : target === name ? [source] : [],
        ),
      ),
    ].map(other => ({ kind: 'dependency', other }) as const),
    ...(workflow?.field === name ? [{ kind: 'workflow' } as const] : []),
    ...(workflow?.transitions.flatMap(step => usesOfStep(step, name)) ?? []),
    ...triggers.filter(({ set }) => set.field === name).map(() => ({ kind: 'trigger' }) as const),
    ...reports.flatMap(({ name: report, criteria = [], tables = [], expert_query: query = '' }) => [
      ...(criteria.some(({ field }) => field === name) ? [{ kind: 'filter', report } as const] : []),
      ...(tables.some(({ columns, sort = [] }) => columns.some(({ field }) => field === name) || sort.includes(name))
        ? [{ kind: 'column', report } as const]
        : []),
      ...(withNameInQuery(query, name, '') !== query ? [{ kind: 'query', report } as const] : []),
    ]),
  ]
}

/** Members of semantics whose values are names of fields. */
const NAMES = [
  'field',
  'fields',
  'background_color',
  'start_date',
  'end_date',
  'duration',
  'total_effort',
  'remaining_effort',
]

const pick = (value: object, key: string): unknown => Reflect.get(value, key)

const usesOfStep = ({ from, to, not_empty: filled = [], actions = [] }: Transition, name: string): readonly Use[] => {
  const use = (how: 'filled' | 'set' | 'frozen' | 'hidden'): Use => ({ kind: 'step', step: { from, to }, how })
  return [
    ...(filled.includes(name) ? [use('filled')] : []),
    ...actions.flatMap(({ type, field, fields = [] }) => {
      if (field === name) return [use('set')]
      return fields.includes(name) ? [use(type === 'hidden_fieldsets' ? 'hidden' : 'frozen')] : []
    }),
  ]
}

/** Reports, cards and short views may name an element that is not on the form. */
export const isKeptOffTheForm = (use: Use): boolean =>
  use.kind === 'column' ||
  use.kind === 'filter' ||
  use.kind === 'query' ||
  (use.kind === 'semantic' && (use.semantic === 'tooltip' || use.semantic === 'card_fields'))

/** Another name in a query; words in quotes stay. */
const withNameInQuery = (query: string, name: string, next: string): string =>
  query
    .split(/('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replaceAll(new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'g'), () => next),
    )
    .join('')

/** Undefined: the element goes, and what needs it goes with it. */
type Rename = (name: string) => string | undefined

/** The definition without its form, with other names for elements wherever it names them. */
export const withFieldNames = (definition: TrackerDefinition, rename: Rename): TrackerDefinition => ({
  ...definition,
  semantics: renamedSemantics(definition.semantics, rename),
  rules: renamedRules(definition.rules, rename),
  workflow: renamedWorkflow(definition.workflow, rename),
  triggers: definition.triggers.flatMap(trigger => {
    const field = rename(trigger.set.field)
    return field === undefined ? [] : [{ ...trigger, set: { ...trigger.set, field } }]
  }),
})

/** The definition with another name of an element in its reports. */
export const withReportNames = (definition: TrackerDefinition, rename: Rename): TrackerDefinition => ({
  ...definition,
  reports: definition.reports.map(report => ({
    ...report,
    ...(report.criteria && { criteria: report.criteria.flatMap(each => withField(each, rename)) }),
    ...(report.tables && {
      tables: report.tables.map(table => ({
        ...table,
        columns: table.columns.flatMap(each => withField(each, rename)),
        ...(table.sort && { sort: table.sort.flatMap(name => rename(name) ?? []) }),
      })),
    }),
  })),
})

/** The definition with another name of an element in the queries of its reports. */
export const withQueryNames = (definition: TrackerDefinition, name: string, next: string): TrackerDefinition => ({
  ...definition,
  reports: definition.reports.map(report => ({
    ...report,
    ...(report.expert_query !== undefined && { expert_query: withNameInQuery(report.expert_query, name, next) }),
  })),
})

const withField = <Item extends { readonly field: string }>(item: Item, rename: Rename): Item[] => {
  const field = rename(item.field)
  return field === undefined ? [] : [{ ...item, field }]
}

const renamedSemantics = (semantics: TrackerDefinition['semantics'], rename: Rename) => {
  const { status, done, tooltip, timeframe, progress, card_fields: card, ...fields } = semantics
  const statusField = status && rename(status.field)
  const simple = Object.entries(fields).flatMap(([name, field]) => {
    const next = rename(field)
    return next === undefined ? [] : [[name, next] as const]
  })
  return {
    ...Object.fromEntries(simple),
    ...(status && statusField !== undefined && { status: { ...status, field: statusField } }),
    ...(done && statusField !== undefined && { done }),
    ...(tooltip && { tooltip: tooltip.flatMap(name => rename(name) ?? []) }),
    ...(timeframe && renamedPairs('timeframe', timeframe, ['start_date', 'end_date', 'duration'], rename)),
    ...(progress && renamedPairs('progress', progress, ['total_effort', 'remaining_effort'], rename)),
    ...(card && {
      card_fields: {
        fields: card.fields.flatMap(name => rename(name) ?? []),
        background_color: card.background_color === null ? null : (rename(card.background_color) ?? null),
      },
    }),
  } as TrackerDefinition['semantics']
}

/** A semantic of two fields has no meaning without one of them. */
const renamedPairs = (semantic: string, value: object, members: readonly string[], rename: Rename): object => {
  const renamed = Object.entries(value as Record<string, unknown>).map(([member, name]) =>
    members.includes(member) ? ([member, rename(name as string)] as const) : ([member, name] as const),
  )
  return renamed.some(([, name]) => name === undefined) ? {} : { [semantic]: Object.fromEntries(renamed) }
}

const renamedRules = ({ dates, lists }: TrackerDefinition['rules'], rename: Rename): TrackerDefinition['rules'] => ({
  dates: dates.flatMap(rule => {
    const [source, target] = [rename(rule.source), rename(rule.target)]
    return source === undefined || target === undefined ? [] : [{ ...rule, source, target }]
  }),
  lists: lists.flatMap(rule => {
    const [source, target] = [rename(rule.source_field), rename(rule.target_field)]
    return source === undefined || target === undefined ? [] : [{ ...rule, source_field: source, target_field: target }]
  }),
})

const renamedWorkflow = (workflow: TrackerDefinition['workflow'], rename: Rename): TrackerDefinition['workflow'] => {
  const field = workflow ? rename(workflow.field) : undefined
  if (!workflow || field === undefined) return null
  const all = (names: readonly string[]): string[] => names.flatMap(name => rename(name) ?? [])
  return {
    ...workflow,
    field,
    transitions: workflow.transitions.map(step => ({
      ...step,
      ...(step.not_empty && { not_empty: all(step.not_empty) }),
      ...(step.actions && {
        actions: step.actions.flatMap(action => {
          if (action.field !== undefined) {
            const next = rename(action.field)
            return next === undefined ? [] : [{ ...action, field: next }]
          }
          if (action.fields === undefined) return [action]
          const fields = all(action.fields)
          return fields.length === 0 ? [] : [{ ...action, fields }]
        }),
      }),
    })),
  }
}
