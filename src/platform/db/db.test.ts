import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/harness/database.ts'
import { inTransaction } from './db.ts'

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

  it('go on when an earlier one failed', async () => {
    const db = await testDatabase({ poolSize: 3 })
    const failing = () => inTransaction(db, () => Promise.reject(new Error('on purpose')))
    for (let count = 0; count < 4; count++) await expect(failing()).rejects.toThrow('on purpose')
    expect(await inTransaction(db, () => Promise.resolve('done'))).toBe('done')
  })
})
