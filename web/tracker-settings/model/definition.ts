// A tracker's definition as pages change it. The server describes it in docs and openapi.json (`TrackerDefinition`).
import type { components } from '../../../client/index.ts'

type Sent = components['schemas']['TrackerDefinition']

export type ElementDefinition = Omit<NonNullable<Sent['form']>[number], 'content'> & {
  readonly content?: readonly ElementDefinition[]
}
export type BindDefinition = NonNullable<ElementDefinition['bind']>
export type StaticValue = NonNullable<BindDefinition['values']>[number]

export const SECTIONS = [
  'general',
  'notifications',
  'hierarchy',
  'permissions',
  'form',
  'semantics',
  'rules',
  'workflow',
  'triggers',
  'canned_responses',
  'webhooks',
  'reports',
] as const
export type SectionName = (typeof SECTIONS)[number]

/** A whole definition, as the server reads it out: no section is left out. */
export type TrackerDefinition = {
  readonly [Section in Exclude<SectionName, 'form' | 'workflow'>]: NonNullable<Sent[Section]>
} & {
  readonly form: readonly ElementDefinition[]
  readonly workflow: NonNullable<Sent['workflow']> | null
}
export type General = TrackerDefinition['general']
export type TrackerRights = TrackerDefinition['permissions']
export type Workflow = NonNullable<TrackerDefinition['workflow']>
export type Transition = Workflow['transitions'][number]

/** Types of fields that the server fills: nobody writes them. */
export const READ_ONLY_TYPES: readonly string[] = [
  'aid',
  'atid',
  'priority',
  'subby',
  'luby',
  'subon',
  'lud',
  'cross',
  'burndown',
  'burnup',
]

/** All elements of a form, containers before their contents. */
export const elementsOf = (form: readonly ElementDefinition[]): readonly ElementDefinition[] =>
  form.flatMap(element => [element, ...elementsOf(element.content ?? [])])

/** The form with one element replaced. */
export const withElement = (
  form: readonly ElementDefinition[],
  name: string,
  change: (element: ElementDefinition) => ElementDefinition,
): readonly ElementDefinition[] =>
  form.map(element => {
    if (element.name === name) return change(element)
    return element.content ? { ...element, content: withElement(element.content, name, change) } : element
  })

/** The object without members whose value is undefined or false: the server leaves them out, too. */
export const withFlag = <Value extends object, Name extends keyof Value>(
  value: Value,
  name: Name,
  isSet: boolean,
): Value => {
  const { [name]: _, ...rest } = value
  return (isSet ? { ...rest, [name]: true } : rest) as Value
}

/** Another label for a value of a list; everything in the definition that names the value follows. `base` is the definition in force. */
export const withRenamedValue = (
  base: TrackerDefinition,
  definition: TrackerDefinition,
  field: string,
  index: number,
  label: string,
): TrackerDefinition => {
  const element = elementsOf(definition.form).find(({ name }) => name === field)
  const value = element?.bind?.values?.[index]
  if (!value || value.label === label) return definition
  const original = value.previous_label ?? value.label
  const isOld = !(NEW_VALUE in value) && labelsIn(base, element.previous_name ?? field).has(original)
  const renamed: StaticValue = {
    ...without(value, 'previous_label'),
    label,
    ...(isOld && original !== label && { previous_label: original }),
  }
  const changed = {
    ...definition,
    form: withElement(definition.form, field, each => ({
      ...each,
      bind: {
        ...each.bind,
        values: each.bind?.values?.map((one, at) => (at === index ? renamed : one)),
      } as BindDefinition,
    })),
  }
  // Other parts name the value by its reference where it has one.
  return value.reference === undefined ? withValueName(changed, field, value.label, label) : changed
}

/** Mark of values that this page added: they have no former label, whatever somebody types on the way to the final one. */
export const NEW_VALUE = 'is_new'

const labelsIn = ({ form }: TrackerDefinition, field: string): ReadonlySet<string> =>
  new Set(
    elementsOf(form)
      .find(({ name }) => name === field)
      ?.bind?.values?.map(({ label }) => label),
  )

const without = <Value extends object, Name extends keyof Value>(value: Value, name: Name): Omit<Value, Name> => {
  const { [name]: _, ...rest } = value
  return rest
}

/** Semantics, workflow and rules with another name for a value. */
const withValueName = (
  definition: TrackerDefinition,
  field: string,
  before: string,
  after: string,
): TrackerDefinition => {
  const named = (value: string): string => (value === before ? after : value)
  const { semantics, rules, workflow, triggers, reports } = definition
  const isStatus = semantics.status?.field === field
  return {
    ...definition,
    semantics: {
      ...semantics,
      ...(isStatus &&
        semantics.status && { status: { ...semantics.status, open_values: semantics.status.open_values.map(named) } }),
      ...(isStatus && semantics.done && { done: { closed_values: semantics.done.closed_values.map(named) } }),
    },
    rules: {
      ...rules,
      lists: rules.lists.map(rule => ({
        ...rule,
        ...(rule.source_field === field && rule.source_value !== null && { source_value: named(rule.source_value) }),
        ...(rule.target_field === field && rule.target_value !== null && { target_value: named(rule.target_value) }),
      })),
    },
    workflow:
      workflow?.field === field
        ? {
            ...workflow,
            transitions: workflow.transitions.map(step => ({
              ...step,
              from: step.from === null ? null : named(step.from),
              to: named(step.to),
            })),
          }
        : workflow,
    triggers: triggers.map(trigger =>
      trigger.set.field === field ? { ...trigger, set: { ...trigger.set, value: named(trigger.set.value) } } : trigger,
    ),
    reports: reports.map(report => ({
      ...report,
      ...(report.criteria && {
        criteria: report.criteria.map(criterion =>
          criterion.field === field && criterion.values
            ? { ...criterion, values: criterion.values.map(named) }
            : criterion,
        ),
      }),
    })),
  }
}

/** The definition without a value, and without all that names it. */
export const withoutValue = (definition: TrackerDefinition, field: string, index: number): TrackerDefinition => {
  const value = elementsOf(definition.form).find(({ name }) => name === field)?.bind?.values?.[index]
  if (!value) return definition
  const gone = value.reference ?? value.label
  const { semantics, rules, workflow, triggers } = definition
  const isStatus = semantics.status?.field === field
  const kept = (each: string): boolean => each !== gone
  return {
    ...definition,
    form: withElement(definition.form, field, each => ({
      ...each,
      bind: { ...each.bind, values: each.bind?.values?.filter((_, at) => at !== index) } as BindDefinition,
    })),
    semantics: {
      ...semantics,
      ...(isStatus &&
        semantics.status && {
          status: { ...semantics.status, open_values: semantics.status.open_values.filter(kept) },
        }),
      ...(isStatus && semantics.done && { done: { closed_values: semantics.done.closed_values.filter(kept) } }),
    },
    rules: {
      ...rules,
      lists: rules.lists.filter(
        rule =>
          !(rule.source_field === field && rule.source_value === gone) &&
          !(rule.target_field === field && rule.target_value === gone),
      ),
    },
    workflow:
      workflow?.field === field
        ? { ...workflow, transitions: workflow.transitions.filter(({ from, to }) => from !== gone && to !== gone) }
        : workflow,
    triggers: triggers.filter(({ set }) => !(set.field === field && set.value === gone)),
  }
}

/** The definition as it is sent: without the marks of this page. */
export const cleaned = (definition: TrackerDefinition): TrackerDefinition => ({
  ...definition,
  form: cleanedForm(definition.form),
})

const cleanedForm = (form: readonly ElementDefinition[]): readonly ElementDefinition[] =>
  form.map(element => ({
    ...element,
    ...(element.bind?.values && {
      bind: {
        ...element.bind,
        values: element.bind.values.map(value => without(value as StaticValue & { is_new?: true }, NEW_VALUE)),
      },
    }),
    ...(element.content && { content: cleanedForm(element.content) }),
  }))
