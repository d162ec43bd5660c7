import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'

/** Lock of whoever copies the repositories that a snapshot of the database names, which must stay where they are until the end. */
export const COPYING_REPOSITORIES = 'copying repositories'

/**
 * Whether what belongs to repositories, and may be named by what somebody copies, may be moved or erased until the transaction ends.
 * No: leave it to the next time.
 */
export const mayMoveRepositories = async (tx: Tx): Promise<boolean> => {
  // The same number as `Db.locks` makes of a name, so that either keeps the other out; those who move do not disturb each other.
  const { rows } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${COPYING_REPOSITORIES}, 0)) as is_locked`.execute(tx)
  return rows[0]?.is_locked === true
}
