// The public interface of this module.
export { exportPlanning, readExportedPlanning } from './transfer/export-plannings.ts'
export { createPlanningModule, type PlanningModule } from './planning.module.ts'
