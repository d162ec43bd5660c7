import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** Work that is started and can be stopped once. */
interface Stoppable {
  stop(): Promise<void>
}

export interface BackgroundOptions {
  /** Starts all work that no request waits for. */
  readonly start: () => Promise<Stoppable>
  /** Why this process must not do background work at the moment. If the reason cannot be read (the database is down), nothing changes. */
  readonly obstacle: () => Promise<string | undefined>
  readonly log: Logger
  readonly checkMs?: number
}

/** Time between two checks; background work stops at most this long after an obstacle appears. */
const CHECK_MS = 1_000

/** Runs background work as long as no obstacle exists. While one exists, another server does the work. */
export const workInBackground = async ({
  start,
  obstacle,
  log,
  checkMs = CHECK_MS,
}: BackgroundOptions): Promise<Stoppable> => {
  const stopping = new AbortController()
  let running: Stoppable | undefined
  let told: string | undefined
  let failure: string | undefined

  const look = async (reason: string | undefined): Promise<void> => {
    if (reason === undefined) {
      if (told !== undefined) log.warn('this server does work in the background again')
      told = undefined
      running ??= await start()
      failure = undefined
    } else {
      if (reason !== told) log.error({ reason }, 'this server does no work in the background: no jobs, no events')
      told = reason
      const before = running
      running = undefined
      // Work that was started before the stop is stopped too.
      await before?.stop()
    }
  }
  /** Reports the failure of a start once, since the start is retried at each check. */
  const complain = (error: unknown): void => {
    const message = String(error)
    if (message !== failure) log.error({ err: error }, 'work in the background could not be started or stopped')
    failure = message
  }
  // A failure of the first start makes the start of the server fail.
  await look(await obstacle())
  const watch = async (): Promise<void> => {
    for (;;) {
      await sleep(checkMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
      if (stopping.signal.aborted) return
      const found = await obstacle().then(
        reason => ({ reason }),
        () => undefined,
      )
      if (found && !stopping.signal.aborted) await look(found.reason).catch(complain)
    }
  }
  const watching = watch()
  return {
    stop: async () => {
      stopping.abort()
      await watching
      await running?.stop()
    },
  }
}
