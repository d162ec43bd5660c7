import { inTransaction, type Db } from '../../../platform/db/db.ts'
import { claimConsumer } from '../../../platform/events/consumers.store.ts'
import {
  insertDeliveries,
  listEventsFor,
  listFullQueues,
  listQueueingWebhooks,
  listReplays,
  moveReplay,
  setCursor,
  type QueueingWebhook,
  type Replay,
} from '../store/queue.store.ts'
import { lockWebhook } from '../store/webhook-locks.store.ts'
import { compareCursors } from './concerns.ts'
import { CONSUMER, deliveriesFor, MOST_WAITING, type QueueDependencies } from './queue-changes.ts'

const BATCH = 500

export interface CatchUpDependencies extends QueueDependencies {
  readonly db: Db
}

/** Queues for webhooks that are behind, and for replays, one batch each. True: there is more to queue. */
export const catchUp = (deps: CatchUpDependencies) => async (): Promise<boolean> => {
  const webhooks = await listQueueingWebhooks(deps.db.kysely)
  const behind = webhooks.filter(({ cursor, state }) => cursor !== null && state !== 'paused')
  const replays = await listReplays(deps.db.kysely)
  if (behind.length === 0 && replays.length === 0) return false
  const full = await listFullQueues(
    deps.db.kysely,
    webhooks.map(({ id }) => id),
    MOST_WAITING - BATCH,
  )
  let hasMore = false
  for (const { id } of behind) if (!full.has(id) && (await followLog(deps, id))) hasMore = true
  for (const replay of replays) {
    const webhook = webhooks.find(({ id }) => id === replay.webhookId)
    if (webhook && webhook.state !== 'paused' && !full.has(webhook.id) && (await queueReplay(deps, webhook, replay)))
      hasMore = true
  }
  return hasMore
}

const NO_LIMITS = { since: null, until: null, artifactIds: null }

/** The lock of the consumer keeps its place where it is. */
const followLog = (deps: CatchUpDependencies, webhookId: number): Promise<boolean> =>
  inTransaction(deps.db, async tx => {
    const consumer = await claimConsumer(tx, CONSUMER)
    if (!consumer) return false
    await lockWebhook(tx, webhookId)
    const webhook = (await listQueueingWebhooks(tx)).find(({ id }) => id === webhookId)
    if (!webhook || webhook.cursor === null || compareCursors(webhook.cursor, consumer.cursor) >= 0) return false
    const filter = {
      ...NO_LIMITS,
      after: webhook.cursor,
      last: consumer.cursor,
      place: webhook.place,
      kinds: deps.changes.eventKinds,
    }
    const events = await listEventsFor(tx, filter, BATCH)
    const last = events.length < BATCH ? undefined : events.at(-1)
    await insertDeliveries(tx, await deliveriesFor(deps, webhook, events), deps.clock.now())
    await setCursor(tx, [webhook.id], last?.cursor ?? null)
    return last !== undefined
  })

const queueReplay = (deps: CatchUpDependencies, webhook: QueueingWebhook, { id }: Replay): Promise<boolean> =>
  inTransaction(deps.db, async tx => {
    await lockWebhook(tx, webhook.id)
    const replay = (await listReplays(tx)).find(other => other.id === id)
    if (!replay) return false
    const filter = {
      after: replay.cursor,
      last: replay.last,
      place: webhook.place,
      kinds: deps.changes.eventKinds,
      since: replay.since,
      until: replay.until,
      artifactIds: replay.artifactIds,
    }
    const events = await listEventsFor(tx, filter, BATCH)
    const last = events.length < BATCH ? undefined : events.at(-1)
    await insertDeliveries(tx, await deliveriesFor(deps, webhook, events, id), deps.clock.now())
    await moveReplay(tx, id, last?.cursor ?? null)
    return last !== undefined
  })
