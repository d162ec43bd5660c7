import { inTransaction, type Db } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { Conflict, NotFound } from '../../../platform/errors.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Actor } from '../../users/index.ts'
import { invalidateReferences } from '../store/artifact-references.store.ts'
import {
  listDeleted,
  listDueDeletions,
  lockDeleted,
  markDeleted,
  markPurged,
  markRestored,
  type DeletedRepository,
} from '../store/deletion.store.ts'
import { mayMoveRepositories } from '../store/hold-repositories.store.ts'
import type { RepositoryDisk } from '../disk/repository-disk.ts'

/** Name of the job. */
export const REMOVE_REPOSITORIES = 'remove_svn_repositories'
/** svn.md §2.2: a repository stays as it is for this long after its deletion was requested. */
export const DELETION_DELAY_MS = 60_000
const DAY_MS = 24 * 3600 * 1000

export interface DeletedRepositories {
  /** Takes away what is due, and the one that is named if its deletion was requested: gone for everybody at once, its contents then move to the trash. */
  removeDue(repositoryId?: number): Promise<void>
  /** Erases what has been in the trash for long enough; how many. */
  purge(): Promise<number>
  /** Brings one back with everything it had. */
  restore(actor: Actor, id: number): Promise<void>
  /** Those that can be restored. */
  list(): Promise<DeletedRepository[]>
}

export const createDeletedRepositories = (deps: {
  readonly db: Db
  readonly clock: Clock
  readonly disk: RepositoryDisk
  readonly trashDays: () => number
}): DeletedRepositories => {
  const { db, clock, disk } = deps

  const remove = async (repository: DeletedRepository): Promise<void> => {
    await inTransaction(db, async tx => {
      const at = clock.now()
      if (!(await markDeleted(tx, repository.id, at))) return
      await invalidateReferences(tx, repository.id)
      await appendEvents(tx, [
        {
          kind: 'svn.repository_deleted',
          actorId: repository.requestedBy,
          means: 'job',
          projectId: repository.projectId,
          payload: { repository_id: repository.id, name: repository.name },
        },
      ])
    })
  }
  return {
    removeDue: async repositoryId => {
      for (const due of await listDueDeletions(db, new Date(clock.now().getTime() - DELETION_DELAY_MS), repositoryId))
        await remove(due)
      // Also what a crash, or a request that was still running, left in place the last time.
      for (const { id } of await listDeleted(db.kysely)) {
        await inTransaction(db, async tx => {
          // A backup finds it where it is; the next time takes it away.
          if (!(await mayMoveRepositories(tx))) return
          // Not while, or after, somebody restores it.
          const repository = await lockDeleted(tx, id)
          if (repository) await disk.moveToTrash(repository, id)
        })
      }
    },
    purge: async () => {
      const old = await listDeleted(db.kysely, new Date(clock.now().getTime() - deps.trashDays() * DAY_MS))
      let purged = 0
      for (const { id, projectId, name } of old) {
        await inTransaction(db, async tx => {
          // Nobody restores it in the meantime, and no backup copies it.
          if (!(await mayMoveRepositories(tx)) || !(await lockDeleted(tx, id))) return
          await disk.purge(id)
          await markPurged(tx, id, clock.now())
          await appendEvents(tx, [
            {
              kind: 'svn.repository_purged',
              actorId: null,
              means: 'job',
              projectId,
              payload: { repository_id: id, name },
            },
          ])
          purged++
        })
      }
      return purged
    },
    restore: async (actor, id) => {
      await inTransaction(db, async tx => {
        if (!(await mayMoveRepositories(tx)))
          throw new Conflict(
            'A backup is being made, which copies the repository where it is: try again when it is done',
          )
        const repository = await lockDeleted(tx, id)
        if (!repository) throw new NotFound(`There is no deleted repository ${id} that could be restored`)
        await markRestored(tx, id)
        await invalidateReferences(tx, id)
        await appendEvents(tx, [
          {
            kind: 'svn.repository_restored',
            actorId: actor.userId,
            means: actor.means,
            projectId: repository.projectId,
            payload: { repository_id: id, name: repository.name },
          },
        ])
        await disk.restoreFromTrash(repository, id)
      })
    },
    list: () => listDeleted(db.kysely),
  }
}
