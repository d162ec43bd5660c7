import type { ListPage } from '../api/api.ts'
import type { Item, ListChange, ListKey } from './planning-queries.ts'

interface Identified {
  readonly id: number
}

/** An artifact, and the list that it leaves. */
export interface Moved<Listed extends Identified = Item, Key = ListKey> {
  readonly item: Listed
  readonly from: Key
}

/** A place in a list: before an artifact, or at the end. */
export interface Place<Key = ListKey> {
  readonly list: Key
  readonly before: number | undefined
}

export type Lists<Listed extends Identified = Item, Key = ListKey> = ReadonlyMap<Key, ListPage<Listed>>

/** The lists after a move, as far as the page shows them. */
export const afterMove = <Listed extends Identified, Key>(
  lists: Lists<Listed, Key>,
  moved: readonly Moved<Listed, Key>[],
  { list, before }: Place<Key>,
): Map<Key, ListPage<Listed>> => {
  const ids = new Set(moved.map(({ item }) => item.id))
  const next = new Map<Key, ListPage<Listed>>()
  for (const [key, page] of lists) {
    const items = page.items.filter(({ id }) => !ids.has(id))
    const place = before === undefined ? items.length : items.findIndex(({ id }) => id === before)
    if (key === list) items.splice(place < 0 ? items.length : place, 0, ...moved.map(({ item }) => item))
    next.set(key, { items, total: page.total + items.length - page.items.length })
  }
  return next
}

export interface Order {
  readonly ids: number[]
  readonly direction: 'before' | 'after'
  readonly compared_to: number
}

/** The order that puts artifacts beside their new neighbour. Undefined: they have none. */
export const orderOf = <Listed extends Identified, Key>(
  lists: Lists<Listed, Key>,
  moved: readonly Moved<Listed, Key>[],
  place: Place<Key>,
): Order | undefined => {
  const ids = moved.map(({ item }) => item.id)
  const items = afterMove(lists, moved, place).get(place.list)?.items ?? []
  const first = items.findIndex(({ id }) => id === ids[0])
  const [previous, following] = [items[first - 1], items[first + ids.length]]
  if (previous) return { ids, direction: 'after', compared_to: previous.id }
  return following && { ids, direction: 'before', compared_to: following.id }
}

/** The artifacts are where the move would bring them. */
export const isInPlace = <Listed extends Identified, Key>(
  lists: Lists<Listed, Key>,
  moved: readonly Moved<Listed, Key>[],
  place: Place<Key>,
): boolean => {
  if (moved.some(({ from }) => from !== place.list)) return false
  const [before, after] = [lists.get(place.list)?.items ?? [], afterMove(lists, moved, place).get(place.list)?.items]
  return before.length === after?.length && before.every(({ id }, index) => id === after[index]?.id)
}

/** The request for a move. Undefined: it changes nothing. */
export const changeOf = (lists: Lists, moved: readonly Moved[], place: Place): ListChange | undefined => {
  if (isInPlace(lists, moved, place)) return undefined
  const add = moved
    .filter(({ from }) => from !== place.list)
    .map(({ item, from }) => ({ id: item.id, ...(from !== 'backlog' && { remove_from: from }) }))
  const order = orderOf(lists, moved, place)
  return { ...(add.length > 0 && { add }), ...(order && { order }) }
}

/** The moves that bring the artifacts back to their places, one for each list that they left. */
export const movesBack = <Listed extends Identified, Key>(
  lists: Lists<Listed, Key>,
  moved: readonly Moved<Listed, Key>[],
  to: Key,
): { readonly moved: readonly Moved<Listed, Key>[]; readonly place: Place<Key> }[] => {
  const ids = new Set(moved.map(({ item }) => item.id))
  return [...Map.groupBy(moved, ({ from }) => from)].map(([list, left]) => {
    const items = lists.get(list)?.items ?? []
    const last = items.findLastIndex(({ id }) => left.some(({ item }) => item.id === id))
    const before = items.slice(last + 1).find(({ id }) => !ids.has(id))?.id
    return { moved: left.map(({ item }) => ({ item, from: to })), place: { list, before } }
  })
}
