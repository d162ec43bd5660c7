import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { testDatabaseUrl } from '../../../test/harness/database.ts'
import { inTransaction, openDatabase } from './db.ts'

it('survives the loss of a connection inside a transaction: the caller gets an error, the next call works', async () => {
  const url = await testDatabaseUrl()
  const onError = vi.fn()
  const db = openDatabase(url, { onError })
  const other = openDatabase(url)
  try {
    // An error without a listener ends the process, and with it this test run, even if the call below is refused.
    const lost = inTransaction(db, async tx => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(other.kysely)
      await vi.waitFor(() => expect(onError).toHaveBeenCalled(), 10_000)
      await sql`select 1`.execute(tx)
    })
    await expect(lost).rejects.toThrow()
    expect((await sql`select 1 as one`.execute(db.kysely)).rows).toEqual([{ one: 1 }])
  } finally {
    await db.close()
    await other.close()
  }
})

it('lets the database notice within half a minute that this machine is gone, on every connection', async () => {
  const db = openDatabase(await testDatabaseUrl({ isEmpty: true }))
  try {
    const { rows } = await sql<{ name: string; source: string }>`
      select name, source from pg_settings where name in ('tcp_keepalives_idle', 'tcp_user_timeout') order by name`.execute(
      db.kysely,
    )
    expect(rows).toEqual([
      { name: 'tcp_keepalives_idle', source: 'client' },
      { name: 'tcp_user_timeout', source: 'client' },
    ])
  } finally {
    await db.close()
  }
})
