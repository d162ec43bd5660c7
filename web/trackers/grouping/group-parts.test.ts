import { describe, expect, it } from 'vitest'
import { lastDay } from './group-parts.ts'

describe('groups of dates', () => {
  it('end with the last day of their period', () => {
    expect(['day', 'week', 'month', 'year'].map(unit => lastDay('2026-02-02', unit))).toEqual([
      '2026-02-02',
      '2026-02-08',
      '2026-02-28',
      '2026-12-31',
    ])
  })
})
