// The door of this module: what others may use.
export type { ArchiveDeleted, PreparedArchive } from './archive-deleted.ts'
export { createArtifactsModule, type ArtifactsModule } from './artifacts.module.ts'
export type { ArtifactOperations } from './artifacts.operations.ts'
export type { ArtifactImport, ImportedArtifact, ImportedChangeset, ImportedComment } from './import-artifacts.ts'
export type { ReferenceLinker } from './references.ts'
export type { ReferenceSource } from './surroundings.ts'
export type { RepresentEdit, RepresentedEdit } from './represent-edit.ts'
export type { Change, DescribedChange, DescribedValue, ReadChange } from './describe-change.ts'
