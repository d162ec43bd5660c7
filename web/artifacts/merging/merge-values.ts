// Three-way merges of values that hold several things: base + additions of both - removals of both.
import type { FieldValue } from '../../fields/field-view.ts'

type Members = Readonly<Record<string, unknown>>

/** The members of a value that are lists, with the key of their items. */
const LISTS: Readonly<Record<string, Readonly<Record<string, (item: unknown) => string>>>> = (() => {
  const byId = (item: unknown): string => {
    const { id, label, username, email } = item as Members
    return String(id ?? label ?? username ?? email)
  }
  const itself = (item: unknown): string => String(item)
  const byLink = (item: unknown): string => {
    const { type, id } = item as { readonly type: string | null; readonly id: number }
    return `${type ?? ''} ${id}`
  }
  const list = { values: byId, bind_value_ids: itself }
  return {
    msb: list,
    cb: list,
    tbl: { bind_value_objects: byId, bind_value_ids: itself },
    file: { file_descriptions: byId },
    art_link: { links: byLink, reverse_links: byLink },
    perm: { granted_groups: itself, granted_groups_ids: itself },
  }
})()

/** Whether values of the type are sets, so that both changes can hold. */
export const canHoldBoth = (type: string): boolean => type in LISTS

export const mergeLists = <Item>(
  keyOf: (item: Item) => string,
  base: readonly Item[],
  theirs: readonly Item[],
  mine: readonly Item[],
): readonly Item[] => {
  const keys = (items: readonly Item[]) => new Set(items.map(keyOf))
  const [before, their, my] = [keys(base), keys(theirs), keys(mine)]
  const stays = (item: Item): boolean => {
    const key = keyOf(item)
    return before.has(key) ? their.has(key) && my.has(key) : true
  }
  const kept = theirs.filter(stays)
  return [...kept, ...mine.filter(item => !their.has(keyOf(item)) && !before.has(keyOf(item)))]
}

/** Undefined: the type holds one value, so that a person must choose. */
export const mergeValues = (
  base: FieldValue | undefined,
  theirs: FieldValue | undefined,
  mine: FieldValue,
): FieldValue | undefined => {
  const lists = LISTS[mine.type]
  if (!lists) return undefined
  const listOf = (value: FieldValue | undefined, member: string): readonly unknown[] => {
    const items = (value as Members | undefined)?.[member]
    // Nobody is chosen: an anonymous user with the id of None.
    return Array.isArray(items) ? items.filter(item => !isNone(item)) : []
  }
  const merged = Object.entries(lists).map(([member, keyOf]) => [
    member,
    mergeLists(keyOf, listOf(base, member), listOf(theirs, member), listOf(mine, member)),
  ])
  return { ...mine, ...(Object.fromEntries(merged) as object) }
}

const NONE = 100
const isNone = (item: unknown): boolean =>
  item === NONE ||
  (typeof item === 'object' &&
    item !== null &&
    'is_anonymous' in item &&
    (item as Members)['id'] === null &&
    !(item as Members)['email'])
