import { wireIdOf } from '../../../projects/index.ts'
import { Type } from 'typebox'
import { FullUser } from '../../../users/index.ts'
import { isObject } from '../../../../platform/json-object.ts'
import { childrenNamed, type XmlElement, type XmlNode } from '../../../../platform/xml/node.ts'
import type { Bind, Field } from '../../field.ts'
import {
  defineFieldType,
  type ExportContext,
  type ImportContext,
  type NamedContext,
  type NameLookup,
  type ParseContext,
  type ParseFault,
  type ParseResult,
  type RepresentContext,
  type ValueEntry,
} from '../../field-type.ts'
import {
  bindOf,
  defaultIds,
  describeBind,
  describeStaticValues,
  displayName,
  labelOf,
  NONE_ID,
  representBindValue,
  sameSet,
  StaticValue,
  UserGroupShape,
} from '../../list-bind.ts'
import { findByNumber, isOtherBind } from '../../list-field.ts'
import { fieldChange, settingsAsProperties, textProperty, valueElement } from '../../field-xml.ts'
import { groupNameIn, groupsNamed, loginIn, namesIn } from '../../named-values.ts'
import { fault, faultOfText, listIn, wrongForm } from '../../parsing.ts'
import { openListQuery } from '../../queries/list-query.ts'
import { quoted, wireId } from '../../wire-id.ts'
import { warnOfUnknown } from '../../xml-properties.ts'

/** The number of a bound value, account or group; a typed value; or an address without an account. */
export type OpenListItem = number | { readonly open: number } | { readonly email: string }
export type OpenListValue = readonly OpenListItem[]

const DEFAULT_HINT = 'Type in a search term'

const OpenStaticValue = Type.Object(
  {
    id: Type.String({ description: 'Number of the value after the letter o.' }),
    label: Type.String({ description: 'Text of the value.' }),
  },
  { description: 'A value that was typed in.' },
)

/** Open list: any number of values; users can type new ones. fields.md §3.7 */
export const tbl = defineFieldType<OpenListValue>({
  type: 'tbl',
  family: 'writable',
  settings: Type.Object(
    { hint: Type.String({ default: DEFAULT_HINT, description: 'Words in the empty box.' }) },
    { description: 'How the box looks.' },
  ),
  input: Type.Object({
    value: Type.Optional(
      Type.Object(
        {
          bind_value_objects: Type.Array(Type.Object({}, { additionalProperties: true, description: 'One value.' }), {
            description:
              'The complete new value. Static: {id} or {label}; users: {id}, {username} or {email}; user groups: {id} or {short_name}.',
          }),
        },
        { description: 'Values as objects.' },
      ),
    ),
    bind_value_ids: Type.Optional(
      Type.Array(Type.String({ description: 'Label, login, e-mail or name of a group.' }), {
        description: 'The complete new value as labels; unknown ones of a static list are created.',
      }),
    ),
  }),
  output: Type.Object({
    bind_type: Type.String({ description: 'static, users or ugroups.' }),
    bind_value_objects: Type.Array(
      Type.Union([StaticValue, OpenStaticValue, FullUser, UserGroupShape], { description: 'One value.' }),
      { description: 'The values, with all that is known of them.' },
    ),
    bind_value_ids: Type.Array(Type.String({ description: 'Label.' }), { description: 'Labels of the values.' }),
  }),
  isByField: false,

  parse: (entry, field, context) => parseItems(entry, field, context),
  toEntry: (value = [], field) => ({ value: { bind_value_objects: value.map(item => itemReference(item, field)) } }),
  defaultValue: defaultIds,
  isEmpty: value => value === undefined || value.length === 0,
  same: (before, after) => (before && after ? sameSet(before.map(keyOf), after.map(keyOf)) : before === after),
  present: (value, { bind }) => (bind?.type === 'static' ? value.filter(item => isPresent(bind, item)) : value),

  // The index holds open values as negative numbers, apart from bound values.
  index: value => value.flatMap(item => (typeof item === 'number' ? [item] : 'open' in item ? [-item.open] : [])),
  searchText: () => undefined,
  query: openListQuery,
  plainText: (value, field, names) => labels(value, field, names).join(', '),
  userIds: (value, _artifact, field) =>
    field.bind?.type === 'users' && value ? value.filter(item => typeof item === 'number') : [],

  represent: (value, field, context) => (value === undefined ? null : representItems(value, field, context)),
  flat: (value, field, context) => labels(value, field, context),
  describe: (field, context) => {
    const bind = bindOf(field)
    const hint = field.settings['hint'] ?? DEFAULT_HINT
    return {
      values:
        bind.type === 'static'
          ? [...describeStaticValues(bind.values), ...bind.openValues.map(describeOpenValue)]
          : bind.type === 'users'
            ? { resource: { type: 'users', uri: 'users/?query=' } }
            : context.projectUserGroups(),
      ...describeBind(field, defaultIds(field), context),
      specific_properties: { hint },
      extra: { hint },
    }
  },

  toNamed: (value, field, context) => (value ?? []).flatMap(item => itemName(item, field, context) ?? []),
  fromNamed: itemsNamed,

  importSettings: (properties, warn) => {
    warnOfUnknown(properties, ['hint'], warn)
    return { hint: textProperty(properties, 'hint', DEFAULT_HINT) }
  },
  exportSettings: field => settingsAsProperties(field.settings, { hint: DEFAULT_HINT }),
  xmlChangeType: 'open_list',
  importValue: (change, field, context) => importItems(change, field, context),
  exportValue: (value, field, context) => exportItems(value, field, context),
})

const itemName = (item: OpenListItem, field: Field, context: RepresentContext): string | null | undefined => {
  const bind = bindOf(field)
  if (typeof item !== 'number') return 'email' in item ? item.email : itemLabel(item, bind, context)
  if (bind.type === 'users') return loginIn(context, item)
  return bind.type === 'ugroups' ? groupNameIn(context, item) : itemLabel(item, bind, context)
}

async function itemsNamed(named: unknown, field: Field, context: NamedContext): Promise<ValueEntry | ParseFault> {
  const bind = bindOf(field)
  const known =
    bind.type === 'static' ? new Set([...bind.values, ...bind.openValues].map(({ label }) => label)) : undefined
  const names = namesIn(named, name => known?.has(name) === true)
  if (!names) return wrongForm(field, '"label" or ["label", …]')
  if (bind.type === 'static') return { value: { bind_value_objects: names.map(label => ({ label })) } }
  if (bind.type === 'ugroups') {
    const groups = await groupsNamed(names, field, context)
    return 'fault' in groups ? groups : { value: { bind_value_objects: groups.map(id => ({ id })) } }
  }
  const objects: object[] = []
  for (const name of names) {
    const id = await context.findPerson(name)
    // An open list of people takes addresses without an account, too.
    if (id !== null) objects.push(id === undefined ? { email: name } : { id })
  }
  return { value: { bind_value_objects: objects } }
}

const isPresent = ({ byId, openById }: Extract<Bind, { type: 'static' }>, item: OpenListItem): boolean =>
  typeof item === 'number' ? byId.has(item) : 'open' in item && openById.has(item.open)

const itemReference = (item: OpenListItem, field: Field): { id: number | string } | { email: string } =>
  typeof item !== 'number'
    ? 'open' in item
      ? { id: `o${item.open}` }
      : item
    : { id: field.bind?.type === 'ugroups' ? wireIdOf(field.projectId, item) : item }

const keyOf = (item: OpenListItem): string =>
  typeof item === 'number' ? String(item) : 'open' in item ? `o${item.open}` : `e${item.email}`

const distinct = (items: readonly OpenListItem[]): OpenListItem[] => [
  ...new Map(items.map(item => [keyOf(item), item])).values(),
]

const describeOpenValue = ({ id, label, isHidden }: { id: number; label: string; isHidden: boolean }): object => ({
  id: `o${id}`,
  label,
  is_hidden: isHidden,
  value_color: '',
})

const itemLabel = (item: OpenListItem, bind: Bind, names: NameLookup | undefined): string | undefined => {
  if (typeof item === 'number') return labelOf(bind, item, names)
  if ('email' in item) return names ? displayName(names.fullUser(0, item.email)) : item.email
  return bind.type === 'static' ? bind.openById.get(item.open)?.label : undefined
}

const labels = (value: OpenListValue | undefined, field: Field, names: NameLookup | undefined): string[] => {
  const bind = bindOf(field)
  return (value ?? []).flatMap(item => itemLabel(item, bind, names) ?? [])
}

const representItems = (value: OpenListValue, field: Field, context: RepresentContext): Record<string, unknown> => {
  const bind = bindOf(field)
  const objects: object[] = []
  const ids: string[] = []
  for (const item of value) {
    const shape = itemShape(item, bind, context)
    if (!shape) continue
    objects.push(shape.object)
    ids.push(shape.label)
  }
  return { bind_type: bind.type, bind_value_objects: objects, bind_value_ids: ids }
}

const itemShape = (
  item: OpenListItem,
  bind: Bind,
  context: RepresentContext,
): { object: object; label: string } | undefined => {
  if (bind.type === 'users') {
    const user =
      typeof item === 'number' ? context.fullUser(item) : 'email' in item ? context.fullUser(0, item.email) : undefined
    return user && { object: user, label: displayName(user) }
  }
  if (bind.type === 'ugroups') {
    if (typeof item !== 'number') return undefined
    const group = context.userGroup(item)
    return { object: group, label: group.label }
  }
  if (typeof item === 'number') {
    const known = bind.byId.get(item)
    return known && { object: representBindValue(known), label: known.label }
  }
  const open = 'open' in item ? bind.openById.get(item.open) : undefined
  return open && { object: { id: `o${open.id}`, label: open.label }, label: open.label }
}

/** An item after look-up: a value, the label of a value to create in a static list, a fault, or undefined for None. */
type ResolvedItem = OpenListItem | { readonly label: string } | { readonly fault: string } | undefined

const parseItems = async (
  entry: ValueEntry,
  field: Field,
  context: ParseContext,
): Promise<ParseResult<OpenListValue>> => {
  const byObjects = isObject(entry.value) ? listIn(entry.value['bind_value_objects']) : undefined
  const byLabels: unknown = entry.bind_value_ids
  const wanted = byObjects ?? (Array.isArray(byLabels) ? (byLabels as readonly unknown[]) : undefined)
  if (!wanted) return wrongForm(field, '{"value": {"bind_value_objects": […]}} or {"bind_value_ids": [label, …]}')

  const bind = bindOf(field)
  const resolved: ResolvedItem[] = []
  // An entry that was read also holds its values as objects, which identify a label exactly.
  const shown = byObjects ? undefined : shownObjects(entry)
  for (const item of wanted) {
    const object = byObjects ? item : typeof item === 'string' ? shown?.get(item) : undefined
    if (object !== undefined) resolved.push(await resolveObject(object, bind, context))
    else if (typeof item === 'string' || typeof item === 'number')
      resolved.push(await resolveLabel(String(item), bind, context))
    else resolved.push({ fault: `expected a label instead of ${quoted(item)}` })
  }

  const faults = resolved.flatMap(item => (isObject(item) && 'fault' in item ? [item.fault] : []))
  if (faults.length > 0) return fault(field, `${faults.join('; ')}.`)

  const newLabels = new Set(resolved.flatMap(item => (isObject(item) && 'label' in item ? [item.label] : [])))
  const created = newLabels.size > 0 ? await context.openValueIds(field, [...newLabels]) : new Map<string, number>()
  const items = resolved.flatMap((item): OpenListItem[] => {
    if (item === undefined || (isObject(item) && 'fault' in item)) return []
    if (typeof item === 'number' || !('label' in item)) return [item]
    const open = created.get(item.label)
    if (open === undefined) throw new Error(`no open value was made for a label of field ${field.id}`)
    return [{ open }]
  })
  return { value: distinct(items) }
}

/** Objects of an entry that was read, by the label that the API showed for them. */
const shownObjects = (entry: ValueEntry): ReadonlyMap<string, unknown> => {
  const shown = new Map<string, unknown>()
  const objects = entry['bind_value_objects']
  if (Array.isArray(objects))
    for (const object of objects as readonly unknown[]) {
      const label = isObject(object) ? (object['display_name'] ?? object['label']) : undefined
      if (typeof label === 'string') shown.set(label, object)
    }
  return shown
}

const NO_KEY = {
  static: 'a value needs an id or a label',
  users: 'a value needs an id, a username or an email',
  ugroups: 'a value needs an id or a short_name',
} as const

const resolveObject = async (object: unknown, bind: Bind, context: ParseContext): Promise<ResolvedItem> => {
  if (!isObject(object)) return { fault: `${NO_KEY[bind.type]}, ${quoted(object)} has none` }
  const { id, label, username, email, short_name: shortName } = object
  const isGiven = (key: unknown): boolean => key !== undefined && key !== null && key !== ''

  if (isGiven(id)) {
    if (bind.type === 'static') return findStatic(id, bind) ?? { fault: `there is no value ${quoted(id)}` }
    if (bind.type === 'users') return findUserById(id, context)
    return findGroup(id, context)
  }
  if (bind.type === 'static' && isText(label)) return resolveLabel(String(label), bind, context)
  if (bind.type === 'users' && typeof username === 'string' && username !== '') {
    const user = await context.findUser({ login: username })
    return user ? user.id : { fault: `there is no user ${quoted(username)}` }
  }
  if (bind.type === 'users' && typeof email === 'string' && email !== '') return resolveEmail(email, context)
  if (bind.type === 'ugroups' && isText(shortName)) return findGroup(String(shortName), context)
  return { fault: NO_KEY[bind.type] }
}

const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/** `12` or `b12` is a bound value; `o7` is an open one. */
const findStatic = (id: unknown, bind: Extract<Bind, { type: 'static' }>): OpenListItem | undefined => {
  if (typeof id === 'string' && /^o\d+$/.test(id)) {
    const open = Number(id.slice(1))
    return bind.openById.has(open) ? { open } : undefined
  }
  const number = wireId(typeof id === 'string' ? id.replace(/^b(?=\d)/, '') : id)
  return number !== undefined && bind.byId.has(number) ? number : undefined
}

const findUserById = async (id: unknown, context: ParseContext): Promise<ResolvedItem> => {
  const number = wireId(id)
  if (number === NONE_ID) return undefined
  const user = number !== undefined && Number.isFinite(number) ? await context.findUser({ id: number }) : undefined
  return user ? user.id : { fault: `there is no user ${quoted(id)}` }
}

const findGroup = async (reference: unknown, context: ParseContext): Promise<ResolvedItem> => {
  const isReference =
    typeof reference === 'string' || (typeof reference === 'number' && Number.isSafeInteger(reference))
  const group = isReference ? await context.findUserGroup(reference) : undefined
  return group ?? { fault: `there is no user group ${quoted(reference)} in the project` }
}

const resolveLabel = async (label: string, bind: Bind, context: ParseContext): Promise<ResolvedItem> => {
  if (bind.type === 'static') {
    const known = bind.values.find(value => value.label === label)
    if (known) return known.id
    const open = bind.openValues.find(value => value.label === label)
    if (open) return { open: open.id }
    return labelFault(label) ?? { label }
  }
  if (bind.type === 'ugroups') return findGroup(label, context)

  const user = await context.findUser({ login: label })
  if (user) return user.id
  // The API shows accounts as "Real name (login)".
  const login = /\(([^()]+)\)$/.exec(label)?.[1]
  const shown = login === undefined ? undefined : await context.findUser({ login })
  return shown ? shown.id : resolveEmail(label, context)
}

const labelFault = (label: string): { fault: string } | undefined =>
  label.trim() === ''
    ? { fault: 'a new value needs a label' }
    : faultOfText(label) === undefined
      ? undefined
      : { fault: 'a label cannot hold the character NUL or half of a surrogate pair' }

// The pattern of HTML forms, so that a browser and the server accept the same addresses.
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i

const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text)

const resolveEmail = async (email: string, context: ParseContext): Promise<ResolvedItem> => {
  if (!isEmail(email)) return { fault: `${quoted(email)} is neither a user nor an e-mail address` }
  const user = await context.findUser({ email })
  return user ? user.id : { email }
}

const importItems = (change: XmlNode, field: Field, context: ImportContext): OpenListValue | undefined => {
  if (isOtherBind(change, field, context)) return undefined
  const items: OpenListItem[] = []
  let lost = 0
  for (const node of childrenNamed(change, 'value')) {
    if (node.text.trim() === '') continue
    const item = importItem(node, field, bindOf(field), context)
    if (item === 'nobody') continue
    if (item === undefined) lost++
    else items.push(item)
  }
  // A list that lost all its values must not become an emptied list.
  return items.length === 0 && lost > 0 ? undefined : distinct(items)
}

const importItem = (
  node: XmlNode,
  field: Field,
  bind: Bind,
  context: ImportContext,
): OpenListItem | 'nobody' | undefined => {
  const text = node.text.trim()
  const format = node.attributes['format']
  const lose = (why: string): undefined => {
    context.warn(node, `Field ${field.name}: ${why}: it is left out.`)
    return undefined
  }

  if (bind.type === 'users') {
    if (format === 'id') return lose(`the number ${quoted(text)} of an account means nothing here`)
    if (format === 'username' || format === 'ldap') {
      if (text === 'None') return 'nobody'
      const id = context.findUserByReference(node)
      return id === NONE_ID ? 'nobody' : (id ?? lose(`no account for ${quoted(text)}`))
    }
    const found = context.findUser({ login: text }) ?? context.findUser({ email: text })
    if (found !== undefined) return found
    return isEmail(text) ? { email: text } : lose(`${quoted(text)} is neither a user nor an e-mail address`)
  }

  if (format === 'id') {
    const id = /^[bB]\d+$/.test(text) ? findByNumber(text.slice(1), context) : context.findBindValue(text)
    const isOfField = id !== undefined && (bind.type === 'static' ? bind.byId.has(id) : bind.byGroupId.has(id))
    return isOfField ? id : lose(`there is no value ${quoted(text)}`)
  }
  if (bind.type === 'ugroups') return context.findUserGroup(text) ?? lose(`there is no user group ${quoted(text)}`)

  // The label keeps commas and blanks.
  const known = bind.values.find(value => value.label === node.text || value.label === text)
  if (known) return known.id
  const refusal = labelFault(node.text)
  return refusal ? lose(refusal.fault) : { open: context.openValueId(field, node.text) }
}

const exportItems = (value: OpenListValue, field: Field, context: ExportContext): XmlElement => {
  const bind = bindOf(field)
  const children = value.flatMap((item): XmlElement[] => {
    if (typeof item !== 'number') {
      if ('email' in item) return [valueElement(item.email)]
      const open = bind.type === 'static' ? bind.openById.get(item.open) : undefined
      return open ? [valueElement(open.label, { format: 'label' })] : []
    }
    if (bind.type === 'users') return [{ ...context.userReference(item), name: 'value' }]
    const known = bind.type === 'static' ? bind.byId.get(item) : bind.byGroupId.get(item)
    if (known) return [valueElement(`b${known.id}`, { format: 'id' })]
    // An open list accepts any group of the project, also one that its bind does not name.
    return bind.type === 'ugroups' ? [valueElement(context.userGroupName(item))] : []
  })
  return fieldChange(field, 'open_list', children.length > 0 ? children : [{ name: 'value' }], { bind: bind.type })
}
