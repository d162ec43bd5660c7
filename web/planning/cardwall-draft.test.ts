import { describe, expect, it } from 'vitest'
import { draftWallOf, wallBodyOf, withField, withMovedColumn, withNewColumn, withValueIn } from './cardwall-draft.ts'

const read = {
  columns: [
    { id: 4, label: 'To do', color: 'inca-silver', value_ids: [11] },
    { id: 5, label: 'Done', color: '#F8F8F8', value_ids: [12, 21] },
  ],
  mappings: [{ tracker: { id: 7 } as never, field: { id: 70, label: 'Status' } }],
}
const wall = draftWallOf(read) ?? { columns: [], mappings: [] }
const body = {
  columns: read.columns,
  mappings: [{ tracker: { id: 7 }, field: { id: 70 } }],
}

describe('a cardwall that is being set up', () => {
  it('is sent as it was read, or as none', () => {
    expect(wallBodyOf(wall)).toEqual(body)
    expect([draftWallOf(null), wallBodyOf(undefined)]).toEqual([undefined, null])
  })

  it('gets columns without an id, and orders them', () => {
    const longer = withNewColumn(wall)
    expect(wallBodyOf(longer)?.columns[2]).toEqual({ label: '', color: 'inca-silver', value_ids: [] })
    const labels = (given: typeof wall) => given.columns.map(({ label }) => label)
    expect(labels(withMovedColumn(longer, 2, -1))).toEqual(['To do', '', 'Done'])
    expect(labels(withMovedColumn(longer, 2, 1))).toEqual(['To do', 'Done', ''])
    expect(labels(withMovedColumn(longer, 0, -1))).toEqual(['To do', 'Done', ''])
  })

  it('has a value in one column at the most', () => {
    const values = (given: typeof wall) => given.columns.map(column => column.values)
    expect(values(withValueIn(wall, 11, 1))).toEqual([[], [12, 21, 11]])
    expect(values(withValueIn(wall, 12, undefined))).toEqual([[11], [21]])
  })

  it('forgets the values of a list that decides no longer', () => {
    const other = withField(wall, '7', undefined, [11, 12])
    expect([other.mappings, other.columns.map(({ values }) => values)]).toEqual([[], [[], [21]]])
    expect(withField(wall, '5', '50', []).mappings).toEqual([
      { tracker: '5', field: '50' },
      { tracker: '7', field: '70' },
    ])
  })
})
