import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { proxiedDatabase, testDatabaseUrl } from '../../../test/harness/database.ts'
import type { TcpProxy } from '../../../test/harness/tcp-proxy.ts'
import { invalidate, invalidateMany, inTransaction, openDatabase, type Db } from './db.ts'

/** The keys that a database handle received for a topic, in order. */
const receivedKeys = (db: Db, topic: string): (string | null)[] => {
  const keys: (string | null)[] = []
  db.invalidations.on(topic, key => void keys.push(key))
  return keys
}
const invalidateInTransaction = (db: Db, topic: string, key: string): Promise<void> =>
  inTransaction(db, tx => invalidate(tx, topic, key))

describe('invalidations between processes', () => {
  let proxy: TcpProxy
  /** Three handles stand for three processes; the last one reaches the database through the proxy. */
  let dbs: [Db, Db, Db]
  beforeAll(async () => {
    const url = await testDatabaseUrl()
    const proxied = await proxiedDatabase(url)
    proxy = proxied.proxy
    dbs = [openDatabase(url), openDatabase(url), openDatabase(proxied.url)]
    await vi.waitFor(() => expect(dbs.map(db => db.invalidations.isListening())).toEqual([true, true, true]), 10_000)
  })
  afterAll(async () => {
    for (const db of dbs) await db.close()
  })

  it('have taken effect in all processes when the change returns, also if a listener has to load', async () => {
    const [one, two, three] = dbs
    const [ofTwo, ofThree] = [receivedKeys(two, 'colour'), [] as string[]]
    three.invalidations.on('colour', async key => {
      await sql`select pg_sleep(0.05)`.execute(three.kysely)
      ofThree.push(String(key))
    })
    for (const key of ['red', 'green', 'blue']) {
      await invalidateInTransaction(one, 'colour', key)
      expect([ofTwo.at(-1), ofThree.at(-1)]).toEqual([key, key])
    }
    await inTransaction(one, async tx => {
      await invalidateMany(tx, 'colour', ['grey', 'pink'])
      await invalidate(tx, 'colour', 'black')
    })
    expect([ofTwo.slice(-3), ofThree.slice(-3).sort()]).toEqual([
      ['grey', 'pink', 'black'],
      ['black', 'grey', 'pink'],
    ])
  })

  it('are sent only for committed changes', async () => {
    const [one, two] = dbs
    const keys = receivedKeys(two, 'fruit')
    const failed = inTransaction(one, async tx => {
      await invalidate(tx, 'fruit', 'apple')
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await invalidateInTransaction(one, 'fruit', 'pear')
    expect(keys).toEqual(['pear'])
  })

  it('have taken effect in a process that has caught up, also while their writer waits for others', async () => {
    const [one, two, three] = dbs
    const seen: string[] = []
    await sql`create table stone (name text)`.execute(one.kysely)
    two.invalidations.on('stone', async key => {
      await sql`select pg_sleep(0.05)`.execute(two.kysely)
      seen.push(String(key))
    })
    // The writer hears of this handle late.
    three.invalidations.on('stone', () => sql`select pg_sleep(0.15)`.execute(three.kysely))
    for (const key of ['flint', 'slate']) {
      const writing = inTransaction(one, async tx => {
        await sql`insert into stone values (${key})`.execute(tx)
        await invalidate(tx, 'stone', key)
      })
      await vi.waitFor(async () => {
        const { rows } = await sql`select from stone where name = ${key}`.execute(two.kysely)
        expect(rows).toHaveLength(1)
      }, 10_000)
      await two.invalidations.caughtUp()
      expect(seen.at(-1)).toBe(key)
      await writing
    }
  })

  it('delay one change only, if a process does not acknowledge', async () => {
    const [one, two, three] = dbs
    const keys = receivedKeys(two, 'tree')
    // A handle opens the listening connection first.
    proxy.connections()[0]?.stall()
    await invalidateInTransaction(one, 'tree', 'oak')
    const before = Date.now()
    for (let count = 0; count < 20; count++) await invalidateInTransaction(one, 'tree', `elm ${count}`)
    expect(keys).toHaveLength(21)
    // Twenty times the acknowledgement timeout would be five seconds.
    expect(Date.now() - before).toBeLessThan(4_000)
    expect(three.invalidations.isListening()).toBe(true)
  })

  it(
    'are not missed for long: a connection that died silently is found, and every cache is invalidated',
    { timeout: 60_000 },
    async () => {
      const [one, , three] = dbs
      const keys = receivedKeys(three, 'river')
      await invalidateInTransaction(one, 'river', 'unheard')
      await three.invalidations.caughtUp()
      expect(keys).toContain(null)
      await vi.waitFor(() => expect(three.invalidations.isListening()).toBe(true), 10_000)
      await vi.waitFor(async () => {
        await invalidateInTransaction(one, 'river', 'heard')
        expect(keys.at(-1)).toBe('heard')
      }, 10_000)
      expect(keys).not.toContain('unheard')
    },
  )

  it('are not received while the database takes no connection', async () => {
    const [, , three] = dbs
    proxy.newConnections = 'refuse'
    for (const connection of proxy.connections()) connection.reset()
    await vi.waitFor(() => expect(three.invalidations.isListening()).toBe(false), 10_000)
    proxy.newConnections = 'pass'
    await vi.waitFor(() => expect(three.invalidations.isListening()).toBe(true), 10_000)
  })
})
