// The door of this module: what others may use.
export { exportProject, type ExportPhase, type ExportProject, type ExportReport } from './export-project.ts'
