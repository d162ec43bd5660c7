import { sql } from 'kysely'
import { statement, type Db, type Queryable, type Tx } from '../db/db.ts'
import type { EventCursor } from './event-log.ts'

/** Registers a consumer that is not yet known. It starts at the present end of the log and does not get earlier events. */
export const registerConsumer = async (db: Queryable, name: string): Promise<void> => {
  // Every event that no reader can see yet belongs to a transaction after this cursor.
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

/** Consumers that have an event to handle now, in one round trip. */
export const findDueConsumers = async (db: Db, names: readonly string[]): Promise<string[]> =>
  (await db.query(DUE, [names])).map(({ name }) => name)

/**
 * State of the consumer, which no other process handles until the transaction ends; undefined while another process does, or during a pause
 * after a failure. The lock is advisory: a locked row would give the transaction a number, and readers of the log wait for the first open
 * number. So all consumers would wait while this one works.
 */
export const claimConsumer = async (tx: Tx, name: string): Promise<ConsumerState | undefined> =>
  tx
    .selectFrom('event_consumer')
    .select(['cursor', 'failures'])
    .where('name', '=', name)
    .where(sql<boolean>`coalesce(retry_at <= now(), true)`)
    .where(sql<boolean>`(select pg_try_advisory_xact_lock(hashtext('event_consumer'), hashtext(${name})))`)
    .executeTakeFirst()

/**
 * Records that all events from one cursor to another are handled. False if another process moved the consumer: between the two parts of the
 * claim, or because it is of an earlier version, which locks the row. Then the caller rolls back.
 */
export const moveConsumer = async (tx: Tx, name: string, from: EventCursor, to: EventCursor): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('event_consumer')
    .set({ cursor: to, failures: 0, retry_at: null })
    .where('name', '=', name)
    .where('cursor', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records that the event after the cursor failed, and the pause before the next try. */
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
  /** Events that it has still to handle, counted up to a maximum. */
  readonly waiting: number
  /** Time of the first of these events. */
  readonly since: Date | null
  /** Failures of the next event in a row. */
  readonly failures: number
}

/** Maximum count of waiting events. */
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

/** Age of the oldest event that readers cannot see yet, because an older transaction still runs; 0 if there is none. */
export const readHorizonSeconds = async (db: Queryable): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from clock_timestamp() - min(at)), 0)::float8 as seconds from event
    where xid >= pg_snapshot_xmin(pg_current_snapshot())`.execute(db)
  return rows[0]?.seconds ?? 0
}
