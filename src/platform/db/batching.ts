import type { TraceCaller, Tracing } from '../tracing/tracing.ts'
import { createCommitDelay } from './commit-delay.ts'

/**
 * Does for several callers at once what costs less together: what arrives in one turn of the event loop, or while a run is under
 * way, goes into one run. A call that comes alone while nothing runs is run alone and at once, except where those who were just answered are
 * awaited.
 *
 * A run starts after each of its calls, never before: who asks is told what was committed before the question.
 */
export const batchCalls = <Item, Result>(options: {
  /** Results in the order of the items. When it fails, all of its callers fail. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Items of one run at most. */
  readonly maxItems: number
  /** So many that wait do not wait for the run that is under way: they get one beside it. Default: all wait. */
  readonly extraRunFrom?: number
  /** Runs at the same time at most. */
  readonly maxRuns?: number
  /** A run waits a moment for those who were answered by the one before. Default: it does not. */
  readonly delaysForGroup?: boolean
  readonly tracing?: Tracing | undefined
}): ((item: Item) => Promise<Result>) => {
  interface Call {
    readonly item: Item
    readonly resolve: (result: Result) => void
    readonly reject: (error: unknown) => void
    readonly caller: TraceCaller | undefined
  }
  const {
    tracing,
    maxItems,
    extraRunFrom = Number.POSITIVE_INFINITY,
    maxRuns = Number.POSITIVE_INFINITY,
    delaysForGroup,
  } = options
  const waiting: Call[] = []
  const run = (calls: readonly Call[]): Promise<readonly Result[]> => {
    const items = calls.map(call => call.item)
    if (!tracing) return options.run(items)
    return tracing.batch(
      calls.map(call => call.caller),
      () => options.run(items),
    )
  }
  let runs = 0
  let isScheduled = false
  const commitDelay = delaysForGroup ? createCommitDelay(() => schedule()) : undefined

  const schedule = (): void => {
    if (isScheduled || waiting.length === 0 || commitDelay?.isWaitingForMore(waiting.length)) return
    if (runs > 0 && (runs >= maxRuns || waiting.length < extraRunFrom)) return
    isScheduled = true
    // After the callbacks of all sockets that are readable now: their requests go together.
    setImmediate(start)
  }

  const start = (): void => {
    isScheduled = false
    commitDelay?.end()
    const calls = waiting.splice(0, maxItems)
    runs++
    void finish(calls)
    schedule()
  }

  const finish = async (calls: readonly Call[]): Promise<void> => {
    const startedAt = performance.now()
    try {
      const results = await run(calls)
      if (results.length !== calls.length) throw new Error(`${calls.length} items, ${results.length} results`)
      calls.forEach((call, index) => call.resolve(results[index] as Result))
    } catch (error) {
      for (const call of calls) call.reject(error)
    } finally {
      runs--
      if (runs === 0 && !isScheduled) commitDelay?.begin(calls.length, waiting.length, performance.now() - startedAt)
      schedule()
    }
  }

  return item =>
    new Promise<Result>((resolve, reject) => {
      waiting.push({ item, resolve, reject, caller: tracing?.caller() })
      schedule()
    })
}
