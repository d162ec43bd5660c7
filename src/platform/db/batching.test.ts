import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { batchCalls } from './batching.ts'

/** Runs that end when the test says so. */
const batchWith = (
  options: { maxItems?: number; extraRunFrom?: number; maxRuns?: number; delaysForGroup?: boolean } = {},
) => {
  const runs: { readonly items: readonly number[]; readonly end: (error?: Error) => void }[] = []
  const call = batchCalls<number, string>({
    maxItems: 100,
    ...options,
    run: items =>
      new Promise((resolve, reject) => {
        runs.push({ items, end: error => (error ? reject(error) : resolve(items.map(item => `<${item}>`))) })
      }),
  })
  return { call, runs, items: () => runs.map(run => run.items) }
}

describe('batched calls', () => {
  it('run at once when they come alone', async () => {
    const { call, runs, items } = batchWith()
    const answer = call(1)
    await turn()
    expect(items()).toEqual([[1]])
    runs[0]?.end()
    await expect(answer).resolves.toBe('<1>')
  })

  it('gather what arrives in one turn, and during a run, and give each caller its own result', async () => {
    const { call, runs, items } = batchWith()
    const first = [call(1), call(2)]
    await turn()
    const second = [call(3), call(4), call(5)]
    await turn()
    expect(items()).toEqual([[1, 2]])
    runs[0]?.end()
    await expect(Promise.all(first)).resolves.toEqual(['<1>', '<2>'])
    await turn()
    expect(items()).toEqual([
      [1, 2],
      [3, 4, 5],
    ])
    runs[1]?.end()
    await expect(Promise.all(second)).resolves.toEqual(['<3>', '<4>', '<5>'])
  })

  it('never put more items into a run than its maximum', async () => {
    const { call, runs, items } = batchWith({ maxItems: 2 })
    const answers = [1, 2, 3].map(call)
    await turn()
    runs[0]?.end()
    await turn()
    await turn()
    runs[1]?.end()
    await Promise.all(answers)
    expect(items()).toEqual([[1, 2], [3]])
  })

  it('start an extra run from a number of waiting calls, up to a maximum of runs', async () => {
    const { call, runs, items } = batchWith({ extraRunFrom: 2, maxRuns: 2 })
    const answers = [call(1)]
    await turn()
    answers.push(call(2))
    await turn()
    expect(items()).toEqual([[1]])
    answers.push(call(3))
    await turn()
    expect(items()).toEqual([[1], [2, 3]])
    answers.push(call(4), call(5), call(6))
    await turn()
    expect(items()).toHaveLength(2)
    for (const run of runs) run.end()
    await turn()
    await turn()
    runs[2]?.end()
    await expect(Promise.all(answers)).resolves.toHaveLength(6)
  })

  it('report the failure of a run to each of its callers, and go on with the next run', async () => {
    const { call, runs } = batchWith()
    const failing = [call(1), call(2)]
    const outcomes = Promise.allSettled(failing)
    await turn()
    const next = call(3)
    runs[0]?.end(new Error('no connection'))
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await turn()
    runs[1]?.end()
    await expect(next).resolves.toBe('<3>')
  })
})

describe('the commit delay', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  /** A run of `answered` clients that took 2 ms has ended. */
  const afterRunOf = async (answered: number) => {
    const setting = batchWith({ delaysForGroup: true })
    const answers = Array.from({ length: answered }, (_, index) => setting.call(-1 - index))
    await turn()
    vi.advanceTimersByTime(2)
    setting.runs[0]?.end()
    await Promise.all(answers)
    return { ...setting, later: () => setting.items().slice(1) }
  }

  it('ends when all answered clients are back', async () => {
    const { call, later } = await afterRunOf(4)
    for (const item of [1, 2, 3]) void call(item)
    await turn()
    expect(later()).toEqual([])
    void call(4)
    await turn()
    expect(later()).toEqual([[1, 2, 3, 4]])
  })

  it('waits for the clients that came meanwhile and those that were answered', async () => {
    const { call, runs, items } = batchWith({ delaysForGroup: true })
    const first = [call(1), call(2)]
    await turn()
    for (const item of [3, 4]) void call(item)
    vi.advanceTimersByTime(2)
    runs[0]?.end()
    await Promise.all(first)
    await turn()
    expect(items()).toEqual([[1, 2]])
    for (const item of [5, 6]) void call(item)
    await turn()
    expect(items()).toEqual([
      [1, 2],
      [3, 4, 5, 6],
    ])
  })

  it('is no longer than the run took', async () => {
    const { call, later } = await afterRunOf(4)
    void call(1)
    vi.advanceTimersByTime(1)
    await turn()
    expect(later()).toEqual([])
    vi.advanceTimersByTime(1)
    await turn()
    expect(later()).toEqual([[1]])
  })

  it.each([3, 13])('does not wait for %i clients', async answered => {
    const { call, later } = await afterRunOf(answered)
    void call(1)
    await turn()
    expect(later()).toEqual([[1]])
  })

  it('happens less often if no client comes back', async () => {
    const { call, runs, items } = batchWith({ delaysForGroup: true })
    /** Whether a single call after a run of four waits. */
    const waits = async (): Promise<boolean> => {
      const answers = [1, 2, 3, 4].map(call)
      await turn()
      vi.advanceTimersByTime(2)
      runs.at(-1)?.end()
      await Promise.all(answers)
      const before = items().length
      const single = call(5)
      await turn()
      const waited = items().length === before
      vi.advanceTimersByTime(2)
      await turn()
      runs.at(-1)?.end()
      await single
      return waited
    }
    const seen: boolean[] = []
    for (let round = 0; round < 7; round++) seen.push(await waits())
    expect(seen).toEqual([true, false, true, false, false, false, true])
  })
})
