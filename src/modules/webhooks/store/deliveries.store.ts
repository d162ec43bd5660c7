import { sql, type SelectQueryBuilder } from 'kysely'
import { parseJsonb, type Queryable, type Tables, type Tx } from '../../../platform/db/db.ts'
import type { LoggedEvent } from '../../../platform/events/event-log.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { Attempt, DeliveryState } from '../model/webhook.ts'

/** Attempts that a delivery keeps; older ones are left out. */
const KEPT_ATTEMPTS = 40

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
}

const CLAIMED_COLUMNS = sql.raw(
  'id, webhook_id, message_id, event, lane, artifact_id, failures, refused_since, change, body, has_artifact, lease_until',
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
})

const eventOf = (text: string): LoggedEvent => {
  const event = parseJsonb<Omit<LoggedEvent, 'at'> & { at: string }>(text)
  return { ...event, at: new Date(event.at) }
}

/** Webhooks that have a delivery to attempt now. */
export const listDueWebhooks = async (db: Queryable, now: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from webhook
    where state <> 'paused' and (state = 'active' or next_attempt <= ${now}) and exists (
      select from webhook_delivery
      where webhook_id = webhook.id and state = 'waiting' and next_attempt is not null
        and (webhook.state = 'failing' or next_attempt <= ${now})
    )`.execute(db)
  return rows.map(({ id }) => id)
}

/** Releases deliveries whose process died or hangs, without any wait for a lock: its order of locks is not that of other transactions. */
export const releaseAbandoned = async (db: Queryable, now: Date): Promise<void> => {
  await sql`
    update webhook_delivery set state = 'waiting', next_attempt = ${now}, lease_until = null
    where id in (
      select id from webhook_delivery where state = 'running' and lease_until < ${now} for update skip locked
    )`.execute(db)
}

/** Whether the row is the first of its lane, no other of the lane runs, and the log holds no earlier change that is still to be queued. */
const isNextOfLane = (consumer: string) => sql`
  not exists (
    select from webhook_delivery other
    where other.webhook_id = delivery.webhook_id and other.lane = delivery.lane and other.state in ('waiting', 'running')
      and ((other.position, other.id) < (delivery.position, delivery.id) or other.state = 'running')
  ) and not exists (
    select from event, lateral (
      select coalesce(webhook.cursor, (select cursor from event_consumer where name = ${consumer}), '') as cursor
      from webhook where webhook.id = delivery.webhook_id
    ) place
    where event.artifact_id = delivery.artifact_id and event.changeset_id < delivery.position
      and (event.xid, event.seq) > (
        coalesce(nullif(split_part(place.cursor, '.', 1), ''), '0')::xid8,
        coalesce(nullif(split_part(place.cursor, '.', 2), ''), '0')::bigint)
  )`

export interface Claim {
  readonly webhookId: number
  /** Name of the consumer that queues. */
  readonly consumer: string
  readonly now: Date
  readonly leaseUntil: Date
}

/** Claims up to `most` deliveries less those that run. The caller holds the lock of the webhook. */
export const claimDue = async (tx: Tx, { webhookId, consumer, now, leaseUntil }: Claim, most: number) => {
  const { rows } = await sql<ClaimedRow>`
    update webhook_delivery set state = 'running', next_attempt = null, lease_until = ${leaseUntil}
    where id in (
      select id from webhook_delivery delivery
      where webhook_id = ${webhookId} and state = 'waiting' and next_attempt <= ${now} and ${isNextOfLane(consumer)}
      order by next_attempt, id
      limit greatest(0, ${most}::int - (
        select count(*)::int from webhook_delivery where webhook_id = ${webhookId} and state = 'running'))
    )
    returning ${CLAIMED_COLUMNS}`.execute(tx)
  return rows.map(claimedOf)
}

/** Claims the first of the oldest lane, whatever its time, unless one runs. The caller holds the lock of the webhook. */
export const claimOldest = async (tx: Tx, { webhookId, consumer, leaseUntil }: Claim) => {
  const { rows } = await sql<ClaimedRow>`
    update webhook_delivery set state = 'running', next_attempt = null, lease_until = ${leaseUntil}
    where id = (
      select id from webhook_delivery delivery
      where webhook_id = ${webhookId} and state = 'waiting' and next_attempt is not null and ${isNextOfLane(consumer)}
      order by id limit 1
    ) and not exists (select from webhook_delivery where webhook_id = ${webhookId} and state = 'running')
    returning ${CLAIMED_COLUMNS}`.execute(tx)
  return rows.map(claimedOf)
}

/** Claims a delivery that is over, for one more attempt; undefined if its state is another one. */
export const claimEnded = async (
  tx: Tx,
  webhookId: number,
  id: number,
): Promise<(ClaimedDelivery & { readonly state: DeliveryState }) | undefined> => {
  const { rows } = await sql<ClaimedRow & { state: DeliveryState }>`
    select ${CLAIMED_COLUMNS}, state from webhook_delivery
    where webhook_id = ${webhookId} and id = ${id} for update`.execute(tx)
  const [row] = rows
  return row && { ...claimedOf(row), state: row.state }
}

export interface DeliveryChange {
  readonly state: DeliveryState
  readonly nextAttempt: Date | null
  readonly failures?: number
  readonly refusedSince?: Date | null
}

/** The request of an attempt, and its result. */
export interface MadeAttempt {
  readonly sent: SentBody
  readonly headers: Readonly<Record<string, string>>
  readonly attempt: Attempt
}

/** False if the lease is not the caller's any more, so that another process makes the attempt. */
export const settleDelivery = async (
  tx: Tx,
  { id, leaseUntil }: Pick<ClaimedDelivery, 'id' | 'leaseUntil'>,
  change: DeliveryChange,
  made: MadeAttempt | undefined,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_delivery')
    .set({
      state: change.state,
      next_attempt: change.nextAttempt,
      lease_until: null,
      ...(change.failures !== undefined && { failures: change.failures }),
      ...(change.refusedSince !== undefined && { refused_since: change.refusedSince }),
      ...(made && madeColumns(made)),
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('lease_until', '=', leaseUntil)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const madeColumns = ({ sent, headers, attempt }: MadeAttempt) => ({
  change: sent.change === null ? null : JSON.stringify(sent.change),
  body: sent.body,
  has_artifact: sent.hasArtifact,
  headers: JSON.stringify(headers),
  attempts: sql<string>`jsonb_path_query_array(attempts, ${`$[last - ${KEPT_ATTEMPTS - 2} to last]`}::jsonpath) || ${JSON.stringify([attempt])}::jsonb`,
})

/** One more attempt of a delivery that is over. */
export const noteRetry = async (tx: Tx, id: number, state: DeliveryState, made: MadeAttempt): Promise<void> => {
  await tx
    .updateTable('webhook_delivery')
    .set({ state, ...madeColumns(made) })
    .where('id', '=', id)
    .execute()
}

export const deleteDelivery = async (
  tx: Tx,
  { id, leaseUntil }: Pick<ClaimedDelivery, 'id' | 'leaseUntil'>,
): Promise<void> => {
  await tx.deleteFrom('webhook_delivery').where('id', '=', id).where('lease_until', '=', leaseUntil).execute()
}

/** All that wait are due now. */
export const makeAllDue = async (tx: Tx, webhookId: number, now: Date): Promise<void> => {
  await tx
    .updateTable('webhook_delivery')
    .set({ next_attempt: now })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('next_attempt', 'is not', null)
    .execute()
}

export const skipWaiting = async (tx: Tx, webhookId: number): Promise<number> => {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_delivery')
    .set({ state: 'skipped', next_attempt: null })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export const insertTest = async (
  tx: Tx,
  webhookId: number,
  messageId: string,
  state: DeliveryState,
  made: MadeAttempt,
  now: Date,
): Promise<Delivery> => {
  const { id } = await tx
    .insertInto('webhook_delivery')
    .values({
      webhook_id: webhookId,
      message_id: messageId,
      kind: 'ping',
      lane: 'ping',
      position: 0,
      state,
      change: null,
      body: made.sent.body,
      headers: JSON.stringify(made.headers),
      attempts: JSON.stringify([made.attempt]),
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const found = await findDelivery(tx, webhookId, id)
  if (!found) throw new Error('the delivery of a test is gone')
  return found
}

/** A delivery as its administrators see it. */
export interface Delivery {
  readonly id: number
  readonly webhookId: number
  readonly messageId: string
  readonly kind: string
  readonly event: LoggedEvent | null
  readonly change: Readonly<Record<string, unknown>> | null
  readonly artifactId: number | null
  readonly changesetId: number | null
  readonly state: DeliveryState
  readonly nextAttempt: Date | null
  readonly headers: Readonly<Record<string, string>> | null
  readonly body: string | null
  readonly attempts: readonly Attempt[]
  readonly createdAt: Date
}

const shownColumns = [
  'id',
  'webhook_id',
  'message_id',
  'kind',
  'event',
  'change',
  'artifact_id',
  'changeset_id',
  'state',
  'next_attempt',
  'headers',
  'body',
  'attempts',
  'created_at',
] as const

const selectShown = (db: Queryable) => db.selectFrom('webhook_delivery').select(shownColumns)

type ShownRow = Awaited<ReturnType<ReturnType<typeof selectShown>['execute']>>[number]

const deliveryOf = (row: ShownRow): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  messageId: row.message_id,
  kind: row.kind,
  event: row.event === null ? null : eventOf(row.event),
  change: row.change === null ? null : parseJsonb(row.change),
  artifactId: row.artifact_id,
  changesetId: row.changeset_id,
  state: row.state as DeliveryState,
  nextAttempt: row.next_attempt,
  headers: row.headers === null ? null : parseJsonb(row.headers),
  body: row.body,
  attempts: parseJsonb<Attempt[]>(row.attempts),
  createdAt: row.created_at,
})

export const findDelivery = async (db: Queryable, webhookId: number, id: number): Promise<Delivery | undefined> => {
  const row = await selectShown(db).where('webhook_id', '=', webhookId).where('id', '=', id).executeTakeFirst()
  return row && deliveryOf(row)
}

export interface DeliveryFilter {
  readonly state?: DeliveryState | undefined
  readonly artifactId?: number | undefined
}

/** The newest first, with their number. */
export const pageOfDeliveries = async (
  db: Queryable,
  webhookId: number,
  { state, artifactId }: DeliveryFilter,
  { limit, offset }: Page,
): Promise<{ readonly deliveries: Delivery[]; readonly size: number }> => {
  const filtered = <Row>(query: SelectQueryBuilder<Tables, 'webhook_delivery', Row>) => {
    let found = query.where('webhook_id', '=', webhookId)
    if (state !== undefined) found = found.where('state', '=', state)
    if (artifactId !== undefined) found = found.where('artifact_id', '=', artifactId)
    return found
  }
  const [rows, { size }] = await Promise.all([
    filtered(selectShown(db)).orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    filtered(
      db.selectFrom('webhook_delivery').select(row => row.fn.countAll<number>().as('size')),
    ).executeTakeFirstOrThrow(),
  ])
  return { deliveries: rows.map(deliveryOf), size: Number(size) }
}

/** Deliveries of each webhook that wait. */
export const countWaiting = async (
  db: Queryable,
  webhookIds: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  if (webhookIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('webhook_delivery')
    .where('webhook_id', 'in', [...webhookIds])
    .where('state', 'in', ['waiting', 'running'])
    .groupBy('webhook_id')
    .select(['webhook_id', row => row.fn.countAll<number>().as('count')])
    .execute()
  return new Map(rows.map(row => [row.webhook_id, Number(row.count)]))
}

/** Deletes deliveries that were over before the date, up to a number; returns how many. */
export const deleteOldDeliveries = async (db: Queryable, before: Date, most: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    with old as (
      delete from webhook_delivery where id in (
        select id from webhook_delivery where state in ('done', 'skipped') and created_at < ${before} limit ${most}
      ) returning 1
    )
    select count(*) as count from old`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** Of these deliveries those that wait for another one of their lane, with that one. */
export const listBlockers = async (db: Queryable, ids: readonly number[]): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await sql<{ id: number; blocker: number }>`
    select delivery.id, blocker.id as blocker from webhook_delivery delivery, lateral (
      select id from webhook_delivery other
      where other.webhook_id = delivery.webhook_id and other.lane = delivery.lane and other.state in ('waiting', 'running')
        and (other.position, other.id) < (delivery.position, delivery.id)
      order by position desc, id desc limit 1
    ) blocker
    where delivery.id = any(${[...ids]}::bigint[]) and delivery.state = 'waiting'`.execute(db)
  return new Map(rows.map(row => [row.id, row.blocker]))
}
