import { describe, expect, it } from 'vitest'
import { daysOfMonth, firstWeekday, movedBy } from './month-days.ts'

describe('the days of a month', () => {
  it.each([
    ['2026-11-27', 1, '2026-10-26', '2026-12-06'],
    ['2026-11-27', 7, '2026-11-01', '2026-12-12'],
    ['2026-02-10', 0, '2026-02-01', '2026-03-14'],
  ])('%s, weeks from day %i: %s to %s', (day, first, from, to) => {
    const weeks = daysOfMonth(day, first)
    expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual([from, to])
    expect(weeks.flat()).toContain(day)
    expect(new Set(weeks.flat()).size).toBe(42)
  })

  it('begin their weeks as the region does', () => {
    expect([firstWeekday('fr-FR'), firstWeekday('en-US')].map(day => day % 7)).toEqual([1, 0])
  })

  it.each([
    ['2026-01-31', { months: 1 }, '2026-02-28'],
    ['2028-03-31', { months: -1 }, '2028-02-29'],
    ['2026-12-31', { days: 1 }, '2027-01-01'],
    ['2026-03-29', { days: 7 }, '2026-04-05'],
    ['2024-02-29', { months: 12 }, '2025-02-28'],
  ])('from %s by %o: %s', (day, step, expected) => {
    expect(movedBy(day, step)).toBe(expected)
  })
})
