import { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabaseUrl } from '../../../test/harness/database.ts'
import { openDatabase, type Db } from '../db/db.ts'
import { trackClaimedJobs } from './claimed-jobs.ts'
import { watchOrphanedJobs } from './orphaned-jobs.ts'

const log = pino({ level: 'silent' })
const inHand = trackClaimedJobs(new EventEmitter())

describe('jobs of a process that died', { timeout: 60_000 }, () => {
  let db: Db
  let dying: Db
  beforeAll(async () => {
    const url = await testDatabaseUrl()
    db = openDatabase(url)
    dying = openDatabase(url)
  })
  afterAll(() => db.close())

  /** A job that `holder` has taken, as the queue records it. */
  const givenJobOf = async (holder: string): Promise<void> => {
    await sql`select graphile_worker.add_job('sweep_floor', job_key => ${holder})`.execute(db.kysely)
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = ${holder} where key = ${holder}`.execute(
      db.kysely,
    )
  }
  const holders = async (): Promise<(string | null)[]> =>
    (
      await sql<{ locked_by: string | null }>`select locked_by from graphile_worker._private_jobs order by key`.execute(
        db.kysely,
      )
    ).rows.map(row => row.locked_by)

  it('are released soon; those of living processes stay locked, also when their connection is lost', async () => {
    await givenJobOf('a-living')
    await givenJobOf('b-dying')
    await givenJobOf('c-dead')
    // Meanwhile another job with the same key was enqueued, which does its work.
    await givenJobOf('d-replaced')
    await sql`update graphile_worker._private_jobs set locked_by = 'c-dead' where key = 'd-replaced'`.execute(db.kysely)
    await sql`select graphile_worker.add_job('sweep_floor', job_key => 'd-replaced', run_at => now() + interval '1 day')`.execute(
      db.kysely,
    )
    const checkMs = 800
    const living = watchOrphanedJobs({ db, holder: 'a-living', claimedJobs: inHand, log, checkMs })
    // This process only shows that it lives: it does not check during the test.
    const other = watchOrphanedJobs({ db: dying, holder: 'b-dying', claimedJobs: inHand, log, checkMs: 600_000 })
    try {
      await expect.poll(holders, { timeout: 15_000 }).toEqual(['a-living', 'b-dying', null, null])
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name like 'crocus locks/%' and datname = current_database()`.execute(dying.kysely)
      await new Promise(resolve => setTimeout(resolve, 4 * checkMs))
      expect(await holders()).toEqual(['a-living', 'b-dying', null, null])
    } finally {
      await other.stop()
      await dying.close()
    }
    await expect.poll(holders, { timeout: 15_000 }).toEqual(['a-living', null, null, null])
    await living.stop()
  })
})
