import type * as crypto from 'node:crypto'
import { setTimeout as look } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { silence } from './thread-pool.ts'

// Time and pool by hand: a tick of the clock is a look of `silence`, and a task of the pool ends after a number of looks.
const { pool, tick } = vi.hoisted(() => {
  const pool = { looks: 0, looksOfATask: 1 }
  const waiting: { at: number; end: () => void }[] = []
  const tick = () => {
    pool.looks++
    for (const { at, end } of waiting) if (at === pool.looks) end()
    return Promise.resolve()
  }
  return { pool: Object.assign(pool, { waiting }), tick }
})
vi.mock('node:timers/promises', () => ({ setTimeout: tick }))
vi.mock('node:crypto', async original => ({
  ...(await original<typeof crypto>()),
  randomFill: (_bytes: unknown, end: () => void) => void pool.waiting.push({ at: pool.looks + pool.looksOfATask, end }),
}))

/** The look at which `silence` gives up work that ends at look 40. */
const looksUntilSilence = async (looksOfATask: number): Promise<number> => {
  Object.assign(pool, { looks: 0, looksOfATask })
  pool.waiting.length = 0
  const work = Promise.withResolvers<void>()
  pool.waiting.push({ at: 40, end: work.resolve })
  await silence(work.promise, 500)
  return pool.looks
}

it('counts the time in which tasks of the pool end at once', async () => {
  expect(look).toBe(tick)
  expect(await looksUntilSilence(1)).toBe(5)
})

it('does not count the time in which tasks of the pool wait for a thread and get it', async () => {
  expect(await looksUntilSilence(2)).toBe(40)
  expect(await looksUntilSilence(7)).toBe(40)
})

it('stops waiting if the pool starts nothing any more', async () => {
  expect(await looksUntilSilence(1_000)).toBe(20)
})
