// The public interface of this module.
export type { ImportOptions, ImportProject, ImportReport, ImportsDependencies } from './run/import-project.ts'
export { ARCHIVE_UPLOADS } from './run/project-archives.ts'
export { createImportsModule, type ImportsModule } from './imports.module.ts'
export { formatMessage, type ImportMessage } from './archive/import-messages.ts'
export type { ImportCounts, ImportPhase } from './plan/plan-import.ts'
export { readTrackerXml, type TrackerXml } from './plan/read-tracker-xml.ts'
