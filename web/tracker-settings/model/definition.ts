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

/** The values of a list with the names that other parts of the definition have for them. */
export const valuesOf = ({ bind }: ElementDefinition): readonly { readonly name: string; readonly label: string }[] =>
  (bind?.values ?? [])
    .filter(({ merged_into: target }) => target === undefined)
    .map(({ label, reference }) => ({ label, name: reference ?? label }))

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

/** The definition with other members of the source of a list. */
export const withBind = (
  definition: TrackerDefinition,
  field: string,
  members: Partial<BindDefinition>,
): TrackerDefinition => ({
  ...definition,
  form: withElement(definition.form, field, element => ({
    ...element,
    bind: { ...element.bind, ...members } as BindDefinition,
  })),
})

const editedValues = ({ form }: TrackerDefinition, field: string): readonly EditedValue[] =>
  elementsOf(form).find(({ name }) => name === field)?.bind?.values ?? []

const withValues = (definition: TrackerDefinition, field: string, values: readonly EditedValue[]): TrackerDefinition =>
  withBind(definition, field, { values: [...values] })

/** Mark of values that this page added: they have no former label, whatever somebody types on the way to the final one. */
export const NEW_VALUE = 'is_new'
/** Mark of a value whose label another value has: the name that the rest of the definition has for the value meanwhile. */
const NAMED = 'named'

type EditedValue = StaticValue & { readonly [NEW_VALUE]?: true; readonly [NAMED]?: string }

/** The name of a value in the other parts of the definition. */
const nameOf = (value: EditedValue): string => value.reference ?? value[NAMED] ?? value.label

/** Another label for a value of a list; everything in the definition that names the value follows. `base` is the definition in force. */
export const withRenamedValue = (
  base: TrackerDefinition,
  definition: TrackerDefinition,
  field: string,
  index: number,
  label: string,
): TrackerDefinition => {
  const values = editedValues(definition, field)
  const value = values[index]
  if (!value || value.label === label) return definition
  const original = value.previous_label ?? value.label
  const formerField = elementsOf(definition.form).find(({ name }) => name === field)?.previous_name ?? field
  const isOld = !(NEW_VALUE in value) && editedValues(base, formerField).some(each => each.label === original)
  const renamed: EditedValue = {
    ...withoutMember(value, 'previous_label'),
    label,
    [NAMED]: nameOf(value),
    ...(isOld && original !== label && { previous_label: original }),
  }
  return settled(withValues(definition, field, values.with(index, renamed)), field)
}

/** The definition without a value, and without all that names it. */
export const withoutValue = (definition: TrackerDefinition, field: string, index: number): TrackerDefinition => {
  const values = editedValues(definition, field)
  const value = values[index]
  if (!value) return definition
  const gone = nameOf(value)
  const left = withValues(
    definition,
    field,
    values
      .toSpliced(index, 1)
      // Values that were merged into it stay.
      .map(each => (each.merged_into === gone ? withoutMember(each, 'merged_into') : each)),
  )
  return settled(
    withNames(left, field, name => (name === gone ? undefined : name)),
    field,
  )
}

/** The definition with a value that goes, and whose artifacts get another one. All parts that name the value name the other one. */
export const withMergedValue = (
  definition: TrackerDefinition,
  field: string,
  index: number,
  target: number,
): TrackerDefinition => {
  const values = editedValues(definition, field)
  const [value, other] = [values[index], values[target]]
  if (!value || !other || value === other) return definition
  const [gone, stays] = [nameOf(value), nameOf(other)]
  const followed = withoutDoubles(withNames(definition, field, name => (name === gone ? stays : name)))
  // Artifacts do not have a new value yet: there is nothing to merge.
  if (NEW_VALUE in value) return withValues(followed, field, values.toSpliced(index, 1))
  const { previous_label: former, reference, label, is_default: isDefault } = value
  const merged = { label: former ?? label, ...(reference !== undefined && { reference }), merged_into: stays }
  const next = values.map((each, at) =>
    at === index
      ? merged
      : at === target && isDefault === true
        ? { ...each, is_default: true }
        : each.merged_into === gone
          ? { ...each, merged_into: stays }
          : each,
  )
  return withValues(followed, field, next)
}

/** The definition without what stands twice in it since two names became one. */
const withoutDoubles = (definition: TrackerDefinition): TrackerDefinition => {
  const { semantics, rules, workflow, triggers, reports } = definition
  const once = <Item>(items: readonly Item[], key: (item: Item) => unknown = item => item): Item[] => {
    const found = new Map(items.map(item => [JSON.stringify(key(item)), item] as const).reverse())
    return items.filter(item => found.get(JSON.stringify(key(item))) === item)
  }
  return {
    ...definition,
    semantics: {
      ...semantics,
      ...(semantics.status && {
        status: { ...semantics.status, open_values: [...new Set(semantics.status.open_values)] },
      }),
      ...(semantics.done && {
        done: {
          closed_values: [...new Set(semantics.done.closed_values)].filter(
            name => !semantics.status?.open_values.includes(name),
          ),
        },
      }),
    },
    rules: { ...rules, lists: once(rules.lists) },
    triggers: once(triggers),
    workflow: workflow && {
      ...workflow,
      transitions: once(
        workflow.transitions.filter(({ from, to }) => from !== to),
        ({ from, to }) => [from, to],
      ),
    },
    reports: reports.map(report => ({
      ...report,
      ...(report.criteria && {
        criteria: report.criteria.map(each => (each.values ? { ...each, values: [...new Set(each.values)] } : each)),
      }),
    })),
  }
}

/** Other parts take over the new labels of values, except a label that two values have: it would join what they know of both. */
const settled = (definition: TrackerDefinition, field: string): TrackerDefinition => {
  const values = editedValues(definition, field)
  const at = values.findIndex(
    value =>
      value[NAMED] !== undefined &&
      (value.reference !== undefined ||
        !values.some(other => other !== value && other.merged_into === undefined && nameOf(other) === value.label)),
  )
  const value = values[at]
  if (!value) return definition
  const { label, [NAMED]: before } = value
  const next = withValues(
    definition,
    field,
    values
      .with(at, withoutMember(value, NAMED))
      .map(each =>
        each.merged_into === before && value.reference === undefined ? { ...each, merged_into: label } : each,
      ),
  )
  // Other parts name a value by its reference where it has one.
  const known = value.reference === undefined ? withNames(next, field, name => (name === before ? label : name)) : next
  return settled(known, field)
}

/** The object without a member. */
export const withoutMember = <Value extends object, Name extends keyof Value>(
  value: Value,
  name: Name,
): Omit<Value, Name> => {
  const { [name]: _, ...rest } = value
  return rest
}

/** The definition with other names for values of a list in all parts that name them. Undefined: the value goes, with the rules and steps about it. */
const withNames = (
  definition: TrackerDefinition,
  field: string,
  rename: (name: string) => string | undefined,
): TrackerDefinition => {
  const { semantics, rules, workflow, triggers, reports } = definition
  const renameAll = (names: readonly string[]): string[] => names.flatMap(name => rename(name) ?? [])
  /** Null is no value, and keeps its name. */
  const side = (name: string | null, isOfField = true) => (name === null || !isOfField ? name : rename(name))
  const isStatus = semantics.status?.field === field
  return {
    ...definition,
    semantics: {
      ...semantics,
      ...(isStatus &&
        semantics.status && { status: { ...semantics.status, open_values: renameAll(semantics.status.open_values) } }),
      ...(isStatus && semantics.done && { done: { closed_values: renameAll(semantics.done.closed_values) } }),
    },
    rules: {
      ...rules,
      lists: rules.lists.flatMap(rule => {
        const source_value = side(rule.source_value, rule.source_field === field)
        const target_value = side(rule.target_value, rule.target_field === field)
        return source_value === undefined || target_value === undefined ? [] : [{ ...rule, source_value, target_value }]
      }),
    },
    workflow:
      workflow?.field === field
        ? {
            ...workflow,
            transitions: workflow.transitions.flatMap(step => {
              const [from, to] = [side(step.from), rename(step.to)]
              return from === undefined || to === undefined ? [] : [{ ...step, from, to }]
            }),
          }
        : workflow,
    triggers: triggers.flatMap(trigger => {
      if (trigger.set.field !== field) return [trigger]
      const value = rename(trigger.set.value)
      return value === undefined ? [] : [{ ...trigger, set: { ...trigger.set, value } }]
    }),
    reports: reports.map(report => ({
      ...report,
      ...(report.criteria && {
        criteria: report.criteria.map(criterion =>
          criterion.field === field && criterion.values
            ? { ...criterion, values: renameAll(criterion.values) }
            : criterion,
        ),
      }),
    })),
  }
}

/** The definition as it is sent: without the marks of this file. */
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
        values: element.bind.values.map((value: EditedValue) => withoutMember(withoutMember(value, NEW_VALUE), NAMED)),
      },
    }),
    ...(element.content && { content: cleanedForm(element.content) }),
  }))
