import type { TraceCaller, Tracing } from '../tracing/tracing.ts'
import { createCommitDelay } from './commit-delay.ts'

/**
 * Batches calls whose work costs less in one run. Calls that arrive in one turn of the event loop, or during a run, go into one run. A
 * single call runs at once when no run is under way, unless a commit delay is active.
 *
 * A run starts after each of its calls: a caller therefore sees everything that was committed before its call.
 */
export const batchCalls = <Item, Result>(options: {
  /** Returns results in the order of the items. If it fails, all callers of the run fail. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Maximum items of a run. */
  readonly maxItems: number
  /** From this number of waiting items on, an extra run starts beside the current one. Default: all items wait. */
  readonly extraRunFrom?: number
  /** Maximum runs at the same time. */
  readonly maxRuns?: number
  /** A run waits a moment for the clients that the run before it answered. Default: no delay. */
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
    // `setImmediate` runs after the callbacks of all sockets that are readable now: their requests go into one run.
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
