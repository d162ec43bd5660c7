import type { UserGroupId } from '../../projects/index.ts'

export interface CommitRules {
  readonly isReferenceMandatory: boolean
  readonly isCommitMessageChangeAllowed: boolean
}

/** Directories below which nothing changes once it is there (svn.md §3.5). */
export interface ImmutableTags {
  readonly paths: readonly string[]
  readonly whitelist: readonly string[]
}

/** What the project itself says about who may read and write which path; the effective file adds the groups and defaults. */
export interface AccessFile {
  /** 1, 2, 3 … of this repository. */
  readonly version: number
  /** As it was sent, with its line ends. */
  readonly text: string
  readonly hasDefaultPermissions: boolean
}

/** Whom a commit that changes something below `path` is told to. */
export interface Notification {
  readonly path: string
  readonly userGroupIds: readonly UserGroupId[]
  readonly userIds: readonly number[]
  readonly emails: readonly string[]
}

/** A Subversion repository of a project, with the rules that hold for its next commit. */
export interface Repository {
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly commitRules: CommitRules
  readonly immutableTags: ImmutableTags
  readonly accessFile: AccessFile
  /** Up to here revisions are stored, with what follows from them. */
  readonly lastRevision: number
  /** Up to here they came with the repository: nobody is told of them, and numbers in their messages are not those of our artifacts. */
  readonly importedRevision: number
  /** Somebody asked for its deletion; until the job comes to it, it is there as before (svn.md §2.2). */
  readonly isDeletionRequested: boolean
}

/** All that can be set of a repository, at creation or by an update. */
export interface RepositorySettings {
  readonly commitRules: CommitRules
  readonly immutableTags: ImmutableTags
  readonly accessFile: Pick<AccessFile, 'text' | 'hasDefaultPermissions'>
  readonly notifications: readonly Notification[]
}

/** svn.md §1.3: what a repository has of which nothing is said. */
export const defaultSettings: RepositorySettings = {
  commitRules: { isReferenceMandatory: false, isCommitMessageChangeAllowed: false },
  immutableTags: { paths: [], whitelist: [] },
  accessFile: { text: '', hasDefaultPermissions: true },
  notifications: [],
}

/** svn.md §2.1 */
export const isRepositoryName = (name: string): boolean =>
  /^[A-Za-z][A-Za-z0-9_.-]{2,254}$/.test(name) && !name.includes('..')

/** Where svn clients find the repository, below the address of the server. */
export const repositoryPath = (projectShortName: string, name: string): string =>
  `/svnplugin/${projectShortName}/${name}`
