import { describe, expect, it } from 'vitest'
import { todayOf, writtenDate } from './written-date.ts'

describe('a date of the API on a page', () => {
  it.each([
    ['2026-03-03T05:30:00+09:00', '03/03/2026, 05:30', '+09:00'],
    ['2026-03-02T15:30:00-05:00', '02/03/2026, 15:30', '-05:00'],
    ['2026-03-02T20:30:00+00:00', '02/03/2026, 20:30', '+00:00'],
  ])('has the day and the time that %s says', (value, shown, offset) => {
    const written = writtenDate(value)
    const format = new Intl.DateTimeFormat('en-GB', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: written?.timeZone,
    })
    expect([format.format(written?.date), written?.offset]).toEqual([shown, offset])
  })

  it('without offset is one of the device', () => {
    const value = '2026-03-02T20:30:00.000Z'
    expect(writtenDate(value)).toEqual({ date: new Date(value), timeZone: undefined, offset: undefined })
    expect(writtenDate('soon')).toBeUndefined()
  })

  it('is compared with the present day of its own zone', () => {
    const now = Date.parse('2026-03-02T20:30:00Z')
    const days = ['+09:00', '+00:00', '-21:00'].map(offset => todayOf(`2026-01-01T00:00:00${offset}`, now))
    expect(days).toEqual(['2026-03-03', '2026-03-02', '2026-03-01'])
  })
})
