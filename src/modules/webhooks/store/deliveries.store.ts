import { sql, type SelectQueryBuilder } from 'kysely'
import { parseJsonb, type Queryable, type Tables, type Tx } from '../../../platform/db/db.ts'
import type { LoggedEvent } from '../../../platform/events/event-log.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { Attempt, DeliveryState } from '../model/webhook.ts'
import { eventOf } from './claims.store.ts'
import type { MadeAttempt } from './results.store.ts'

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
