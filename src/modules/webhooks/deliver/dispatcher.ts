import { batchCalls } from '../../../platform/db/batching.ts'
import { releaseAbandoned } from '../store/claims.store.ts'
import { catchUp, type CatchUpDependencies } from '../queue/catch-up.ts'
import type { Arrivals } from './arrivals.ts'
import type { AttemptDependencies } from './attempt-dependencies.ts'
import { createDeliverer } from './deliverer.ts'
import type { WebhookPresence } from './webhook-presence.ts'

/** Maximum wait of a delivery that is due, or that another process queued. */
const POLL_MS = 150
const IDLE_MS = 1_000
/** Each record is a transaction of eight statements, whether it holds one outcome or many. */
const GATHER_MS = 30
const RELEASE_EVERY_MS = 5_000
/** Calls that run when the server stops are ended after this time, and made again by another process. */
const GRACE_MS = 2_000

export type DispatcherDependencies = AttemptDependencies &
  CatchUpDependencies & {
    readonly presence: WebhookPresence
    readonly arrivals: Arrivals
  }

export interface RunningDispatcher {
  stop(): Promise<void>
}

/** Delivers what is due until it is stopped. Processes on one database share the work. */
export const startDispatcher = (deps: DispatcherDependencies): RunningDispatcher => {
  const stopping = new AbortController()
  const calls = new AbortController()
  const complain = (error: unknown): void => deps.log.warn({ err: error }, 'deliveries of webhooks could not be read')
  // One claim at a time; calls during a claim share the next one.
  const claim = batchCalls<'due', number>({
    maxItems: Number.POSITIVE_INFINITY,
    run: async calls => {
      const claimed = await deliverer.claim()
      return calls.map(() => claimed)
    },
  })
  const deliverer = createDeliverer(deps, {
    stopping: stopping.signal,
    calls: calls.signal,
    gatherMs: GATHER_MS,
    // The next deliveries of the lanes are due now.
    onRecorded: () => claim('due').then(() => undefined, complain),
  })
  let releasedAt = -RELEASE_EVERY_MS
  let isBehind = true
  const turn = async (): Promise<void> => {
    if (!(await deps.presence.refresh())) return
    if (performance.now() - releasedAt > RELEASE_EVERY_MS) {
      releasedAt = performance.now()
      isBehind = true
      await releaseAbandoned(deps.db.kysely, deps.clock.now())
    }
    if (isBehind) isBehind = await catchUp(deps)()
    await claim('due')
  }
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await turn().catch(complain)
      const pause = deps.presence.isAny() ? POLL_MS : IDLE_MS
      await deps.arrivals.wait(pause, stopping.signal)
    }
  }
  const watching = watch()
  return {
    stop: async () => {
      stopping.abort()
      await watching
      // Ends after the claim that runs.
      await claim('due').catch(complain)
      const grace = setTimeout(() => calls.abort(), GRACE_MS)
      await deliverer.idle()
      clearTimeout(grace)
    },
  }
}

/** Delivers all that is due now, then returns: for tests, and for commands without a server. */
export const deliverDue = async (deps: DispatcherDependencies): Promise<void> => {
  const deliverer = createDeliverer(deps)
  while (await catchUp(deps)()) continue
  for (;;) {
    await releaseAbandoned(deps.db.kysely, deps.clock.now())
    if ((await deliverer.claim()) === 0) return
    await deliverer.idle()
  }
}
