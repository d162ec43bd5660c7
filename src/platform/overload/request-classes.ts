import { ConcurrencyLimiter, type ConcurrencyLimits } from './concurrency-limiter.ts'
import { watchEventLoopLag } from './event-loop-lag.ts'

/**
 * Requests by how long they take, so that no kind stands in the way of another. `work`: what is answered soon. `streams`: answers
 * that are made while the client takes them. `long`: contents and repositories, which take what the line takes. `plain`: the little
 * outside the API that asks the database. What is in none of them, the pages and `/health`, is cheap and always let in.
 */
export const REQUEST_CLASSES = ['work', 'streams', 'long', 'plain'] as const
export type RequestClass = (typeof REQUEST_CLASSES)[number]

export interface RequestClasses extends Readonly<Record<RequestClass, ConcurrencyLimiter>> {
  readonly lagMs: () => number
  close(): void
}

const STREAMS: ConcurrencyLimits = { inWork: 32, waiting: 32, waitMs: 1_000 }
const PLAIN: ConcurrencyLimits = { inWork: 64, waiting: 128, waitMs: 1_000 }
const LONG: ConcurrencyLimits = { inWork: 256, waiting: 256, waitMs: 5_000 }

export const openRequestClasses = (work: ConcurrencyLimits): RequestClasses => {
  const lag = watchEventLoopLag()
  return {
    work: new ConcurrencyLimiter(work, lag.isLagging),
    streams: new ConcurrencyLimiter(STREAMS),
    long: new ConcurrencyLimiter(LONG),
    plain: new ConcurrencyLimiter(PLAIN, lag.isLagging),
    lagMs: lag.lagMs,
    close: lag.stop,
  }
}
