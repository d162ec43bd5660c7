import type { Project } from '../../projects/index.ts'
import type { AccessFault } from '../model/effective-access-file.ts'
import type { AccessFile } from '../model/repository.ts'

/** Where a repository lies: `<data>/svn/repositories/<project id>/<name>`. */
export interface RepositoryPlace {
  readonly projectId: number
  readonly name: string
}

/** A repository that is built, but that no client can reach yet. */
export interface StagedRepository {
  readonly path: string
  /** Of its contents: 0 without layout and dump. */
  readonly youngest: number
  /** That of its dump, by which working copies know the repository; undefined: it has a new one. */
  readonly dumpUuid?: string | undefined
}

export interface NewRepositoryOnDisk {
  /** Directories of the first commit; none: the repository stays at revision 0. One that leaves the root: no directory at all. */
  readonly layout: readonly string[]
  /** Login, of the first commit. */
  readonly author: string
  /** File in the format of `svnadmin dump` to load first; a fault of it is an Invalid. The repository gets its UUID. */
  readonly dumpFile?: string
  /** Told each revision that is loaded. */
  readonly onRevision?: (revision: number) => void
}

/** An access file that svn accepts. */
export interface CheckedAccessFile {
  /** What the project wrote, with lines that cannot hold commented out: what is stored, and shown. */
  readonly text: string
  /** Generated block and text, merged by section: what is written beside the repository. */
  readonly effective: string
}

export interface AccessFindings {
  readonly faults: readonly AccessFault[]
  /** They keep nobody from saving the text. */
  readonly warnings: readonly AccessFault[]
}

/**
 * The contents of repositories, and what lies beside them. A repository appears by one `rename`, complete or not at all, and so it
 * goes: a crash leaves something behind only in the folders for staging and trash.
 */
export interface RepositoryDisk {
  /** Throws Unavailable, naming the packages, where Subversion is not installed. */
  requireInstalled(): void
  /** What svn would not accept, and what has no effect, by lines. */
  examineAccessFile(
    project: Project,
    accessFile: Pick<AccessFile, 'text' | 'hasDefaultPermissions'>,
  ): Promise<AccessFindings>
  /** Throws Invalid, naming the line, when svn would not accept it. */
  checkAccessFile(
    project: Project,
    accessFile: Pick<AccessFile, 'text' | 'hasDefaultPermissions'>,
  ): Promise<CheckedAccessFile>
  /**
   * The same for a project that may not be there before the transaction ends: of its groups only the names are known. What is written
   * grants nothing by default; the file is made anew when somebody asks for the repository.
   */
  checkImportedAccessFile(groupNames: readonly string[], text: string): Promise<CheckedAccessFile>
  stage(input: NewRepositoryOnDisk): Promise<StagedRepository>
  /** In small letters, of all repositories that are there or in the trash. */
  uuidsInUse(): Promise<ReadonlySet<string>>
  /** Gives a repository that is not in its place yet a UUID that no other has. */
  renewUuid(staged: StagedRepository): Promise<void>
  /** Lets clients reach it. What an interrupted creation left in its place is removed: the caller holds the name in the database. */
  place(staged: StagedRepository, at: RepositoryPlace, access: CheckedAccessFile): Promise<void>
  discard(staged: StagedRepository): Promise<void>
  /** In force for the next request. */
  writeAccessFile(at: RepositoryPlace, access: CheckedAccessFile): Promise<void>
  pathOf(at: RepositoryPlace): string
  /** The trash knows repositories by their id; putting one there that is there already is no fault. */
  moveToTrash(at: RepositoryPlace, id: number): Promise<void>
  restoreFromTrash(at: RepositoryPlace, id: number): Promise<void>
  /** Erases what the trash has of the repository, if anything. */
  purge(id: number): Promise<void>
  /** Throws Refusal with what `svnadmin verify` said. */
  verify(at: RepositoryPlace): Promise<void>
  /** A consistent copy, also while clients write. `folder` must not be there yet, or be empty. */
  hotCopy(at: RepositoryPlace, folder: string): Promise<void>
  /** The revisions up to one of them in the format of `svnadmin dump`, also while clients write. Leaving early ends it. */
  dump(
    at: RepositoryPlace,
    options: { readonly upTo: number; readonly onRevision?: (revision: number) => void },
  ): AsyncGenerator<Buffer, void, undefined>
  /** The newest revision. */
  youngest(at: RepositoryPlace): Promise<number>
  /** Removes transactions of commits that died, older than a day; how many. */
  removeDeadTransactions(at: RepositoryPlace): Promise<number>
}
