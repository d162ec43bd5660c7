import { sql } from 'kysely'
import type { Db, Queryable, Tx } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/routes/pagination.ts'

/** Maximum stored deliveries of one tracker. */
const MAX_DELIVERIES = 100

export type Action = 'create' | 'update'

export interface Webhook {
  readonly id: number
  readonly trackerId: number
  readonly url: string
}

export const listWebhooks = async (tx: Queryable, trackerIds: readonly number[]): Promise<Webhook[]> => {
  if (trackerIds.length === 0) return []
  const rows = await tx
    .selectFrom('tracker_webhook')
    .select(['id', 'tracker_id', 'url'])
    .where('tracker_id', 'in', trackerIds)
    .orderBy('id')
    .execute()
  return rows.map(row => ({ id: row.id, trackerId: row.tracker_id, url: row.url }))
}

/** A call to be made. */
export interface NewDelivery {
  readonly webhook: Webhook
  readonly artifactId: number
  readonly changesetId: number
  readonly action: Action
}

export const insertDeliveries = async (tx: Tx, deliveries: readonly NewDelivery[]): Promise<void> => {
  if (deliveries.length === 0) return
  await tx
    .insertInto('tracker_webhook_delivery')
    .values(
      deliveries.map(({ webhook, artifactId, changesetId, action }) => ({
        tracker_id: webhook.trackerId,
        webhook_id: webhook.id,
        url: webhook.url,
        artifact_id: artifactId,
        changeset_id: changesetId,
        action,
      })),
    )
    .execute()
}

/** A call that a process is making. */
export interface ClaimedDelivery {
  readonly id: number
  readonly trackerId: number
  readonly url: string
  readonly artifactId: number
  readonly changesetId: number
  readonly action: Action
}

/**
 * Claims the next call of a webhook, so that it is not made again. Undefined: there is none, or a call that started after `busySince` is
 * running; the process that makes it also makes the next.
 */
export const claimDelivery = async (
  db: Db,
  webhookId: number,
  now: Date,
  busySince: Date,
): Promise<ClaimedDelivery | undefined> => {
  const { rows } = await sql<{
    id: number
    tracker_id: number
    url: string
    artifact_id: number
    changeset_id: number
    action: Action
  }>`
    update tracker_webhook_delivery set sent_on = ${now}
    where id = (
      select id from tracker_webhook_delivery
      where webhook_id = ${webhookId} and duration_ms is null and sent_on is null order by id limit 1 for update skip locked
    ) and not exists (
      select from tracker_webhook_delivery
      where webhook_id = ${webhookId} and duration_ms is null and sent_on > ${busySince}
    )
    returning id, tracker_id, url, artifact_id, changeset_id, action`.execute(db.kysely)
  const [row] = rows
  return (
    row && {
      id: row.id,
      trackerId: row.tracker_id,
      url: row.url,
      artifactId: row.artifact_id,
      changesetId: row.changeset_id,
      action: row.action,
    }
  )
}

/** The batch that made the change; undefined: none, or the log keeps the event no more. */
export const findBatchId = async (db: Db, artifactId: number, changesetId: number): Promise<string | undefined> => {
  const { rows } = await sql<{ batch_id: string | null }>`
    select payload -> 'cause' ->> 'batch_id' as batch_id from event
    where artifact_id = ${artifactId} and changeset_id = ${changesetId} and kind <> 'artifact.deleted' limit 1`.execute(
    db.kysely,
  )
  return rows[0]?.batch_id ?? undefined
}

export const hasWaitingDelivery = async (db: Db, webhookId: number): Promise<boolean> => {
  const { rows } = await sql`
    select from tracker_webhook_delivery
    where webhook_id = ${webhookId} and duration_ms is null and sent_on is null limit 1`.execute(db.kysely)
  return rows.length > 0
}

/** The result of a call. */
export interface DeliveryResult {
  readonly durationMs: number
  readonly status: number | null
  readonly error: string | null
}

/** Stores the result of a call, and deletes the oldest calls of the tracker. */
export const recordResult = async (
  db: Db,
  { id, trackerId }: ClaimedDelivery,
  { durationMs, status, error }: DeliveryResult,
): Promise<void> => {
  await sql`
    with old as (
      delete from tracker_webhook_delivery where id in (
        select id from tracker_webhook_delivery
        where tracker_id = ${trackerId} and sent_on is not null order by id desc offset ${MAX_DELIVERIES}
      )
    )
    update tracker_webhook_delivery set duration_ms = ${durationMs}, status = ${status}, error = ${error}
    where id = ${id}`.execute(db.kysely)
}

export const deleteDelivery = async (db: Db, id: number): Promise<void> => {
  await db.kysely.deleteFrom('tracker_webhook_delivery').where('id', '=', id).execute()
}

/** A call that was made; without a result while it runs, or if its process died. */
export interface LoggedDelivery {
  readonly url: string
  readonly artifactId: number
  readonly changesetId: number
  readonly action: Action
  readonly sentOn: Date
  readonly durationMs: number | null
  readonly status: number | null
  readonly error: string | null
}

/** The newest first, with their number. */
export const listDeliveryRows = async (
  db: Db,
  trackerId: number,
  { limit, offset }: Page,
): Promise<{ readonly deliveries: LoggedDelivery[]; readonly size: number }> => {
  const made = db.kysely
    .selectFrom('tracker_webhook_delivery')
    .where('tracker_id', '=', trackerId)
    .where('sent_on', 'is not', null)
  const [rows, { size }] = await Promise.all([
    made
      .select(['url', 'artifact_id', 'changeset_id', 'action', 'duration_ms', 'status', 'error'])
      .select(row => row.ref('sent_on').$notNull().as('sent_on'))
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    made.select(row => row.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ])
  const deliveries = rows.map(row => ({
    url: row.url,
    artifactId: row.artifact_id,
    changesetId: row.changeset_id,
    action: row.action as Action,
    sentOn: row.sent_on,
    durationMs: row.duration_ms,
    status: row.status,
    error: row.error,
  }))
  return { deliveries, size: Number(size) }
}
