import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { testDatabaseUrl } from '../../../test/harness/database.ts'
import { tcpProxy, type TcpProxy } from '../../../test/harness/tcp-proxy.ts'
import { openDatabase, type Db } from './db.ts'
import { DatabaseUnavailable, isOutage } from './outage.ts'
import { databaseServers, watchServer } from './database-servers.ts'
import { PROGRAM_MIGRATION } from './program-migration.ts'
import { queriesInTurn } from './queries-in-turn.ts'

/** No process listens on this address. */
const NOBODY = '127.0.0.1:1'

describe('the servers of a database', () => {
  const opened: { close(): unknown }[] = []
  afterEach(async () => {
    for (const each of opened.splice(0).reverse()) await each.close()
  })
  const closing = <T extends { close(): unknown }>(each: T): T => {
    opened.push(each)
    return each
  }
  /** The database of the test behind proxies, each of which stands for a server. */
  const behindProxies = async (count: number) => {
    const url = new URL(await testDatabaseUrl({ isEmpty: true }))
    const port = Number(url.port || 5432)
    const folder = url.searchParams.get('host')
    const target = {
      host: url.hostname,
      port,
      ...(folder === null ? {} : { path: join(folder, `.s.PGSQL.${port}`) }),
    }
    const proxies: TcpProxy[] = []
    for (let i = 0; i < count; i++) proxies.push(closing(await tcpProxy([target])))
    const at = (places: string) => `postgres://${url.username}:${url.password}@${places}${url.pathname}`
    return { at, direct: url.href, proxies, places: proxies.map(({ port: place }) => `127.0.0.1:${place}`) }
  }
  const one = async (db: Db): Promise<unknown> => (await sql<{ one: number }>`select 1 as one`.execute(db.kysely)).rows

  it('are tried until one answers, by pool, invalidations and locks', async () => {
    const { at, places } = await behindProxies(1)
    const db = closing(openDatabase(at(`${NOBODY},${places[0]}`)))
    expect(await one(db)).toEqual([{ one: 1 }])
    const lock = await db.locks.tryLock('anything')
    expect(lock).toBeDefined()
    await lock?.release()
  })

  it('go on with the next when the one in use is gone, or takes connections without an answer', async () => {
    const { at, proxies, places } = await behindProxies(2)
    const db = closing(openDatabase(at(places.join())))
    const [first, second] = proxies as [TcpProxy, TcpProxy]
    expect(await one(db)).toEqual([{ one: 1 }])
    expect(second.connections()).toHaveLength(0)
    first.newConnections = 'refuse'
    for (const connection of first.connections()) connection.reset()
    await vi.waitFor(async () => expect(await one(db)).toEqual([{ one: 1 }]), 10_000)
    expect(second.connections().length).toBeGreaterThan(0)

    first.newConnections = 'pass'
    second.newConnections = 'swallow'
    for (const connection of second.connections()) connection.reset()
    await vi.waitFor(async () => expect(await one(db)).toEqual([{ one: 1 }]), { timeout: 10_000 })
  })

  it('refuse at once while none is available, report it once, and are used again when one is back', async () => {
    const { at, proxies, places } = await behindProxies(1)
    const onError = vi.fn()
    const servers = databaseServers(at(`${places[0]},${NOBODY}`), { onError })
    const db = closing(openDatabase(servers))
    const [proxy] = proxies as [TcpProxy]
    expect(await one(db)).toEqual([{ one: 1 }])
    proxy.newConnections = 'refuse'
    for (const connection of proxy.connections()) connection.reset()
    await vi.waitFor(() => expect(one(db)).rejects.toBeInstanceOf(DatabaseUnavailable), 10_000)
    const before = proxy.counts.accepted
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => one(db)))
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(100)
    expect(proxy.counts.accepted - before).toBeLessThan(20)
    expect(onError).toHaveBeenCalledTimes(1)
    proxy.newConnections = 'pass'
    await vi.waitFor(async () => expect(await one(db)).toEqual([{ one: 1 }]), { timeout: 5_000 })
  })

  it('lose the connection on which a write was refused because the server only reads', async () => {
    const { direct } = await behindProxies(0)
    const db = closing(openDatabase(direct, { poolSize: 1 }))
    const name = new URL(direct).pathname.slice(1)
    await sql`create table word (word text)`.execute(db.kysely)
    const readOnly = (value: string) =>
      sql.raw(`alter database "${name}" set default_transaction_read_only = ${value}`).execute(db.kysely)
    await readOnly('on')
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where pid = pg_backend_pid()`
      .execute(db.kysely)
      .catch(() => undefined)
    const refused = await vi.waitFor(async () => {
      const error: unknown = await sql`insert into word values ('lost')`.execute(db.kysely).then(
        () => undefined,
        (reason: unknown) => reason,
      )
      expect(error).toMatchObject({ code: '25006' })
      return error
    }, 10_000)
    expect(isOutage(refused)).toBe(true)
    const other = closing(
      openDatabase(`${direct}${direct.includes('?') ? '&' : '?'}options=-c%20default_transaction_read_only%3Doff`),
    )
    await sql.raw(`alter database "${name}" set default_transaction_read_only = off`).execute(other.kysely)
    // The old session would refuse the write as long as it lives.
    await vi.waitFor(() => sql`insert into word values ('kept')`.execute(db.kysely), 10_000)
    expect((await sql`select word from word`.execute(db.kysely)).rows).toEqual([{ word: 'kept' }])
  })

  it('are given up when they stop to answer, and every waiting caller gets an error', async () => {
    const { at, proxies, places } = await behindProxies(1)
    const servers = databaseServers(at(places.join()))
    const db = closing(openDatabase(servers))
    expect(await one(db)).toEqual([{ one: 1 }])
    const watched = await servers.connect({})
    const silent = vi.fn(() => servers.cut('the server does not answer'))
    const stop = watchServer(queriesInTurn(watched), { everyMs: 20, withinMs: 200, onSilence: silent })
    await new Promise(resolve => setTimeout(resolve, 300))
    expect(silent).not.toHaveBeenCalled()
    for (const connection of proxies[0]?.connections() ?? []) connection.stall()
    const waiting = one(db).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(isOutage(await waiting)).toBe(true)
    expect(silent).toHaveBeenCalledTimes(1)
    expect(await one(db)).toEqual([{ one: 1 }])
    stop()
  })
})

describe('the name of a connection', () => {
  it.each([
    ['the purpose', '', `crocus/${PROGRAM_MIGRATION}`],
    ['the name in the address', 'application_name=web', `web/${PROGRAM_MIGRATION}`],
    ['a long name, cut', `application_name=${'w'.repeat(80)}`, `${'w'.repeat(50)}/${PROGRAM_MIGRATION}`],
  ])('has %s and the version of the program', async (_, parameter, name) => {
    const url = await testDatabaseUrl({ isEmpty: true })
    const db = openDatabase(parameter === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${parameter}`)
    const { rows } = await sql<{ name: string }>`select current_setting('application_name') as name`.execute(db.kysely)
    await db.close()
    expect(rows).toEqual([{ name }])
  })
})
