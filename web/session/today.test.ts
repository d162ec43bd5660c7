import { describe, expect, it } from 'vitest'
import { todayIn } from './today.ts'

describe('the present day', () => {
  const now = new Date('2026-11-27T23:30:00Z')
  const written = (date: Date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()]

  it('is that of the zone, whatever the device says', () => {
    expect(written(todayIn('Asia/Tokyo', now))).toEqual([2026, 11, 28])
    expect(written(todayIn('America/Lima', now))).toEqual([2026, 11, 27])
    expect(written(todayIn('Pacific/Kiritimati', new Date('2026-12-31T12:00:00Z')))).toEqual([2027, 1, 1])
  })

  it('is that of the device where the browser does not know the zone', () => {
    expect(todayIn('Mars/Olympus', now)).toEqual(now)
  })
})
