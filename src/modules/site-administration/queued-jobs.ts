import { inTransaction, type Db, type Tx } from '../../platform/db/db.ts'
import { Conflict, Forbidden, NotFound } from '../../platform/errors.ts'
import { appendEvents } from '../../platform/events/event-log.store.ts'
import type { Page } from '../../platform/http/routes/pagination.ts'
import {
  countJobs,
  lockJob,
  pageOfJobs,
  removeJob,
  rescheduleJob,
  type JobState,
  type QueuedJob,
} from '../../platform/jobs/jobs.store.ts'
import type { Viewer } from '../users/index.ts'

export interface QueuedJobs {
  readonly counts: Readonly<Record<JobState, number>>
  readonly jobs: readonly QueuedJob[]
}

const requireAdministrator = (viewer: Viewer): void => {
  if (!viewer.isSiteAdministrator)
    throw new Forbidden('Only site administrators work on the jobs of the platform', { reason: 'permission.admin' })
}

/** Jobs that wait, run, or failed as often as they may. */
export const listJobs =
  (db: Db) =>
  async (viewer: Viewer, state: JobState | undefined, page: Page): Promise<QueuedJobs> => {
    requireAdministrator(viewer)
    const [counts, jobs] = await Promise.all([countJobs(db.kysely), pageOfJobs(db.kysely, state, page)])
    return { counts, jobs }
  }

/** Runs the job at once, with as many attempts as a new job. */
export const retryJob = (db: Db) => changeJob(db, 'job.retried', rescheduleJob)

/** Deletes the job without running it. */
export const deleteJob = (db: Db) => changeJob(db, 'job.deleted', removeJob)

const changeJob =
  (db: Db, kind: string, change: (tx: Tx, id: number) => Promise<void>) =>
  (viewer: Viewer, id: number): Promise<void> => {
    requireAdministrator(viewer)
    return inTransaction(db, async tx => {
      const job = Number.isSafeInteger(id) ? await lockJob(tx, id) : undefined
      if (!job) throw new NotFound('There is no such job: what is done is in the list no longer')
      if (job.isRunning) throw new Conflict('The job is being done: wait until it has ended')
      await change(tx, id)
      await appendEvents(tx, [
        { kind, actorId: viewer.userId, means: viewer.means, payload: { jobId: id, name: job.name } },
      ])
    })
  }
