import type { Socket } from 'node:net'

/**
 * How long nothing is read from a connection that was refused: the longer the more are quiet already, so that refusing stays a part of the
 * work however many ask. At most half of what its client was asked to wait: who waits so long is heard at once, even when the end of the silence is late.
 */
const PAUSE_MS = { least: 250, most: 1_000, ofEachQuiet: 0.25 }
const TICK_MS = 50

type Quietable = Pick<Socket, 'pause' | 'resume'>

export interface Quietener {
  /**
   * Nothing is read from it for a while: from now, not from the end of this turn, for a turn reads again and again from whoever is ready,
   * and those who ask again at once would make it last for seconds.
   */
  readonly quieten: (socket: Quietable) => void
  /** Whether what comes on it now was sent while it was quiet: by a client that did not wait as it was told. */
  readonly hasJustWoken: (socket: Quietable) => boolean
}

/** Stops to read from connections for a while. One timer for all: each of them would cost as much as the refusal. */
export const createQuietener = (): Quietener => {
  let refused: Quietable[] = []
  let quiet: { readonly until: number; readonly sockets: readonly Quietable[] }[] = []
  const woken = new Set<Quietable>()
  let timer: NodeJS.Timeout | undefined
  const wake = (): void => {
    const now = performance.now()
    const over = quiet.filter(({ until }) => until <= now)
    quiet = quiet.filter(({ until }) => until > now)
    for (const { sockets } of over)
      for (const socket of sockets) {
        woken.add(socket)
        socket.resume()
      }
    // What is there is read between the timers and this.
    if (woken.size > 0) setImmediate(() => woken.clear())
    if (quiet.length === 0) {
      clearInterval(timer)
      timer = undefined
    }
  }
  const endTurn = (): void => {
    const sockets = refused
    refused = []
    const quietCount = quiet.reduce((count, { sockets }) => count + sockets.length, sockets.length)
    const pauseMs = Math.min(PAUSE_MS.most, Math.max(PAUSE_MS.least, quietCount * PAUSE_MS.ofEachQuiet))
    quiet.push({ until: performance.now() + pauseMs, sockets })
    timer ??= setInterval(wake, TICK_MS)
  }
  return {
    quieten: socket => {
      socket.pause()
      if (refused.push(socket) === 1) setImmediate(endTurn)
    },
    hasJustWoken: socket => woken.has(socket),
  }
}
