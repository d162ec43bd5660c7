import { sql } from 'kysely'
import { parseJsonb, type Queryable, type Tx } from '../../../platform/db/db.ts'
import type { LoggedEvent } from '../../../platform/events/event-log.ts'
import type { DeliveryState, WebhookState } from '../model/webhook.ts'

/** The bytes of the first attempt, which each later one sends again. */
export interface SentBody {
  readonly change: object | null
  readonly body: string
  readonly hasArtifact: boolean
}

/** A delivery that this process may attempt until the lease ends. */
export interface ClaimedDelivery {
  readonly id: number
  readonly webhookId: number
  readonly messageId: string
  /** Null: a test. */
  readonly event: LoggedEvent | null
  readonly lane: string
  readonly artifactId: number | null
  readonly failures: number
  readonly refusedSince: Date | null
  readonly sent: SentBody | null
  readonly leaseUntil: Date
  /** When it was due before the claim; null: it was over. */
  readonly dueAt: Date | null
}

interface ClaimedRow {
  id: number
  webhook_id: number
  message_id: string
  event: string | null
  lane: string
  artifact_id: number | null
  failures: number
  refused_since: Date | null
  change: string | null
  body: string | null
  has_artifact: boolean
  lease_until: Date | null
  due_at: Date | null
}

const CLAIMED_COLUMNS = sql.raw(
  `delivery.id, delivery.webhook_id, delivery.message_id, delivery.event, delivery.lane, delivery.artifact_id, delivery.failures,
  delivery.refused_since, delivery.change, delivery.body, delivery.has_artifact, delivery.lease_until`,
)

const claimedOf = (row: ClaimedRow): ClaimedDelivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  messageId: row.message_id,
  event: row.event === null ? null : eventOf(row.event),
  lane: row.lane,
  artifactId: row.artifact_id,
  failures: row.failures,
  refusedSince: row.refused_since,
  sent:
    row.body === null
      ? null
      : { change: row.change === null ? null : parseJsonb(row.change), body: row.body, hasArtifact: row.has_artifact },
  leaseUntil: row.lease_until ?? new Date(0),
  dueAt: row.due_at,
})

/** The event of a delivery, from its column. */
export const eventOf = (text: string): LoggedEvent => {
  const event = parseJsonb<Omit<LoggedEvent, 'at'> & { at: string }>(text)
  return { ...event, at: new Date(event.at) }
}

/** Webhooks that have a delivery to attempt now. */
export const listDueWebhooks = async (
  db: Queryable,
  now: Date,
): Promise<{ readonly id: number; readonly state: WebhookState }[]> => {
  const { rows } = await sql<{ id: number; state: WebhookState }>`
    select id, state from webhook
    where state <> 'paused' and (state = 'active' or next_attempt <= ${now}) and exists (
      select from webhook_delivery
      where webhook_id = webhook.id and state = 'waiting' and next_attempt is not null
        and (webhook.state = 'failing' or next_attempt <= ${now})
    )`.execute(db)
  return rows
}

/** Releases deliveries whose process died or hangs, without any wait for a lock: its order of locks is not that of other transactions. */
export const releaseAbandoned = async (db: Queryable, now: Date): Promise<void> => {
  await sql`
    update webhook_delivery set state = 'waiting', next_attempt = ${now}, lease_until = null
    where id in (
      select id from webhook_delivery where state = 'running' and lease_until < ${now} for update skip locked
    )`.execute(db)
}

/**
 * Whether the row is the first of its lane, no other of the lane runs, and the log holds no earlier change that is still to be queued.
 * `offset 0` keeps these look-ups apart: joined to all that waits, they would be made for thousands of rows, not for the few that are claimed.
 */
const isNextOfLane = (consumer: string) => sql`
  not exists (
    select from webhook_delivery other
    where other.webhook_id = delivery.webhook_id and other.lane = delivery.lane and other.state in ('waiting', 'running')
      and ((other.position, other.id) < (delivery.position, delivery.id) or other.state = 'running')
    offset 0
  ) and not exists (
    select from event, lateral (
      select coalesce(webhook.cursor, (select cursor from event_consumer where name = ${consumer}), '') as cursor
      from webhook where webhook.id = delivery.webhook_id
    ) place
    where event.artifact_id = delivery.artifact_id and event.changeset_id < delivery.position
      and (event.xid, event.seq) > (
        coalesce(nullif(split_part(place.cursor, '.', 1), ''), '0')::xid8,
        coalesce(nullif(split_part(place.cursor, '.', 2), ''), '0')::bigint)
    offset 0
  )`

/** Deliveries that a process asks for. */
export interface Claim {
  readonly webhookId: number
  /** Deliveries of the webhook that the process has claimed already. */
  readonly held: readonly number[]
  /** Deliveries that the process may hold while no other process holds any. */
  readonly most: number
  /** Deliveries that all processes may hold together while several do. */
  readonly mostShared: number
}

export interface ClaimTerms {
  /** Name of the consumer that queues. */
  readonly consumer: string
  readonly now: Date
  readonly leaseUntil: Date
}

/**
 * Claims up to `room` deliveries of active webhooks, the longest due first, in one statement. The caller holds the locks of the webhooks.
 */
export const claimDue = async (
  tx: Tx,
  claims: readonly Claim[],
  { consumer, now, leaseUntil }: ClaimTerms,
  room: number,
): Promise<ClaimedDelivery[]> => {
  const held = claims.flatMap(claim => claim.held)
  const { rows } = await sql<ClaimedRow>`
    update webhook_delivery delivery set state = 'running', next_attempt = null, lease_until = ${leaseUntil}
    from (
      select chosen.id, chosen.next_attempt as due_at
      from unnest(
          ${claims.map(({ webhookId }) => webhookId)}::bigint[], ${claims.map(({ most }) => most)}::int[],
          ${claims.map(({ mostShared }) => mostShared)}::int[]
        ) as claim (webhook_id, most, most_shared)
        join webhook on webhook.id = claim.webhook_id and webhook.state = 'active',
        lateral (
          select count(*)::int as count, count(*) filter (where id <> all(${held}::bigint[])) as of_others
          from webhook_delivery where webhook_id = claim.webhook_id and state = 'running'
        ) running,
        lateral (
          select id, next_attempt from (
            select * from webhook_delivery
            where webhook_id = claim.webhook_id and state = 'waiting' and next_attempt <= ${now}
            order by next_attempt, id offset 0
          ) delivery
          where ${isNextOfLane(consumer)}
          limit greatest(0, case when running.of_others = 0 then claim.most else claim.most_shared end - running.count)
        ) chosen
      order by chosen.next_attempt, chosen.id limit ${room}
    ) chosen
    where delivery.id = chosen.id
    returning ${CLAIMED_COLUMNS}, chosen.due_at`.execute(tx)
  return rows.map(claimedOf)
}

/**
 * Claims the first delivery of the oldest lane of each failing webhook whose time has come, whatever the time of the delivery, unless one runs.
 * The caller holds the locks of the webhooks.
 */
export const claimOldest = async (
  tx: Tx,
  webhookIds: readonly number[],
  { consumer, now, leaseUntil }: ClaimTerms,
): Promise<ClaimedDelivery[]> => {
  if (webhookIds.length === 0) return []
  const { rows } = await sql<ClaimedRow>`
    update webhook_delivery delivery set state = 'running', next_attempt = null, lease_until = ${leaseUntil}
    from (
      select chosen.id, chosen.next_attempt as due_at from webhook, lateral (
        select id, next_attempt from webhook_delivery delivery
        where webhook_id = webhook.id and state = 'waiting' and next_attempt is not null and ${isNextOfLane(consumer)}
        order by id limit 1
      ) chosen
      where webhook.id = any(${[...webhookIds]}::bigint[]) and webhook.state = 'failing'
        and (webhook.next_attempt is null or webhook.next_attempt <= ${now})
        and not exists (select from webhook_delivery where webhook_id = webhook.id and state = 'running')
    ) chosen
    where delivery.id = chosen.id
    returning ${CLAIMED_COLUMNS}, chosen.due_at`.execute(tx)
  return rows.map(claimedOf)
}

/** Claims a delivery that is over, for one more attempt; undefined if its state is another one. */
export const claimEnded = async (
  tx: Tx,
  webhookId: number,
  id: number,
): Promise<(ClaimedDelivery & { readonly state: DeliveryState }) | undefined> => {
  const { rows } = await sql<ClaimedRow & { state: DeliveryState }>`
    select ${CLAIMED_COLUMNS}, delivery.state, null as due_at from webhook_delivery delivery
    where webhook_id = ${webhookId} and id = ${id} for update`.execute(tx)
  const [row] = rows
  return row && { ...claimedOf(row), state: row.state }
}
