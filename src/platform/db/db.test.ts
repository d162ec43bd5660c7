import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/harness/database.ts'
import { inTransaction, runWrite, statement } from './db.ts'

describe('transactions', () => {
  it('that query the pool all finish, however many run at a time', async () => {
    const db = await testDatabase({ poolSize: 3 })
    const counts = await Promise.all(
      Array.from({ length: 12 }, () =>
        inTransaction(db, async tx => {
          await tx.selectFrom('setting').select('name').execute()
          // By now all of them hold a connection that could hold one.
          await sleep(5)
          const { count } = await db.kysely
            .selectFrom('schema_migration')
            .select(row => row.fn.countAll<number>().as('count'))
            .executeTakeFirstOrThrow()
          return count
        }),
      ),
    )
    expect(new Set(counts).size).toBe(1)
  })

  it('query the pool while writes wait for their locks', { timeout: 20_000 }, async () => {
    const db = await testDatabase({ poolSize: 3 })
    await sql`create table counter (n int)`.execute(db.kysely)
    await sql`insert into counter values (0)`.execute(db.kysely)
    const increment = statement('increment', 'update counter set n = n + 1')
    let writes: Promise<unknown> | undefined
    await inTransaction(db, async tx => {
      await sql`select from counter for update`.execute(tx)
      writes = Promise.all(Array.from({ length: 6 }, () => runWrite(db, increment, [])))
      await sleep(20)
      await db.query(statement('look', 'select 1'), [])
    })
    await writes
    const { rows } = await sql<{ n: number }>`select n from counter`.execute(db.kysely)
    expect(rows).toEqual([{ n: 6 }])
  })

  it('go on when an earlier one failed', async () => {
    const db = await testDatabase({ poolSize: 3 })
    const failing = () => inTransaction(db, () => Promise.reject(new Error('on purpose')))
    for (let count = 0; count < 4; count++) await expect(failing()).rejects.toThrow('on purpose')
    expect(await inTransaction(db, () => Promise.resolve('done'))).toBe('done')
  })
})
