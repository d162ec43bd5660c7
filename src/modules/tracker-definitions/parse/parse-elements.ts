import { fieldType, settingsWithDefaults, type FieldTypeName, type LegacyColor } from '../../fields/index.ts'
import {
  withContent,
  type Key,
  type NewBind,
  type NewBindValue,
  type NewFormElement,
  type NewTracker,
} from '../../trackers/index.ts'
import type { BindDefinition, ElementDefinition, FieldRightsDefinition } from '../model/definition.schema.ts'
import { valueReferences } from '../model/definition-names.ts'
import { groupIds, type DefinitionParser } from '../model/definition-parsing.ts'

/** The wanted form. An element is the existing one with its name, otherwise the one with its previous name, otherwise new. */
export const parseElements = (
  form: readonly ElementDefinition[],
  before: Pick<NewTracker, 'elements'>,
  parsing: DefinitionParser,
): NewFormElement[] => {
  const present = new Map(withContent(before.elements).map(element => [element.name, element]))
  const wanted = flatten(form)
  const named = new Set(wanted.map(element => element.name))
  const free = new Map([...present].filter(([name]) => !named.has(name)))
  const matches = new Map<ElementDefinition, NewFormElement>()
  for (const element of wanted) {
    const previous = element.previous_name === undefined ? undefined : free.get(element.previous_name)
    const found = present.get(element.name) ?? previous
    if (!found) continue
    if (found === previous) free.delete(found.name)
    if (canBecome(found.type, element.type)) matches.set(element, found)
  }
  return parseLevel(form, matches, parsing)
}

const flatten = (form: readonly ElementDefinition[]): ElementDefinition[] =>
  form.flatMap(element => [element, ...flatten(element.content ?? [])])

const single: readonly FieldTypeName[] = ['sb', 'rb']
const multiple: readonly FieldTypeName[] = ['msb', 'cb']

/** Kinds that store their values in the same form: a single list can become a multiple one, but not the reverse. */
export const canBecome = (present: FieldTypeName, wanted: FieldTypeName): boolean =>
  present === wanted ||
  (single.includes(present) && (single.includes(wanted) || multiple.includes(wanted))) ||
  (multiple.includes(present) && multiple.includes(wanted))

const parseLevel = (
  form: readonly ElementDefinition[],
  matches: ReadonlyMap<ElementDefinition, NewFormElement>,
  parsing: DefinitionParser,
): NewFormElement[] => {
  const elements = form.map(element => {
    const present = matches.get(element)
    const children = parseLevel(element.content ?? [], matches, parsing)
    if (children.length > 0 && fieldType(element.type).family !== 'container')
      parsing.fault(placeOf(element), `a ${element.type} holds no other elements.`)
    return { ...parseElement(element, present, parsing), children }
  })
  return ranked(elements)
}

const placeOf = (element: Pick<ElementDefinition, 'name'>): string => `form.${element.name}`

/** Ranks that keep the order: existing ranks stay where possible. */
export const ranked = (elements: readonly NewFormElement[]): NewFormElement[] => {
  let last: { rank: number; id: number } = { rank: -1, id: 0 }
  return elements.map(element => {
    const id = Number(/^F(\d+)$/.exec(element.key)?.[1] ?? Infinity)
    const fits = element.rank > last.rank || (element.rank === last.rank && Number.isFinite(id) && id > last.id)
    const rank = fits && Number.isFinite(id) ? element.rank : last.rank + 1
    last = { rank, id }
    return { ...element, rank }
  })
}

export const parseElement = (
  element: ElementDefinition,
  present: NewFormElement | undefined,
  parsing: DefinitionParser,
): NewFormElement => {
  const place = placeOf(element)
  const rights = element.permissions
  const noneColor = parseColor(element.none_color)
  return {
    key: present?.key ?? parsing.newKey(),
    type: element.type,
    name: element.name.trim(),
    label: element.label,
    description: element.description ?? '',
    rank: present?.rank ?? 0,
    isRequired: element.is_required ?? false,
    isUsed: element.is_used ?? true,
    hasNotifications: element.has_notifications ?? false,
    settings: parseSettings(element.type, element.settings ?? {}, place, parsing),
    bind: parseBind(element, present, place, parsing),
    noneColorName: noneColor.colorName,
    noneLegacyColor: noneColor.legacyColor,
    permissions: parseFieldRights(rights ?? {}, place, parsing),
    children: [],
  }
}

export const parseFieldRights = (
  rights: FieldRightsDefinition,
  place: string,
  parsing: DefinitionParser,
): NewFormElement['permissions'] => ({
  read: groupIds(rights.read, `${place}.permissions.read`, parsing),
  submit: groupIds(rights.submit, `${place}.permissions.submit`, parsing),
  update: groupIds(rights.update, `${place}.permissions.update`, parsing),
})

/** Settings with their defaults; settings that the kind does not have are faults. */
export const parseSettings = (
  type: FieldTypeName,
  given: Readonly<Record<string, unknown>>,
  place: string,
  parsing: Pick<DefinitionParser, 'fault'>,
): Record<string, unknown> => {
  const kind = fieldType(type)
  const settings = settingsWithDefaults(kind, given)
  for (const name of Object.keys(given))
    if (!Object.hasOwn(settings, name)) parsing.fault(`${place}.settings`, `a ${type} has no setting "${name}".`)
  return settings
}

const parseColor = (
  color: string | null | undefined,
): { colorName: string | null; legacyColor: LegacyColor | null } => {
  const rgb = /^#(..)(..)(..)$/.exec(color ?? '')
  if (!rgb) return { colorName: color ?? null, legacyColor: null }
  const [r = 0, g = 0, b = 0] = rgb.slice(1).map(part => parseInt(part, 16))
  return { colorName: null, legacyColor: { r, g, b } }
}

const lists = new Set<FieldTypeName>(['sb', 'rb', 'msb', 'cb', 'tbl'])
export const isList = (type: FieldTypeName): boolean => lists.has(type)

const EMPTY_BIND: NewBind = { type: 'static', isRankAlpha: false, values: [] }

const membersOfBind = {
  static: ['is_alphabetical', 'values'],
  users: ['sources', 'default_users'],
  ugroups: ['groups'],
} as const

const parseBind = (
  { type, bind }: ElementDefinition,
  present: NewFormElement | undefined,
  place: string,
  parsing: DefinitionParser,
): NewBind | null => {
  if (!bind) return isList(type) ? (present?.bind ?? EMPTY_BIND) : null
  // Fields for authors of artifacts are lists in archives, too; their bind has no meaning.
  if (!isList(type) && !present?.bind) parsing.fault(place, `a ${type} draws from nothing: it has no bind.`)
  return parseBindOf(bind, present?.bind ?? null, `${place}.bind`, parsing)
}

export const parseBindOf = (
  bind: BindDefinition,
  present: NewBind | null,
  place: string,
  parsing: DefinitionParser,
): NewBind => {
  const own: readonly string[] = ['type', ...membersOfBind[bind.type]]
  for (const member of Object.keys(bind))
    if (!own.includes(member)) parsing.fault(place, `"${member}" means nothing for a list of the type ${bind.type}.`)
  switch (bind.type) {
    case 'static':
      return {
        type: 'static',
        isRankAlpha: bind.is_alphabetical ?? false,
        values: parseValues(bind.values ?? [], present?.type === 'static' ? present.values : [], place, parsing),
      }
    case 'users':
      return {
        type: 'users',
        functions: parseSources(bind.sources ?? [], place, parsing),
        defaultUserIds: (bind.default_users ?? []).flatMap(login => {
          const id = parsing.names.userId(login)
          if (id === undefined) parsing.fault(place, `there is no account "${login}".`)
          return id ?? []
        }),
      }
    case 'ugroups': {
      const before = present?.type === 'ugroups' ? present.values : []
      const seen = new Set<number>()
      return {
        type: 'ugroups',
        values: (bind.groups ?? []).flatMap(({ group, is_hidden = false, is_default = false }) => {
          const groupId = parsing.names.groupId(group)
          if (groupId === undefined) parsing.fault(place, `the project has no user group "${group}".`)
          else if (seen.has(groupId)) parsing.fault(place, `the group "${group}" is listed twice.`)
          if (groupId === undefined) return []
          seen.add(groupId)
          const key = before.find(value => value.groupId === groupId)?.key ?? parsing.newKey()
          return { key, groupId, isHidden: is_hidden, isDefault: is_default }
        }),
      }
    }
  }
}

const sources = new Set(['group_members', 'group_admins', 'artifact_submitters', 'artifact_modifiers'])

const parseSources = (given: readonly string[], place: string, parsing: DefinitionParser): string[] =>
  given.flatMap(source => {
    if (sources.has(source)) return source
    const name = /^ugroup:(.+)$/.exec(source)?.[1]
    const id = name === undefined ? undefined : parsing.names.groupId(name)
    if (name === undefined)
      parsing.fault(place, `"${source}" is no source of users: ${[...sources].join(', ')} or ugroup:<short name>.`)
    else if (id === undefined) parsing.fault(place, `the project has no user group "${name}".`)
    return id === undefined ? [] : `ugroup_${id}`
  })

const parseValues = (
  given: NonNullable<BindDefinition['values']>,
  before: readonly NewBindValue[],
  place: string,
  parsing: DefinitionParser,
): NewBindValue[] => {
  const references = valueReferences(before.map(value => value.label))
  const present = new Map(before.map((value, index) => [references[index] ?? value.label, value]))
  const kept = given.filter(value => value.merged_into === undefined)
  const wanted = kept.map(nameOfValue)
  const named = new Set(wanted)
  const seen = new Set<string>()
  const renamed = new Set<string>()
  const values = kept.map((value, index) => {
    const reference = wanted[index] ?? value.label
    if (seen.has(reference))
      parsing.fault(place, `two values are called "${reference}": give one a reference of its own.`)
    seen.add(reference)
    const { previous_label: previous } = value
    const isFree = previous !== undefined && !named.has(previous) && !renamed.has(previous)
    const old = present.get(reference) ?? (isFree ? present.get(previous) : undefined)
    if (old && !present.has(reference) && previous !== undefined) renamed.add(previous)
    return {
      key: old?.key ?? parsing.newKey(),
      label: value.label,
      description: value.description ?? '',
      isHidden: value.is_hidden ?? false,
      isDefault: value.is_default ?? false,
      ...parseColor(value.color),
    }
  })
  parseMerges(
    given,
    { present, keys: new Map(values.map((value, index) => [wanted[index] ?? '', value.key])) },
    place,
    parsing,
  )
  return values
}

type GivenValue = NonNullable<BindDefinition['values']>[number]

const nameOfValue = ({ reference, label }: GivenValue): string => reference ?? label

/** Values that go, and whose artifacts get another value of the list. */
const parseMerges = (
  given: readonly GivenValue[],
  lists: { readonly present: ReadonlyMap<string, NewBindValue>; readonly keys: ReadonlyMap<string, Key> },
  place: string,
  parsing: DefinitionParser,
): void => {
  const seen = new Set<string>()
  for (const value of given) {
    const { merged_into: target, previous_label: previous } = value
    if (target === undefined) continue
    const name = nameOfValue(value)
    const into = lists.keys.get(target)
    if (seen.has(name)) parsing.fault(place, `"${name}" is merged twice.`)
    else if (previous !== undefined) parsing.fault(place, `"${name}" is either renamed or merged into "${target}".`)
    else if (lists.keys.has(name))
      parsing.fault(place, `"${name}" is merged into "${target}", and listed as a value, too.`)
    else if (into === undefined)
      parsing.fault(place, `"${name}" is merged into "${target}", which is no value that stays in the list.`)
    else {
      const old = lists.present.get(name)
      if (old && old.key !== into) parsing.merge(old.key, into)
    }
    seen.add(name)
  }
}
