import type { Place } from './access.ts'
import type { ArtifactWithLinks } from './artifact.ts'

/** An archive that is written but not yet at its place. */
export interface PreparedArchive {
  /** The artifact is gone: the archive stays. */
  keep(): Promise<void>
  /** The artifact stays: the archive goes. */
  discard(): Promise<void>
}

/** Keeps what deletions take away (artifacts.md §7). A failure is logged and never stands in the way of the deletion. */
export interface ArchiveDeleted {
  prepare(artifact: ArtifactWithLinks, place: Place): Promise<PreparedArchive | undefined>
}

export const createArchiveDeleted = (_dependencies: unknown): ArchiveDeleted => ({ prepare: async () => undefined })
