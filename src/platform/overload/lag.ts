/** How late the process comes to its work: above it, it has more than it can do. */
const LAGGING_MS = 400
const TICK_MS = 100

export interface LagMonitor {
  readonly isLagging: () => boolean
  /** Milliseconds by which the last tick was late. */
  readonly lagMs: () => number
  readonly stop: () => void
}

/** Watches by a timer how late the event loop is. */
export const watchLag = (): LagMonitor => {
  let lag = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    lag = now - last - TICK_MS
    last = now
  }, TICK_MS).unref()
  return { isLagging: () => lag > LAGGING_MS, lagMs: () => Math.max(0, lag), stop: () => clearInterval(timer) }
}
