import type { Socket } from 'node:net'

/**
 * How long a refused connection is not read: the more connections are paused, the longer, so that refusing stays a part of the work. At
 * most half of `Retry-After`: a client that obeys it finds its connection resumed, even if the timer is late.
 */
const PAUSE_MS = { least: 250, most: 1_000, ofEachQuiet: 0.25 }
const TICK_MS = 50

type PausableSocket = Pick<Socket, 'pause' | 'resume'>

export interface ReadThrottle {
  /**
   * Pauses the socket immediately. Pausing at the end of the event-loop turn is too late: Node keeps reading from ready sockets within
   * one turn, which could last for seconds.
   */
  readonly pauseReading: (socket: PausableSocket) => void
  /** Whether bytes that arrive now were sent during the pause, by a client that ignored `Retry-After`. */
  readonly wasJustResumed: (socket: PausableSocket) => boolean
}

/** Pauses reading from connections. All share one timer: a timer for each would cost as much as the refusal. */
export const createReadThrottle = (): ReadThrottle => {
  let refused: PausableSocket[] = []
  let paused: { readonly until: number; readonly sockets: readonly PausableSocket[] }[] = []
  const resumed = new Set<PausableSocket>()
  let timer: NodeJS.Timeout | undefined
  const resumeDue = (): void => {
    const now = performance.now()
    const over = paused.filter(({ until }) => until <= now)
    paused = paused.filter(({ until }) => until > now)
    for (const { sockets } of over)
      for (const socket of sockets) {
        resumed.add(socket)
        socket.resume()
      }
    // Node reads the buffered bytes between the timers and this callback.
    if (resumed.size > 0) setImmediate(() => resumed.clear())
    if (paused.length === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
  const pauseRefused = (): void => {
    const sockets = refused
    refused = []
    const pausedCount = paused.reduce((count, { sockets }) => count + sockets.length, sockets.length)
    const pauseMs = Math.min(PAUSE_MS.most, Math.max(PAUSE_MS.least, pausedCount * PAUSE_MS.ofEachQuiet))
    paused.push({ until: performance.now() + pauseMs, sockets })
    timer ??= setInterval(resumeDue, TICK_MS)
  }
  return {
    pauseReading: socket => {
      socket.pause()
      if (refused.push(socket) === 1) setImmediate(pauseRefused)
    },
    wasJustResumed: socket => resumed.has(socket),
  }
}
