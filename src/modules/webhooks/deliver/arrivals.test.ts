import { expect, it } from 'vitest'
import { createArrivals } from './arrivals.ts'

const LONG_MS = 60_000
const never = new AbortController().signal

it('an arrival ends a wait, also one that came before it, but only once', async () => {
  const arrivals = createArrivals()
  const waiting = arrivals.wait(LONG_MS, never)
  arrivals.note()
  await waiting
  arrivals.note()
  await arrivals.wait(LONG_MS, never)
  let isOver = false
  const third = arrivals.wait(20, never).then(() => (isOver = true))
  await Promise.resolve()
  expect(isOver).toBe(false)
  await third
})

it('a wait ends when the server stops', async () => {
  await expect(createArrivals().wait(LONG_MS, AbortSignal.abort())).resolves.toBeUndefined()
})
