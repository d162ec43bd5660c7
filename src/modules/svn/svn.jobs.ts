import type { Job } from '../../platform/jobs/jobs.ts'
import { PROCESS_COMMITS, type CommitsToProcess } from './model/commit-job.ts'
import { REMOVE_REPOSITORIES, type DeletedRepositories } from './settings/deleted-repositories.ts'
import { removeDeadTransactions, type RemoveDeadTransactionsDependencies } from './settings/remove-dead-transactions.ts'
import type { RevisionProcessor } from './revisions/process-revisions.ts'

/** Whether Subversion is installed: without it the jobs have nothing to do. */
type IsInstalled = () => boolean

/** The background jobs for repositories. */
export const svnJobs = (
  processor: RevisionProcessor,
  deleted: DeletedRepositories,
  upkeep: RemoveDeadTransactionsDependencies,
  isInstalled: IsInstalled,
): Job[] => [
  {
    // Hooks enqueue this job; the schedule catches up on commits that hooks could not report.
    name: PROCESS_COMMITS,
    schedule: '*/5 * * * *',
    run: async payload => {
      if (!isInstalled()) return
      const { repositoryId, revision, actorId } = payload as CommitsToProcess
      if (repositoryId === undefined) await processor.catchUpAll()
      else if (revision === undefined) await processor.catchUp(repositoryId)
      else await processor.messageChanged(repositoryId, revision, actorId ?? null)
    },
  },
  {
    name: REMOVE_REPOSITORIES,
    schedule: '*/5 * * * *',
    run: async payload => deleted.removeDue((payload as { readonly repositoryId?: number }).repositoryId),
  },
  { name: 'purge_svn_repositories', schedule: '27 3 * * *', run: async () => void (await deleted.purge()) },
  {
    name: 'clean_svn_repositories',
    schedule: '37 3 * * *',
    run: async () => {
      if (isInstalled()) await removeDeadTransactions(upkeep)
    },
  },
]
