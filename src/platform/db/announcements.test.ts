import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { proxiedDatabase, testDatabaseUrl } from '../../../test/harness/database.ts'
import type { TcpProxy } from '../../../test/harness/tcp-proxy.ts'
import { announceChange, announceChanges, inTransaction, openDatabase, type Db } from './db.ts'

/** What a database handle was told of a topic, in order. */
const told = (db: Db, topic: string): (string | null)[] => {
  const keys: (string | null)[] = []
  db.changes.on(topic, key => void keys.push(key))
  return keys
}
const announce = (db: Db, topic: string, key: string): Promise<void> =>
  inTransaction(db, tx => announceChange(tx, topic, key))

describe('announcements between processes', () => {
  let proxy: TcpProxy
  /** Three handles are three processes; the last one reaches the database by the proxy. */
  let dbs: [Db, Db, Db]
  beforeAll(async () => {
    const url = await testDatabaseUrl()
    const proxied = await proxiedDatabase(url)
    proxy = proxied.proxy
    dbs = [openDatabase(url), openDatabase(url), openDatabase(proxied.url)]
    await vi.waitFor(() => expect(dbs.map(db => db.changes.isHeard())).toEqual([true, true, true]), 10_000)
  })
  afterAll(async () => {
    for (const db of dbs) await db.close()
  })

  it('have taken effect everywhere when the change is done, also where that means loading', async () => {
    const [one, two, three] = dbs
    const [ofTwo, ofThree] = [told(two, 'colour'), [] as string[]]
    three.changes.on('colour', async key => {
      await sql`select pg_sleep(0.05)`.execute(three.kysely)
      ofThree.push(String(key))
    })
    for (const key of ['red', 'green', 'blue']) {
      await announce(one, 'colour', key)
      expect([ofTwo.at(-1), ofThree.at(-1)]).toEqual([key, key])
    }
    await inTransaction(one, async tx => {
      await announceChanges(tx, 'colour', ['grey', 'pink'])
      await announceChange(tx, 'colour', 'black')
    })
    expect([ofTwo.slice(-3), ofThree.slice(-3).sort()]).toEqual([
      ['grey', 'pink', 'black'],
      ['black', 'grey', 'pink'],
    ])
  })

  it('are made only by what was committed', async () => {
    const [one, two] = dbs
    const keys = told(two, 'fruit')
    const failed = inTransaction(one, async tx => {
      await announceChange(tx, 'fruit', 'apple')
      throw new Error('no')
    })
    await expect(failed).rejects.toThrow('no')
    await announce(one, 'fruit', 'pear')
    expect(keys).toEqual(['pear'])
  })

  it('are waited for in vain once only, where a process does not answer', async () => {
    const [one, two, three] = dbs
    const keys = told(two, 'tree')
    // The connection that listens is the first that a handle opens.
    proxy.connections()[0]?.stall()
    await announce(one, 'tree', 'oak')
    const before = Date.now()
    for (let count = 0; count < 20; count++) await announce(one, 'tree', `elm ${count}`)
    expect(keys).toHaveLength(21)
    // Twenty times the wait for an answer would be five seconds.
    expect(Date.now() - before).toBeLessThan(4_000)
    expect(three.changes.isHeard()).toBe(true)
  })

  it('are missed by nobody for long: a connection that died without a word is found, and everything is suspect', async () => {
    const [one, , three] = dbs
    const keys = told(three, 'river')
    await announce(one, 'river', 'unheard')
    await vi.waitFor(() => expect(keys).toContain(null), 10_000)
    await vi.waitFor(() => expect(three.changes.isHeard()).toBe(true), 10_000)
    await vi.waitFor(async () => {
      await announce(one, 'river', 'heard')
      expect(keys.at(-1)).toBe('heard')
    }, 10_000)
    expect(keys).not.toContain('unheard')
  })

  it('are not heard while the database takes no connection', async () => {
    const [, , three] = dbs
    proxy.newConnections = 'refuse'
    for (const connection of proxy.connections()) connection.reset()
    await vi.waitFor(() => expect(three.changes.isHeard()).toBe(false), 10_000)
    proxy.newConnections = 'pass'
    await vi.waitFor(() => expect(three.changes.isHeard()).toBe(true), 10_000)
  })
})
