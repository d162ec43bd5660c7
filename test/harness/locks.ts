import { sql } from 'kysely'
import type { Queryable } from '../../src/platform/db/db.ts'
import { until } from './until.ts'

/** Waits until a statement in the database waits for a lock; `on` is the transaction that holds it. */
export const untilSomebodyWaits = (on: Queryable): Promise<void> =>
  until(async () => {
    const { rows } =
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        on,
      )
    return rows.length > 0
  })
