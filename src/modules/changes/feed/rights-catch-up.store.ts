import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'

/** The catch-up after an upgrade: what processes of earlier versions wrote lacks facts about rights. */
export interface CatchUp {
  /** Processes whose newest migration has a lower number are earlier ones. */
  readonly migration: number
  /** Since then no process of an earlier version was seen. */
  readonly quietSince: Date | null
  readonly announcedAt: Date | null
}

/** False: another process is at it. A transaction that holds it has no number in the log yet. */
export const lockCatchUp = async (tx: Tx): Promise<boolean> => {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('rights_catch_up')) as got`.execute(tx)
  return rows[0]?.got === true
}

export const readCatchUp = async (tx: Tx): Promise<CatchUp | undefined> => {
  const { rows } = await sql<{ migration: number; quiet_since: Date | null; announced_at: Date | null }>`
    select migration, quiet_since, announced_at from rights_catch_up`.execute(tx)
  const [row] = rows
  return row && { migration: row.migration, quietSince: row.quiet_since, announcedAt: row.announced_at }
}

/**
 * Whether a process of an earlier version is connected to the database, or a statement of a dead one still runs. Versions before this one gave their
 * connections names without a number: `crocus…`, or the name in the address of the database.
 */
export const isEarlierVersionConnected = async (tx: Tx, migration: number): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`
    with own as (select regexp_replace(current_setting('application_name'), '/[0-9]+$', '') as name)
    select exists (
      select from pg_stat_activity activity, own
      where datname = current_database() and backend_type = 'client backend'
        and (application_name like 'crocus%' or regexp_replace(application_name, '/[0-9]+$', '') = own.name)
        and coalesce(substring(application_name from '/([0-9]+)$')::int, 0) < ${migration}
    ) as is`.execute(tx)
  return rows[0]?.is === true
}

export const writeCatchUp = async (
  tx: Tx,
  { quietSince, announcedAt }: Pick<CatchUp, 'quietSince' | 'announcedAt'>,
): Promise<void> => {
  await sql`update rights_catch_up set quiet_since = ${quietSince}, announced_at = ${announcedAt}`.execute(tx)
}
