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
/** svn.md §2.2: a repository stays unchanged for this long after its deletion was requested. */
export const DELETION_DELAY_MS = 60_000
const DAY_MS = 24 * 3600 * 1000

export interface DeletedRepositories {
  /**
   * Deletes the repositories whose time has come, and the given one if its deletion was requested. They disappear at once; their contents
   * are moved to the trash then.
   */
  removeDue(repositoryId?: number): Promise<void>
  /** Erases repositories that were in the trash for long enough; returns how many. */
  purge(): Promise<number>
  /** Restores a repository with all its settings. */
  restore(actor: Actor, id: number): Promise<void>
  /** Repositories that can be restored. */
  list(): Promise<DeletedRepository[]>
}

export interface DeletionDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly disk: RepositoryDisk
  readonly trashDays: () => number
}

export const createDeletedRepositories = (deps: DeletionDependencies): DeletedRepositories => ({
  removeDue: removeDueRepositories(deps),
  purge: purgeTrash(deps),
  restore: restoreRepository(deps),
  list: () => listDeleted(deps.db.kysely),
})

const removeDueRepositories =
  (deps: DeletionDependencies): DeletedRepositories['removeDue'] =>
  async repositoryId => {
    const { db, clock, disk } = deps

    for (const due of await listDueDeletions(db, new Date(clock.now().getTime() - DELETION_DELAY_MS), repositoryId))
      await remove(deps, due)
    // Includes folders that a crash, or a request that was still running, left in place earlier.
    for (const { id } of await listDeleted(db.kysely)) {
      await inTransaction(db, async tx => {
        // A running backup reads the folder at its place; the next run moves it.
        if (!(await mayMoveRepositories(tx))) return
        // The lock excludes a restore at the same time.
        const repository = await lockDeleted(tx, id)
        if (repository) await disk.moveToTrash(repository, id)
      })
    }
  }

const remove = async ({ db, clock }: DeletionDependencies, repository: DeletedRepository): Promise<void> => {
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

const purgeTrash =
  ({ db, clock, disk, trashDays }: DeletionDependencies): DeletedRepositories['purge'] =>
  async () => {
    const old = await listDeleted(db.kysely, new Date(clock.now().getTime() - trashDays() * DAY_MS))
    let purged = 0
    for (const { id, projectId, name } of old) {
      await inTransaction(db, async tx => {
        // The locks exclude a restore and a running backup.
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
  }

const restoreRepository =
  ({ db, disk }: DeletionDependencies): DeletedRepositories['restore'] =>
  async (actor, id) => {
    await inTransaction(db, async tx => {
      if (!(await mayMoveRepositories(tx)))
        throw new Conflict('A backup is being made, which copies the repository where it is: try again when it is done')
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
  }
