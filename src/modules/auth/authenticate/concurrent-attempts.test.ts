import { describe, expect, it } from 'vitest'
import { concurrentAttempts } from './concurrent-attempts.ts'

/** Starts attempts that run until the test ends them, and returns the statuses of the refused ones. */
const attempter = (most = 100) => {
  const attempts = concurrentAttempts(most)
  const ends: (() => void)[] = []
  const refused: number[] = []
  const begin = async (account: string, address: string): Promise<void> => {
    void attempts
      .run(account, address, () => new Promise<void>(resolve => ends.push(resolve)))
      .catch((error: unknown) => refused.push((error as { status: number }).status))
    await Promise.resolve()
  }
  const times = async (count: number, names: (index: number) => readonly [string, string]): Promise<void> => {
    for (let index = 0; index < count; index++) await begin(...names(index))
    await new Promise(setImmediate)
  }
  return { times, ends, refused }
}

describe('attempts to sign in at the same time (auth.md §5)', () => {
  it('are limited for one account from one address; further attempts are refused at once', async () => {
    const { times, ends, refused } = attempter()
    await times(64, () => ['mia', 'a'])
    expect([ends.length, refused.length, new Set(refused)]).toEqual([4, 60, new Set([429])])
    ends[0]?.()
    await times(2, () => ['mia', 'a'])
    expect([ends.length, refused.length]).toEqual([5, 61])
  })

  it('leave room for the owner at another address', async () => {
    const { times, ends, refused } = attempter()
    await times(64, () => ['mia', 'a'])
    await times(1, () => ['mia', 'b'])
    expect([ends.length, refused.length]).toEqual([5, 60])
    await times(64, index => ['mia', `c${index}`])
    expect(ends.length).toBe(16)
  })

  it('are limited for an address with many names, and for all together', async () => {
    const { times, ends, refused } = attempter(40)
    await times(64, index => [`account ${index}`, 'a'])
    expect([ends.length, new Set(refused)]).toEqual([32, new Set([429])])
    await times(64, index => [`account ${index}`, `address ${index}`])
    expect([ends.length, refused.at(-1)]).toEqual([40, 503])
  })
})
