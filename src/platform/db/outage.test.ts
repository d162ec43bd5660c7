import { once } from 'node:events'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { tcpProxy } from '../../../test/harness/tcp-proxy.ts'
import { testDatabaseUrl } from '../../../test/harness/database.ts'
import { inTransaction, openDatabase, type Db } from './db.ts'
import { isOutage } from './outage.ts'

const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

const active = async (db: Db): Promise<string[]> =>
  (await sql<{ query: string }>`select query from pg_stat_activity where state = 'active'`.execute(db.kysely)).rows.map(
    ({ query }) => query,
  )

describe('a database that is away', () => {
  const opened: { close(): unknown }[] = []
  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.close()
  })
  const databaseAt = (url: string): Db => {
    const db = openDatabase(url)
    opened.push(db)
    return db
  }
  const listening = async (server: Server): Promise<number> => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }

  it('is distinguished from a wrong statement', async () => {
    const db = databaseAt(await testDatabaseUrl({ isEmpty: true }))
    expect(isOutage(await failureOf(sql`select * from nowhere`.execute(db.kysely)))).toBe(false)
    expect(isOutage(await failureOf(sql`select 1 / 0`.execute(db.kysely)))).toBe(false)
    expect(isOutage(new Error('a bug'))).toBe(false)
    expect(isOutage(Object.assign(new Error('no file'), { code: 'ENOENT', syscall: 'open' }))).toBe(false)
  })

  it('is recognised when nobody listens, by address or by socket, and when the peer hangs up', async () => {
    const server = createServer(socket => socket.destroy())
    const port = await listening(server)
    const hangsUp = databaseAt(`postgres://a:b@127.0.0.1:${port}/c`)
    expect(isOutage(await failureOf(sql`select 1`.execute(hangsUp.kysely)))).toBe(true)
    server.close()
    await once(server, 'close')
    const refuses = databaseAt(`postgres://a:b@localhost:${port}/c`)
    expect(isOutage(await failureOf(sql`select 1`.execute(refuses.kysely)))).toBe(true)
    const socketless = databaseAt('postgres://a:b@localhost/c?host=/nowhere')
    expect(isOutage(await failureOf(sql`select 1`.execute(socketless.kysely)))).toBe(true)
  })

  it('is recognised when the connection ends under a statement or a transaction, and when an operator ends it', async () => {
    const url = new URL(await testDatabaseUrl({ isEmpty: true }))
    const direct = databaseAt(url.href)
    const port = Number(url.port || 5432)
    const folder = url.searchParams.get('host')
    const proxy = await tcpProxy([
      { host: url.hostname, port, ...(folder === null ? {} : { path: join(folder, `.s.PGSQL.${port}`) }) },
    ])
    opened.push(proxy)
    const proxied = new URL(url)
    proxied.host = `127.0.0.1:${proxy.port}`
    proxied.searchParams.delete('host')
    const cut = databaseAt(proxied.href)
    const sleeping = failureOf(sql`select pg_sleep(20)`.execute(cut.kysely))
    await expect.poll(async () => (await active(direct)).includes('select pg_sleep(20)')).toBe(true)
    for (const connection of proxy.connections()) connection.reset()
    expect(isOutage(await sleeping)).toBe(true)
    const failed = failureOf(
      inTransaction(direct, async tx => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(databaseAt(url.href).kysely)
        await sql`select 1`.execute(tx)
      }),
    )
    expect(isOutage(await failed)).toBe(true)
  })

  it.each(['53100', '53200', '53300', '57P01', '57P03', '58030', '08006', '25006'])('has the state %s', code => {
    expect(isOutage(Object.assign(new pg.DatabaseError('', 0, 'error'), { code }))).toBe(true)
  })
})
