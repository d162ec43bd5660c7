import type { ListPage } from '../api/api.ts'
import type { Item, ListChange, ListKey } from './planning-queries.ts'

/** An artifact, and the list that it leaves. */
export interface Moved {
  readonly item: Item
  readonly from: ListKey
}

/** A place in a list: before an artifact, or at the end. */
export interface Place {
  readonly list: ListKey
  readonly before: number | undefined
}

export type Lists = ReadonlyMap<ListKey, ListPage<Item>>

/** The lists after a move, as far as the page shows them. */
export const afterMove = (
  lists: Lists,
  moved: readonly Moved[],
  { list, before }: Place,
): Map<ListKey, ListPage<Item>> => {
  const ids = new Set(moved.map(({ item }) => item.id))
  const next = new Map<ListKey, ListPage<Item>>()
  for (const [key, page] of lists) {
    const items = page.items.filter(({ id }) => !ids.has(id))
    const place = before === undefined ? items.length : items.findIndex(({ id }) => id === before)
    if (key === list) items.splice(place < 0 ? items.length : place, 0, ...moved.map(({ item }) => item))
    next.set(key, { items, total: page.total + items.length - page.items.length })
  }
  return next
}

/** The request for a move. Undefined: it changes nothing. */
export const changeOf = (lists: Lists, moved: readonly Moved[], place: Place): ListChange | undefined => {
  const ids = moved.map(({ item }) => item.id)
  const add = moved
    .filter(({ from }) => from !== place.list)
    .map(({ item, from }) => ({ id: item.id, ...(from !== 'backlog' && { remove_from: from }) }))
  const items = afterMove(lists, moved, place).get(place.list)?.items ?? []
  const first = items.findIndex(({ id }) => id === ids[0])
  const [previous, following] = [items[first - 1], items[first + ids.length]]
  const order = previous
    ? ({ ids, direction: 'after', compared_to: previous.id } as const)
    : following && ({ ids, direction: 'before', compared_to: following.id } as const)
  const isSame = add.length === 0 && sameOrder(lists.get(place.list)?.items ?? [], items)
  return isSame ? undefined : { ...(add.length > 0 && { add }), ...(order && { order }) }
}

const sameOrder = (one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every(({ id }, index) => id === other[index]?.id)

/** The moves that bring the artifacts back to their places, one for each list that they left. */
export const movesBack = (
  lists: Lists,
  moved: readonly Moved[],
  to: ListKey,
): { readonly moved: readonly Moved[]; readonly place: Place }[] => {
  const ids = new Set(moved.map(({ item }) => item.id))
  return [...Map.groupBy(moved, ({ from }) => from)].map(([list, left]) => {
    const items = lists.get(list)?.items ?? []
    const last = items.findLastIndex(({ id }) => left.some(({ item }) => item.id === id))
    const before = items.slice(last + 1).find(({ id }) => !ids.has(id))?.id
    return { moved: left.map(({ item }) => ({ item, from: to })), place: { list, before } }
  })
}
