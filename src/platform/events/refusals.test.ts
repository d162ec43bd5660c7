import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { testDatabase } from '../../../test/harness/database.ts'
import type { Db } from '../db/db.ts'
import { createRefusals, type RefusalNote, type Refusals } from './refusals.ts'

const log = pino({ level: 'silent' })
let db: Db
beforeAll(async () => {
  db = await testDatabase()
})
beforeEach(() => sql`delete from event`.execute(db.kysely))

const refusal = (given: Partial<RefusalNote> = {}): RefusalNote => ({
  kind: 'sign_in.refused',
  actorId: null,
  accountId: 7,
  means: 'rest',
  ip: '192.0.2.7',
  credential: { type: 'basic', id: null, label: null },
  reason: 'credentials.invalid',
  ...given,
})

interface Row {
  readonly account: number
  readonly ip: string
  readonly count: number
}
const rows = async (): Promise<Row[]> =>
  (
    await sql<Row>`
      select (payload ->> 'userId')::int as account, payload #>> '{audit,ip}' as ip, (payload #>> '{audit,count}')::int as count
      from event order by seq`.execute(db.kysely)
  ).rows

const some = (refusals: Refusals, count: number, given: Partial<RefusalNote> = {}): void => {
  for (let i = 0; i < count; i++) refusals.note(refusal(given))
}

it('writes the first refusals of a caller at once, and later ones together', async () => {
  const refusals = createRefusals({ db, log, first: 20, rest: 400 })
  some(refusals, 3)
  some(refusals, 1, { ip: '198.51.100.1' })
  await expect.poll(rows).toHaveLength(2)
  some(refusals, 38)
  await expect.poll(rows).toHaveLength(3)
  expect(await rows()).toEqual([
    { account: 7, ip: '192.0.2.7', count: 3 },
    { account: 7, ip: '198.51.100.1', count: 1 },
    { account: 7, ip: '192.0.2.7', count: 38 },
  ])
})

it('writes what waits when the server stops', async () => {
  const refusals = createRefusals({ db, log, first: 20, rest: 60_000 })
  some(refusals, 1)
  await expect.poll(rows).toHaveLength(1)
  some(refusals, 5)
  await refusals.flush()
  expect((await rows()).map(({ count }) => count)).toEqual([1, 5])
})

it('keeps the number of rows small however many callers there are', async () => {
  const refusals = createRefusals({ db, log, first: 20, rest: 60_000 })
  for (let caller = 0; caller < 5_000; caller++) some(refusals, 1, { ip: `192.0.2.${caller}` })
  await refusals.flush()
  const found = await rows()
  expect(found.length).toBeLessThan(600)
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(5_000)
})
