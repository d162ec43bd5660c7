import { ConcurrencyLimiter, type ConcurrencyLimits } from './concurrency-limiter.ts'
import { watchEventLoopLag } from './event-loop-lag.ts'

/**
 * Classes of requests by duration, so that no class delays another. `work`: short requests. `streams`: responses that are made while the
 * client reads them. `long`: contents and repositories, as slow as the connection. `plain`: the few routes outside the API that query the
 * database. Requests without a class, the pages and `/health`, are cheap and always admitted.
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
