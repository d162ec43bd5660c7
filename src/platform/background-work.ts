import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

/** What is stopped once. */
interface Stoppable {
  stop(): Promise<void>
}

export interface BackgroundOptions {
  /** Starts all work that no request waits for. */
  readonly start: () => Promise<Stoppable>
  /** What speaks against doing any now. When it cannot be told (the database is away), all stays as it is. */
  readonly obstacle: () => Promise<string | undefined>
  readonly log: Logger
  readonly checkMs?: number
}

/** Between the moment that something begins to speak against work in the background and the last that is begun. */
const CHECK_MS = 1_000

/** Work in the background, as long as nothing speaks against it: another server does it meanwhile. */
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
      // What it has begun it ends.
      await before?.stop()
    }
  }
  /** Once, for it is tried again each time. */
  const complain = (error: unknown): void => {
    const message = String(error)
    if (message !== failure) log.error({ err: error }, 'work in the background could not be started or stopped')
    failure = message
  }
  // A start that fails is one of the server.
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
