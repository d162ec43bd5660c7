import type { WorkerEvents } from 'graphile-worker'
import type { Db } from '../db/db.ts'
import { completeHeldJobs, dropReplacedJobs, releaseHeldJobs, listHeldJobs, recordHeldFailures } from './jobs.store.ts'

/** State of a job, as far as this process knows. */
type JobCourse = 'running' | 'done' | { readonly failed: string; readonly hadKey: boolean }

export interface ClaimedJobs {
  /** Returns how many jobs it settled. */
  settle(db: Pick<Db, 'kysely'>, holder: string): Promise<number>
}

/**
 * The jobs that this process took. The queue records the end of each without waiting and without a retry. If the connection breaks at
 * that moment, the job stays locked for four hours by a living process that does not run it. The same happens if the connection breaks
 * while the process takes jobs and does not receive their names.
 */
export const trackClaimedJobs = (events: WorkerEvents): ClaimedJobs => {
  const courses = new Map<number, JobCourse>()
  events.on('job:start', ({ job }) => void courses.set(Number(job.id), 'running'))
  events.on('job:success', ({ job }) => void courses.set(Number(job.id), 'done'))
  events.on('job:error', ({ job, error }) => {
    courses.set(Number(job.id), { failed: String(error), hadKey: job.key !== null })
  })
  return {
    settle: async ({ kysely }, holder) => {
      const known = [...courses.keys()]
      const withKey = [...courses].flatMap(([id, course]) => (typeof course === 'object' && course.hadKey ? [id] : []))
      if (withKey.length > 0) await dropReplacedJobs(kysely, withKey)
      const held = await listHeldJobs(kysely, holder)
      const heldIds = new Set(held.map(({ id }) => id))
      for (const id of known) if (!heldIds.has(id)) courses.delete(id)

      // A job that was taken just now may still be on its way here.
      const old = held.filter(({ isOld }) => isOld).map(({ id }) => ({ id, course: courses.get(id) }))
      const lost = old.filter(({ course }) => course === undefined).map(({ id }) => id)
      const done = old.filter(({ course }) => course === 'done').map(({ id }) => id)
      const failed = old.flatMap(({ id, course }) =>
        typeof course === 'object' ? [{ id, reason: course.failed }] : [],
      )
      if (lost.length > 0) await releaseHeldJobs(kysely, holder, lost)
      if (done.length > 0) await completeHeldJobs(kysely, holder, done)
      if (failed.length > 0) await recordHeldFailures(kysely, holder, failed)
      return lost.length + done.length + failed.length
    },
  }
}
