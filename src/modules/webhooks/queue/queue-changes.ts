import { createHmac } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { EventCursor, LoggedEvent } from '../../../platform/events/event-log.ts'
import type { EventConsumer } from '../../../platform/events/consumer.ts'
import type { ChangeSource } from '../model/told-change.ts'
import {
  cursorOfConsumer,
  insertDeliveries,
  listFullQueues,
  listQueueingWebhooks,
  setCursor,
  type NewDelivery,
  type QueueingWebhook,
} from '../store/queue.store.ts'
import { lockWebhooks } from '../store/webhook-locks.store.ts'
import { compareCursors, concerns, placesOf, type TrackerProject } from './concerns.ts'

/** Never change it: the database knows the place in the log by it. */
export const CONSUMER = 'change_webhooks'
/** Deliveries of a webhook that wait; the rest stays in the log. */
export const MOST_WAITING = 10_000

export interface QueueDependencies {
  readonly clock: Clock
  readonly changes: Pick<ChangeSource, 'eventKinds'>
  readonly projectOf: TrackerProject
  /** Key of the ids of messages, which tell nothing of the log. */
  readonly messageKey: Buffer
}

/** The id of a change at its receiver: the same at each attempt, another one in a replay. */
const messageIdOf = (key: Buffer, webhookId: number, event: LoggedEvent, replayId?: number): string => {
  const hash = createHmac('sha256', key).update(`${webhookId} ${event.seq}`).digest('base64url').slice(0, 24)
  return `msg_${hash}${replayId === undefined ? '' : `-r${replayId}`}`
}

/** The deliveries of a webhook about these events. */
export const deliveriesFor = async (
  { changes, messageKey, projectOf }: QueueDependencies,
  webhook: Pick<QueueingWebhook, 'id' | 'place'>,
  events: readonly LoggedEvent[],
  replayId?: number,
): Promise<NewDelivery[]> => {
  const deliveries: NewDelivery[] = []
  for (const event of events) {
    if (!changes.eventKinds.includes(event.kind)) continue
    if (!concerns(webhook.place, await placesOf(event, projectOf))) continue
    deliveries.push({
      webhookId: webhook.id,
      messageId: messageIdOf(messageKey, webhook.id, event, replayId),
      event,
    })
  }
  return deliveries
}

/**
 * Puts changes in the rows of the webhooks. A webhook with a cursor of its own is behind the consumer, or begins after it: `catchUp` queues
 * for those behind.
 */
export const queueChanges = (
  deps: QueueDependencies,
  { isPrompt, onHandled }: Required<Pick<EventConsumer, 'isPrompt' | 'onHandled'>>,
): EventConsumer => ({
  name: CONSUMER,
  isExact: true,
  isPrompt,
  onHandled,
  handle: async (tx, events) => {
    const last = events.at(-1)
    const webhooks = last ? await listQueueingWebhooks(tx) : []
    if (webhooks.length === 0 || !last) return
    const before = await cursorOfConsumer(tx, CONSUMER)
    const wanted = await Promise.all(
      webhooks
        .filter(({ cursor }) => cursor === null || compareCursors(cursor, before) >= 0)
        .map(async webhook => ({ webhook, deliveries: await deliveriesFor(deps, webhook, newFor(webhook, events)) })),
    )
    const concerned = wanted.filter(
      ({ webhook: { cursor, state }, deliveries }) => cursor !== null || state === 'paused' || deliveries.length > 0,
    )
    const { following, touched } = await lockUnchanged(tx, concerned)
    const full = await listFullQueues(
      tx,
      touched.map(({ webhook }) => webhook.id),
      MOST_WAITING,
    )
    const isLeftBehind = ({ id, state }: QueueingWebhook): boolean => state === 'paused' || full.has(id)
    const queued = touched.filter(({ webhook }) => !isLeftBehind(webhook))
    await leaveBehind(
      tx,
      following.filter(webhook => webhook.cursor === null && isLeftBehind(webhook)),
      before,
    )
    await setCursor(
      tx,
      following
        .filter(webhook => webhook.cursor !== null && !isLeftBehind(webhook))
        .filter(({ cursor }) => compareCursors(cursor ?? '', last.cursor) <= 0)
        .map(({ id }) => id),
      null,
    )
    await insertDeliveries(
      tx,
      queued.flatMap(({ deliveries }) => deliveries),
      deps.clock.now(),
    )
  },
})

interface Concerned {
  readonly webhook: QueueingWebhook
  readonly deliveries: readonly NewDelivery[]
}

/** Locks the webhooks and reads them again. An administrator may have paused or skipped one until the lock was free. */
const lockUnchanged = async (
  tx: Tx,
  concerned: readonly Concerned[],
): Promise<{ readonly following: readonly QueueingWebhook[]; readonly touched: readonly Concerned[] }> => {
  if (concerned.length === 0) return { following: [], touched: [] }
  await lockWebhooks(
    tx,
    concerned.map(({ webhook }) => webhook.id),
  )
  const current = new Map((await listQueueingWebhooks(tx)).map(webhook => [webhook.id, webhook]))
  // A new cursor of a webhook lies behind these events: they are no longer to be queued.
  const kept = concerned.flatMap(({ webhook, deliveries }) => {
    const now = current.get(webhook.id)
    return now && now.cursor === webhook.cursor ? [{ webhook: now, deliveries }] : []
  })
  return { following: kept.map(({ webhook }) => webhook), touched: kept.filter(one => one.deliveries.length > 0) }
}

const newFor = ({ cursor }: QueueingWebhook, events: readonly LoggedEvent[]): readonly LoggedEvent[] =>
  cursor === null ? events : events.filter(event => compareCursors(event.cursor, cursor) > 0)

const leaveBehind = (tx: Tx, webhooks: readonly QueueingWebhook[], cursor: EventCursor): Promise<void> =>
  setCursor(
    tx,
    webhooks.map(({ id }) => id),
    cursor,
  )
