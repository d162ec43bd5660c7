import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { proxiedDatabase, testDatabaseUrl } from '../../../test/harness/database.ts'
import type { TcpProxy } from '../../../test/harness/tcp-proxy.ts'
import { until } from '../../../test/harness/until.ts'
import { openDatabase } from '../db/db.ts'
import { enqueueJobs } from './jobs.store.ts'
import { startJobs, type RunningJobs } from './jobs.ts'

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
      // A failed job waits a while before the next try: the test shortens the wait.
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

describe('the queue', () => {
  it('has one job of a key, the last that was enqueued, and every one without a key', async () => {
    const db = openDatabase(await testDatabaseUrl())
    onTestFinished(() => db.close())
    const asked = (key: string | undefined, crumbs: number) => ({
      name: 'sweep_floor',
      payload: { crumbs },
      ...(key !== undefined && { key }),
    })
    await enqueueJobs(db.kysely, [asked('hall', 1), asked(undefined, 2), asked(undefined, 3), asked('hall', 4)])
    await enqueueJobs(db.kysely, [asked('attic', 5), { ...asked('hall', 6), maxAttempts: 2 }])
    const { rows } = await sql<{ crumbs: number; key: string | null; max_attempts: number }>`
      select (payload->>'crumbs')::int as crumbs, key, max_attempts
      from graphile_worker._private_jobs order by 1`.execute(db.kysely)
    expect(rows.map(row => [row.crumbs, row.key, row.max_attempts])).toEqual([
      [2, null, 25],
      [3, null, 25],
      [5, 'attic', 25],
      [6, 'hall', 2],
    ])
  })
})

describe('background jobs whose connections break', () => {
  let direct: string
  let proxy: TcpProxy
  let url: string
  beforeAll(async () => {
    direct = await testDatabaseUrl()
    ;({ proxy, url } = await proxiedDatabase(direct))
  })

  it('are completed when they were done, even if the connection broke before the queue recorded it', async () => {
    // The queue does not wait for this record: `main.ts` survives the rejection, and so does this test.
    const listeners = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', () => undefined)
    onTestFinished(() => {
      process.removeAllListeners('unhandledRejection')
      for (const listener of listeners) process.on('unhandledRejection', listener)
    })
    const db = openDatabase(direct)
    let runs = 0
    const sweep = async (): Promise<void> => {
      runs++
      proxy.newConnections = 'refuse'
      for (const connection of proxy.connections()) connection.reset()
    }
    const jobs = await startJobs({
      database: url,
      db,
      jobs: [{ name: 'sweep_floor', run: sweep }],
      log: pino({ level: 'silent' }),
      checkMs: 200,
    })
    const held = async (): Promise<unknown[]> => {
      const { rows } = await sql`select locked_at is not null as is_held from graphile_worker._private_jobs`.execute(
        db.kysely,
      )
      return rows
    }
    try {
      await sql`select graphile_worker.add_job('sweep_floor')`.execute(db.kysely)
      await expect.poll(() => runs, { timeout: 10_000 }).toBe(1)
      proxy.newConnections = 'pass'
      expect(await held()).toEqual([{ is_held: true }])
      // As if a minute had passed.
      await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`.execute(db.kysely)
      await expect.poll(held, { timeout: 10_000 }).toEqual([])
      expect(runs).toBe(1)
    } finally {
      await jobs.stop()
      await db.close()
    }
  })
})
