import type { Logger } from 'pino'
import type { Db } from '../../../platform/db/db.ts'
import type { RepositoryDisk } from '../disk/repository-disk.ts'
import { listLiveRepositories } from '../store/revisions.store.ts'

export interface RemoveDeadTransactionsDependencies {
  readonly db: Db
  readonly disk: RepositoryDisk
  readonly log: Logger
}

/** Removes transactions of dead commits older than a day from all repositories; returns how many. */
export const removeDeadTransactions = async ({
  db,
  disk,
  log,
}: RemoveDeadTransactionsDependencies): Promise<number> => {
  let removed = 0
  for (const repository of await listLiveRepositories(db.kysely)) {
    try {
      removed += await disk.removeDeadTransactions(repository)
    } catch (error) {
      log.error({ err: error, repositoryId: repository.id }, 'dead transactions of a repository could not be removed')
    }
  }
  return removed
}
