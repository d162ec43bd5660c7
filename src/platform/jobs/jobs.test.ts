import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { testDatabaseUrl } from '../../../test/harness/database.ts'
import { until } from '../../../test/harness/until.ts'
import { openDatabase } from '../db/db.ts'
import { startJobs, type RunningJobs } from './jobs.ts'
import { sql } from 'kysely'

const running: RunningJobs[] = []

describe('background jobs', () => {
  it('run once for all processes, and again after a failure', async () => {
    const databaseUrl = await testDatabaseUrl()
    const db = openDatabase(databaseUrl)
    const runs: string[] = []
    const start = async (name: string): Promise<void> => {
      const jobs = [
        {
          name: 'sweep_floor',
          schedule: '0 0 1 1 *',
          run: async () => {
            runs.push(name)
            if (runs.length === 1) throw new Error('the broom broke')
          },
        },
      ]
      running.push(await startJobs({ database: databaseUrl, db, jobs, log: pino({ level: 'silent' }) }))
    }
    await start('one')
    await start('two')

    try {
      await sql`select graphile_worker.add_job('sweep_floor', run_at => now(), job_key => 'once', max_attempts => 3)`.execute(
        db.kysely,
      )
      // What failed waits a while before it is tried again: here not so long.
      const hurry = sql`update graphile_worker._private_jobs set run_at = now() where last_error is not null`
      await until(async () => (await hurry.execute(db.kysely)).numAffectedRows === 1n)
      await until(() => runs.length === 2)
      await new Promise(resolve => setTimeout(resolve, 200))
      expect(runs).toHaveLength(2)
    } finally {
      for (const jobs of running.splice(0)) await jobs.stop()
      await db.close()
    }
  })
})
