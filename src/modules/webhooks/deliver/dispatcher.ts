import { setTimeout as sleep } from 'node:timers/promises'
import { listDueWebhooks, releaseAbandoned } from '../store/deliveries.store.ts'
import { catchUp, type CatchUpDependencies } from '../queue/catch-up.ts'
import { attemptDelivery, claimAttempts, type AttemptDependencies } from './attempt.ts'
import type { WebhookPresence } from './webhook-presence.ts'

/** Maximum wait of a delivery that is due. */
const POLL_MS = 150
const IDLE_MS = 1_000
const RELEASE_EVERY_MS = 5_000
/** Attempts of one process at a time: they wait for others, and take little of the processor. */
const MOST_AT_A_TIME = 200
/** Calls that run when the server stops are ended after this time, and made again by another process. */
const GRACE_MS = 2_000

export type DispatcherDependencies = AttemptDependencies & CatchUpDependencies & { readonly presence: WebhookPresence }

export interface RunningDispatcher {
  stop(): Promise<void>
}

/** Delivers what is due until it is stopped. Processes on one database share the work. */
export const startDispatcher = (deps: DispatcherDependencies): RunningDispatcher => {
  const stopping = new AbortController()
  const calls = new AbortController()
  const underWay = new Set<Promise<void>>()
  const complain = (error: unknown): void => deps.log.warn({ err: error }, 'deliveries of webhooks could not be read')

  const claim = async (webhookId: number): Promise<void> => {
    if (stopping.signal.aborted || underWay.size >= MOST_AT_A_TIME) return
    for (const delivery of await claimAttempts(deps, webhookId)) {
      const work = attemptDelivery(deps, delivery, calls.signal).finally(() => {
        underWay.delete(work)
        // The next one of the lane is due now.
        void claim(webhookId).catch(complain)
      })
      underWay.add(work)
    }
  }
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
    for (const id of await listDueWebhooks(deps.db.kysely, deps.clock.now())) await claim(id)
  }
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await turn().catch(complain)
      const pause = deps.presence.isAny() ? POLL_MS : IDLE_MS
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const watching = watch()
  return {
    stop: async () => {
      stopping.abort()
      await watching
      const grace = setTimeout(() => calls.abort(), GRACE_MS)
      await Promise.all(underWay)
      clearTimeout(grace)
    },
  }
}

/** Delivers all that is due now, then returns: for tests, and for commands without a server. */
export const deliverDue = async (deps: DispatcherDependencies): Promise<void> => {
  const { signal } = new AbortController()
  while (await catchUp(deps)()) continue
  for (;;) {
    await releaseAbandoned(deps.db.kysely, deps.clock.now())
    const claimed = []
    for (const id of await listDueWebhooks(deps.db.kysely, deps.clock.now()))
      claimed.push(...(await claimAttempts(deps, id)))
    if (claimed.length === 0) return
    await Promise.all(claimed.map(delivery => attemptDelivery(deps, delivery, signal)))
  }
}
