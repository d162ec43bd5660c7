import { setTimeout as sleep } from 'node:timers/promises'
import { ClientClosedRequest } from '../errors.ts'
import { QUERY_CANCELED, sqlState } from './sql-state.ts'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 2_000

/**
 * Runs `work` as long as its client waits. When `signal` is aborted, `cancel` breaks off the statement, and the call throws
 * `ClientClosedRequest`. `cancel` must not hit the statement of another client.
 */
export const cancelOnAbort = async <T>(
  cancel: () => Promise<void>,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> => {
  if (!signal) return work()
  if (signal.aborted) throw new ClientClosedRequest()
  const over = new AbortController()
  let cancelling: Promise<void> | undefined
  // Repeats, since between two statements nothing can be cancelled.
  const cancelRepeatedly = async (): Promise<void> => {
    for (let pause = FIRST_PAUSE_MS; !over.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      await cancel()
      await sleep(pause, undefined, { signal: over.signal })
    }
  }
  const onAbort = (): void => {
    // If no connection for the cancellation is free, the work runs to its end.
    cancelling = cancelRepeatedly().catch(() => undefined)
  }
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await work()
  } catch (error) {
    throw signal.aborted && sqlState(error) === QUERY_CANCELED ? new ClientClosedRequest() : error
  } finally {
    signal.removeEventListener('abort', onAbort)
    over.abort()
    // Waits for the cancellation before the connection goes back to the pool.
    await cancelling
  }
}
