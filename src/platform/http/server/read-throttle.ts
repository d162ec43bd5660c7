import type { Socket } from 'node:net'

/**
 * How long nothing is read from a connection that was refused: the longer the more are quiet already, so that refusing stays a part of the
 * work however many ask. At most half of what its client was asked to wait: who waits so long is heard at once, even when the end of the silence is late.
 */
const PAUSE_MS = { least: 250, most: 1_000, ofEachQuiet: 0.25 }
const TICK_MS = 50

type PausableSocket = Pick<Socket, 'pause' | 'resume'>

export interface ReadThrottle {
  /**
   * Nothing is read from it for a while: from now, not from the end of this turn, for a turn reads again and again from whoever is ready,
   * and those who ask again at once would make it last for seconds.
   */
  readonly pauseReading: (socket: PausableSocket) => void
  /** Whether what comes on it now was sent while it was quiet: by a client that did not wait as it was told. */
  readonly wasJustResumed: (socket: PausableSocket) => boolean
}

/** Stops to read from connections for a while. One timer for all: each of them would cost as much as the refusal. */
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
    // What is there is read between the timers and this.
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
