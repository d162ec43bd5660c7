import { Logger as WorkerLogger, parseCrontab, run, runOnce, type TaskList } from 'graphile-worker'
import type { Logger } from 'pino'
import { openPool } from '../db/db.ts'

/** Work in the background, done by one of all the processes on the database: at set times, or when `enqueueJobs` asks for it. */
export interface Job {
  /** `verb_object`; how it is known in the database and the log. */
  readonly name: string
  /** When, as in a crontab (minute hour day month weekday), in UTC; without one it is done only on request. */
  readonly schedule?: string
  /** `payload` is that of the request; `{}` at a set time. Done again later when it throws. */
  run(payload: unknown): Promise<void>
}

export interface RunningJobs {
  /** Lets what runs finish. */
  stop(): Promise<void>
}

/** How many of one process run at a time: one that waits for another server must not hold up the others. */
const CONCURRENCY = 4

/** One listens, one asks, the others work. */
const POOL_SIZE = CONCURRENCY + 2

/** A server that was off at the time makes up for it when it starts, once for each job (its key), if it is not longer ago than this. */
const BACKFILL = '?fill=1d'

interface JobsOptions {
  readonly databaseUrl: string
  readonly jobs: readonly Job[]
  readonly log: Logger
}

/**
 * Starts doing the jobs. They wait in PostgreSQL (schema `graphile_worker`): each is done once, however many processes take part,
 * and one that fails is tried again later.
 */
export const startJobs = async (options: JobsOptions): Promise<RunningJobs> => {
  const { databaseUrl, jobs, log } = options
  const pool = openPool(databaseUrl, POOL_SIZE, error =>
    log.warn({ err: error }, 'database connection of the jobs lost'),
  )
  const runner = await run({
    pgPool: pool,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger: workerLogger(log),
    taskList: taskListOf(jobs),
    parsedCronItems: parseCrontab(
      jobs
        .filter(({ schedule }) => schedule !== undefined)
        .map(job => `${job.schedule} ${job.name} ${BACKFILL}&jobKey=${job.name}`)
        .join('\n'),
    ),
  })
  // It ends by itself only when it is stopped or cannot go on.
  runner.promise.catch((error: unknown) => log.error({ err: error }, 'background jobs stopped'))
  return {
    stop: async () => {
      await runner.stop()
      // Only now: an idle connection that the database ends must find somebody who listens.
      await pool.end()
    },
  }
}

/** Does what was requested and is due now, and what that requests in turn, then returns: for tests, and commands without a server. */
export const runDueJobs = async ({ databaseUrl, jobs, log }: JobsOptions): Promise<void> => {
  const pool = openPool(databaseUrl, 2, error => log.warn({ err: error }, 'database connection of the jobs lost'))
  try {
    await runOnce({ pgPool: pool, noHandleSignals: true, logger: workerLogger(log), taskList: taskListOf(jobs) })
  } finally {
    await pool.end()
  }
}

const taskListOf = (jobs: readonly Job[]): TaskList =>
  Object.fromEntries(jobs.map(job => [job.name, (payload: unknown) => job.run(payload)]))

/** Its own chatter is for debugging; its warnings and errors are ours. */
const workerLogger = (log: Logger): WorkerLogger =>
  new WorkerLogger(scope => (level, message, meta) => {
    const line = { job: scope.taskIdentifier, ...meta }
    if (level === 'error') log.error(line, message)
    else if (level === 'warning') log.warn(line, message)
    else log.debug(line, message)
  })
