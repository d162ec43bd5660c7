import { sql } from 'kysely'
import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { EventCursor } from '../../../platform/events/event-log.ts'

const place = (cursor: ReturnType<typeof sql.ref>) => sql`(
  coalesce(nullif(split_part(${cursor}, '.', 1), ''), '0')::xid8, coalesce(nullif(split_part(${cursor}, '.', 2), ''), '0')::bigint)`
const ofWebhook = place(sql.ref('webhook.cursor'))

/** The webhook that is furthest behind in the log; undefined: none has a place of its own. */
export const findSlowestWebhook = async (db: Queryable): Promise<{ id: number; cursor: EventCursor } | undefined> => {
  const { rows } = await sql<{ id: number; cursor: EventCursor }>`
    select id, cursor from webhook where cursor is not null order by ${ofWebhook} limit 1`.execute(db)
  return rows[0]
}

/** Webhooks whose next event in the log is older than the date, and that nobody was warned of. */
export const listUnwarnedBefore = async (db: Queryable, date: Date): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select webhook.id from webhook, lateral (
      select at from event where (xid, seq) > ${ofWebhook} order by xid, seq limit 1
    ) event
    where webhook.cursor is not null and webhook.warned_at is null and event.at < ${date} order by webhook.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export const noteWarning = async (tx: Tx, id: number, now: Date): Promise<void> => {
  await tx.updateTable('webhook').set({ warned_at: now }).where('id', '=', id).execute()
}

/** Webhooks with a place before the cursor, by id. */
export const listBehind = async (
  db: Queryable,
  cursor: EventCursor,
): Promise<{ id: number; cursor: EventCursor }[]> => {
  const { rows } = await sql<{ id: number; cursor: EventCursor }>`
    select id, cursor from webhook where cursor is not null
      and ${ofWebhook} < (split_part(${cursor}, '.', 1)::xid8, split_part(${cursor}, '.', 2)::bigint)
    order by id`.execute(db)
  return rows
}

/** A webhook that has not read the whole log, and the date of its next event. */
export interface DelayedWebhook {
  readonly id: number
  readonly url: string
  readonly waitsSince: Date | null
  readonly lostFrom: Date | null
  readonly lostTo: Date | null
}

/** Webhooks that lost changes, or whose next change in the log is older than the date. */
export const listDelayedWebhooks = async (db: Queryable, date: Date): Promise<DelayedWebhook[]> => {
  const { rows } = await sql<DelayedWebhook>`
    select webhook.id, webhook.url, event.at as "waitsSince", webhook.lost_from as "lostFrom", webhook.lost_to as "lostTo"
    from webhook left join lateral (
      select at from event where webhook.cursor is not null and (xid, seq) > ${ofWebhook} order by xid, seq limit 1
    ) event on true
    where webhook.lost_from is not null or event.at < ${date} order by webhook.id`.execute(db)
  return rows
}
