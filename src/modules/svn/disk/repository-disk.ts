import type { Project } from '../../projects/index.ts'
import type { AccessFault } from '../model/effective-access-file.ts'
import type { AccessFile } from '../model/repository.ts'

/** Project and name of a repository: it lies in `<data>/svn/repositories/<project id>/<name>`. */
export interface RepositoryPlace {
  readonly projectId: number
  readonly name: string
}

/** A complete repository that clients cannot reach yet. */
export interface StagedRepository {
  readonly path: string
  /** The newest revision: 0 without layout and dump. */
  readonly youngest: number
  /** The UUID of the dump, by which working copies identify the repository; undefined if the repository has a new UUID. */
  readonly dumpUuid?: string | undefined
}

export interface NewRepositoryOnDisk {
  /**
   * Directories of the first commit; with an empty list the repository stays at revision 0. If one of them leaves the root, none is
   * created.
   */
  readonly layout: readonly string[]
  /** Login of the author of the first commit. */
  readonly author: string
  /** File in the format of `svnadmin dump`, loaded first; throws Invalid if it is not valid. The repository gets its UUID. */
  readonly dumpFile?: string
  /** Called with each loaded revision. */
  readonly onRevision?: (revision: number) => void
}

/** An access file that svn accepts. */
export interface CheckedAccessFile {
  /** The project's text as it is stored and shown, with lines about unknown groups commented out. */
  readonly text: string
  /** Generated block and text, merged by section: the file beside the repository. */
  readonly effective: string
}

export interface AccessFindings {
  readonly faults: readonly AccessFault[]
  /** Warnings do not prevent saving the text. */
  readonly warnings: readonly AccessFault[]
}

/**
 * The contents of repositories, and the files beside them. A repository appears and disappears by one `rename`: a crash leaves remains in
 * the folders for staging and trash only.
 */
export interface RepositoryDisk {
  /** Throws Unavailable with the names of the packages if Subversion is not installed. */
  requireInstalled(): void
  /** By line: the parts that svn would refuse, and the parts without effect. */
  examineAccessFile(
    project: Project,
    accessFile: Pick<AccessFile, 'text' | 'hasDefaultPermissions'>,
  ): Promise<AccessFindings>
  /** Throws Invalid with the line number if svn would refuse the file. */
  checkAccessFile(
    project: Project,
    accessFile: Pick<AccessFile, 'text' | 'hasDefaultPermissions'>,
  ): Promise<CheckedAccessFile>
  /**
   * Like `checkAccessFile`, for a project that may not exist before the transaction ends: only the names of its groups are known. The file
   * grants nothing by default; the first request for the repository generates it again.
   */
  checkImportedAccessFile(groupNames: readonly string[], text: string): Promise<CheckedAccessFile>
  stage(input: NewRepositoryOnDisk): Promise<StagedRepository>
  /** In lower case, of all repositories, including those in the trash. */
  uuidsInUse(): Promise<ReadonlySet<string>>
  /** Gives a unique UUID to a staged repository. */
  renewUuid(staged: StagedRepository): Promise<void>
  /**
   * Makes the repository reachable for clients. Removes the remains of an interrupted creation from its place; the caller holds the name in
   * the database.
   */
  place(staged: StagedRepository, at: RepositoryPlace, access: CheckedAccessFile): Promise<void>
  discard(staged: StagedRepository): Promise<void>
  /** Takes effect at the next request. */
  writeAccessFile(at: RepositoryPlace, access: CheckedAccessFile): Promise<void>
  pathOf(at: RepositoryPlace): string
  /** Moves a repository to the trash, which identifies repositories by their id. Moving one that is in the trash already has no effect. */
  moveToTrash(at: RepositoryPlace, id: number): Promise<void>
  restoreFromTrash(at: RepositoryPlace, id: number): Promise<void>
  /** Erases the repository from the trash; does nothing if it is not there. */
  purge(id: number): Promise<void>
  /** Throws Refusal with the output of `svnadmin verify`. */
  verify(at: RepositoryPlace): Promise<void>
  /** A consistent copy, also while clients write. `folder` must be missing or empty. */
  hotCopy(at: RepositoryPlace, folder: string): Promise<void>
  /** The revisions up to `upTo` in the format of `svnadmin dump`, also while clients write. Leaving the loop early ends the program. */
  dump(
    at: RepositoryPlace,
    options: { readonly upTo: number; readonly onRevision?: (revision: number) => void },
  ): AsyncGenerator<Buffer, void, undefined>
  /** The newest revision. */
  youngest(at: RepositoryPlace): Promise<number>
  /** Removes transactions of dead commits older than a day; returns how many. */
  removeDeadTransactions(at: RepositoryPlace): Promise<number>
}
