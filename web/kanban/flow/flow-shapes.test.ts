import { describe, expect, it } from 'vitest'
import { intervalsFor, rangeOf } from './flow-range.ts'
import { areasOf, sumsOf } from './flow-shapes.ts'
import { daysSince, enteredAt, oldestOf } from '../time-in-column.ts'
import type { KanbanItem } from '../kanban-queries.ts'

describe('the flow', () => {
  it('stacks its areas, the first one lowest', () => {
    const stacks = [
      [0, 2],
      [1, 1],
    ]
    expect(sumsOf(stacks)).toEqual([1, 3])
    expect(areasOf(stacks, { width: 100, height: 40, most: 4 })).toEqual([
      { path: 'M0 40L100 20L100 40L0 40Z', top: 20, height: 20 },
      { path: 'M0 30L100 10L100 20L0 40Z', top: 10, height: 10 },
    ])
    const [single] = areasOf([[2]], { width: 100, height: 40, most: 4 })
    expect(single?.path).toBe('M0 20L100 20L100 40L0 40Z')
    expect(areasOf([], { width: 100, height: 40, most: 0 })).toEqual([])
  })

  it('has the last thirty days by day, and no interval with too many points', () => {
    expect(rangeOf({}, '2026-03-31')).toEqual({ from: '2026-03-01', to: '2026-03-31', every: 1 })
    expect(rangeOf({ from: '2025-03-31' }, '2026-03-31')).toMatchObject({ every: 7 })
    expect(rangeOf({ from: '2025-03-31', every: 30 }, '2026-03-31')).toMatchObject({ every: 30 })
    expect(intervalsFor('2026-01-01', '2026-03-31')).toContain(1)
    expect(intervalsFor('2026-01-01', '2026-04-01')).not.toContain(1)
  })
})

describe('the time in a column', () => {
  const item = (timeinfo: unknown) => ({ timeinfo }) as KanbanItem
  const now = Date.parse('2026-03-10T12:00:00Z')

  it('counts whole days since the artifact came', () => {
    const known = item({ 230: '2026-03-04T11:00:00+00:00', 231: null, archive: null })
    expect(enteredAt(known, 230)).toBe('2026-03-04T11:00:00+00:00')
    expect(enteredAt(known, 231)).toBeUndefined()
    expect(enteredAt(item([]), 'backlog')).toBeUndefined()
    expect(daysSince('2026-03-04T11:00:00+00:00', now)).toBe(6)
    expect(daysSince('2026-03-10T11:00:00+00:00', now)).toBe(0)
    // The clock of the browser may be behind.
    expect(daysSince('2026-03-11T11:00:00+00:00', now)).toBe(0)
  })

  it('knows the oldest card of a column', () => {
    const items = [item({ 230: '2026-03-04T11:00:00Z' }), item({ 230: '2026-03-01T11:00:00Z' }), item([])]
    expect(oldestOf(items, 230, now)).toBe(9)
    expect(oldestOf([item([])], 230, now)).toBeUndefined()
  })
})
