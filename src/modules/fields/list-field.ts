import { wireIdOf } from '../projects/index.ts'
import { Type, type TSchema } from 'typebox'
import { FullUser } from '../users/index.ts'
import { childrenNamed, type XmlElement, type XmlNode } from '../../platform/xml/node.ts'
import type { Bind, Field } from './field.ts'
import {
  defineFieldType,
  type ExportContext,
  type FieldType,
  type ImportContext,
  type NamedContext,
  type ParseContext,
  type ParseFault,
  type ParseResult,
  type RepresentContext,
  type ValueEntry,
} from './field-type.ts'
import {
  bindOf,
  defaultIds,
  describeBind,
  describeListValues,
  labelOf,
  NONE_ID,
  representBindValue,
  sameSet,
  StaticValue,
  UserGroupShape,
} from './list-bind.ts'
import { fieldChange, valueElement } from './field-xml.ts'
import { groupNameIn, groupsNamed, loginIn, namesIn, peopleNamed, unknownNames } from './named-values.ts'
import { fault, wrongForm } from './parsing.ts'
import { listQuery } from './queries/list-query.ts'
import { warnOfUnknown } from './xml-properties.ts'
import { quoted, wireId } from './wire-id.ts'

/** Ids of bind values, accounts or user groups, by the field's bind; [] = None. */
export type ListValue = readonly number[]

interface ListOptions {
  readonly type: 'sb' | 'rb' | 'msb' | 'cb'
  readonly isMultiple: boolean
  readonly settings: TSchema
  readonly importSettings: FieldType['importSettings']
  readonly exportSettings: FieldType['exportSettings']
  readonly specificProperties: (field: Field) => Readonly<Record<string, unknown>> | readonly []
}

/** The four kinds of closed list. They differ in the number of values and in their settings. */
export const listFieldType = (options: ListOptions): FieldType<ListValue> => {
  const defaults = (field: Field): number[] => (options.isMultiple ? defaultIds(field) : defaultIds(field).slice(0, 1))

  return defineFieldType<ListValue>({
    type: options.type,
    family: 'writable',
    settings: options.settings,
    input: Type.Object({
      bind_value_ids: Type.Array(
        Type.Union([Type.Integer({ description: 'Id.' }), Type.String({ description: 'Id as text.' })], {
          description: 'Id of a value or an account, or REST id of a user group.',
        }),
        { description: 'The complete new value; [], [0] and [100] are None.' },
      ),
    }),
    output: Type.Object({
      values: Type.Array(Type.Union([StaticValue, FullUser, UserGroupShape], { description: 'One choice.' }), {
        description: 'The choices, each with all its members.',
      }),
      bind_value_ids: Type.Array(
        Type.Union([Type.Integer({ description: 'Id.' }), Type.String({ description: 'Id of a user group.' })], {
          description: 'Id of a choice.',
        }),
        { description: 'Ids of the choices, as they are sent back.' },
      ),
    }),
    isByField: false,

    parse: (entry, field, context) => parseIds(entry, field, context, options.isMultiple),
    toEntry: (value = [], field) => ({
      bind_value_ids:
        field.bind?.type === 'ugroups'
          ? value.map(id => wireIdOf(field.projectId, id))
          : value.length > 0
            ? value
            : [NONE_ID],
    }),
    defaultValue: defaults,
    isEmpty: value => value === undefined || value.length === 0,
    same: (before, after) => (before && after ? sameSet(before, after) : before === after),
    present: (value, field) => value.filter(id => isPresent(bindOf(field), id)),

    index: value => value,
    searchText: () => undefined,
    query: listQuery(!options.isMultiple),
    plainText: (value, field, names) => labels(value, field, names).join(', '),
    userIds: (value, _artifact, field) => (field.bind?.type === 'users' && value ? value : []),

    isFixed: field => field.bind?.type === 'static',
    represent: (value, field, context) => (value === undefined ? null : representIds(value, field, context)),
    flat: (value, field, context) => labels(value, field, context),
    describe: (field, context) => ({
      values: describeListValues(field, context),
      ...describeBind(field, defaults(field), context),
      specific_properties: options.specificProperties(field),
    }),

    toNamed: (value, field, context) => {
      const names = listNames(value ?? [], field, context)
      return options.isMultiple ? names : (names[0] ?? null)
    },
    fromNamed: idsNamed,

    importSettings: options.importSettings,
    exportSettings: options.exportSettings,
    xmlChangeType: 'list',
    importValue: (change, field, context) => importIds(change, field, context, options.isMultiple),
    exportValue: exportIds,
  })
}

const isPresent = (bind: Bind, id: number): boolean =>
  bind.type === 'users' || (bind.type === 'static' ? bind.byId : bind.byGroupId).has(id)

const labels = (value: ListValue | undefined, field: Field, names?: Parameters<typeof labelOf>[2]): string[] => {
  const bind = bindOf(field)
  return (value ?? []).flatMap(id => labelOf(bind, id, names) ?? [])
}

const listNames = (value: ListValue, field: Field, context: RepresentContext): string[] => {
  const bind = bindOf(field)
  return value.flatMap(id => {
    if (bind.type === 'users') return loginIn(context, id) ?? []
    return bind.type === 'static' ? (bind.byId.get(id)?.label ?? []) : groupNameIn(context, id)
  })
}

const NONE_LABEL = 'None'

const idsNamed = async (named: unknown, field: Field, context: NamedContext): Promise<ValueEntry | ParseFault> => {
  const bind = bindOf(field)
  const valueOf = (name: string): number | undefined =>
    bind.type === 'static' ? findLabel(bind.values, name)?.id : undefined
  const names = namesIn(named, name => valueOf(name) !== undefined)?.filter(
    name => name !== NONE_LABEL || valueOf(name) !== undefined,
  )
  if (!names) return wrongForm(field, '"label" or ["label", …]')
  if (bind.type === 'users') {
    const people = await peopleNamed(names, field, context)
    return 'fault' in people ? people : { bind_value_ids: people.length > 0 ? people : [NONE_ID] }
  }
  if (bind.type === 'ugroups') {
    const groups = await groupsNamed(names, field, context)
    return 'fault' in groups ? groups : { bind_value_ids: groups }
  }
  const unknown = names.filter(name => valueOf(name) === undefined)
  if (unknown.length > 0) return unknownNames(field, 'value', unknown)
  return { bind_value_ids: names.length > 0 ? names.map(valueOf) : [NONE_ID] }
}

/** The value with the label; without one, the only value whose label differs in case or blanks at its ends. */
const findLabel = <Value extends { readonly label: string }>(
  values: readonly Value[],
  name: string,
): Value | undefined => {
  const exact = values.find(({ label }) => label === name)
  if (exact) return exact
  const plain = name.trim().toLowerCase()
  const alike = values.filter(({ label }) => label.trim().toLowerCase() === plain)
  return alike.length === 1 ? alike[0] : undefined
}

const representIds = (value: ListValue, field: Field, context: RepresentContext): Record<string, unknown> => {
  const bind = bindOf(field)
  if (bind.type === 'users')
    return value.length === 0
      ? { values: [context.fullUser(0)], bind_value_ids: [NONE_ID] }
      : { values: value.map(id => context.fullUser(id)), bind_value_ids: value }
  if (bind.type === 'ugroups') {
    const groups = value.map(id => context.userGroup(id))
    return { values: groups, bind_value_ids: groups.map(group => group.id) }
  }
  const values: object[] = []
  const ids: number[] = []
  for (const id of value) {
    const known = bind.byId.get(id)
    if (!known) continue
    values.push(representBindValue(known))
    ids.push(id)
  }
  return { values, bind_value_ids: ids }
}

const parseIds = (
  entry: ValueEntry,
  field: Field,
  context: ParseContext,
  isMultiple: boolean,
): ParseResult<ListValue> | Promise<ParseResult<ListValue>> => {
  const sent: unknown = entry.bind_value_ids
  if (!Array.isArray(sent)) return wrongForm(field, '{"bind_value_ids": [id, …]}')

  const bind = bindOf(field)
  if (bind.type === 'ugroups') return parseGroups(sent, field, bind, context, isMultiple)

  const ids = new Set<number>()
  const unknown: unknown[] = []
  for (const item of sent as readonly unknown[]) {
    const id = wireId(item)
    if (id === undefined) unknown.push(item)
    else if (id !== 0) ids.add(id)
  }
  // A second id is an error even if one of the ids is None.
  if (!isMultiple && ids.size > 1) return tooMany(field, [...ids])
  ids.delete(NONE_ID)
  if (bind.type === 'users') return parseUsers([...ids], unknown, field, context)

  for (const id of ids) if (!bind.byId.has(id)) unknown.push(id)
  return unknown.length > 0 ? notOffered(field, unknown) : { value: [...ids] }
}

const parseUsers = async (
  ids: readonly number[],
  notIds: readonly unknown[],
  field: Field,
  context: ParseContext,
): Promise<ParseResult<ListValue>> => {
  // A user who is already chosen may stay after leaving the group that the list draws from.
  const stored = new Set((context.current as ListValue | undefined) ?? [])
  const unknown = [...notIds]
  for (const id of ids)
    if (!stored.has(id) && !(Number.isFinite(id) && (await context.isBoundUser(field, id)))) unknown.push(id)
  return unknown.length > 0 ? notOffered(field, unknown) : { value: ids }
}

const isNone = (item: unknown): boolean => {
  const id = wireId(item)
  return id === 0 || id === NONE_ID
}

/** Whether the item is a REST id of a group: a list does not accept names. */
const isGroupId = (item: unknown): item is string | number =>
  typeof item === 'number' ? Number.isSafeInteger(item) : typeof item === 'string' && /^\d+(_\d+)?$/.test(item)

const parseGroups = async (
  sent: readonly unknown[],
  field: Field,
  bind: Extract<Field['bind'], { type: 'ugroups' }>,
  context: ParseContext,
  isMultiple: boolean,
): Promise<ParseResult<ListValue>> => {
  const groups = new Set<number>()
  const unknown: unknown[] = []
  for (const item of sent) {
    if (isNone(item)) continue
    const group = isGroupId(item) ? await context.findUserGroup(item) : undefined
    if (group !== undefined && bind.byGroupId.has(group)) groups.add(group)
    else unknown.push(item)
  }
  if (unknown.length > 0) return notOffered(field, unknown)
  const none = sent.some(item => wireId(item) === NONE_ID)
  if (!isMultiple && groups.size + (none ? 1 : 0) > 1) return tooMany(field, sent)
  return { value: [...groups] }
}

const notOffered = (field: Field, unknown: readonly unknown[]): ParseFault => {
  const shown = unknown.slice(0, 5).map(item => (item === Infinity ? 'a number too large' : quoted(item)))
  return fault(field, `not among its values: ${shown.join(', ')}${unknown.length > 5 ? ' …' : ''}.`)
}

const tooMany = (field: Field, sent: readonly unknown[]): ParseFault =>
  fault(field, `takes one value only, ${sent.length} were sent.`)

/** Resolves `<value format="id">12</value>`: the item with the key `V12`, otherwise the item with the key `12` (import.md §6.3). */
export const findByNumber = (text: string, context: ImportContext): number | undefined =>
  context.findBindValue(`V${text}`) ?? context.findBindValue(text)

/** Whether `<field_change bind="…">` names another bind than the field has. If so, warns. */
export const isOtherBind = (change: XmlNode, field: Field, context: ImportContext): boolean => {
  const said = change.attributes['bind']
  const bind = bindOf(field).type
  if (said === undefined || said === bind) return false
  context.warn(change, `Field ${field.name} draws from ${bind}, the value is for ${said}: it is skipped.`)
  return true
}

const importIds = (
  change: XmlNode,
  field: Field,
  context: ImportContext,
  isMultiple: boolean,
): ListValue | undefined => {
  if (isOtherBind(change, field, context)) return undefined
  const ids = new Set<number>()
  let lost = 0
  for (const node of childrenNamed(change, 'value')) {
    const found = importId(node, field, context)
    if (found === undefined) lost++
    else if (found !== NONE_ID) ids.add(found)
  }
  if (!isMultiple && ids.size > 1) {
    context.warn(change, `Field ${field.name} takes one value only, ${ids.size} are given: the change is skipped.`)
    return undefined
  }
  // A list that lost all its values must not become an emptied list.
  return ids.size === 0 && lost > 0 ? undefined : [...ids]
}

/** NONE_ID for None; undefined after a warning. */
const importId = (node: XmlNode, field: Field, context: ImportContext): number | undefined => {
  const bind = bindOf(field)
  const text = node.text.trim()
  const format = node.attributes['format']
  if (text === '' || (bind.type === 'users' && text === 'None')) return NONE_ID

  let id: number | undefined
  if (bind.type === 'users') id = context.findUserByReference(node)
  else if (format === 'id') {
    const found = findByNumber(text, context)
    const isOfField = found !== undefined && (bind.type === 'static' ? bind.byId.has(found) : bind.byGroupId.has(found))
    id = isOfField ? found : undefined
  } else if (bind.type === 'ugroups') return NONE_ID
  // Labels are not trimmed where they are defined.
  else id = bind.values.find(value => value.label === node.text || value.label === text)?.id

  if (id === undefined) context.warn(node, `Field ${field.name} has no value ${quoted(text)}: it is left out.`)
  return id
}

const exportIds = (value: ListValue, field: Field, context: ExportContext): XmlElement | undefined => {
  const bind = bindOf(field)
  const children = value.flatMap((id): XmlElement[] => {
    if (bind.type === 'users') return [{ ...context.userReference(id), name: 'value' }]
    const known = bind.type === 'static' ? bind.byId.get(id) : bind.byGroupId.get(id)
    return known ? [valueElement(String(known.id), { format: 'id' })] : []
  })
  return fieldChange(field, 'list', children.length > 0 ? children : [{ name: 'value' }], { bind: bind.type })
}

/** Kinds of list without settings. */
export const withoutSettings = {
  settings: Type.Object({}, { description: 'Nothing to configure.' }),
  // Archives carry a size for every kind of list, but only the multi-select box has one.
  importSettings: (properties: XmlNode | undefined, warn: (message: string) => void) => {
    warnOfUnknown(properties, ['size'], warn)
    return {}
  },
  exportSettings: () => ({}),
  specificProperties: (): readonly [] => [],
} as const
