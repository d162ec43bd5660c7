import { expect, it, vi } from 'vitest'
import { workInBackground } from './background-work.ts'
import { createLog } from './log.ts'

const log = createLog('silent')

/** Background work that records its starts and stops, with an obstacle that the test sets. */
const scene = async (first?: string) => {
  const events: string[] = []
  const at: { failures: number; obstacle: () => Promise<string | undefined> } = {
    failures: 0,
    obstacle: async () => first,
  }
  const background = await workInBackground({
    start: async () => {
      if (at.failures > 0) throw new Error(`${at.failures--} more times`)
      events.push('start')
      return { stop: async () => void events.push('stop') }
    },
    obstacle: () => at.obstacle(),
    log,
    checkMs: 2,
  })
  return { events, at, background }
}

it('works until an obstacle appears, and again when the obstacle is gone', async () => {
  const { events, at, background } = await scene()
  expect(events).toEqual(['start'])
  at.obstacle = async () => 'the database is newer'
  await vi.waitFor(() => expect(events).toEqual(['start', 'stop']), 10_000)
  at.obstacle = async () => undefined
  await vi.waitFor(() => expect(events).toEqual(['start', 'stop', 'start']), 10_000)
  await background.stop()
  expect(events).toEqual(['start', 'stop', 'start', 'stop'])
})

it('begins nothing while an obstacle exists from the start', async () => {
  const { events, background } = await scene('the folder is another one')
  await background.stop()
  expect(events).toEqual([])
})

it('tries again when it could not be started later on', async () => {
  const { events, at, background } = await scene('the folder is another one')
  at.failures = 3
  at.obstacle = async () => undefined
  await vi.waitFor(() => expect(events).toEqual(['start']), 10_000)
  expect(at.failures).toBe(0)
  await background.stop()
})

it('stays as it was while the obstacle cannot be determined', async () => {
  const { events, at, background } = await scene()
  let looks = 0
  at.obstacle = async () => {
    looks++
    throw new Error('the database is away')
  }
  await vi.waitFor(() => expect(looks).toBeGreaterThan(2), 10_000)
  expect(events).toEqual(['start'])
  await background.stop()
  expect(events).toEqual(['start', 'stop'])
})
