import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../db/db.ts'

/** Runs `read` in a transaction with a statement timeout. */
export const readWithin = <T>(db: Db, milliseconds: number, read: (tx: Tx) => Promise<T>): Promise<T> =>
  inTransaction(db, async tx => {
    await sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`.execute(tx)
    return read(tx)
  })
