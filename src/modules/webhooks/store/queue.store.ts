import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import { EVENT_COLUMNS, loggedEventOf, type EventRow } from '../../../platform/events/event-log.store.ts'
import type { EventCursor, LoggedEvent } from '../../../platform/events/event-log.ts'
import type { WebhookPlace, WebhookScope, WebhookState } from '../model/webhook.ts'

/** A webhook as the queue knows it. */
export interface QueueingWebhook {
  readonly id: number
  readonly place: WebhookPlace
  readonly kinds: readonly string[]
  readonly state: WebhookState
  /** null: that of the consumer. */
  readonly cursor: EventCursor | null
}

export const listQueueingWebhooks = async (db: Queryable): Promise<QueueingWebhook[]> => {
  const rows = await db
    .selectFrom('webhook')
    .select(['id', 'scope', 'project_id', 'tracker_id', 'kinds', 'state', 'cursor'])
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    place: { scope: row.scope as WebhookScope, projectId: row.project_id, trackerId: row.tracker_id } as WebhookPlace,
    kinds: row.kinds,
    state: row.state as WebhookState,
    cursor: row.cursor,
  }))
}

export const cursorOfConsumer = async (db: Queryable, name: string): Promise<EventCursor> => {
  const row = await db.selectFrom('event_consumer').select('cursor').where('name', '=', name).executeTakeFirst()
  return row?.cursor ?? ''
}

/** Null: from now on that of the consumer. */
export const setCursor = async (tx: Tx, webhookIds: readonly number[], cursor: EventCursor | null): Promise<void> => {
  if (webhookIds.length === 0) return
  await tx
    .updateTable('webhook')
    .set({ cursor, ...(cursor === null && { warned_at: null }) })
    .where('id', 'in', [...webhookIds])
    .execute()
}

/** The webhooks of the list that have at least `most` rows that wait. */
export const listFullQueues = async (
  db: Queryable,
  webhookIds: readonly number[],
  most: number,
): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${[...webhookIds]}::bigint[]) id
    where (select count(*) from (
      select from webhook_delivery where webhook_id = id and state in ('waiting', 'running') limit ${most}
    ) waiting) >= ${most}`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** A change to be told to a webhook. */
export interface NewDelivery {
  readonly webhookId: number
  readonly messageId: string
  readonly event: LoggedEvent
}

/** The lane of an event and its place in it. Changes without a version follow the one that they are about. */
export const laneOf = ({ artifactId, trackerId, projectId, changesetId, kind, payload }: LoggedEvent) => {
  const about = payload['comment_changeset_id']
  const position = changesetId ?? (typeof about === 'number' ? about : 0)
  if (artifactId !== null) return { lane: `a${artifactId}`, position }
  if (trackerId !== null) return { lane: `t${trackerId}`, position: 0 }
  return { lane: projectId === null ? kind : `p${projectId}`, position: 0 }
}

export const insertDeliveries = async (tx: Tx, deliveries: readonly NewDelivery[], now: Date): Promise<void> => {
  if (deliveries.length === 0) return
  const rows = deliveries.map(({ webhookId, messageId, event }) => ({
    webhook_id: webhookId,
    message_id: messageId,
    event,
    kind: event.kind,
    ...laneOf(event),
    artifact_id: event.artifactId,
    changeset_id: event.changesetId,
  }))
  await sql`
    insert into webhook_delivery (webhook_id, message_id, event, kind, lane, position, artifact_id, changeset_id, state, created_at)
    select webhook_id, message_id, event, kind, lane, position, artifact_id, changeset_id, 'waiting', ${now}
    from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (
        webhook_id bigint, message_id text, event jsonb, kind text, lane text, position bigint, artifact_id bigint, changeset_id bigint
      )) with ordinality
      as row (webhook_id, message_id, event, kind, lane, position, artifact_id, changeset_id, place)
    order by place`.execute(tx)
  await wakeLanes(
    tx,
    rows.map(({ webhook_id, lane }) => ({ webhookId: webhook_id, lane })),
    now,
  )
}

/** Makes the first row of each lane due, unless it runs or has its time. The caller holds the locks of the webhooks. */
export const wakeLanes = async (
  tx: Tx,
  lanes: readonly { readonly webhookId: number; readonly lane: string }[],
  now: Date,
): Promise<void> => {
  await sql`
    update webhook_delivery delivery set next_attempt = ${now}
    from unnest(${lanes.map(({ webhookId }) => webhookId)}::bigint[], ${lanes.map(({ lane }) => lane)}::text[])
        as touched (webhook_id, lane),
      lateral (
        select id from webhook_delivery
        where webhook_id = touched.webhook_id and lane = touched.lane and state in ('waiting', 'running')
        order by position, id limit 1
      ) head
    where delivery.id = head.id and delivery.state = 'waiting' and delivery.next_attempt is null`.execute(tx)
}

/** A replay that is being queued. */
export interface Replay {
  readonly id: number
  readonly webhookId: number
  readonly cursor: EventCursor
  readonly last: EventCursor
  readonly since: Date | null
  readonly until: Date | null
  readonly artifactIds: readonly number[] | null
}

export const listReplays = async (db: Queryable): Promise<Replay[]> => {
  const rows = await db
    .selectFrom('webhook_replay')
    .select(['id', 'webhook_id', 'cursor', 'last', 'since', 'until', 'artifact_ids'])
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    webhookId: row.webhook_id,
    cursor: row.cursor,
    last: row.last,
    since: row.since,
    until: row.until,
    artifactIds: row.artifact_ids,
  }))
}

export const moveReplay = async (tx: Tx, id: number, cursor: EventCursor | null): Promise<void> => {
  if (cursor === null) await tx.deleteFrom('webhook_replay').where('id', '=', id).execute()
  else await tx.updateTable('webhook_replay').set({ cursor }).where('id', '=', id).execute()
}

/** Which events of the log may concern a webhook. */
export interface EventFilter {
  readonly after: EventCursor
  readonly last: EventCursor
  readonly place: WebhookPlace
  readonly kinds: readonly string[]
  readonly since: Date | null
  readonly until: Date | null
  readonly artifactIds: readonly number[] | null
}

const xidOf = (cursor: EventCursor): string => cursor.split('.')[0] || '0'
const seqOf = (cursor: EventCursor): string => cursor.split('.')[1] || '0'

/** Events of other places are left out as far as a row tells; moves come from anywhere, since a row does not tell the former project. */
const selected = ({ after, last, place, kinds, since, until, artifactIds }: EventFilter) => sql`
  from event
  where (xid, seq) > (${xidOf(after)}::xid8, ${seqOf(after)}::bigint)
    and (xid, seq) <= (${xidOf(last)}::xid8, ${seqOf(last)}::bigint)
    and xid < pg_snapshot_xmin(pg_current_snapshot())
    and kind = any(${[...kinds]})
    and (${since}::timestamptz is null or at >= ${since})
    and (${until}::timestamptz is null or at < ${until})
    and (${artifactIds}::bigint[] is null or artifact_id = any(${artifactIds}))
    and (${place.projectId}::bigint is null or project_id is null or project_id = ${place.projectId} or kind = 'artifact.moved')
    and (${place.trackerId}::bigint is null or tracker_id is null or tracker_id = ${place.trackerId} or kind = 'artifact.moved')`

export const listEventsFor = async (db: Queryable, filter: EventFilter, limit: number): Promise<LoggedEvent[]> => {
  const { rows } = await sql<EventRow>`
    select ${EVENT_COLUMNS}
    ${selected(filter)} order by event.xid, event.seq limit ${limit}`.execute(db)
  return rows.map(loggedEventOf)
}

/** The times of the first and the last of these events; undefined: there are none. */
export const spanOfEventsFor = async (
  db: Queryable,
  filter: EventFilter,
): Promise<{ readonly from: Date; readonly to: Date } | undefined> => {
  const { rows } = await sql<{ from: Date | null; to: Date | null }>`
    select min(at) as from, max(at) as to ${selected(filter)}`.execute(db)
  const { from = null, to = null } = rows[0] ?? {}
  return from && to ? { from, to } : undefined
}

export const countEventsFor = async (db: Queryable, filter: EventFilter, most: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (select ${selected(filter)} limit ${most}) event`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** The places of events in the log of now, by `seq`: a restored log has others. Absent: the log keeps the event no more. */
export const findCursors = async (
  db: Queryable,
  seqs: readonly number[],
): Promise<ReadonlyMap<number, EventCursor>> => {
  const { rows } = await sql<{ seq: number; cursor: string }>`
    select seq, xid || '.' || seq as cursor from event where seq = any(${[...seqs]}::bigint[])`.execute(db)
  return new Map(rows.map(({ seq, cursor }) => [seq, cursor]))
}
