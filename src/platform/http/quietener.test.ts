import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { quietener } from './quietener.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** How long each of so many connections, all refused in one turn, is not read from. */
const pausesOf = async (count: number): Promise<number[]> => {
  const quieten = quietener()
  const pausedAt = new Map<number, number>()
  const pauses: number[] = []
  for (let number = 0; number < count; number++) {
    quieten({
      pause() {
        pausedAt.set(number, performance.now())
        return this as never
      },
      resume() {
        pauses.push(performance.now() - (pausedAt.get(number) ?? Number.NaN))
        return this as never
      },
    })
  }
  expect(pausedAt.size).toBe(count)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(vi.getTimerCount()).toBe(0)
  return pauses
}

it.each([
  [1, 250],
  [900, 250],
  [2_000, 500],
  [20_000, 1_000],
])('%i connections are quiet for %i ms', async (count, expected) => {
  const pauses = await pausesOf(count)
  expect(pauses).toHaveLength(count)
  for (const pause of [Math.min(...pauses), Math.max(...pauses)]) {
    expect(pause).toBeGreaterThanOrEqual(expected)
    expect(pause).toBeLessThanOrEqual(expected + 50)
  }
})
