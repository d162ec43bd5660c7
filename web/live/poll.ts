// Asks again in a rhythm while the page is visible, at once when it becomes visible again, and less often while the server refuses.

export const EVERY_MS = 30_000
export const MOST_MS = 120_000

export interface PollOptions {
  /** Rejects when the server could not answer. */
  readonly ask: (signal: AbortSignal) => Promise<void>
  readonly isVisible: () => boolean
  readonly everyMs?: number
}

export interface Poll {
  /** To be called when the page becomes visible or hidden. */
  readonly onVisibility: () => void
  readonly stop: () => void
}

export const startPolling = ({ ask, isVisible, everyMs = EVERY_MS }: PollOptions): Poll => {
  let pauseMs = everyMs
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined
  let askedAt = Date.now()
  let hasStopped = false
  const wait = (ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => void once(), ms)
  }
  const once = async (): Promise<void> => {
    if (hasStopped || running || !isVisible()) return
    const current = new AbortController()
    running = current
    askedAt = Date.now()
    try {
      await ask(current.signal)
      pauseMs = everyMs
    } catch {
      pauseMs = Math.min(pauseMs * 2, Math.max(MOST_MS, everyMs))
    }
    running = undefined
    if (!hasStopped) wait(pauseMs)
  }
  wait(everyMs)
  return {
    onVisibility: () => {
      clearTimeout(timer)
      if (!isVisible()) return
      // Switching between windows does not ask more often than once in a few seconds.
      const sinceMs = Date.now() - askedAt
      if (pauseMs > everyMs) wait(Math.max(0, pauseMs - sinceMs))
      else void (sinceMs > 2_000 ? once() : wait(pauseMs))
    },
    stop: () => {
      hasStopped = true
      clearTimeout(timer)
      running?.abort()
    },
  }
}
