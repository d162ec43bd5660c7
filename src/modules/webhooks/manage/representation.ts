import type { Static } from 'typebox'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { UsersModule } from '../../users/index.ts'
import type { Attempt, Webhook } from '../model/webhook.ts'
import { countWaiting, listBlockers, type Delivery } from '../store/deliveries.store.ts'
import { listQueuedUntil } from '../store/webhooks.store.ts'
import { CONSUMER } from '../queue/queue-changes.ts'
import type { AttemptRepresentation, DeliveryRepresentation, WebhookRepresentation } from './webhook-api.schema.ts'

export interface RepresentDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly users: Pick<UsersModule, 'getMany'>
  readonly isoDate: (at: Date) => string
}

type ShownWebhook = Static<typeof WebhookRepresentation>
type ShownDelivery = Static<typeof DeliveryRepresentation>

export const representWebhooks =
  ({ db, clock, users, isoDate }: RepresentDependencies) =>
  async (webhooks: readonly Webhook[]): Promise<ShownWebhook[]> => {
    const ids = webhooks.map(({ id }) => id)
    const [owners, waiting, queuedUntil] = await Promise.all([
      users.getMany(webhooks.map(({ ownerId }) => ownerId)),
      countWaiting(db.kysely, ids),
      listQueuedUntil(db.kysely, ids, CONSUMER),
    ])
    const date = (at: Date | null): string | null => at && isoDate(at)
    const ownerOf = (id: number) => {
      const owner = owners.get(id)
      return { id, username: owner?.login ?? '', real_name: owner?.realName ?? '' }
    }
    return webhooks.map(webhook => ({
      id: webhook.id,
      uri: `webhooks/${webhook.id}`,
      scope: webhook.place.scope,
      project_id: webhook.place.projectId,
      tracker_id: webhook.place.trackerId,
      url: webhook.url,
      kinds: [...webhook.kinds],
      tql: webhook.tql,
      include: webhook.include,
      owner: ownerOf(webhook.ownerId),
      state: webhook.state,
      paused_because: webhook.pausedBecause,
      failing_since: date(webhook.failedSince),
      next_attempt: date(webhook.nextAttempt),
      waiting: waiting.get(webhook.id) ?? 0,
      cursor_at: isoDate(queuedUntil.get(webhook.id) ?? clock.now()),
      lost: webhook.lostFrom && webhook.lostTo && { from: isoDate(webhook.lostFrom), to: isoDate(webhook.lostTo) },
    }))
  }

export const representAttempt =
  ({ isoDate }: Pick<RepresentDependencies, 'isoDate'>) =>
  (attempt: Attempt): Static<typeof AttemptRepresentation> => ({ ...attempt, at: isoDate(new Date(attempt.at)) })

export const representDeliveries = (deps: RepresentDependencies) => {
  const { db, isoDate } = deps
  const showAttempt = representAttempt(deps)
  return async (deliveries: readonly Delivery[]): Promise<ShownDelivery[]> => {
    const blockers = await listBlockers(
      db.kysely,
      deliveries.map(({ id }) => id),
    )
    return deliveries.map(delivery => ({
      id: delivery.id,
      webhook_id: delivery.webhookId,
      message_id: delivery.messageId,
      change: changeOf(delivery, isoDate),
      state: delivery.state,
      next_attempt: delivery.nextAttempt && !blockers.has(delivery.id) ? isoDate(delivery.nextAttempt) : null,
      waits_for: blockers.get(delivery.id) ?? null,
      request:
        delivery.headers !== null && delivery.body !== null ? { headers: delivery.headers, body: delivery.body } : null,
      attempts: delivery.attempts.map(showAttempt),
    }))
  }
}

/** Administrators other than the owner read this list. It names the artifact, and tells the rest only as far as the owner was told. */
const changeOf = ({ event, change, kind, artifactId, changesetId }: Delivery, isoDate: (at: Date) => string) =>
  event && {
    cursor: typeof change?.['cursor'] === 'string' ? change['cursor'] : null,
    kind: typeof change?.['kind'] === 'string' ? change['kind'] : kind,
    at: isoDate(event.at),
    artifact_id: artifactId,
    changeset_id: changesetId,
  }
