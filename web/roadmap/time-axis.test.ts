import { describe, expect, it } from 'vitest'
import { elbow } from './roadmap-lines.tsx'
import { rowsOf, type Task } from './tasks.ts'
import { dateOf, dayOf, placeOf, timeAxis, type TimeScale } from './time-axis.ts'

const text = (day: number): string => dateOf(day).toISOString().slice(0, 10)
const now = dayOf('2026-11-23')
const period = { start: dayOf('2026-12-31'), end: dayOf('2027-02-10') }

describe('the time axis', () => {
  it.each<readonly [TimeScale, string, string]>([
    ['week', '2026-11-16', '2027-02-22'],
    ['month', '2026-10-01', '2027-05-01'],
    ['quarter', '2026-07-01', '2028-04-01'],
  ])('has whole units around all periods and today: %s', (scale, start, end) => {
    const axis = timeAxis([period], scale, now)
    expect([text(axis.start), text(axis.end)]).toEqual([start, end])
    axis.units.slice(1).forEach((unit, index) => expect(unit.start).toBe(axis.units[index]?.end))
  })

  it('does not draw thousands of units for a wrong year', () => {
    const axis = timeAxis([{ start: dayOf('1026-01-01'), end: dayOf('9026-01-01') }], 'week', now)
    expect(axis.units.length).toBeLessThanOrEqual(201)
    expect([axis.start < now, now < axis.end]).toEqual([true, true])
  })

  it('places days in per cent, and keeps those outside at the edges', () => {
    const axis = timeAxis([period], 'month', now)
    expect(placeOf(axis, axis.start)).toBe(0)
    expect(placeOf(axis, axis.end + 400)).toBe(100)
    expect(placeOf(axis, axis.start + (axis.end - axis.start) / 2)).toBe(50)
  })
})

const task = (id: number, start: string | null, end: string | null, dependencies: Task['dependencies'] = []): Task =>
  ({
    id,
    title: String(id),
    start: start && `${start}T00:00:00+01:00`,
    end: end && `${end}T00:00:00+01:00`,
    dependencies,
  }) as Task

describe('the rows', () => {
  it('tell a task that starts before its predecessor ends, and for which it waits', () => {
    const first = task(1, '2026-11-01', '2026-11-27', { '': [2, 3], _is_child: [4] })
    const { rows, dependencies } = rowsOf(
      [first, task(2, '2026-11-23', '2026-12-19'), task(3, '2026-11-27', null), task(5, null, null)],
      new Map([[1, [task(4, '2026-11-02', '2026-11-03')]]]),
    )
    expect(rows.map(row => [row.task.id, row.isChild])).toEqual([
      [1, false],
      [4, true],
      [2, false],
      [3, false],
    ])
    expect(dependencies).toEqual([
      { from: 0, to: 2, isLate: true },
      { from: 0, to: 3, isLate: false },
    ])
    expect(rows.map(row => row.conflict)).toEqual([undefined, undefined, { predecessorId: 1, days: 4 }, undefined])
    expect(rows.map(row => row.waitsFor)).toEqual([[], [], [], [1]])
  })
})

describe('a line', () => {
  it('goes straight to a later bar, and between the rows to an earlier one', () => {
    expect(elbow(10, 20, 60, 100, 40)).toBe('M10 20H17V100H60')
    expect(elbow(50, 20, 30, 100, 40)).toBe('M50 20H57V80H23V100H30')
    expect(elbow(50, 100, 30, 20, 40)).toBe('M50 100H57V40H23V20H30')
  })
})
