import { sql } from 'kysely'
import { statement, type Db, type Queryable, type Tx } from '../db/db.ts'
import type { EventCursor } from './event-log.ts'

/** Makes a consumer known that is not yet: it starts at the present end of the log, since the past was nobody's to tell it. */
export const registerConsumer = async (db: Queryable, name: string): Promise<void> => {
  // Every event that is visible to no reader yet is of a transaction from here on.
  await sql`
    insert into event_consumer (name, cursor)
    values (${name}, (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text || '.9223372036854775807')
    on conflict (name) do nothing`.execute(db)
}

export interface ConsumerState {
  readonly cursor: EventCursor
  readonly failures: number
}

const DUE = statement<{ name: string }>(
  'due_consumers',
  `select name from event_consumer consumer
    where name = any($1) and coalesce(retry_at <= now(), true) and exists (
      select from event
      where (event.xid, event.seq) > (
          coalesce(nullif(split_part(consumer.cursor, '.', 1), ''), '0')::xid8,
          coalesce(nullif(split_part(consumer.cursor, '.', 2), ''), '0')::bigint
        ) and event.xid < pg_snapshot_xmin(pg_current_snapshot()))`,
)

/** Which of the consumers have something to handle now, in one round trip. */
export const findDueConsumers = async (db: Db, names: readonly string[]): Promise<string[]> =>
  (await db.query(DUE, [names])).map(({ name }) => name)

/** Where the consumer is, with its row locked; undefined while another process is at it, or while it waits after a failure. */
export const claimConsumer = async (tx: Tx, name: string): Promise<ConsumerState | undefined> =>
  tx
    .selectFrom('event_consumer')
    .select(['cursor', 'failures'])
    .where('name', '=', name)
    .where(sql<boolean>`coalesce(retry_at <= now(), true)`)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Notes that all up to `cursor` is handled. */
export const moveConsumer = async (tx: Tx, name: string, cursor: EventCursor): Promise<void> => {
  await tx.updateTable('event_consumer').set({ cursor, failures: 0, retry_at: null }).where('name', '=', name).execute()
}

/** Notes that the event after the cursor could not be handled, and how long to wait before it is tried again. */
export const recordConsumerFailure = async (db: Queryable, name: string, pauseSeconds: number): Promise<void> => {
  await db
    .updateTable('event_consumer')
    .set({
      failures: sql`failures + 1`,
      retry_at: sql`now() + make_interval(secs => ${pauseSeconds})`,
    })
    .where('name', '=', name)
    .execute()
}

/** How far a consumer is behind the log. */
export interface ConsumerLag {
  readonly name: string
  /** Events that it has still to handle, at most as many as are counted. */
  readonly waiting: number
  /** When the first of them happened. */
  readonly since: Date | null
  /** How often the next event failed in a row. */
  readonly failures: number
}

/** More than this many events that wait are not counted. */
export const MAX_COUNTED_EVENTS = 10_000

export const listConsumerLags = async (db: Queryable): Promise<ConsumerLag[]> => {
  const { rows } = await sql<{ name: string; waiting: number; since: Date | null; failures: number }>`
    select consumer.name, consumer.failures, ahead.waiting, ahead.since
    from event_consumer consumer,
      lateral (select split_part(consumer.cursor, '.', 1) as xid, split_part(consumer.cursor, '.', 2) as seq) place,
      lateral (
        select count(*) as waiting, min(at) as since from (
          select at from event
          where (event.xid, event.seq) > (coalesce(nullif(place.xid, ''), '0')::xid8, coalesce(nullif(place.seq, ''), '0')::bigint)
          order by event.xid, event.seq limit ${MAX_COUNTED_EVENTS}
        ) event
      ) ahead
    order by consumer.name`.execute(db)
  return rows
}
