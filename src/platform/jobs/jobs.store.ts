import { sql } from 'kysely'
import type { Queryable } from '../db/db.ts'

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
  const rows = requests.map(request => ({
    name: request.name,
    payload: request.payload ?? {},
    key: request.key ?? null,
    run_at: request.runAt?.toISOString() ?? null,
    max_attempts: request.maxAttempts ?? null,
  }))
  await sql`
    select graphile_worker.add_job(name, payload => payload, run_at => run_at, max_attempts => max_attempts, job_key => key)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as request(name text, payload json, key text, run_at timestamptz, max_attempts int)`.execute(db)
}
