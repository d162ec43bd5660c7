import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ConcurrencyLimiter, overloaded } from './concurrency-limiter.ts'

const LONG_WAIT = 60_000

/** Waits at the limiter and records the result. */
const asker = (limiter: ConcurrencyLimiter) => {
  const said: string[] = []
  return {
    said,
    ask: (name: string) =>
      limiter.tryAcquire()
        ? said.push(`${name} at once`)
        : limiter.wait(
            () => said.push(`${name} later`),
            () => said.push(`${name} refused`),
          ),
  }
}

describe('a concurrency limiter', () => {
  it('starts as many as may work, lets others wait their turn, and refuses the rest at once', () => {
    const limiter = new ConcurrencyLimiter({ inWork: 2, waiting: 2, waitMs: LONG_WAIT })
    const { said, ask } = asker(limiter)
    for (const name of ['a', 'b', 'c', 'd', 'e']) ask(name)
    expect(said).toEqual(['a at once', 'b at once', 'e refused'])
    expect(limiter.isFull).toBe(true)
    limiter.release()
    limiter.release()
    expect(said.slice(3)).toEqual(['c later', 'd later'])
    limiter.release()
    ask('f')
    expect(said.at(-1)).toBe('f at once')
    expect([limiter.inWork, limiter.waiting, limiter.refused, limiter.isFull]).toEqual([2, 0, 1, false])
  })

  it('starts waiting callers in order', () => {
    const limiter = new ConcurrencyLimiter({ inWork: 1, waiting: 1, waitMs: LONG_WAIT })
    const { said, ask } = asker(limiter)
    ask('a')
    limiter.wait(
      () => {
        ask('late')
        said.push('b later')
      },
      () => undefined,
    )
    limiter.release()
    expect(said).toEqual(['a at once', 'b later'])
  })

  it('refuses a caller that waits too long, and goes on', async () => {
    const limiter = new ConcurrencyLimiter({ inWork: 1, waiting: 5, waitMs: 20 })
    const { said, ask } = asker(limiter)
    ask('a')
    ask('b')
    while (!said.includes('b refused')) await sleep(5)
    ask('c')
    limiter.release()
    expect(said).toEqual(['a at once', 'b refused', 'c later'])
  })

  it('lets no caller wait under strain', () => {
    let isStrained = true
    const limiter = new ConcurrencyLimiter({ inWork: 1, waiting: 5, waitMs: LONG_WAIT }, () => isStrained)
    const { said, ask } = asker(limiter)
    for (const name of ['a', 'b']) ask(name)
    expect(limiter.isFull).toBe(true)
    isStrained = false
    ask('c')
    expect(said).toEqual(['a at once', 'b refused'])
    expect([limiter.isFull, limiter.waiting]).toEqual([false, 1])
    limiter.release()
    expect(said.at(-1)).toBe('c later')
  })

  it('runs work, and starts the next when it fails', async () => {
    const limiter = new ConcurrencyLimiter({ inWork: 1, waiting: 0, waitMs: LONG_WAIT })
    const failing = limiter.run(() => sleep(1).then(() => Promise.reject(new Error('broken'))))
    await expect(limiter.run(() => Promise.resolve(1))).rejects.toBe(overloaded)
    await expect(failing).rejects.toThrow('broken')
    await expect(limiter.run(() => Promise.resolve(2))).resolves.toBe(2)
  })
})
