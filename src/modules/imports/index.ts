// The door of this module: what others may use.
export type { ImportOptions, ImportProject, ImportReport, ImportsDeps } from './import-project.ts'
export { ARCHIVE_UPLOADS } from './project-archives.ts'
export { createImportsModule, type ImportsModule } from './imports.module.ts'
export { formatMessage, type ImportMessage } from './messages.ts'
export type { ImportCounts, Phase } from './plan-import.ts'
export { readTrackerXml, type TrackerXml } from './read-tracker-xml.ts'
