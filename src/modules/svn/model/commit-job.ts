/** Name of the job that processes commits; its payload is a `CommitsToProcess`. */
export const PROCESS_COMMITS = 'process_svn_commits'

/** Without a repository: all repositories. With one: its new commits. With a revision: that revision, whose message was changed. */
export interface CommitsToProcess {
  readonly repositoryId?: number
  readonly revision?: number
  readonly actorId?: number | null
}
