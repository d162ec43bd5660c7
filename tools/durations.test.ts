import { expect, it } from 'vitest'
import { Durations } from './durations.ts'

it('tells percentiles and the longest of durations', () => {
  const durations = new Durations()
  expect([durations.count, durations.percentile(50), durations.max]).toEqual([0, Number.NaN, Number.NaN])
  for (let milliseconds = 100; milliseconds >= 1; milliseconds--) durations.add(milliseconds)
  durations.add(0)
  durations.add(2_500)
  expect(durations.count).toBe(102)
  expect(durations.percentile(50)).toBeCloseTo(50, 0)
  expect(durations.percentile(99)).toBeCloseTo(100, 0)
  expect(Math.abs(durations.max - 2_500)).toBeLessThan(3)
})
