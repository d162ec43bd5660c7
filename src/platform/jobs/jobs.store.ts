import { sql } from 'kysely'
import type { Queryable, Tx } from '../db/db.ts'

/** A piece of work to be done once, soon or at a given time. */
export interface JobRequest {
  /** Name of a job that `app.ts` lists. */
  readonly name: string
  /** Argument of `run`; JSON. */
  readonly payload?: object
  /** A waiting job with the same key is replaced by this one. */
  readonly key?: string
  readonly runAt?: Date
  /** Maximum tries; each pause is longer than the one before (25 tries: about two days). */
  readonly maxAttempts?: number
}

/** Enqueues jobs in the caller's transaction: they run only if it commits. One round trip. */
export const enqueueJobs = async (db: Queryable, requests: readonly JobRequest[]): Promise<void> => {
  if (requests.length === 0) return
  const rows = lastOfKeys(requests).map(request => ({
    name: request.name,
    payload: request.payload ?? {},
    key: request.key ?? null,
    run_at: request.runAt?.toISOString() ?? null,
    max_attempts: request.maxAttempts ?? null,
  }))
  // One call for all jobs: a call for each would cost ten times as much.
  await sql`
    select from graphile_worker.add_jobs(array(
      select row(name, payload, null, run_at, max_attempts, key, null, null)::graphile_worker.job_spec
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as request(name text, payload json, key text, run_at timestamptz, max_attempts int)))`.execute(db)
}

/** The last job of each key, as if they were enqueued one after the other. */
const lastOfKeys = (requests: readonly JobRequest[]): JobRequest[] => {
  const lastPlace = new Map(requests.map(({ key }, place) => [key, place]))
  return requests.filter(({ key }, place) => key === undefined || lastPlace.get(key) === place)
}

/** `failed`: the last attempt failed. A waiting job may have failed earlier: then it has a last error. */
export const jobStates = ['waiting', 'running', 'failed'] as const
export type JobState = (typeof jobStates)[number]

/** A job in the queue; the queue removes completed jobs. */
export interface QueuedJob {
  readonly id: number
  readonly name: string
  readonly state: JobState
  readonly attempts: number
  readonly maxAttempts: number
  readonly runAt: Date
  readonly lastError: string | null
}

/** A dead process holds its jobs until another process notices (`orphaned-jobs.ts`); after four hours the queue releases them. */
const isHeld = sql<boolean>`coalesce(locked_at > now() - interval '4 hours', false)`

/** State of a row of `graphile_worker.jobs`. */
export const jobState = sql<JobState>`
  case when ${isHeld} then 'running' when attempts >= max_attempts then 'failed' else 'waiting' end`

export const countJobs = async (db: Queryable): Promise<Record<JobState, number>> => {
  const { rows } = await sql<{ state: JobState; jobs: number }>`
    select ${jobState} as state, count(*) as jobs from graphile_worker.jobs group by 1`.execute(db)
  const counts = { waiting: 0, running: 0, failed: 0 }
  for (const { state, jobs } of rows) counts[state] = jobs
  return counts
}

/** The jobs of one name and state that the queue holds. */
export interface JobCount {
  readonly name: string
  readonly state: JobState
  readonly jobs: number
  /** Seconds since the longest-overdue job was due; 0 if no job is due. */
  readonly overdueSeconds: number
}

export const countJobsByName = async (db: Queryable): Promise<JobCount[]> => {
  const { rows } = await sql<{ name: string; state: JobState; jobs: number; overdue: number }>`
    select task_identifier as name, ${jobState} as state, count(*) as jobs,
      greatest(0, extract(epoch from now() - min(run_at)))::float8 as overdue
    from graphile_worker.jobs group by 1, 2 order by 1, 2`.execute(db)
  return rows.map(({ name, state, jobs, overdue }) => ({
    name,
    state,
    jobs,
    overdueSeconds: state === 'waiting' ? overdue : 0,
  }))
}

/** Failed jobs first, then running, then waiting ones, each by due time. */
export const pageOfJobs = async (
  db: Queryable,
  state: JobState | undefined,
  page: { readonly limit: number; readonly offset: number },
): Promise<QueuedJob[]> => {
  const { rows } = await sql<{
    id: number
    name: string
    state: JobState
    attempts: number
    max_attempts: number
    run_at: Date
    last_error: string | null
  }>`
    select * from (
      select id, task_identifier as name, ${jobState} as state, attempts, max_attempts, run_at, last_error
      from graphile_worker.jobs
    ) job
    where ${state ?? null}::text is null or state = ${state ?? null}
    order by array_position(array['failed', 'running', 'waiting'], state), run_at, id
    limit ${page.limit} offset ${page.offset}`.execute(db)
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    state: row.state,
    attempts: row.attempts,
    maxAttempts: row.max_attempts,
    runAt: row.run_at,
    lastError: row.last_error,
  }))
}

/** Name of a job in the queue, or undefined; the row is locked until the transaction ends. */
export const lockJob = async (tx: Tx, id: number): Promise<{ name: string; isRunning: boolean } | undefined> => {
  const { rows } = await sql<{ name: string; is_running: boolean }>`
    select task.identifier as name, ${isHeld} as is_running
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    where job.id = ${id} for update of job`.execute(tx)
  return rows[0] && { name: rows[0].name, isRunning: rows[0].is_running }
}

/** Makes a job that does not run due now, with all its attempts left. */
export const rescheduleJob = async (tx: Tx, id: number): Promise<void> => {
  await sql`select from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`.execute(
    tx,
  )
}

/** Removes a job that does not run from the queue. */
export const removeJob = async (tx: Tx, id: number): Promise<void> => {
  await sql`select from graphile_worker.complete_jobs(array[${id}::bigint])`.execute(tx)
}

/** The processes that hold jobs, by their names in the queue. */
export const listJobHolders = async (db: Queryable): Promise<string[]> => {
  const { rows } = await sql<{ holder: string }>`
    select locked_by as holder from graphile_worker._private_jobs where locked_by is not null
    union select locked_by from graphile_worker._private_job_queues where locked_by is not null`.execute(db)
  return rows.map(({ holder }) => holder)
}

/**
 * Releases the jobs of `holder` to other processes and returns their number. The queue has used up the attempts and taken the key of a
 * job whose key was given to another job meanwhile. The other job does its work, so it is removed instead of staying as failed.
 */
export const releaseJobs = async (db: Queryable, holder: string): Promise<number> => {
  await sql`
    delete from graphile_worker._private_jobs
    where locked_by = ${holder} and key is null and attempts >= max_attempts and max_attempts > 1 and last_error is null`.execute(
    db,
  )
  const { rows } = await sql<{ jobs: number }>`
    with held as (select count(*) as jobs from graphile_worker._private_jobs where locked_by = ${holder})
    select jobs from held, graphile_worker.force_unlock_workers(array[${holder}])`.execute(db)
  return rows[0]?.jobs ?? 0
}

/** Jobs that `holder` has taken and not ended; `isOld`: taken more than a minute ago. */
export const listHeldJobs = async (
  db: Queryable,
  holder: string,
): Promise<{ readonly id: number; readonly isOld: boolean }[]> => {
  const { rows } = await sql<{ id: number; is_old: boolean }>`
    select id, locked_at < now() - interval '1 minute' as is_old from graphile_worker._private_jobs
    where locked_by = ${holder}`.execute(db)
  return rows.map(row => ({ id: row.id, isOld: row.is_old }))
}

/** Records that the jobs are done. */
export const completeHeldJobs = async (db: Queryable, holder: string, ids: readonly number[]): Promise<void> => {
  await sql`
    delete from graphile_worker._private_jobs where id = any(${ids}::bigint[]) and locked_by = ${holder}`.execute(db)
}

/**
 * Removes failed jobs whose key was given to another job while they ran: the other job does their work. The queue has used up their
 * attempts, so they would stay as failed.
 */
export const dropReplacedJobs = async (db: Queryable, ids: readonly number[]): Promise<void> => {
  await sql`delete from graphile_worker._private_jobs where id = any(${ids}::bigint[]) and key is null`.execute(db)
}

/** Releases jobs that no process has tried. */
export const releaseHeldJobs = async (db: Queryable, holder: string, ids: readonly number[]): Promise<void> => {
  await sql`
    update graphile_worker._private_jobs set locked_by = null, locked_at = null, attempts = greatest(0, attempts - 1)
    where id = any(${ids}::bigint[]) and locked_by = ${holder}`.execute(db)
}

/** Records failed attempts: another one follows if any is left. */
export const recordHeldFailures = async (
  db: Queryable,
  holder: string,
  failures: readonly { readonly id: number; readonly reason: string }[],
): Promise<void> => {
  await sql`
    update graphile_worker._private_jobs job set locked_by = null, locked_at = null, last_error = failure.reason
    from jsonb_to_recordset(${JSON.stringify(failures)}::jsonb) as failure(id bigint, reason text)
    where job.id = failure.id and job.locked_by = ${holder}`.execute(db)
}
