import { describe, expect, it } from 'vitest'
import { isoDates } from './iso-dates.ts'

describe('dates of answers (http.md §4.1)', () => {
  it.each([
    ['Europe/Paris', '2024-03-13T09:20:30Z', '2024-03-13T10:20:30+01:00'],
    ['Europe/Paris', '2024-07-13T09:20:30.999Z', '2024-07-13T11:20:30+02:00'],
    ['UTC', '2024-03-13T09:20:30Z', '2024-03-13T09:20:30+00:00'],
    ['America/St_Johns', '2024-01-01T00:00:00Z', '2023-12-31T20:30:00-03:30'],
    ['Asia/Kathmandu', '2024-01-01T00:00:00Z', '2024-01-01T05:45:00+05:45'],
  ])('in %s: %s is %s', (timezone, at, written) => {
    expect(isoDates(timezone).isoDate(new Date(at))).toBe(written)
  })

  it('changes the offset in the very minute in which the zone does', () => {
    const paris = isoDates('Europe/Paris')
    expect(paris.isoDate(new Date('2024-03-31T00:59:59Z'))).toBe('2024-03-31T01:59:59+01:00')
    expect(paris.isoDate(new Date('2024-03-31T01:00:00Z'))).toBe('2024-03-31T03:00:00+02:00')
  })

  it.each([
    ['Europe/Paris', '2024-07-13', '2024-07-13T00:00:00+02:00'],
    ['America/New_York', '2024-01-05', '2024-01-05T00:00:00-05:00'],
    ['Pacific/Apia', '1999-12-31', '1999-12-31T00:00:00-11:00'],
    ['Europe/Paris', '1905-05-05', '1905-05-05T00:00:00+00:09'],
  ])('a day in %s: %s begins at %s', (timezone, day, written) => {
    expect(isoDates(timezone).isoDay(day)).toBe(written)
  })

  it('tells the calendar day of a moment', () => {
    expect(isoDates('Asia/Tokyo').dayOf(new Date('2024-03-13T20:00:00Z'))).toBe('2024-03-14')
    expect(isoDates('America/Los_Angeles').dayOf(new Date('2024-03-13T06:00:00Z'))).toBe('2024-03-12')
  })
})
