import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'
import { logCursorOf, placeOf, type Place } from '../model/place.ts'

/** False: another process deletes events. */
export const lockHorizon = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('event_horizon')) as got`.execute(tx)
  return rows[0]?.got === true
}

/** The oldest events that every reader may see, in the order of the log. */
export const listOldestEvents = async (tx: Tx, limit: number): Promise<{ place: Place; at: Date }[]> => {
  const { rows } = await sql<{ cursor: string; at: Date }>`
    select xid || '.' || seq as cursor, at from event
    where xid < pg_snapshot_xmin(pg_current_snapshot()) order by event.xid, event.seq limit ${limit}`.execute(tx)
  return rows.map(({ cursor, at }) => ({ place: placeOf(cursor), at }))
}

/** The consumer that is furthest behind. */
export const slowestConsumer = async (tx: Tx): Promise<{ name: string; place: Place } | undefined> => {
  const { rows } = await sql<{ name: string; cursor: string }>`
    select name, cursor from event_consumer
    order by coalesce(nullif(split_part(cursor, '.', 1), ''), '0')::xid8,
      coalesce(nullif(split_part(cursor, '.', 2), ''), '0')::bigint limit 1`.execute(tx)
  return rows[0] && { name: rows[0].name, place: placeOf(rows[0].cursor) }
}

/** Deletes the events and notes the place: a cursor before it has missed some. */
export const deleteEventsUpTo = async (tx: Tx, place: Place, now: Date): Promise<void> => {
  await sql`delete from event where (xid, seq) <= (${String(place.xid)}::xid8, ${String(place.seq)}::bigint)`.execute(
    tx,
  )
  await sql`
    insert into event_horizon (cursor, at) values (${logCursorOf(place)}, ${now})
    on conflict (is_only) do update set cursor = excluded.cursor, at = excluded.at`.execute(tx)
}
