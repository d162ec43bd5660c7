import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabaseUrl } from '../../../test/harness/database.ts'
import { inTransaction, openDatabase, type Db } from '../db/db.ts'
import { drainConsumers, registerConsumers, startConsumers, type EventConsumer } from './consumer.ts'
import { appendEvents } from './event-log.store.ts'
import { afterAll } from 'vitest'

const log = pino({ level: 'silent' })
const opened: Db[] = []
afterAll(async () => {
  for (const db of opened) await db.close()
})

let db: Db
let url: string
beforeEach(async () => {
  url = await testDatabaseUrl()
  db = openDatabase(url)
  opened.push(db)
  await sql`create table heard (name text, kind text)`.execute(db.kysely)
})

const happen = (...kinds: string[]): Promise<void> =>
  inTransaction(db, tx =>
    appendEvents(
      tx,
      kinds.map(kind => ({ kind, actorId: null, means: 'job' as const })),
    ),
  )

/** Records the events that it gets, in the transaction; fails as the test says. */
const listener = (name: string, fail: (kind: string) => boolean = () => false): EventConsumer => ({
  name,
  handle: async (tx, events) => {
    for (const { kind } of events) {
      if (fail(kind)) throw new Error(`${kind} is too much`)
      await sql`insert into heard values (${name}, ${kind})`.execute(tx)
    }
  },
})

const heardBy = async (name: string): Promise<string[]> =>
  (await sql<{ kind: string }>`select kind from heard where name = ${name}`.execute(db.kysely)).rows.map(
    row => row.kind,
  )

/** As if the pause after a failure had ended. */
const endPauses = () => sql`update event_consumer set retry_at = null`.execute(db.kysely)

describe('a consumer of the event log', () => {
  it('gets events from its registration on, once, also over a restart', async () => {
    await happen('before')
    const consumers = [listener('one')]
    await registerConsumers(db, consumers)
    await happen('first', 'second')
    await drainConsumers({ db, consumers, log })
    await registerConsumers(db, consumers)
    await happen('third')
    await drainConsumers({ db, consumers, log })
    await drainConsumers({ db, consumers, log })
    expect(await heardBy('one')).toEqual(['first', 'second', 'third'])
  })

  it('does not hold back the others while it works', async () => {
    const quick = listener('quick')
    const heard: string[][] = []
    const slow: EventConsumer = {
      name: 'slow',
      handle: async () => {
        if (heard.length > 0) return
        await happen('meanwhile')
        await drainConsumers({ db, consumers: [quick], log })
        heard.push(await heardBy('quick'))
      },
    }
    await registerConsumers(db, [slow, quick])
    await happen('first')
    await drainConsumers({ db, consumers: [slow], log })
    expect(heard).toEqual([['first', 'meanwhile']])
  })

  it('rolls back what another process has handled meanwhile', async () => {
    const consumer = listener('one')
    await registerConsumers(db, [consumer])
    await happen('first')
    // A server of an earlier version locks the row instead.
    const overtaken: EventConsumer = {
      name: 'one',
      handle: async (tx, events) => {
        await consumer.handle(tx, events)
        await sql`update event_consumer set cursor = ${events[0]?.cursor} where name = 'one'`.execute(db.kysely)
      },
    }
    await drainConsumers({ db, consumers: [overtaken], log })
    expect(await heardBy('one')).toEqual([])
    await drainConsumers({ db, consumers: [consumer], log })
    expect(await heardBy('one')).toEqual([])
  })

  it('loses nothing when it fails, and handles nothing twice', async () => {
    let isBroken = true
    const consumers = [listener('one', kind => isBroken && kind === 'second')]
    await registerConsumers(db, consumers)
    await happen('first', 'second', 'third')
    await drainConsumers({ db, consumers, log })
    expect(await heardBy('one')).toEqual(['first'])
    isBroken = false
    // The consumer is in its pause first.
    await drainConsumers({ db, consumers, log })
    expect(await heardBy('one')).toEqual(['first'])
    await endPauses()
    await drainConsumers({ db, consumers, log })
    expect(await heardBy('one')).toEqual(['first', 'second', 'third'])
  })

  it('skips an event that never succeeds', async () => {
    const consumers = [listener('one', kind => kind === 'poison')]
    await registerConsumers(db, consumers)
    await happen('first', 'poison', 'third')
    for (let turn = 0; turn < 9; turn++) {
      await drainConsumers({ db, consumers, log })
      await endPauses()
    }
    expect(await heardBy('one')).toEqual(['first', 'third'])
  })

  it('has its own cursor beside other consumers', async () => {
    const consumers = [listener('one', () => true), listener('two')]
    await registerConsumers(db, consumers)
    await happen('first')
    await drainConsumers({ db, consumers, log })
    expect(await heardBy('one')).toEqual([])
    expect(await heardBy('two')).toEqual(['first'])
  })

  it('handles each event once if several processes run it during writes', async () => {
    const consumers = [listener('one')]
    await registerConsumers(db, consumers)
    const others = [openDatabase(url), openDatabase(url)]
    opened.push(...others)
    const running = [db, ...others].map(each => startConsumers({ db: each, consumers, log }))
    const kinds = Array.from({ length: 120 }, (_, i) => `event ${i}`)
    await Promise.all(kinds.map(kind => happen(kind)))
    for (let turn = 0; turn < 200 && (await heardBy('one')).length < kinds.length; turn++) {
      await new Promise(resolve => setTimeout(resolve, 25))
    }
    for (const each of running) await each.stop()
    expect((await heardBy('one')).sort()).toEqual(kinds.sort())
  })

  it('handles events that come one by one in batches', async () => {
    const sizes: number[] = []
    const slow: EventConsumer = {
      name: 'one',
      handle: async (_tx, events) => {
        sizes.push(events.length)
        // Meanwhile the next one happens.
        await new Promise(resolve => setTimeout(resolve, 30))
      },
    }
    const consumers = [slow]
    await registerConsumers(db, consumers)
    await happen('first')
    const running = startConsumers({ db, consumers, log })
    const heard = (): number => sizes.reduce((sum, size) => sum + size, 0)
    for (let count = 0; count < 60; count++) {
      await happen(`event ${count}`)
      await new Promise(resolve => setTimeout(resolve, 10))
    }
    await expect.poll(heard, { timeout: 5_000 }).toBe(61)
    await running.stop()
    expect(sizes.length).toBeLessThan(15)
  })
})
