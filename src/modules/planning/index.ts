// The public interface of this module.
export { addOldPlanningAddresses } from './old-addresses.routes.ts'
export { columnColor } from './model/cardwall.ts'
export { exportCardwalls, exportPlanning, readExportedPlanning } from './transfer/export-plannings.ts'
export { createPlanningModule, type PlanningModule } from './planning.module.ts'
