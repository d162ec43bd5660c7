import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { testDatabase } from '../../../test/harness/database.ts'
import { inTransaction, type Db } from '../db/db.ts'
import { appendEvents, listEvents } from './event-log.store.ts'
import type { EventCursor } from './event-log.ts'

let db: Db
beforeAll(async () => {
  db = await testDatabase()
})

const event = (kind: string) => ({ kind, actorId: null, means: 'job' as const })
const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

const readAll = async (from: EventCursor = ''): Promise<string[]> => {
  const kinds: string[] = []
  for (let cursor = from; ;) {
    const events = await listEvents(db.kysely, cursor, 7)
    kinds.push(...events.map(read => read.kind))
    const last = events.at(-1)
    if (!last) return kinds
    cursor = last.cursor
  }
}

/** Open transactions in other databases of the same server also hold the log back: committed events show within moments. */
const readUntil = async (isThere: (kinds: readonly string[]) => boolean, from: EventCursor = ''): Promise<string[]> => {
  for (let turn = 0; turn < 200; turn++) {
    const kinds = await readAll(from)
    if (isThere(kinds)) return kinds
    await pause(25)
  }
  throw new Error('an event did not show up')
}

describe('event log (DESIGN.md §2)', () => {
  it('gives events back in pages, with what they say', async () => {
    await inTransaction(db, tx =>
      appendEvents(tx, [
        { kind: 'thing.made', actorId: 7, means: 'rest', projectId: 1, artifactId: 3, payload: { colour: 'red' } },
        event('thing.sold'),
      ]),
    )
    expect(await readUntil(kinds => kinds.length === 2)).toEqual(['thing.made', 'thing.sold'])
    const [first] = await listEvents(db.kysely, '', 1)
    expect(first).toMatchObject({
      kind: 'thing.made',
      actorId: 7,
      means: 'rest',
      projectId: 1,
      artifactId: 3,
      payload: { colour: 'red' },
    })
    expect(await readAll(first?.cursor)).toEqual(['thing.sold'])
  })

  it('shows nothing of a transaction that is rolled back', async () => {
    await inTransaction(db, async tx => {
      await appendEvents(tx, [event('undone')])
      throw new Error('no')
    }).catch(() => undefined)
    expect(await readAll()).not.toContain('undone')
  })

  it('never skips an event whose transaction commits after younger ones', async () => {
    const early = Promise.withResolvers<void>()
    const late = inTransaction(db, async tx => {
      await appendEvents(tx, [event('late')])
      await early.promise
    })
    await pause(50)
    await inTransaction(db, tx => appendEvents(tx, [event('early')]))
    const before = await readAll()
    // "early" is committed, but an older transaction still runs: a reader that took "early" would never see "late".
    expect(before).not.toContain('early')
    early.resolve()
    await late
    const kinds = await readUntil(read => read.includes('late') && read.includes('early'))
    expect(kinds.slice(-2).sort()).toEqual(['early', 'late'])
  })

  it('lets a reader miss nothing and see nothing twice while 24 writers commit in any order', async () => {
    await inTransaction(db, tx => appendEvents(tx, [event('start')]))
    await readUntil(kinds => kinds.includes('start'))
    const from = (await listEvents(db.kysely, '', 1000)).at(-1)?.cursor ?? ''
    const WRITERS = 24
    const EACH = 20
    let isWriting = true
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let turn = 0; turn < EACH; turn++) {
        await inTransaction(db, async tx => {
          await appendEvents(tx, [event(`${writer}/${turn}`)])
          // Commits do not happen in the order of the sequence.
          await sql`select pg_sleep(${Math.random() * 0.01})`.execute(tx)
        })
      }
    })
    const seen: string[] = []
    const reader = (async () => {
      let cursor = from
      for (;;) {
        const wasWriting = isWriting
        const events = await listEvents(db.kysely, cursor, 50)
        seen.push(...events.map(read => read.kind))
        cursor = events.at(-1)?.cursor ?? cursor
        if (seen.length >= WRITERS * EACH && !wasWriting) return
        await pause(2)
      }
    })()
    await Promise.all(writers)
    isWriting = false
    await reader
    expect(seen).toHaveLength(WRITERS * EACH)
    expect(new Set(seen).size).toBe(WRITERS * EACH)
  })
})
