import { Logger as WorkerLogger, parseCrontab, run } from 'graphile-worker'
import type { Logger } from 'pino'
import { openPool } from '../db/db.ts'

/** Work that is done again and again in the background, by one of all the processes on the database at a time. */
export interface Job {
  /** `verb_object`; how it is known in the database and the log. */
  readonly name: string
  /** When, as in a crontab (minute hour day month weekday), in UTC. */
  readonly schedule: string
  run(): Promise<void>
}

export interface RunningJobs {
  /** Lets what runs finish. */
  stop(): Promise<void>
}

/** One listens, one works, one asks. */
const POOL_SIZE = 3

/** A server that was off at the time makes up for it when it starts, if the time is not longer ago than this. */
const BACKFILL = '?fill=1d'

/**
 * Starts doing the jobs. They wait in PostgreSQL (schema `graphile_worker`): each is done once, however many processes take part,
 * and one that fails is tried again later.
 */
export const startJobs = async (options: {
  readonly databaseUrl: string
  readonly jobs: readonly Job[]
  readonly log: Logger
}): Promise<RunningJobs> => {
  const { databaseUrl, jobs, log } = options
  const pool = openPool(databaseUrl, POOL_SIZE, error =>
    log.warn({ err: error }, 'database connection of the jobs lost'),
  )
  const runner = await run({
    pgPool: pool,
    concurrency: 1,
    noHandleSignals: true,
    logger: workerLogger(log),
    taskList: Object.fromEntries(jobs.map(job => [job.name, () => job.run()])),
    parsedCronItems: parseCrontab(jobs.map(job => `${job.schedule} ${job.name} ${BACKFILL}`).join('\n')),
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

/** Its own chatter is for debugging; its warnings and errors are ours. */
const workerLogger = (log: Logger): WorkerLogger =>
  new WorkerLogger(scope => (level, message, meta) => {
    const line = { job: scope.taskIdentifier, ...meta }
    if (level === 'error') log.error(line, message)
    else if (level === 'warning') log.warn(line, message)
    else log.debug(line, message)
  })
