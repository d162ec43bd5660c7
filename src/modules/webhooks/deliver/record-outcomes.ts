import { inTransaction, type Tx } from '../../../platform/db/db.ts'
import { afterSuccess } from '../model/after-attempt.ts'
import { afterResults } from '../model/after-results.ts'
import type { Webhook } from '../model/webhook.ts'
import type { ClaimedDelivery } from '../store/claims.store.ts'
import { wakeLanes } from '../store/queue.store.ts'
import {
  deleteDeliveries,
  lockHeld,
  makeAllDue,
  putBack,
  storeResults,
  type AttemptedDelivery,
  type MadeAttempt,
} from '../store/results.store.ts'
import { lockWebhooks } from '../store/webhook-locks.store.ts'
import { findWebhooks, noteWebhook } from '../store/webhooks.store.ts'
import type { AttemptDependencies } from './attempt-dependencies.ts'

/** The outcome of a claimed delivery. */
export type Outcome =
  | { readonly kind: 'made'; readonly delivery: ClaimedDelivery; readonly made: MadeAttempt }
  /** No attempt was made; the delivery is due again then. */
  | { readonly kind: 'put back'; readonly delivery: ClaimedDelivery; readonly nextAttempt: Date }
  /** There is nothing to tell. */
  | { readonly kind: 'drop'; readonly delivery: ClaimedDelivery }
  /** The owner of the webhook may not have its changes any more. */
  | { readonly kind: 'ownerless'; readonly delivery: ClaimedDelivery }

type RecordDependencies = Pick<AttemptDependencies, 'db' | 'clock' | 'tellAdministrators'>

/** Records outcomes of any webhooks in one transaction. An outcome is left out if the lease is over: another process makes the attempt. */
export const recordOutcomes = (deps: RecordDependencies, outcomes: readonly Outcome[]): Promise<void> =>
  inTransaction(deps.db, async tx => {
    const byWebhook = Map.groupBy(outcomes, ({ delivery }) => delivery.webhookId)
    await lockWebhooks(tx, byWebhook.keys())
    const held = await lockHeld(
      tx,
      outcomes.map(({ delivery }) => delivery),
    )
    const ours = outcomes.filter(({ delivery }) => held.has(delivery.id))
    if (ours.length === 0) return
    const now = deps.clock.now()
    const attempted: AttemptedDelivery[] = []
    // By id, as the locks.
    for (const webhook of await findWebhooks(tx, [...byWebhook.keys()]))
      attempted.push(...(await recordOfWebhook(deps, tx, webhook, ours, now)))
    await storeResults(tx, attempted)
    await putBack(
      tx,
      ours.flatMap(one => {
        if (one.kind === 'put back') return [{ id: one.delivery.id, nextAttempt: one.nextAttempt }]
        return one.kind === 'ownerless' ? [{ id: one.delivery.id, nextAttempt: now }] : []
      }),
    )
    const dropped = ours.flatMap(({ kind, delivery }) => (kind === 'drop' ? [delivery] : []))
    await deleteDeliveries(
      tx,
      dropped.map(({ id }) => id),
    )
    const over = new Set(attempted.filter(({ state }) => state !== 'waiting').map(({ id }) => id))
    const ended = ours.flatMap(({ delivery }) => (over.has(delivery.id) ? [delivery] : []))
    if (dropped.length + ended.length > 0) await wakeLanes(tx, [...dropped, ...ended], now)
  })

/** Changes the state of the webhook, and returns the deliveries that were attempted, as they are to be stored. */
const recordOfWebhook = async (
  deps: RecordDependencies,
  tx: Tx,
  webhook: Webhook,
  outcomes: readonly Outcome[],
  now: Date,
): Promise<AttemptedDelivery[]> => {
  const own = outcomes.filter(({ delivery }) => delivery.webhookId === webhook.id)
  const results = own.flatMap(one =>
    one.kind === 'made' ? [{ delivery: one.delivery, made: one.made, attempt: one.made.attempt }] : [],
  )
  const { deliveries, changes, pausedBecause, isBack } = afterResults(webhook, results, now)
  if (Object.keys(changes).length > 0) await noteWebhook(tx, webhook.id, changes)
  if (isBack) await makeAllDue(tx, webhook.id, now)
  for (const { result, after } of deliveries) {
    if (after.state !== 'skipped') continue
    const { artifactId } = result.delivery
    await deps.tellAdministrators(tx, webhook, { kind: 'skipped', artifactId, status: result.attempt.status })
  }
  if (pausedBecause !== null) await deps.tellAdministrators(tx, webhook, { kind: 'paused', because: pausedBecause })
  else if (webhook.state !== 'paused' && own.some(({ kind }) => kind === 'ownerless')) {
    await noteWebhook(tx, webhook.id, { state: 'paused', pausedBecause: 'owner', nextAttempt: null })
    await deps.tellAdministrators(tx, webhook, { kind: 'paused', because: 'owner' })
  }
  return deliveries.map(({ result, after }) => ({ id: result.delivery.id, ...after, made: result.made }))
}

/** One success, and all go. The caller holds the lock of the webhook. */
export const noteSuccess = async (tx: Tx, webhook: Webhook, now: Date): Promise<void> => {
  const changes = afterSuccess(webhook, now)
  if (Object.keys(changes).length > 0) await noteWebhook(tx, webhook.id, changes)
  if (webhook.state === 'failing') await makeAllDue(tx, webhook.id, now)
}
