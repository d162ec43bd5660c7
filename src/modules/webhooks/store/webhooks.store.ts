import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { EventCursor } from '../../../platform/events/event-log.ts'
import type {
  Include,
  PauseReason,
  Webhook,
  WebhookPlace,
  WebhookScope,
  WebhookSecrets,
  WebhookSettings,
  WebhookState,
} from '../model/webhook.ts'

const columns = [
  'id',
  'scope',
  'project_id',
  'tracker_id',
  'url',
  'kinds',
  'tql',
  'include',
  'owner_id',
  'state',
  'paused_because',
  'failed_lanes',
  'failures',
  'failed_since',
  'next_attempt',
  'last_success',
  'lost_from',
  'lost_to',
  'version',
  'created_at',
  'changed_at',
] as const

interface WebhookRow {
  id: number
  scope: string
  project_id: number | null
  tracker_id: number | null
  url: string
  kinds: string[]
  tql: string | null
  include: string
  owner_id: number
  state: string
  paused_because: string | null
  failed_lanes: string[]
  failures: number
  failed_since: Date | null
  next_attempt: Date | null
  last_success: Date | null
  lost_from: Date | null
  lost_to: Date | null
  version: number
  created_at: Date
  changed_at: Date
}

const webhookOf = (row: WebhookRow): Webhook => ({
  id: row.id,
  place: { scope: row.scope as WebhookScope, projectId: row.project_id, trackerId: row.tracker_id } as WebhookPlace,
  url: row.url,
  kinds: row.kinds,
  tql: row.tql,
  include: row.include as Include,
  ownerId: row.owner_id,
  state: row.state as WebhookState,
  pausedBecause: row.paused_because as PauseReason | null,
  failedLanes: row.failed_lanes,
  failures: row.failures,
  failedSince: row.failed_since,
  nextAttempt: row.next_attempt,
  lastSuccess: row.last_success,
  lostFrom: row.lost_from,
  lostTo: row.lost_to,
  version: row.version,
  createdAt: row.created_at,
  changedAt: row.changed_at,
})

export const findWebhook = async (db: Queryable, id: number): Promise<Webhook | undefined> => {
  const row = await db.selectFrom('webhook').select(columns).where('id', '=', id).executeTakeFirst()
  return row && webhookOf(row)
}

/** A webhook, and what its calls are signed by. */
export type CalledWebhook = Webhook & WebhookSecrets

export const findCalledWebhooks = async (
  db: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, CalledWebhook>> => {
  const rows = await db
    .selectFrom('webhook')
    .select([...columns, 'secret', 'former_secret', 'former_until'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(
    rows.map(row => [
      row.id,
      { ...webhookOf(row), secret: row.secret, formerSecret: row.former_secret, formerUntil: row.former_until },
    ]),
  )
}

export const findWebhooks = async (db: Queryable, ids: readonly number[]): Promise<Webhook[]> => {
  const rows = await db
    .selectFrom('webhook')
    .select(columns)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
  return rows.map(webhookOf)
}

const atPlace = (place: WebhookPlace) => {
  switch (place.scope) {
    case 'site':
      return sql<boolean>`scope = 'site'`
    case 'project':
      return sql<boolean>`scope = 'project' and project_id = ${place.projectId}`
    case 'tracker':
      return sql<boolean>`scope = 'tracker' and tracker_id = ${place.trackerId}`
  }
}

/** By id, with their number. */
export const pageOfWebhooks = async (
  db: Queryable,
  place: WebhookPlace,
  { limit, offset }: Page,
): Promise<{ readonly webhooks: Webhook[]; readonly size: number }> => {
  const found = db.selectFrom('webhook').where(atPlace(place))
  const [rows, { size }] = await Promise.all([
    found.select(columns).orderBy('id').limit(limit).offset(offset).execute(),
    found.select(row => row.fn.countAll<number>().as('size')).executeTakeFirstOrThrow(),
  ])
  return { webhooks: rows.map(webhookOf), size: Number(size) }
}

/** Waits for other creations at this place, so that their number keeps its bound. */
export const countWebhooksLocked = async (tx: Tx, place: WebhookPlace): Promise<number> => {
  const name = `${place.scope} ${place.trackerId ?? place.projectId ?? ''}`
  await sql`select pg_advisory_xact_lock(hashtext('webhooks of a place'), hashtext(${name}))`.execute(tx)
  const { size } = await tx
    .selectFrom('webhook')
    .where(atPlace(place))
    .select(row => row.fn.countAll<number>().as('size'))
    .executeTakeFirstOrThrow()
  return Number(size)
}

export interface NewWebhook extends WebhookSettings {
  readonly place: WebhookPlace
  readonly ownerId: number
  readonly secret: Buffer
  readonly now: Date
}

/** The end of the log: every event that no reader sees yet belongs to a later transaction. */
const END_OF_LOG = sql<string>`(pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text || '.9223372036854775807'`

/** Begins at the end of the log. */
export const insertWebhook = async (tx: Tx, webhook: NewWebhook): Promise<Webhook> => {
  const row = await tx
    .insertInto('webhook')
    .values({
      scope: webhook.place.scope,
      project_id: webhook.place.projectId,
      tracker_id: webhook.place.trackerId,
      url: webhook.url,
      kinds: [...webhook.kinds],
      tql: webhook.tql,
      include: webhook.include,
      owner_id: webhook.ownerId,
      secret: webhook.secret,
      cursor: END_OF_LOG,
      created_at: webhook.now,
      changed_at: webhook.now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return webhookOf(row)
}

export interface WebhookChanges extends Partial<WebhookSettings> {
  readonly state?: WebhookState
  readonly pausedBecause?: PauseReason | null
  readonly failedLanes?: readonly string[]
  readonly failures?: number
  readonly failedSince?: Date | null
  readonly nextAttempt?: Date | null
  readonly lastSuccess?: Date | null
  readonly lostFrom?: Date | null
  readonly lostTo?: Date | null
}

const changedColumns = (changes: WebhookChanges) => ({
  ...(changes.url !== undefined && { url: changes.url }),
  ...(changes.kinds !== undefined && { kinds: [...changes.kinds] }),
  ...(changes.tql !== undefined && { tql: changes.tql }),
  ...(changes.include !== undefined && { include: changes.include }),
  ...(changes.state !== undefined && { state: changes.state }),
  ...(changes.pausedBecause !== undefined && { paused_because: changes.pausedBecause }),
  ...(changes.failedLanes !== undefined && { failed_lanes: [...changes.failedLanes] }),
  ...(changes.failures !== undefined && { failures: changes.failures }),
  ...(changes.failedSince !== undefined && { failed_since: changes.failedSince }),
  ...(changes.nextAttempt !== undefined && { next_attempt: changes.nextAttempt }),
  ...(changes.lastSuccess !== undefined && { last_success: changes.lastSuccess }),
  ...(changes.lostFrom !== undefined && { lost_from: changes.lostFrom }),
  ...(changes.lostTo !== undefined && { lost_to: changes.lostTo }),
})

/** Stores a state that deliveries lead to: no new version. */
export const noteWebhook = async (tx: Tx, id: number, changes: WebhookChanges): Promise<void> => {
  await tx.updateTable('webhook').set(changedColumns(changes)).where('id', '=', id).execute()
}

/** Stores a change of an administrator: a new version. */
export const changeWebhook = async (
  tx: Tx,
  id: number,
  changes: WebhookChanges,
  now: Date,
): Promise<Webhook | undefined> => {
  const row = await tx
    .updateTable('webhook')
    .set({ ...changedColumns(changes), version: sql`version + 1`, changed_at: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
  return row && webhookOf(row)
}

/** The secret of now signs beside the new one until `formerUntil`. */
export const replaceSecret = async (
  tx: Tx,
  id: number,
  secret: Buffer,
  formerUntil: Date,
  now: Date,
): Promise<void> => {
  await tx
    .updateTable('webhook')
    .set({ former_secret: sql`secret`, former_until: formerUntil, secret, version: sql`version + 1`, changed_at: now })
    .where('id', '=', id)
    .execute()
}

export const deleteWebhook = async (tx: Tx, id: number): Promise<void> => {
  await tx.deleteFrom('webhook').where('id', '=', id).execute()
}

export const skipToEndOfLog = async (tx: Tx, id: number): Promise<void> => {
  await tx.updateTable('webhook').set({ cursor: END_OF_LOG }).where('id', '=', id).execute()
}

export const hasWebhooks = async (db: Queryable): Promise<boolean> => {
  const { rows } = await sql`select from webhook limit 1`.execute(db)
  return rows.length > 0
}

export interface NewReplay {
  readonly webhookId: number
  readonly cursor: EventCursor
  readonly since: Date | null
  readonly until: Date | null
  readonly artifactIds: readonly number[] | null
  readonly now: Date
}

/** Ends at the present end of the log. */
export const insertReplay = async (tx: Tx, replay: NewReplay): Promise<number> => {
  const { id } = await tx
    .insertInto('webhook_replay')
    .values({
      webhook_id: replay.webhookId,
      cursor: replay.cursor,
      last: END_OF_LOG,
      since: replay.since,
      until: replay.until,
      artifact_ids: replay.artifactIds === null ? null : [...replay.artifactIds],
      created_at: replay.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The date of the first change of each webhook that is not queued yet; absent: all are queued. */
export const listQueuedUntil = async (
  db: Queryable,
  webhookIds: readonly number[],
  consumer: string,
): Promise<ReadonlyMap<number, Date>> => {
  const { rows } = await sql<{ id: number; at: Date }>`
    select webhook.id, event.at from webhook, lateral (
      select coalesce(webhook.cursor, (select cursor from event_consumer where name = ${consumer}), '') as cursor
    ) place, lateral (
      select at from event where (xid, seq) > (
        coalesce(nullif(split_part(place.cursor, '.', 1), ''), '0')::xid8,
        coalesce(nullif(split_part(place.cursor, '.', 2), ''), '0')::bigint)
      order by xid, seq limit 1
    ) event
    where webhook.id = any(${[...webhookIds]}::bigint[])`.execute(db)
  return new Map(rows.map(row => [row.id, row.at]))
}
