import { describe, expect, it } from 'vitest'
import { afterMove, changeOf, movesBack, type Lists } from './plan-move.ts'
import type { Item, ListKey } from './planning-queries.ts'

const item = (id: number) => ({ id }) as Item
const page = (...ids: number[]) => ({ items: ids.map(item), total: ids.length })
const lists: Lists = new Map<ListKey, ReturnType<typeof page>>([
  ['backlog', page(1, 2, 3)],
  [10, page(4, 5)],
  [11, page()],
])
const idsOf = (all: Lists) => [...all].map(([key, { items }]) => [key, items.map(({ id }) => id)])

describe('a move of a plan', () => {
  it('within a list is an order', () => {
    const moved = [{ item: item(3), from: 'backlog' as const }]
    expect(changeOf(lists, moved, { list: 'backlog', before: 1 })).toEqual({
      order: { ids: [3], direction: 'before', compared_to: 1 },
    })
    expect(changeOf(lists, moved, { list: 'backlog', before: undefined })).toBeUndefined()
    expect(changeOf(lists, [{ item: item(1), from: 'backlog' }], { list: 'backlog', before: 3 })).toEqual({
      order: { ids: [1], direction: 'after', compared_to: 2 },
    })
  })

  it('to another list adds, leaves a milestone, and orders beside a neighbour', () => {
    const moved = [
      { item: item(2), from: 'backlog' as const },
      { item: item(4), from: 10 },
    ]
    expect(changeOf(lists, moved, { list: 11, before: undefined })).toEqual({
      add: [{ id: 2 }, { id: 4, remove_from: 10 }],
    })
    expect(changeOf(lists, moved, { list: 10, before: 5 })).toEqual({
      add: [{ id: 2 }],
      order: { ids: [2, 4], direction: 'before', compared_to: 5 },
    })
    expect(idsOf(afterMove(lists, moved, { list: 10, before: 5 }))).toEqual([
      ['backlog', [1, 3]],
      [10, [2, 4, 5]],
      [11, []],
    ])
  })

  it('goes back to the places that the artifacts had', () => {
    const moved = [
      { item: item(2), from: 'backlog' as const },
      { item: item(5), from: 10 },
    ]
    const back = movesBack(lists, moved, 11)
    expect(back).toEqual([
      { moved: [{ item: item(2), from: 11 }], place: { list: 'backlog', before: 3 } },
      { moved: [{ item: item(5), from: 11 }], place: { list: 10, before: undefined } },
    ])
    const moving = afterMove(lists, moved, { list: 11, before: undefined })
    const home = back.reduce((all: Lists, { moved: own, place }) => afterMove(all, own, place), moving)
    expect(idsOf(home)).toEqual(idsOf(lists))
  })
})
