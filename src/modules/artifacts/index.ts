// The public interface of this module: other modules import only this file.
export type { DeletionArchiver, PreparedArchive } from './delete/archive-deleted.ts'
export { blobPath, exportUsers, userReference } from './transfer/export-artifact.ts'
export { exportArtifacts, emptyStatistics, type ExportStatistics } from './transfer/export-artifacts.ts'
export {
  COMMENT_EDITED,
  editedChangeset,
  EDITS,
  isSilent,
  movedFrom,
  type AccessFacts,
} from './model/artifacts.events.ts'
export { canReadFieldById, canSeeComment, mayKnow, type EffectiveRights } from './model/artifacts.permissions.ts'
export type { OutlinedLink, Outline, Outlines } from './outlines/outlines.ts'
export type { LinkChange } from './batch/change-links.ts'
export type { ValueChange } from './batch/change-values.ts'
export type { ReportSummary } from './reports/match-report.ts'
export type { VisibleArtifact } from './access/visible-artifacts.ts'
export type { ArtifactContext } from './access/artifact-access.ts'
export type { Sight, Sights } from './access/sight.ts'
export { takesPart } from './access/visible-links.ts'
export type { ReadStableForms, StableForm } from './read/stable-form.ts'
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
export type { RankAuthor, RankMove } from './ranks/rank-artifacts.ts'
export { retryOnWriteConflict } from './commit/commit.ts'
export { parseComment } from './write/submitted-comment.ts'
export type { Original } from './model/artifact.ts'
export { VALUE_REASONS } from './represent/write-reasons.ts'
export type { Portion, PortionEntry, PortionLine, RunPortion, WrittenLine } from './portions/portion.ts'
