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
export const CONNECTIONS_OF_JOBS = CONCURRENCY + 2

/** A server that was off at the time makes up for it when it starts, once for each job (its key), if it is not longer ago than this. */
const BACKFILL = '?fill=1d'

/** Before jobs that have stopped are started again. */
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
  /** How often is looked for jobs that nobody does. */
  readonly checkMs?: number
}

/**
 * Starts doing the jobs. They wait in PostgreSQL (schema `graphile_worker`): each is done once, however many processes take part,
 * and one that fails is tried again later. Those of a process that died are done by another.
 */
export const startJobs = async (options: StartJobsOptions): Promise<RunningJobs> => {
  const { database, db, jobs, log, tracing, checkMs } = options
  const pool = poolFor(database, CONNECTIONS_OF_JOBS, log)
  const events: WorkerEvents = new EventEmitter()
  const inHand = trackClaimedJobs(events)
  let orphans: OrphanWatch | undefined
  // Each start is somebody else to the queue.
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
  /** It ends by itself only when it cannot go on: without a database for long, for instance. */
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
      // It may have ended by itself already.
      await runner.stop().catch(() => undefined)
      await running
      await orphans?.stop()
      // Only now: an idle connection that the database ends must find somebody who listens.
      await pool.end()
    },
  }
}

const poolFor = (database: string | DatabaseServers, size: number, log: Logger): Pool =>
  openPool(typeof database === 'string' ? databaseServers(database) : database, size, error =>
    log.warn({ err: error }, 'database connection of the jobs lost'),
  )

/** Does what was requested and is due now, and what that requests in turn, then returns: for tests, and commands without a server. */
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

/** Its own chatter is for debugging; its warnings and errors are ours. */
const workerLogger = (log: Logger): WorkerLogger =>
  new WorkerLogger(scope => (level, message, meta = {}) => {
    // A job carries its payload, and that is for its eyes only: the texts of mails hold links that let people in.
    const { job, error, failure } = meta as { job?: QueueJob; error?: unknown; failure?: boolean }
    const line = {
      job: scope.taskIdentifier ?? job?.task_identifier,
      ...(job && { jobId: job.id, attempt: job.attempts, attempts: job.max_attempts }),
      ...(error !== undefined && { err: error }),
    }
    // Its text repeats the error, stack and all.
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
