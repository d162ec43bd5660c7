import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EVERY_MS, MOST_MS, startPolling } from './poll.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const poll = (ask: () => Promise<void>) => {
  let isVisible = true
  const calls = vi.fn(ask)
  const { stop, onVisibility } = startPolling({ ask: calls, isVisible: () => isVisible })
  return {
    calls,
    stop,
    show: (next: boolean) => {
      isVisible = next
      onVisibility()
    },
  }
}

it('asks every 30 seconds while the page is visible', async () => {
  const { calls, stop } = poll(() => Promise.resolve())
  await vi.advanceTimersByTimeAsync(EVERY_MS * 3 + 1)
  expect(calls).toHaveBeenCalledTimes(3)
  stop()
  await vi.advanceTimersByTimeAsync(EVERY_MS * 3)
  expect(calls).toHaveBeenCalledTimes(3)
})

it('asks nothing while the page is hidden, and at once when it is visible again', async () => {
  const { calls, show } = poll(() => Promise.resolve())
  show(false)
  await vi.advanceTimersByTimeAsync(EVERY_MS * 4)
  expect(calls).toHaveBeenCalledTimes(0)
  show(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toHaveBeenCalledTimes(1)
})

it('asks less often while the server refuses, every two minutes at least', async () => {
  const { calls, show } = poll(() => Promise.reject(new Error('429')))
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect(calls).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect(calls).toHaveBeenCalledTimes(1)
  // Neither does switching windows back and forth.
  show(false)
  show(true)
  expect(calls).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(EVERY_MS)
  expect(calls).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(MOST_MS)
  await vi.advanceTimersByTimeAsync(MOST_MS)
  expect(calls).toHaveBeenCalledTimes(4)
})
