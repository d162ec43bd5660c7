import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'

/** Lock of a process that copies the repositories of a database snapshot: they must stay in place until the end. */
export const COPYING_REPOSITORIES = 'copying repositories'

/** Whether repositories may be moved or erased until the transaction ends. If false, a copy is running: try again at the next run. */
export const mayMoveRepositories = async (tx: Tx): Promise<boolean> => {
  // The same lock number as `Db.locks` computes from a name, so that both exclude each other. Movers share the lock.
  const { rows } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${COPYING_REPOSITORIES}, 0)) as is_locked`.execute(tx)
  return rows[0]?.is_locked === true
}
