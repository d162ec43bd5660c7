/** Above this lag of the event loop the process is overloaded. */
const MAX_LAG_MS = 400
const TICK_MS = 100

export interface EventLoopLagMonitor {
  readonly isLagging: () => boolean
  /** Milliseconds by which the last tick was late. */
  readonly lagMs: () => number
  readonly stop: () => void
}

/** Watches by a timer how late the event loop is. */
export const watchEventLoopLag = (): EventLoopLagMonitor => {
  let lag = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    lag = now - last - TICK_MS
    last = now
  }, TICK_MS).unref()
  return { isLagging: () => lag > MAX_LAG_MS, lagMs: () => Math.max(0, lag), stop: () => clearInterval(timer) }
}
