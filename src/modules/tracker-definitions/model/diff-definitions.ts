import { isDeepStrictEqual } from 'node:util'
import { withContent, type NewFormElement, type NewReport, type TrackerState } from '../../trackers/index.ts'
import {
  describeBind,
  describeDefinition,
  describeElement,
  inFormOrder,
  partNames,
  type PartNames,
} from './describe-definition.ts'
import type { Names } from './definition-names.ts'

export type ChangeKind =
  | 'general'
  | 'notifications'
  | 'hierarchy'
  | 'permissions'
  | 'field'
  | 'value'
  | 'semantic'
  | 'date_rule'
  | 'list_rule'
  | 'workflow'
  | 'transition'
  | 'trigger'
  | 'canned_response'
  | 'webhook'
  | 'report'
  | 'order'

/** One difference. */
export interface DefinitionDifference {
  readonly action: 'create' | 'change' | 'delete'
  readonly kind: ChangeKind
  /** Name of the part: the new name, or the old name of a deleted part. */
  readonly name: string
  /** The member that differs; null for the whole part. */
  readonly member: string | null
  readonly before: unknown
  readonly after: unknown
  /** Key of the field that the part is, or belongs to; absent for other parts. */
  readonly fieldKey?: string
}

/** A difference as responses show it and versions keep it. */
export const representChange = ({ action, kind, name, member, before, after }: DefinitionDifference): object => ({
  action,
  kind,
  name,
  member,
  before,
  after,
})

/** `compare` decides whether a member differs. It holds keys, so a renamed part elsewhere is no difference here. `shown` is for people. */
interface ComparedMember {
  readonly compare: unknown
  readonly shown: unknown
}

interface DefinitionPart {
  readonly kind: ChangeKind
  readonly name: string
  readonly fieldKey?: string
  readonly members: Readonly<Record<string, ComparedMember>>
}

/** Parts by identity, and lists whose order counts. */
interface DescribedDefinition {
  readonly parts: ReadonlyMap<string, DefinitionPart>
  readonly orders: ReadonlyMap<string, Order>
}

/** The differences that turn one state into the other, part by part. */
export const diffStates = (present: TrackerState, wanted: TrackerState, names: Names): DefinitionDifference[] => {
  const before = describe(present, names)
  const after = describe(wanted, names)
  const changes: DefinitionDifference[] = []
  for (const [identity, part] of after.parts) {
    const old = before.parts.get(identity)
    if (!old) changes.push(differenceOfWholePart('create', part))
    else changes.push(...changesOfMembers(old, part))
  }
  for (const [identity, part] of before.parts)
    if (!after.parts.has(identity)) changes.push(differenceOfWholePart('delete', part))
  for (const [list, order] of after.orders) changes.push(...changesOfOrder(before.orders.get(list), order))
  return changes
}

const differenceOfWholePart = (
  action: 'create' | 'delete',
  { kind, name, fieldKey, members }: DefinitionPart,
): DefinitionDifference => {
  const shown = Object.fromEntries(Object.entries(members).map(([member, value]) => [member, value.shown]))
  return {
    action,
    kind,
    name,
    member: null,
    before: action === 'delete' ? shown : null,
    after: action === 'create' ? shown : null,
    ...(fieldKey === undefined ? {} : { fieldKey }),
  }
}

const changesOfMembers = (old: DefinitionPart, part: DefinitionPart): DefinitionDifference[] =>
  [...new Set([...Object.keys(old.members), ...Object.keys(part.members)])].flatMap(member => {
    const [one, other] = [old.members[member], part.members[member]]
    if (isDeepStrictEqual(one?.compare, other?.compare)) return []
    return [
      {
        action: 'change' as const,
        kind: part.kind,
        name: part.name,
        member,
        before: one?.shown ?? null,
        after: other?.shown ?? null,
        ...(part.fieldKey === undefined ? {} : { fieldKey: part.fieldKey }),
      },
    ]
  })

interface Order {
  readonly name: string
  readonly items: readonly (readonly [string, string])[]
  /** For the values of a field. */
  readonly fieldKey?: string
}

/** Compares only items on both sides: new and deleted items are differences of their own. */
const changesOfOrder = (before: Order | undefined, after: Order): DefinitionDifference[] => {
  if (!before) return []
  const inBefore = new Set(before.items.map(([identity]) => identity))
  const inAfter = new Set(after.items.map(([identity]) => identity))
  const old = before.items.filter(([identity]) => inAfter.has(identity))
  const kept = after.items.filter(([identity]) => inBefore.has(identity))
  if (old.every(([identity], index) => identity === kept[index]?.[0])) return []
  return [
    {
      action: 'change',
      kind: 'order',
      name: after.name,
      member: null,
      before: before.items.map(([, name]) => name),
      after: after.items.map(([, name]) => name),
      ...(after.fieldKey === undefined ? {} : { fieldKey: after.fieldKey }),
    },
  ]
}

const plain = (value: unknown): ComparedMember => ({ compare: value, shown: value })
const membersOf = (values: object): Record<string, ComparedMember> =>
  Object.fromEntries(Object.entries(values).map(([member, value]) => [member, plain(value)]))

const describe = (state: TrackerState, names: Names): DescribedDefinition => {
  const definition = describeDefinition(state, names)
  const { value } = state
  const parts = new Map<string, DefinitionPart>()
  const orders = new Map<string, Order>()
  const single = (kind: ChangeKind, members: Record<string, ComparedMember>): void =>
    void parts.set(kind, { kind, name: kind, members })

  single('general', membersOf(definition.general))
  single('notifications', membersOf(definition.notifications))
  single('hierarchy', { parent: { compare: state.parentId, shown: definition.hierarchy.parent } })
  single('permissions', membersOf(definition.permissions))
  addElements(value.elements, null, { parts, orders }, names)
  addSemantics(state, definition, parts)
  addWorkflow(state, definition, parts)
  const lists = [
    ['date_rule', 'rules.dates', value.dateRules, definition.rules.dates],
    ['list_rule', 'rules.lists', value.listRules, definition.rules.lists],
    ['trigger', 'triggers', state.triggers, definition.triggers],
    ['canned_response', 'canned_responses', value.cannedResponses, definition.canned_responses],
    ['webhook', 'webhooks', value.webhooks, definition.webhooks],
  ] as const
  for (const [kind, place, raw, shown] of lists) addList(kind, place, raw, shown, { parts, orders })
  value.reports.forEach((report, index) => {
    const described = definition.reports[index] ?? { name: report.name, columns: [] }
    parts.set(report.key, {
      kind: 'report',
      name: report.name,
      members: Object.fromEntries(
        Object.entries(described).map(([member, shown]) => [
          member,
          { compare: comparedMember(report, member) ?? shown, shown },
        ]),
      ),
    })
  })
  return { parts, orders }
}

interface CollectedParts {
  readonly parts: Map<string, DefinitionPart>
  readonly orders: Map<string, Order>
}

/** A member that names fields or values is compared by their keys: a new name is no change of the report. */
const comparedMember = (report: NewReport, member: string): unknown =>
  member === 'criteria'
    ? report.criteria
    : member === 'tables'
      ? report.renderers
      : member === 'view'
        ? (report.view ?? null)
        : undefined

const addElements = (
  elements: readonly NewFormElement[],
  parent: NewFormElement | null,
  collected: CollectedParts,
  names: Names,
): void => {
  const ordered = inFormOrder(elements)
  collected.orders.set(`form ${parent?.key ?? ''}`, {
    name: parent ? `form.${parent.name}` : 'form',
    items: ordered.map(element => [element.key, element.name]),
  })
  for (const element of ordered) {
    const { bind: _bind, content: _content, settings = {}, permissions = {}, ...rest } = describeElement(element, names)
    collected.parts.set(element.key, {
      kind: 'field',
      name: element.name,
      fieldKey: element.key,
      members: {
        ...membersOf(rest),
        ...prefixed('settings', settings),
        ...prefixed('permissions', permissions),
        parent: { compare: parent?.key ?? null, shown: parent?.name ?? null },
        ...bindMembers(element, names),
      },
    })
    addValues(element, collected, names)
    addElements(element.children, element, collected, names)
  }
}

const prefixed = (prefix: string, values: object): Record<string, ComparedMember> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, plain(value)]))

/** The members of a bind, without its values. */
const bindMembers = ({ bind }: NewFormElement, names: Names): Record<string, ComparedMember> => {
  if (!bind) return {}
  const { values: _values, groups: _groups, ...rest } = describeBind(bind, names)
  return prefixed('bind', rest)
}

const addValues = (element: NewFormElement, { parts, orders }: CollectedParts, names: Names): void => {
  const { bind } = element
  if (!bind || bind.type === 'users') return
  const described = describeBind(bind, names)
  const items = bind.values.map((value, index): [string, string] => {
    const { label, reference: _reference, ...rest } = described.values?.[index] ?? { label: '' }
    const group = described.groups?.[index]
    const members = group ? { is_hidden: group.is_hidden, is_default: group.is_default } : { label, ...rest }
    const name = group?.group ?? label
    parts.set(value.key, {
      kind: 'value',
      name: `${element.name}: ${name}`,
      fieldKey: element.key,
      members: membersOf(members),
    })
    return [value.key, name]
  })
  // The list is sorted by its labels anyway.
  const isByLabel = bind.type === 'static' && bind.isRankAlpha
  if (!isByLabel)
    orders.set(`values ${element.key}`, { name: `form.${element.name}.bind`, items, fieldKey: element.key })
}

type Definition = ReturnType<typeof describeDefinition>

const addSemantics = ({ value }: TrackerState, definition: Definition, parts: Map<string, DefinitionPart>): void => {
  const raw = value.semantics as Readonly<Record<string, unknown>>
  for (const [name, shown] of Object.entries(definition.semantics)) {
    const member = name.replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
    parts.set(`semantic ${name}`, { kind: 'semantic', name, members: { meaning: { compare: raw[member], shown } } })
  }
}

const addWorkflow = ({ value }: TrackerState, definition: Definition, parts: Map<string, DefinitionPart>): void => {
  const { workflow } = value
  if (!workflow || !definition.workflow) return
  const { transitions, field, ...rest } = definition.workflow
  parts.set('workflow', {
    kind: 'workflow',
    name: field,
    members: { field: { compare: workflow.field, shown: field }, ...membersOf(rest) },
  })
  workflow.transitions.forEach((transition, index) => {
    const shown = transitions[index]
    if (!shown) return
    parts.set(`transition ${transition.fromValue ?? ''} ${transition.toValue}`, {
      kind: 'transition',
      name: `${shown.from ?? 'new artifact'} → ${shown.to}`,
      members: {
        groups: plain(shown.groups),
        not_empty: { compare: transition.notEmptyFields, shown: shown.not_empty },
        is_comment_required: plain(shown.is_comment_required),
        actions: { compare: transition.actions, shown: shown.actions },
      },
    })
  })
}

/** Parts without identity beyond their content: two equal ones are two parts. */
const addList = (
  kind: ChangeKind,
  place: string,
  raw: readonly unknown[],
  shown: readonly unknown[],
  { parts, orders }: CollectedParts,
): void => {
  const seen = new Map<string, number>()
  const items = raw.map((one, index): [string, string] => {
    const content = `${kind} ${JSON.stringify(one)}`
    const count = (seen.get(content) ?? 0) + 1
    seen.set(content, count)
    const text = shown[index]
    const name =
      typeof text === 'string' ? text : ((text as { title?: string } | undefined)?.title ?? `${place}[${index}]`)
    parts.set(`${content} ${count}`, { kind, name, members: { content: { compare: one, shown: text } } })
    return [`${content} ${count}`, name]
  })
  orders.set(place, { name: place, items })
}

/** Names of elements and values by key, for reports of losses. */
export const namesOfParts = (state: TrackerState): PartNames => {
  const names = partNames(state.value)
  const owners = new Map(
    withContent(state.value.elements).flatMap(({ name, bind }) =>
      bind && bind.type !== 'users' ? bind.values.map(value => [value.key, name] as const) : [],
    ),
  )
  return { field: names.field, value: key => `${owners.get(key) ?? ''}: ${names.value(key)}` }
}
