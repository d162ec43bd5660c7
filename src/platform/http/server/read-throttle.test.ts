import type { Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createReadThrottle } from './read-throttle.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** For how long each of `count` connections, all refused in one turn, is not read. */
const pausesOf = async (count: number): Promise<number[]> => {
  const { pauseReading, wasJustResumed } = createReadThrottle()
  const pausedAt = new Map<number, number>()
  const pauses: number[] = []
  const sockets: Pick<Socket, 'pause' | 'resume'>[] = []
  for (let number = 0; number < count; number++) {
    const socket = {
      pause() {
        pausedAt.set(number, performance.now())
        return this as never
      },
      resume() {
        pauses.push(performance.now() - (pausedAt.get(number) ?? Number.NaN))
        expect(wasJustResumed(socket)).toBe(true)
        return this as never
      },
    }
    sockets.push(socket)
    pauseReading(socket)
    expect(wasJustResumed(socket)).toBe(false)
  }
  expect(pausedAt.size).toBe(count)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(vi.getTimerCount()).toBe(0)
  for (const socket of sockets) expect(wasJustResumed(socket)).toBe(false)
  return pauses
}

it.each([
  [1, 250],
  [900, 250],
  [2_000, 500],
  [20_000, 1_000],
])('%i connections are paused for %i ms', async (count, expected) => {
  const pauses = await pausesOf(count)
  expect(pauses).toHaveLength(count)
  for (const pause of [Math.min(...pauses), Math.max(...pauses)]) {
    expect(pause).toBeGreaterThanOrEqual(expected)
    expect(pause).toBeLessThanOrEqual(expected + 50)
  }
})
