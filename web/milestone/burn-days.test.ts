import { describe, expect, it } from 'vitest'
import { burnDays, forecastOf, idealOf } from './burn-days.ts'

const NOW = new Date('2026-03-10T09:00:00Z')
const point = (date: string, value: number | null) => ({ date, values: [value] })
const said = (days: ReturnType<typeof burnDays>) =>
  days.map(({ day, isToday, values }) => `${day.slice(8)}${isToday ? '!' : ''} ${values[0] ?? '-'}`)

describe('the days of a burndown', () => {
  it('are all opening days of the period, the coming ones without a value', () => {
    const points = [point('2026-03-05T23:59:00+00:00', 8), point('2026-03-06T23:59:00+00:00', null)]
    const all = [...points, point('2026-03-09T23:59:00+00:00', 5), point('2026-03-10T23:59:59+00:00', 4)]
    const days = burnDays('2026-03-05T00:00:00+00:00', 5, all, NOW)
    expect(said(days)).toEqual(['05 8', '06 -', '09 5', '10! 4', '11 -', '12 -'])
    expect(idealOf(days, 12, 0)).toEqual([10, 8, 6, 4, 2, 0])
  })

  it('begin on Monday after a start on a weekend, and may be all to come', () => {
    expect(said(burnDays('2026-03-14T00:00:00+00:00', 1, [], NOW))).toEqual(['16 -', '17 -'])
  })

  it.each(['+14:00', '+01:00', '-10:00'])('are those of the platform, whatever the zone of the reader: %s', offset => {
    // The platform is in Paris: its days end at 22:59 UTC, and from 29 March at 21:59.
    const ends = ['2026-03-27T22:59:00Z', '2026-03-30T21:59:00Z', '2026-03-31T21:59:00Z']
    const hours = Number(offset.slice(0, 3))
    const written = (at: string) => new Date(Date.parse(at) + hours * 3_600_000).toISOString().slice(0, 19) + offset
    const points = ends.map((at, index) => point(written(at), index))
    const days = burnDays(`2026-03-27T00:00:00${offset}`, 3, points, new Date('2026-03-31T09:00:00Z'))
    expect(said(days)).toEqual(['27 0', '30 1', '31! 2', '01 -'])
  })

  it('have a point for today on a weekend', () => {
    const points = [point('2026-03-06T23:59:00+00:00', 8), point('2026-03-07T23:59:59+00:00', 7)]
    const days = burnDays('2026-03-06T00:00:00+00:00', 1, points, new Date('2026-03-07T12:00:00Z'))
    expect(said(days)).toEqual(['06 8', '07! 7', '09 -'])
    expect(idealOf(days, 4, 0)).toEqual([2, 2, 0])
  })
})

describe('the forecast', () => {
  const days = (...values: (number | undefined)[]) =>
    values.map((value, index) => ({ day: `${index}`, isWeekend: false, isToday: false, values: [value] }))
  it('goes on at the pace so far', () => {
    expect(forecastOf(days(2, 4, undefined, undefined), 0)).toBe(8)
  })
  it('is not there before the second day, and not at the end', () => {
    expect(forecastOf(days(2, undefined), 0)).toBeUndefined()
    expect(forecastOf(days(2, 4), 0)).toBeUndefined()
  })
})
