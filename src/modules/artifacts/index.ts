// The public interface of this module: other modules import only this file.
export type { DeletionArchiver, PreparedArchive } from './delete/archive-deleted.ts'
export { blobPath, exportUsers, userReference } from './transfer/export-artifact.ts'
export { exportArtifacts, emptyStatistics, type ExportStatistics } from './transfer/export-artifacts.ts'
export { editedChangeset, EDITS, movedFrom } from './model/artifacts.events.ts'
export { createArtifactsModule, type ArtifactsModule } from './artifacts.module.ts'
export type { ArtifactOperations } from './artifacts.operations.ts'
export type {
  ArtifactImport,
  ImportedArtifact,
  ImportedChangeset,
  ImportedComment,
} from './transfer/import-artifacts.ts'
export { addOldAddresses } from './old-addresses.routes.ts'
export { isNamedBy } from './store/links-and-references.store.ts'
export type { ReferenceLinker } from './represent/references.ts'
export type { ReferenceSource } from './represent/related-data.ts'
export type { RepresentEdit, RepresentedEdit } from './history/represent-edit.ts'
export type { Change, DescribedChange, DescribedValue, EditReference, ReadChanges } from './history/describe-change.ts'
