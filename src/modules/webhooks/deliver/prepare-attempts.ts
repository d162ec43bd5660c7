import { ownerViewer } from '../model/rights.ts'
import type { Viewer } from '../../users/index.ts'
import type { ClaimedDelivery, SentBody } from '../store/claims.store.ts'
import { findCalledWebhooks, type CalledWebhook } from '../store/webhooks.store.ts'
import type { AttemptDependencies } from './attempt-dependencies.ts'
import { composeBodies } from './compose-bodies.ts'
import type { Composition } from './paces.ts'

/** A claimed delivery and what is to be done with it. */
export type PreparedDelivery =
  | {
      readonly kind: 'attempt'
      readonly delivery: ClaimedDelivery
      readonly webhook: CalledWebhook
      readonly sent: SentBody
      readonly times: Composition
    }
  /** There is nothing to tell, or the webhook is gone. */
  | { readonly kind: 'drop'; readonly delivery: ClaimedDelivery }
  /** The owner of the webhook may not have its changes any more. */
  | { readonly kind: 'ownerless'; readonly delivery: ClaimedDelivery }

interface OwnedDelivery {
  readonly delivery: ClaimedDelivery
  readonly webhook: CalledWebhook
  readonly owner: Viewer | undefined
}

/** Composes the bodies of claimed deliveries, together for all webhooks of an owner. */
export const prepareAttempts = async (
  deps: AttemptDependencies,
  claimed: readonly ClaimedDelivery[],
): Promise<PreparedDelivery[]> => {
  const begunAt = performance.now()
  const webhooks = await findCalledWebhooks(deps.db.kysely, [...new Set(claimed.map(({ webhookId }) => webhookId))])
  const owners = new Map<number, Viewer | undefined>()
  for (const { id, ownerId, place } of webhooks.values()) owners.set(id, await ownerViewer(deps, ownerId, place))
  const prepared: PreparedDelivery[] = []
  const owned: OwnedDelivery[] = []
  for (const delivery of claimed) {
    const webhook = webhooks.get(delivery.webhookId)
    if (!webhook) prepared.push({ kind: 'drop', delivery })
    else owned.push({ delivery, webhook, owner: owners.get(webhook.id) })
  }
  const byOwner = Map.groupBy(owned, ({ webhook, owner }) => (owner ? webhook.ownerId : undefined))
  for (const ofOwner of byOwner.values()) {
    const owner = ofOwner[0]?.owner
    if (!owner) {
      prepared.push(...ofOwner.map(({ delivery }) => ({ kind: 'ownerless', delivery }) as const))
      continue
    }
    const bodies = await composeBodies(
      deps,
      owner,
      ofOwner.map(({ delivery, webhook }) => ({ ...delivery, webhook })),
    )
    const times = { begunAt, composedAt: performance.now() }
    ofOwner.forEach(({ delivery, webhook }, index) => {
      const sent = bodies[index]
      prepared.push(sent ? { kind: 'attempt', delivery, webhook, sent, times } : { kind: 'drop', delivery })
    })
  }
  return prepared
}
