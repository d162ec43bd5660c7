import type { Fetch } from './http-client.ts'

export interface RepeatOptions {
  /** How often a request is sent again at most. */
  readonly retries: number
  /** Waits between two attempts; tests pass one that does not wait. */
  readonly sleep?: (milliseconds: number, signal: AbortSignal) => Promise<void>
}

export const REPEATABLE_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504])
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const LONGEST_WAIT = 60_000

/**
 * A `fetch` that sends a request again after 429, 502, 503, 504 or a lost connection. It waits as long as `Retry-After` says, otherwise
 * twice as long each time. A write is only repeated if it carries `Idempotency-Key` or `If-Match`: otherwise it could happen twice.
 */
export const repeatingFetch = (fetch: Fetch, { retries, sleep = wait }: RepeatOptions): Fetch => {
  const attempt = async (request: Request, number: number): Promise<Response> => {
    const mayRepeat = number < retries && isRepeatable(request)
    try {
      // A body can be read once, so each attempt but the last sends a copy.
      const response = await fetch(mayRepeat ? request.clone() : request)
      if (!mayRepeat || !REPEATABLE_STATUSES.has(response.status)) return response
      await response.body?.cancel()
      await sleep(retryAfter(response) ?? backoff(number), request.signal)
    } catch (error) {
      if (!mayRepeat || request.signal.aborted) throw error
      await sleep(backoff(number), request.signal)
    }
    return attempt(request, number + 1)
  }
  return request => attempt(request, 0)
}

const isRepeatable = ({ method, headers }: Request): boolean =>
  SAFE_METHODS.has(method) || headers.has('Idempotency-Key') || headers.has('If-Match')

/** Milliseconds before an attempt. Half of the time is random, so that many clients do not come back at the same moment. */
export const backoff = (number: number, first = 200): number =>
  Math.min(first * 2 ** number, LONGEST_WAIT) * (0.5 + Math.random() / 2)

/** Milliseconds; the header holds seconds or a date. */
const retryAfter = ({ headers }: Response): number | undefined => {
  const value = headers.get('Retry-After')
  if (!value) return undefined
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(milliseconds) ? undefined : Math.min(Math.max(milliseconds, 0), LONGEST_WAIT)
}

const wait = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop, { once: true })
  })
