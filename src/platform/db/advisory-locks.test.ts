import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabaseUrl } from '../../../test/harness/database.ts'
import { advisoryLocks } from './advisory-locks.ts'
import { openDatabase, type Db } from './db.ts'
import { databaseServers, type DatabaseServers } from './database-servers.ts'

describe('advisory locks', () => {
  let one: Db
  let other: Db
  beforeAll(async () => {
    const url = await testDatabaseUrl({ isEmpty: true })
    one = openDatabase(url)
    other = openDatabase(url)
  })
  afterAll(async () => {
    await one.close()
    await other.close()
  })

  it('are held by one at a time, within a process and between processes', async () => {
    const first = await one.locks.tryLock('upload 1')
    expect(first).toBeDefined()
    expect(await one.locks.tryLock('upload 1')).toBeUndefined()
    expect(await other.locks.tryLock('upload 1')).toBeUndefined()
    const another = await other.locks.tryLock('upload 2')
    expect(another).toBeDefined()
    await first?.release()
    const second = await other.locks.tryLock('upload 1')
    expect(second).toBeDefined()
    expect(await one.locks.tryLock('upload 1')).toBeUndefined()
    await second?.release()
    await another?.release()
  })

  it('are free again when their connection ended while they were acquired', async () => {
    const servers = databaseServers(await testDatabaseUrl({ isEmpty: true }))
    let isEnding = true
    const connect: DatabaseServers['connect'] = async settings => {
      const client = await servers.connect(settings)
      const query = client.query.bind(client) as (text: string, values: unknown[]) => Promise<unknown>
      // A database that stops sends its last message in one packet with its answer.
      const answerAndEnd = async (text: string, values: unknown[]): Promise<unknown> => {
        const answer = await query(text, values)
        if (isEnding) client.emit('error', new Error('terminating connection due to administrator command'))
        return answer
      }
      client.query = answerAndEnd as typeof client.query
      return client
    }
    const locks = advisoryLocks({ ...servers, connect }, () => undefined)
    const [alone, shared] = [await locks.tryLock('upload 1'), await locks.tryShare('upload 2')]
    isEnding = false
    for (const lock of [alone, shared]) {
      expect(lock?.lost.aborted).toBe(true)
      await lock?.release()
    }
    for (const name of ['upload 1', 'upload 2']) {
      const again = await locks.tryLock(name)
      expect(again, name).toBeDefined()
      await again?.release()
    }
    await locks.close()
  })

  it('are given to one of many that ask at the same time', async () => {
    const asked = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other).locks.tryLock('crowd')))
    const winners = asked.filter(lock => lock !== undefined)
    expect(winners).toHaveLength(1)
    await winners[0]?.release()
  })

  it('can be shared; an exclusive lock waits for all shared ones, within a process and between processes', async () => {
    const shares = [
      await one.locks.tryShare('contents'),
      await one.locks.tryShare('contents'),
      await other.locks.tryShare('contents'),
    ]
    expect(shares.every(share => share !== undefined)).toBe(true)
    for (const share of shares) {
      expect(await one.locks.tryLock('contents')).toBeUndefined()
      expect(await other.locks.tryLock('contents')).toBeUndefined()
      await share?.release()
    }
    const alone = await one.locks.tryLock('contents')
    expect(alone).toBeDefined()
    expect(await one.locks.tryShare('contents')).toBeUndefined()
    expect(await other.locks.tryShare('contents')).toBeUndefined()
    await alone?.release()
    const share = await other.locks.tryShare('contents')
    expect(share).toBeDefined()
    await share?.release()
  })

  it('end with the connection, and tell their holders', async () => {
    const lock = await one.locks.tryLock('upload 3')
    const isLost = once(lock?.lost ?? new EventTarget(), 'abort')
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'crocus locks/%' and datname = current_database()`.execute(other.kysely)
    await isLost
    const next = await other.locks.tryLock('upload 3')
    expect(next).toBeDefined()
    await lock?.release()
    expect(await one.locks.tryLock('upload 3')).toBeUndefined()
    await next?.release()
    const again = await one.locks.tryLock('upload 3')
    expect(again).toBeDefined()
    await again?.release()
  })
})
