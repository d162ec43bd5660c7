import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  Logger as WorkerLogger,
  parseCrontab,
  run,
  runOnce,
  type Runner,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { Logger } from 'pino'
import { openPool, type Db } from '../db/db.ts'
import { databaseServers, type DatabaseServers } from '../db/database-servers.ts'
import type { Tracing } from '../tracing/tracing.ts'
import { trackClaimedJobs } from './claimed-jobs.ts'
import { watchOrphanedJobs, type OrphanWatch } from './orphaned-jobs.ts'

/** Background work, run by one of all the processes on the database: on a schedule, or when `enqueueJobs` requests it. */
export interface Job {
  /** `verb_object`; the name of the job in the database and the log. */
  readonly name: string
  /** Schedule as in a crontab (minute hour day month weekday), in UTC; without one the job runs only on request. */
  readonly schedule?: string
  /** `payload` is that of the request; `{}` for a scheduled run. If it throws, the job is tried again later. */
  run(payload: unknown): Promise<void>
}

export interface RunningJobs {
  /** Stops; running jobs finish first. */
  stop(): Promise<void>
}

/** Jobs of one process that run at a time: a job that waits for another server must not delay the rest. */
const CONCURRENCY = 4

/** One connection listens, one polls, the rest run jobs. */
export const CONNECTIONS_OF_JOBS = CONCURRENCY + 2

/**
 * A server that was off at the scheduled time runs the job once when it starts (by the job's key), if the time is not longer ago than
 * this.
 */
const BACKFILL = '?fill=1d'

/** Pause before stopped jobs are restarted. */
const RESTART_MS = 2_000

type Pool = ReturnType<typeof openPool>

interface JobsOptions {
  readonly database: string | DatabaseServers
  readonly jobs: readonly Job[]
  readonly log: Logger
  readonly tracing?: Tracing | undefined
}

interface StartJobsOptions extends JobsOptions {
  readonly db: Db
  /** Interval at which the process looks for orphaned jobs. */
  readonly checkMs?: number
}

/**
 * Starts to run jobs. They wait in PostgreSQL (schema `graphile_worker`): each runs once, however many processes take part, and a failed
 * one is retried later. Another process takes over the jobs of a dead one.
 */
export const startJobs = async (options: StartJobsOptions): Promise<RunningJobs> => {
  const { database, db, jobs, log, tracing, checkMs } = options
  const pool = poolFor(database, CONNECTIONS_OF_JOBS, log)
  const events: WorkerEvents = new EventEmitter()
  const inHand = trackClaimedJobs(events)
  let orphans: OrphanWatch | undefined
  // The queue knows each start under another name.
  events.on('pool:create', ({ workerPool }) => {
    void orphans?.stop()
    orphans = watchOrphanedJobs({ db, holder: workerPool.id, claimedJobs: inHand, log, checkMs })
  })
  const start = (): Promise<Runner> =>
    run({
      pgPool: pool,
      events,
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      logger: workerLogger(log),
      taskList: taskListOf(jobs, tracing),
      parsedCronItems: parseCrontab(
        jobs
          .filter(({ schedule }) => schedule !== undefined)
          .map(job => `${job.schedule} ${job.name} ${BACKFILL}&jobKey=${job.name}`)
          .join('\n'),
      ),
    })
  let runner = await start()
  const stopping = new AbortController()
  /** The runner ends by itself only when it cannot go on, for instance after a long database outage. */
  const keepRunning = async (): Promise<void> => {
    for (;;) {
      const reason: unknown = await runner.promise.then(
        () => undefined,
        (error: unknown) => error,
      )
      if (stopping.signal.aborted) return
      log.error({ err: reason }, 'background jobs stopped and are started again')
      for (let isStarted = false; !isStarted;) {
        await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
        if (stopping.signal.aborted) return
        isStarted = await start().then(
          next => {
            runner = next
            return true
          },
          (error: unknown) => {
            log.warn({ err: error }, 'background jobs could not be started')
            return false
          },
        )
      }
    }
  }
  const running = keepRunning()
  return {
    stop: async () => {
      stopping.abort()
      // The runner may have ended by itself already.
      await runner.stop().catch(() => undefined)
      await running
      await orphans?.stop()
      // Only now: when the database ends an idle connection, the pool must still have its error listener.
      await pool.end()
    },
  }
}

const poolFor = (database: string | DatabaseServers, size: number, log: Logger): Pool =>
  openPool(typeof database === 'string' ? databaseServers(database) : database, size, error =>
    log.warn({ err: error }, 'database connection of the jobs lost'),
  )

/** Runs all due jobs, and those they enqueue, then returns: for tests, and for commands without a server. */
export const runDueJobs = async ({ database, jobs, log }: JobsOptions): Promise<void> => {
  const pool = poolFor(database, 2, log)
  try {
    await runOnce({ pgPool: pool, noHandleSignals: true, logger: workerLogger(log), taskList: taskListOf(jobs) })
  } finally {
    await pool.end()
  }
}

const taskListOf = (jobs: readonly Job[], tracing?: Tracing): TaskList =>
  Object.fromEntries(
    jobs.map(job => {
      const run = (payload: unknown): Promise<void> => job.run(payload)
      const { name } = job
      return [
        name,
        tracing ? payload => tracing.work(`job ${name}`, { 'crocus.job.name': name }, () => run(payload)) : run,
      ]
    }),
  )

/** Maps the queue's own messages to debug level, except warnings and errors. */
const workerLogger = (log: Logger): WorkerLogger =>
  new WorkerLogger(scope => (level, message, meta = {}) => {
    // A job carries its payload, which must not be logged: the texts of mails hold links with credentials.
    const { job, error, failure } = meta as { job?: QueueJob; error?: unknown; failure?: boolean }
    const line = {
      job: scope.taskIdentifier ?? job?.task_identifier,
      ...(job && { jobId: job.id, attempt: job.attempts, attempts: job.max_attempts }),
      ...(error !== undefined && { err: error }),
    }
    // The queue's text repeats the error with its stack.
    const text = failure === true ? 'a job failed' : message
    if (level === 'error') log.error(line, text)
    else if (level === 'warning') log.warn(line, text)
    else log.debug(line, text)
  })

interface QueueJob {
  readonly id: string
  readonly task_identifier: string
  readonly attempts: number
  readonly max_attempts: number
}
