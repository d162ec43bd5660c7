import { ServiceUnavailable, TooManyRequests } from '../../../platform/errors.ts'

/** Places for open streams and waiting readers: of the process, and of each account or address. */
export interface StreamLimits {
  /** Takes a place and returns how to give it back; throws 429 or 503 if there is none. */
  take(caller: string): () => void
  readonly open: () => number
  close(): void
}

/** Streams of one account, or of one address without a sign-in, in one process. */
export const MAX_STREAMS_OF_CALLER = 20
const RETRY_SECONDS = 10

export const createStreamLimits = (max: number): StreamLimits => {
  const byCaller = new Map<string, number>()
  let open = 0
  let isClosed = false
  const headers = { 'Retry-After': String(RETRY_SECONDS) }
  return {
    take: caller => {
      const own = byCaller.get(caller) ?? 0
      if (own >= MAX_STREAMS_OF_CALLER)
        throw new TooManyRequests(`There are ${own} open streams of this caller: close one of them first`, {
          reason: 'limit.calls',
          limit: MAX_STREAMS_OF_CALLER,
          headers,
        })
      if (isClosed || open >= max)
        throw new ServiceUnavailable('The server has no room for another stream', { reason: 'limit.busy', headers })
      byCaller.set(caller, own + 1)
      open++
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        open--
        const left = (byCaller.get(caller) ?? 1) - 1
        if (left > 0) byCaller.set(caller, left)
        else byCaller.delete(caller)
      }
    },
    open: () => open,
    close: () => {
      isClosed = true
    },
  }
}
