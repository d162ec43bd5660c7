import { sql } from 'kysely'
import type { Queryable, Tx } from '../db/db.ts'

/** A piece of work to be done once, soon or at a given time. */
export interface JobRequest {
  /** Of a job that `app.ts` lists. */
  readonly name: string
  /** What `run` gets; JSON. */
  readonly payload?: object
  /** One with the same key that still waits is replaced by this one. */
  readonly key?: string
  readonly runAt?: Date
  /** How often it is tried; each pause is longer than the one before (25 times: about two days). */
  readonly maxAttempts?: number
}

/** Puts work into the queue, in the caller's transaction: it is done only if that commits. One round trip. */
export const enqueueJobs = async (db: Queryable, requests: readonly JobRequest[]): Promise<void> => {
  if (requests.length === 0) return
  const rows = lastOfKeys(requests).map(request => ({
    name: request.name,
    payload: request.payload ?? {},
    key: request.key ?? null,
    run_at: request.runAt?.toISOString() ?? null,
    max_attempts: request.maxAttempts ?? null,
  }))
  // All by one call: one for each would cost ten times as much.
  await sql`
    select from graphile_worker.add_jobs(array(
      select row(name, payload, null, run_at, max_attempts, key, null, null)::graphile_worker.job_spec
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as request(name text, payload json, key text, run_at timestamptz, max_attempts int)))`.execute(db)
}

/** Of those with the same key the last one, as if they came one after the other. */
const lastOfKeys = (requests: readonly JobRequest[]): JobRequest[] => {
  const lastPlace = new Map(requests.map(({ key }, place) => [key, place]))
  return requests.filter(({ key }, place) => key === undefined || lastPlace.get(key) === place)
}

/** `failed`: tried as often as it may be. A job that waits may have failed before: then it has a last error. */
export const jobStates = ['waiting', 'running', 'failed'] as const
export type JobState = (typeof jobStates)[number]

/** A piece of work in the queue; what is done is in it no longer. */
export interface QueuedJob {
  readonly id: number
  readonly name: string
  readonly state: JobState
  readonly attempts: number
  readonly maxAttempts: number
  readonly runAt: Date
  readonly lastError: string | null
}

/** A process that died holds its jobs until another one notices (`orphaned-jobs.ts`); after four hours the queue does by itself. */
const isHeld = sql<boolean>`coalesce(locked_at > now() - interval '4 hours', false)`

/** Of a row of `graphile_worker.jobs`. */
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
  /** For how long the one that is due longest has waited, in seconds; 0 when none is due. */
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

/** What failed first, then what runs, then what waits, each in the order in which it is due. */
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

/** Name of a job in the queue, or undefined; the job stays as it is until the transaction ends. */
export const lockJob = async (tx: Tx, id: number): Promise<{ name: string; isRunning: boolean } | undefined> => {
  const { rows } = await sql<{ name: string; is_running: boolean }>`
    select task.identifier as name, ${isHeld} as is_running
    from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
    where job.id = ${id} for update of job`.execute(tx)
  return rows[0] && { name: rows[0].name, isRunning: rows[0].is_running }
}

/** Does a job that does not run now, with all its attempts before it. */
export const rescheduleJob = async (tx: Tx, id: number): Promise<void> => {
  await sql`select from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at => now(), attempts => 0)`.execute(
    tx,
  )
}

/** Takes a job that does not run out of the queue. */
export const removeJob = async (tx: Tx, id: number): Promise<void> => {
  await sql`select from graphile_worker.complete_jobs(array[${id}::bigint])`.execute(tx)
}

/** Who holds jobs, as the queue calls the processes. */
export const listJobHolders = async (db: Queryable): Promise<string[]> => {
  const { rows } = await sql<{ holder: string }>`
    select locked_by as holder from graphile_worker._private_jobs where locked_by is not null
    union select locked_by from graphile_worker._private_job_queues where locked_by is not null`.execute(db)
  return rows.map(({ holder }) => holder)
}

/**
 * Whoever has time does the jobs of `holder` again. Answers how many there were. Those whose key was given to another job meanwhile are
 * done by that one: the queue has used up their attempts and taken their key, so they would stay as failed.
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

/** What `holder` has taken and not ended; `isOld`: more than a minute ago. */
export const listHeldJobs = async (
  db: Queryable,
  holder: string,
): Promise<{ readonly id: number; readonly isOld: boolean }[]> => {
  const { rows } = await sql<{ id: number; is_old: boolean }>`
    select id, locked_at < now() - interval '1 minute' as is_old from graphile_worker._private_jobs
    where locked_by = ${holder}`.execute(db)
  return rows.map(row => ({ id: row.id, isOld: row.is_old }))
}

/** The end of jobs that were done. */
export const completeHeldJobs = async (db: Queryable, holder: string, ids: readonly number[]): Promise<void> => {
  await sql`
    delete from graphile_worker._private_jobs where id = any(${ids}::bigint[]) and locked_by = ${holder}`.execute(db)
}

/**
 * Of jobs that had a key and failed, those whose key was given to another one while they ran: that one does their work. The queue
 * has used up their attempts, so they would stay as failed.
 */
export const dropReplacedJobs = async (db: Queryable, ids: readonly number[]): Promise<void> => {
  await sql`delete from graphile_worker._private_jobs where id = any(${ids}::bigint[]) and key is null`.execute(db)
}

/** Others may do them: nobody has tried. */
export const releaseHeldJobs = async (db: Queryable, holder: string, ids: readonly number[]): Promise<void> => {
  await sql`
    update graphile_worker._private_jobs set locked_by = null, locked_at = null, attempts = greatest(0, attempts - 1)
    where id = any(${ids}::bigint[]) and locked_by = ${holder}`.execute(db)
}

/** The end of attempts that failed: there is another one, as far as any is left. */
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
