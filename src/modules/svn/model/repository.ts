import type { UserGroupId } from '../../projects/index.ts'

export interface CommitRules {
  readonly isReferenceMandatory: boolean
  readonly isCommitMessageChangeAllowed: boolean
}

/** Directories in which an existing entry cannot be changed (svn.md §3.5). */
export interface ImmutableTags {
  readonly paths: readonly string[]
  readonly whitelist: readonly string[]
}

/** The project's rules for reading and writing paths; the effective file adds the groups and defaults. */
export interface AccessFile {
  /** 1, 2, 3 … for each repository. */
  readonly version: number
  /** As the client sent it, with its line ends. */
  readonly text: string
  readonly hasDefaultPermissions: boolean
}

/** The recipients of mails about commits that change something below `path`. */
export interface Notification {
  readonly path: string
  readonly userGroupIds: readonly UserGroupId[]
  readonly userIds: readonly number[]
  readonly emails: readonly string[]
}

/** A Subversion repository of a project, with the rules for its next commit. */
export interface Repository {
  readonly id: number
  readonly projectId: number
  readonly name: string
  readonly commitRules: CommitRules
  readonly immutableTags: ImmutableTags
  readonly accessFile: AccessFile
  /** Revisions up to this one are stored, and their references and mails are done. */
  readonly lastRevision: number
  /**
   * Revisions up to this one were imported: nobody gets mails about them, and numbers in their messages do not refer to artifacts of this
   * platform, unless `hasCurrentMentions`.
   */
  readonly importedRevision: number
  /** The messages of the imported revisions were written for this platform. */
  readonly hasCurrentMentions: boolean
  /** An administrator requested its deletion; until the job deletes it, it works normally (svn.md §2.2). */
  readonly isDeletionRequested: boolean
}

/** All settings of a repository, at creation or in an update. */
export interface RepositorySettings {
  readonly commitRules: CommitRules
  readonly immutableTags: ImmutableTags
  readonly accessFile: Pick<AccessFile, 'text' | 'hasDefaultPermissions'>
  readonly notifications: readonly Notification[]
}

/** svn.md §1.3: the settings that are left out at creation. */
export const defaultSettings: RepositorySettings = {
  commitRules: { isReferenceMandatory: false, isCommitMessageChangeAllowed: false },
  immutableTags: { paths: [], whitelist: [] },
  accessFile: { text: '', hasDefaultPermissions: true },
  notifications: [],
}

/** svn.md §2.1 */
export const isRepositoryName = (name: string): boolean =>
  /^[A-Za-z][A-Za-z0-9_.-]{2,254}$/.test(name) && !name.includes('..')

/** Path by which svn clients reach the repository, below the address of the server. */
export const repositoryPath = (projectShortName: string, name: string): string =>
  `/svnplugin/${projectShortName}/${name}`
