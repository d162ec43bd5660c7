// The door of this module: what others may use.
export type * from './tracker.ts'
export type * from './new-tracker.ts'
export type { ArtifactContext } from './get-complete-tracker.ts'
export {
  checkNewTrackers,
  reservedKeywords,
  trackerColors,
  withContent,
  type NameInUse,
  type TrackerFault,
} from './check-new-trackers.ts'
export { announceDefinition } from './administer-tracker.ts'
export { archiveGroupNames, inArchive, type ArchiveGroupNames } from './export/export-names.ts'
export type { TrackerExportContext } from './export/export-context.ts'
export {
  exportPlannings,
  exportTrackers,
  readTrackersOfProject,
  triggersLeftOut,
  type TrackersOfProject,
} from './export/export-project-trackers.ts'
export { exportTracker, loadTrackerExtras, type TrackerExport } from './export/export-tracker.ts'
export { defaultReport } from './default-report.ts'
export { referenceTransition, type WorkflowMode } from './set-workflow-mode.ts'
export {
  artifactRule,
  canSubmitArtifact,
  canTakeTransition,
  canViewArtifact,
  isTrackerAdmin,
  type ArtifactOwner,
  type ArtifactPeople,
  type ArtifactRule,
} from './trackers.permissions.ts'
export { createTrackersModule, type TrackersDeps, type TrackersModule } from './trackers.module.ts'
export {
  CompleteTracker,
  FieldDescription,
  MinimalTracker,
  ProjectReference,
  TrackerReference,
  type CompleteTrackerRepresentation,
  type FieldRepresentation,
  type MinimalTrackerRepresentation,
  type TrackerReferenceRepresentation,
} from './trackers.schema.ts'
export type { CriterionRow, RendererDefinition, RendererRow, ReportRow, SavedCriterion } from './tracker-tables.ts'
export type { Planning } from './plannings.store.ts'
export { idOfKey, readTrackerState, type PresentState, type StateTrigger, type TrackerState } from './tracker-state.ts'
export { writeTrackerState } from './write-tracker-state.ts'
export { newReadyTracker } from './ready-trackers.ts'
export { toNewTrackers } from './to-new-trackers.ts'
export { loadTrackers } from './load-trackers.ts'
