import { setTimeout as sleep } from 'node:timers/promises'
import { ClientClosedRequest } from '../errors.ts'
import { QUERY_CANCELED, sqlState } from './sql-state.ts'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 2_000

/**
 * Asks for as long as somebody waits for it: when `signal` is aborted, what the database does for it is broken off by `cancel`, and
 * `ClientClosedRequest` is thrown. `cancel` must not hit what is asked for others.
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
  // Again and again: between two statements there is nothing to break off.
  const cancelRepeatedly = async (): Promise<void> => {
    for (let pause = FIRST_PAUSE_MS; !over.signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      await cancel()
      await sleep(pause, undefined, { signal: over.signal })
    }
  }
  const onAbort = (): void => {
    // Without a connection for it, the work goes on to its end.
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
    // Before the connection is another's.
    await cancelling
  }
}
