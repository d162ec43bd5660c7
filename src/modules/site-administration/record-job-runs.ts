import type { Db } from '../../platform/db/db.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { finishSystemEvent, insertSystemEvent } from './site.store.ts'

/**
 * Wraps the jobs: each run of a scheduled job is listed among the system events. Jobs that run only on request are too frequent for that
 * list.
 */
export const recordJobRuns =
  (db: Db) =>
  (jobs: readonly Job[]): Job[] =>
    jobs.map(job => {
      if (job.schedule === undefined) return job
      return {
        ...job,
        run: async payload => {
          const id = await insertSystemEvent(db.kysely, job.name)
          try {
            await job.run(payload)
          } catch (error) {
            await finishSystemEvent(db.kysely, id, 'error', (error as Error).message)
            throw error
          }
          await finishSystemEvent(db.kysely, id, 'done', '')
        },
      }
    })
