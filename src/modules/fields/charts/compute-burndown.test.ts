import { describe, expect, it } from 'vitest'
import { calculateBurndown, loadEffortHistories, representBurndown, type EffortHistory } from './compute-burndown.ts'
import type { Addend } from './computed-sum.ts'
import type { Timeframe } from './period.ts'

const at = (text: string): number => Date.parse(text)
const state = (moment: string, addend: Addend, linkedIds: number[] = []) => ({ at: at(moment), addend, linkedIds })

const chart = (
  timeframe: Timeframe,
  now: string,
  histories: Record<number, EffortHistory> = {},
  timezone = 'Europe/Paris',
) =>
  calculateBurndown({
    artifactId: 1,
    timeframe,
    histories: new Map(Object.entries(histories).map(([id, history]) => [Number(id), history])),
    now: new Date(now),
    timezone,
  })

const days = (burndown: { points: readonly { at: Date }[] }) => burndown.points.map(point => point.at.toISOString())
const efforts = (burndown: { points: readonly { effort: number | null }[] }) =>
  burndown.points.map(({ effort }) => effort)

describe('the days of a burndown (§3.15)', () => {
  it('has d + 1 points on Monday to Friday, at 23:59:00 of the platform', () => {
    // Wednesday to the next Tuesday. In winter, Paris is one hour ahead of UTC.
    const burndown = chart({ startDay: '2024-01-10', duration: 4 }, '2024-02-01T12:00:00Z')
    expect(days(burndown)).toEqual(['10', '11', '12', '15', '16'].map(day => `2024-01-${day}T22:59:00.000Z`))
    expect(burndown.duration).toBe(4)
  })

  it('begins with the first opening day when it starts on a weekend', () => {
    const burndown = chart({ startDay: '2024-01-13', duration: 0 }, '2024-02-01T12:00:00Z')
    expect(days(burndown)).toEqual(['2024-01-15T22:59:00.000Z'])
  })

  it('ends with the end date, which gives the duration', () => {
    const burndown = chart({ startDay: '2024-01-10', endDay: '2024-01-21' }, '2024-02-01T12:00:00Z')
    expect(days(burndown)).toHaveLength(8)
    expect(burndown.duration).toBe(7)
  })

  it('has no point for future days, and today’s at 23:59:59', () => {
    const burndown = chart({ startDay: '2024-01-10', duration: 10 }, '2024-01-12T08:00:00Z')
    expect(days(burndown)).toEqual(['2024-01-10T22:59:00.000Z', '2024-01-11T22:59:00.000Z', '2024-01-12T22:59:59.000Z'])
  })

  it('takes today from the platform’s zone', () => {
    const timeframe = { startDay: '2024-01-10', duration: 10 }
    const now = '2024-01-11T23:30:00Z'
    expect(days(chart(timeframe, now)).at(-1)).toBe('2024-01-12T22:59:59.000Z')
    expect(days(chart(timeframe, now, {}, 'UTC')).at(-1)).toBe('2024-01-11T23:59:59.000Z')
    expect(days(chart(timeframe, now, {}, 'Pacific/Kiritimati')).at(-1)).toBe('2024-01-12T09:59:59.000Z')
  })

  it('shows today on a weekend inside the period too', () => {
    const burndown = chart({ startDay: '2024-01-12', duration: 3 }, '2024-01-14T08:00:00Z')
    expect(days(burndown)).toEqual(['2024-01-12T22:59:00.000Z', '2024-01-14T22:59:59.000Z'])
  })

  it('has no point before it starts', () => {
    expect(chart({ startDay: '2024-01-10', duration: 10 }, '2024-01-09T08:00:00Z').points).toEqual([])
  })

  it.each<[string, Timeframe]>([
    ['no start', { startDay: null, duration: 5 }],
    ['no duration', { startDay: '2024-01-10', duration: null }],
    ['a negative duration', { startDay: '2024-01-10', duration: -1 }],
    ['no end', { startDay: '2024-01-10', endDay: null }],
    ['an end before the start', { startDay: '2024-01-10', endDay: '2024-01-09' }],
  ])('has no points with %s', (_name, timeframe) => {
    expect(chart(timeframe, '2024-02-01T12:00:00Z').points).toEqual([])
  })

  it('ends somewhere with a start long ago and a duration without end', () => {
    const burndown = chart({ startDay: '0001-01-01', duration: 1e12 }, '2024-01-12T08:00:00Z')
    expect(burndown.points).toHaveLength(5001)
    expect(days(burndown).at(-1)).toBe('2024-01-12T22:59:59.000Z')
  })

  it('keeps 23:59 over a change of the clocks', () => {
    const burndown = chart({ startDay: '2024-03-29', duration: 1 }, '2024-05-01T12:00:00Z')
    expect(days(burndown)).toEqual(['2024-03-29T22:59:00.000Z', '2024-04-01T21:59:00.000Z'])
  })
})

describe('the effort of a burndown (§3.15)', () => {
  const timeframe = { startDay: '2024-01-08', duration: 4 }
  const later = '2024-02-01T12:00:00Z'

  it('is what the artifact had at the end of the day, null before it had any', () => {
    const burndown = chart(timeframe, later, {
      1: [state('2024-01-09T08:00:00Z', undefined), state('2024-01-10T08:00:00Z', 8), state('2024-01-11T22:59:01Z', 5)],
    })
    expect(efforts(burndown)).toEqual([null, null, 8, 8, 5])
  })

  it('counts the very second of the point', () => {
    const burndown = chart(timeframe, later, { 1: [state('2024-01-08T22:59:00Z', 8)] })
    expect(efforts(burndown)[0]).toBe(8)
  })

  it('sums links and values as they were then', () => {
    const burndown = chart(timeframe, later, {
      1: [
        state('2024-01-08T08:00:00Z', 'sum', [2]),
        state('2024-01-09T08:00:00Z', 'sum', [2, 3]),
        state('2024-01-11T08:00:00Z', 'sum', []),
      ],
      2: [state('2024-01-08T08:00:00Z', 3), state('2024-01-10T08:00:00Z', 0.1)],
      3: [state('2024-01-08T08:00:00Z', 'sum', [1, 4])],
      4: [state('2024-01-08T08:00:00Z', 0.2)],
    })
    expect(efforts(burndown)).toEqual([3, 3.2, 0.3, null, null])
  })

  it('takes the own manual value as long as there is one', () => {
    const burndown = chart(timeframe, later, {
      1: [
        state('2024-01-08T08:00:00Z', 'sum', [2]),
        state('2024-01-09T08:00:00Z', 40, [2]),
        state('2024-01-10T08:00:00Z', 'sum', [2]),
      ],
      2: [state('2024-01-08T08:00:00Z', 3)],
    })
    expect(efforts(burndown)).toEqual([3, 40, 3, 3, 3])
  })

  it('shows the present effort today', () => {
    const burndown = chart(timeframe, '2024-01-09T10:00:00Z', {
      1: [state('2024-01-08T08:00:00Z', 8), state('2024-01-09T09:59:00Z', 2)],
    })
    expect(efforts(burndown)).toEqual([8, 2])
  })
})

describe('loading the histories of a burndown', () => {
  it('follows every link that the artifact ever had, one level at a time', async () => {
    const all: Record<number, EffortHistory> = {
      1: [state('2024-01-01T00:00:00Z', 'sum', [2]), state('2024-01-02T00:00:00Z', 'sum', [3, 1])],
      2: [state('2024-01-01T00:00:00Z', 'sum', [4, 3])],
      3: [state('2024-01-01T00:00:00Z', 5, [6])],
      4: [state('2024-01-01T00:00:00Z', undefined, [7])],
    }
    const loads: number[][] = []
    const histories = await loadEffortHistories(1, ids => {
      loads.push([...ids])
      return Promise.resolve(new Map(ids.flatMap(id => (all[id] ? [[id, all[id]] as const] : []))))
    })
    expect(loads).toEqual([[1], [2, 3], [4]])
    expect([...histories.keys()]).toEqual([1, 2, 3, 4])
  })
})

describe('a burndown on the wire (§3.15)', () => {
  const dates = { isoDate: (moment: Date) => moment.toISOString(), isoDay: (day: string) => `${day}T00:00:00+01:00` }

  it('lists efforts without nulls beside the points', () => {
    const burndown = chart({ startDay: '2024-01-08', duration: 1 }, '2024-02-01T12:00:00Z', {
      1: [state('2024-01-09T08:00:00Z', 0)],
    })
    expect(representBurndown(burndown, 12, dates)).toEqual({
      start_date: '2024-01-08T00:00:00+01:00',
      duration: 1,
      capacity: 12,
      points: [0],
      is_under_calculation: false,
      opening_days: [1, 2, 3, 4, 5],
      points_with_date: [
        { date: '2024-01-08T22:59:00.000Z', remaining_effort: null },
        { date: '2024-01-09T22:59:00.000Z', remaining_effort: 0 },
      ],
    })
  })

  it('says null for what is not set', () => {
    const burndown = chart({ startDay: null, duration: 5 }, '2024-02-01T12:00:00Z')
    expect(representBurndown(burndown, null, dates)).toMatchObject({
      start_date: null,
      duration: 5,
      capacity: null,
      points: [],
    })
  })
})
