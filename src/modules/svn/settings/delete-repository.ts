import { inTransaction, type Db } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { Invalid } from '../../../platform/errors.ts'
import { requireSame, type Precondition } from '../../../platform/http/headers/conditional.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Viewer } from '../../users/index.ts'
import { enqueueJobs } from '../../../platform/jobs/jobs.store.ts'
import { DELETION_DELAY_MS, REMOVE_REPOSITORIES } from './deleted-repositories.ts'
import { requestDeletion } from '../store/deletion.store.ts'
import { findLockedRepository, lockRepository, settingsEtag } from '../store/repositories.store.ts'
import { noSuchRepository, type RepositoryAccess } from './repository-access.ts'

/** svn.md §2.2: requests the deletion. The repository works normally until the job deletes it one minute later. */
export const deleteRepository =
  (db: Db, clock: Clock, access: RepositoryAccess) =>
  async (viewer: Viewer, id: number, precondition: Precondition): Promise<void> => {
    const { repository, project } = await access.requireAdministered(viewer, id)
    await inTransaction(db, async tx => {
      if (!(await lockRepository(tx, id))) throw noSuchRepository()
      requireSame(precondition, await settingsEtag(tx, await findLockedRepository(tx, id)))
      if (!(await requestDeletion(tx, id, viewer.userId, clock.now())))
        throw new Invalid('The deletion of the repository was requested already', { reason: 'conflict' })
      await appendEvents(tx, [
        {
          kind: 'svn.repository_deletion_requested',
          actorId: viewer.userId,
          means: viewer.means,
          projectId: project.id,
          payload: { repository_id: id, name: repository.name },
        },
      ])
      const runAt = new Date(clock.now().getTime() + DELETION_DELAY_MS)
      await enqueueJobs(tx, [{ name: REMOVE_REPOSITORIES, payload: { repositoryId: id }, runAt }])
    })
  }
