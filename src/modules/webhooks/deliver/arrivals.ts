import { setTimeout as sleep } from 'node:timers/promises'

/** Tells the dispatcher of this process that deliveries were queued here, so that they need not wait for its next look. */
export interface Arrivals {
  /** Called after the commit of the deliveries. */
  note(): void
  /** Resolves after this time, at the next arrival, or when the signal aborts. An arrival since the last wait counts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

export const createArrivals = (): Arrivals => {
  let isNoted = false
  let wake: () => void = () => undefined
  return {
    note: () => {
      isNoted = true
      wake()
    },
    wait: async (milliseconds, signal) => {
      if (!isNoted) {
        const arrival = new AbortController()
        wake = () => arrival.abort()
        const either = AbortSignal.any([signal, arrival.signal])
        await sleep(milliseconds, undefined, { signal: either }).catch(() => undefined)
      }
      isNoted = false
    },
  }
}
