// The public interface of this module.
export { exportProject, type ExportPhase, type ExportProject, type ExportReport } from './export-project.ts'
