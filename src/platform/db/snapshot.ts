import { runStatement, withoutLimits, type Db, type ReadableDb } from './db.ts'

export type { ReadableDb } from './db.ts'

/** Runs `work` in a repeatable-read transaction: all its queries see the state at the first query. */
export const inSnapshot = <T>(db: Db, work: (snapshot: ReadableDb) => Promise<T>): Promise<T> =>
  db.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async tx => {
      await withoutLimits(tx)
      return work({
        kysely: tx,
        query: (statement, values) => runStatement(tx, statement, values),
      })
    })
