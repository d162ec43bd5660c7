import { expect, it } from 'vitest'
import { WriteConflict, retryOnWriteConflict } from './commit.ts'

it('a write that others overtake again and again ends, and says so', { timeout: 60_000 }, async () => {
  let tries = 0
  const overtaken = retryOnWriteConflict(() => {
    tries++
    return Promise.reject(new WriteConflict())
  })
  await expect(overtaken).rejects.toMatchObject({ status: 503, details: { reason: 'write.overtaken' } })
  expect(tries).toBeGreaterThan(100)
})
