// The public interface of this module: other modules import only this file.
export type * from './model/tracker.ts'
export { isOpenStatus } from './model/open-status.ts'
export { isModuleAction, MODULE_ACTIONS } from './model/tracker.ts'
export type { CheckAction } from './workflow/module-actions.ts'
export type * from './model/new-tracker.ts'
export type { ArtifactRestrictions } from './read/get-complete-tracker.ts'
export {
  checkNewTrackers,
  reservedKeywords,
  trackerColors,
  withContent,
  type NameInUse,
  type TrackerFault,
} from './model/check-new-trackers.ts'
export { publishDefinitionChange, type RecordDefinition } from './definition/change-definition.ts'
export {
  archiveGroupNames,
  fieldKey,
  inArchive,
  reportKey,
  trackerKey,
  valueKey,
  type ArchiveGroupNames,
} from './export/export-names.ts'
export type { TrackerExportContext } from './export/export-context.ts'
export {
  exportTrackers,
  readTrackersOfProject,
  triggersLeftOut,
  type TrackersOfProject,
} from './export/export-project-trackers.ts'
export { exportTracker, loadTrackerExtras, type TrackerExport } from './export/export-tracker.ts'
export { defaultReport } from './model/default-report.ts'
export {
  chartKinds,
  MAX_WIDTH,
  mapReportView,
  measureKinds,
  MIN_WIDTH,
  periodUnits,
  referencesOf,
  viewKinds,
  type ReportGrouping,
  type ReportView,
  type StoredReportView,
} from './model/report-view.ts'
export { referenceTransition, type WorkflowMode } from './workflow/set-workflow-mode.ts'
export {
  artifactRule,
  canSubmitArtifact,
  canTakeTransition,
  canViewArtifact,
  isTrackerAdmin,
  type ArtifactOwner,
  type ArtifactPeople,
  type ArtifactRule,
} from './model/trackers.permissions.ts'
export type { TemplateFilled, TrackersCopied } from './model/tracker-hooks.ts'
export { createTrackersModule, type TrackersDependencies, type TrackersModule } from './trackers.module.ts'
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
} from './model/trackers.schema.ts'
export type {
  CriterionRow,
  RendererDefinition,
  RendererRow,
  ReportRow,
  SavedCriterion,
} from './model/tracker-tables.ts'
export {
  idOfKey,
  readTrackerState,
  type PresentState,
  type StateTrigger,
  type TrackerState,
} from './definition/tracker-state.ts'
export { writeTrackerState } from './definition/write-tracker-state.ts'
export { newBuiltInTracker } from './create/built-in-trackers.ts'
export { toNewTrackers } from './model/to-new-trackers.ts'
export { loadTrackers } from './store/load-trackers.ts'
export type { VisibleTracker } from './read/trackers.queries.ts'
