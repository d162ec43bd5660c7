import { describe, expect, it } from 'vitest'
import { layoutOf, type RowSection } from './row-sections.ts'

const query = { trackerId: 1, tql: '', criteria: '', sort: [], fields: [], generation: 0 }
const group = (key: string, count: number, isOpen = true): RowSection => ({ key, query, count, hasHead: true, isOpen })

describe('the layout of a table', () => {
  it('of one list is the list, whatever its length', () => {
    const layout = layoutOf([{ key: '', query, count: undefined, hasHead: false, isOpen: true }])
    expect(layout.count).toBeUndefined()
    expect(layout.placeOf(70_000)).toEqual({ section: 0, row: 70_000 })
    expect(layout.rowsIn({ from: 200, to: 240 })).toEqual([{ section: 0, rows: { from: 200, to: 240 } }])
  })

  it('of groups has a head before the rows of each; a closed one has its head alone', () => {
    const layout = layoutOf([group('a', 2), group('b', 5, false), group('c', 1)])
    expect(layout.count).toBe(6)
    expect(Array.from({ length: 7 }, (_, index) => layout.placeOf(index))).toEqual([
      { section: 0, row: undefined },
      { section: 0, row: 0 },
      { section: 0, row: 1 },
      { section: 1, row: undefined },
      { section: 2, row: undefined },
      { section: 2, row: 0 },
      undefined,
    ])
    expect(layout.placeOf(-1)).toBeUndefined()
    expect(layout.rowsIn({ from: 0, to: 0 })).toEqual([])
    expect(layout.rowsIn({ from: 2, to: 20 })).toEqual([
      { section: 0, rows: { from: 1, to: 1 } },
      { section: 2, rows: { from: 0, to: 0 } },
    ])
  })

  it('of no groups is empty', () => {
    const layout = layoutOf([])
    expect(layout.count).toBe(0)
    expect(layout.placeOf(0)).toBeUndefined()
    expect(layout.rowsIn({ from: 0, to: 10 })).toEqual([])
  })
})
