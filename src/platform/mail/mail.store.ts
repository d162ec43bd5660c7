import { sql } from 'kysely'
import type { Queryable } from '../db/db.ts'
import { jobState, type JobState } from '../jobs/jobs.store.ts'

/** Mails in the queue, by state of the jobs `name` that send them: one job sends several. */
export const countMails = async (db: Queryable, name: string): Promise<Record<JobState, number>> => {
  const { rows } = await sql<{ state: JobState; mails: number }>`
    select ${jobState} as state, sum((
      select coalesce(json_array_length(payload -> 'mails'), 1) from graphile_worker._private_jobs held where held.id = jobs.id
    ))::int as mails
    from graphile_worker.jobs where task_identifier = ${name} group by 1`.execute(db)
  const counts = { waiting: 0, running: 0, failed: 0 }
  for (const { state, mails } of rows) counts[state] = mails
  return counts
}
