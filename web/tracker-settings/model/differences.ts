// Differences between two definitions, by the parts of the settings, and the union of two changes of one definition.
import { elementsOf, SECTIONS, type ElementDefinition, type SectionName, type TrackerDefinition } from './definition.ts'

/** A page of the settings, by the name of its address. */
export type PartName =
  | 'general'
  | 'fields'
  | 'lists'
  | 'workflow'
  | 'rules'
  | 'permissions'
  | 'semantics'
  | 'hierarchy'
  | 'triggers'
  | 'notifications'
  | 'responses'
  | 'reports'
  | 'definition'

/** The sections that differ. */
export const changedSections = (base: TrackerDefinition, mine: TrackerDefinition): readonly SectionName[] =>
  SECTIONS.filter(section => !isEqual(base[section], mine[section]))

/** An element of the form before and after the edits; undefined where it is not. */
interface Pair {
  readonly before: ElementDefinition | undefined
  readonly after: ElementDefinition | undefined
}

/** Elements of both forms by the name that they had before the edits. */
const pairsOf = (base: TrackerDefinition, mine: TrackerDefinition): ReadonlyMap<string, Pair> => {
  const before = new Map(elementsOf(base.form).map(element => [element.name, element]))
  const after = new Map(elementsOf(mine.form).map(element => [element.previous_name ?? element.name, element]))
  return new Map(
    [...new Set([...before.keys(), ...after.keys()])].map(name => [
      name,
      { before: before.get(name), after: after.get(name) },
    ]),
  )
}

/** Numbers of changes by part; parts without changes are left out. */
export const changesByPart = (base: TrackerDefinition, mine: TrackerDefinition): ReadonlyMap<PartName, number> => {
  const pairs = [...pairsOf(base, mine).values()]
  /** Elements of both forms whose member differs; a new element is one change, that of the form. */
  const countElements = (member: 'bind' | 'permissions'): number =>
    pairs.filter(({ before, after }) => before && after && !isEqual(before[member], after[member])).length
  const counts: readonly (readonly [PartName, number])[] = [
    ['general', countMembers(base.general, mine.general)],
    ['fields', countForm(base, mine, pairs)],
    ['lists', countElements('bind')],
    ['workflow', countWorkflow(base, mine)],
    ['permissions', countMembers(base.permissions, mine.permissions) + countElements('permissions')],
    ['rules', countRules(base.rules, mine.rules)],
    ['semantics', countMembers(base.semantics, mine.semantics)],
    ['hierarchy', countMembers(base.hierarchy, mine.hierarchy)],
    ['triggers', countPlaces(base.triggers, mine.triggers)],
    ['notifications', countMembers(base.notifications, mine.notifications)],
    ['responses', countPlaces(base.canned_responses, mine.canned_responses)],
    ['reports', countReports(base.reports, mine.reports)],
    // Only the part *Definition* shows them.
    ['definition', countPlaces(base.webhooks, mine.webhooks)],
  ]
  return new Map(counts.filter(([, count]) => count > 0))
}

/** Places of a list whose items differ. */
const countPlaces = (before: readonly unknown[], after: readonly unknown[]): number =>
  (before.length > after.length ? before : after).filter((_item, index) => !isEqual(before[index], after[index])).length

/** Rules about dates that differ, and pairs of lists whose values go together otherwise. */
const countRules = (before: TrackerDefinition['rules'], after: TrackerDefinition['rules']): number => {
  const byPair = ({ lists }: TrackerDefinition['rules']) =>
    [...Map.groupBy(lists, rule => `${rule.source_field}\t${rule.target_field}`)].map(([name, rules]) => ({
      name,
      pairs: rules.map(rule => JSON.stringify([rule.source_value, rule.target_value])).sort(),
    }))
  return countPlaces(before.dates, after.dates) + countItems(byPair(before), byPair(after))
}

const countReports = (before: TrackerDefinition['reports'], after: TrackerDefinition['reports']): number => {
  const named = (reports: TrackerDefinition['reports']) =>
    reports.map(report => ({ ...report, name: report.previous_name ?? report.name, label: report.name }))
  const reports = countItems(named(before), named(after))
  const isMoved = reports === 0 && !isEqual(before, after)
  return reports + (isMoved ? 1 : 0)
}

const countForm = (base: TrackerDefinition, mine: TrackerDefinition, pairs: readonly Pair[]): number => {
  const elements = pairs.filter(isEdited).length
  const isMoved = elements === 0 && !isEqual(placesOf(base.form), placesOf(mine.form))
  return elements + (isMoved ? 1 : 0)
}

const isEdited = ({ before, after }: Pair): boolean =>
  !before || !after || !isEqual(ownMembers(before), ownMembers(after))

/** Names of the elements of `mine` whose own members differ from the base, and of new ones. */
export const editedElements = (base: TrackerDefinition, mine: TrackerDefinition): ReadonlySet<string> =>
  new Set([...pairsOf(base, mine).values()].flatMap(pair => (pair.after && isEdited(pair) ? [pair.after.name] : [])))

const ownMembers = ({ content: _content, bind: _bind, permissions: _rights, ...element }: ElementDefinition) => element
const placesOf = (form: readonly ElementDefinition[]): unknown =>
  form.map(({ name, content }) => [name, placesOf(content ?? [])])

const countMembers = (before: object, after: object): number =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    name => !isEqual(Reflect.get(before, name), Reflect.get(after, name)),
  ).length

const countItems = (before: readonly { name: string }[], after: readonly { name: string }[]): number => {
  const old = new Map(before.map(item => [item.name, item]))
  const now = new Map(after.map(item => [item.name, item]))
  return [...new Set([...old.keys(), ...now.keys()])].filter(name => !isEqual(old.get(name), now.get(name))).length
}

const countWorkflow = ({ workflow: before }: TrackerDefinition, { workflow: after }: TrackerDefinition): number => {
  if (!before || !after) return before === after ? 0 : 1
  const named = (steps: typeof before.transitions) => steps.map(step => ({ ...step, name: identityOf(step) ?? '' }))
  const { transitions: old, ...rest } = before
  const { transitions: now, ...others } = after
  return countMembers(rest, others) + countItems(named(old), named(now))
}

/** Equality of JSON values; a member that is undefined counts as left out. */
export const isEqual = (one: unknown, other: unknown): boolean => {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isEqual(item, other[index]))
  if (!isObject(one) || !isObject(other)) return false
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every(name => isEqual(one[name], other[name]))
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Name of an item in its list, that of the base for a renamed one. Undefined: the list is one value. */
const identityOf = (item: unknown): string | undefined => {
  if (!isObject(item)) return undefined
  if ('from' in item && 'to' in item) return JSON.stringify([item['from'], item['to']])
  for (const name of ['previous_name', 'name', 'previous_label', 'label', 'title'])
    if (typeof item[name] === 'string') return item[name]
  return undefined
}

export interface MergeConflict {
  /** Names of sections, elements and members, outermost first. */
  readonly path: readonly string[]
  readonly base: unknown
  readonly theirs: unknown
  readonly mine: unknown
}

export interface Merged {
  readonly definition: TrackerDefinition
  readonly conflicts: readonly MergeConflict[]
}

/** Key of a path, for the set of the conflicts whose other side wins. */
export const pathKey = (path: readonly string[]): string => path.join('\t')

/**
 * Joins two changes of one definition by the names of its parts. Where both sides changed the same member differently, mine wins, except for
 * the paths in `theirsAt` (`pathKey`).
 */
export const mergeDefinitions = (
  base: TrackerDefinition,
  theirs: TrackerDefinition,
  mine: TrackerDefinition,
  theirsAt: ReadonlySet<string> = new Set(),
): Merged => {
  const conflicts: MergeConflict[] = []
  const definition = merge({ path: [], base, theirs, mine }, theirsAt, conflicts)
  return { definition: definition as TrackerDefinition, conflicts }
}

const merge = (sides: MergeConflict, theirsAt: ReadonlySet<string>, conflicts: MergeConflict[]): unknown => {
  const { path, base, theirs, mine } = sides
  if (isEqual(mine, base) || isEqual(mine, theirs)) return theirs
  if (isEqual(theirs, base)) return mine
  const under = (name: string, member: (side: unknown) => unknown): unknown =>
    merge(
      { path: [...path, name], base: member(base), theirs: member(theirs), mine: member(mine) },
      theirsAt,
      conflicts,
    )
  if (isObject(base) && isObject(theirs) && isObject(mine)) {
    const names = new Set([...Object.keys(theirs), ...Object.keys(mine)])
    const members = [...names].map(
      name => [name, under(name, side => (side as Record<string, unknown>)[name])] as const,
    )
    return Object.fromEntries(members.filter(([, value]) => value !== undefined))
  }
  if (areNamed(base) && areNamed(theirs) && areNamed(mine)) {
    const names = new Set([...mine, ...theirs].map(item => identityOf(item) ?? ''))
    const find = (name: string) => (side: unknown) =>
      (side as readonly unknown[]).find(item => identityOf(item) === name)
    return [...names].map(name => under(name, find(name))).filter(item => item !== undefined)
  }
  conflicts.push(sides)
  return theirsAt.has(pathKey(path)) ? theirs : mine
}

/** A list whose items have names that differ. */
const areNamed = (value: unknown): value is readonly unknown[] => {
  if (!Array.isArray(value)) return false
  const names = value.map(identityOf)
  return !names.includes(undefined) && new Set(names).size === names.length
}
