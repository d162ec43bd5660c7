import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabaseUrl } from '../../../test/harness/database.ts'
import { openDatabase, type Db } from '../db/db.ts'
import { trackClaimedJobs } from './claimed-jobs.ts'

describe('jobs that a living process holds', () => {
  let db: Db
  beforeAll(async () => {
    db = openDatabase(await testDatabaseUrl())
  })
  afterAll(() => db.close())

  /** A job that this process took two minutes ago, in its third attempt. */
  const givenJob = async (key: string, takenBefore = '2 minutes'): Promise<number> => {
    await sql`select graphile_worker.add_job('sweep_floor', job_key => ${key})`.execute(db.kysely)
    const { rows } = await sql<{ id: number }>`
      update graphile_worker._private_jobs set locked_at = now() - ${takenBefore}::interval, locked_by = 'us', attempts = 3
      where key = ${key} returning id`.execute(db.kysely)
    return rows[0]?.id ?? 0
  }
  const queue = async (): Promise<unknown[]> => {
    const { rows } = await sql`
      select key, locked_by, attempts, last_error from graphile_worker._private_jobs order by key`.execute(db.kysely)
    return rows
  }

  it('are completed or failed when the queue could not record it, and released when they never arrived', async () => {
    const events: WorkerEvents = new EventEmitter()
    const inHand = trackClaimedJobs(events)
    const tell = (event: 'job:start' | 'job:success' | 'job:error', id: number): void =>
      void events.emit(event, { job: { id: String(id), key: 'a key' }, error: new Error('the broom broke') } as never)
    const ids = {
      done: await givenJob('a done'),
      failed: await givenJob('b failed'),
      runs: await givenJob('c runs'),
      lost: await givenJob('d lost'),
      replaced: await givenJob('f replaced'),
      onItsWay: await givenJob('e on its way', '2 seconds'),
    }
    await sql`select graphile_worker.add_job('sweep_floor', job_key => 'f replaced')`.execute(db.kysely)
    for (const id of [ids.done, ids.failed, ids.runs, ids.replaced]) tell('job:start', id)
    tell('job:success', ids.done)
    tell('job:error', ids.failed)
    tell('job:error', ids.replaced)

    expect(await inHand.settle(db, 'us')).toBe(3)

    expect(await queue()).toEqual([
      { key: 'b failed', locked_by: null, attempts: 3, last_error: 'Error: the broom broke' },
      { key: 'c runs', locked_by: 'us', attempts: 3, last_error: null },
      { key: 'd lost', locked_by: null, attempts: 2, last_error: null },
      { key: 'e on its way', locked_by: 'us', attempts: 3, last_error: null },
      { key: 'f replaced', locked_by: null, attempts: 0, last_error: null },
    ])
    expect(await inHand.settle(db, 'us')).toBe(0)
  })
})
