// The public interface of this module.
export { addOldPlanningAddresses } from './old-addresses.routes.ts'
export { exportPlanning, readExportedPlanning } from './transfer/export-plannings.ts'
export { valueOf, type ArtifactJson } from './model/artifact-json.ts'
export { Order, type OrderInput } from './model/planning-writes.schema.ts'
export { createPlanningModule, type PlanningModule } from './planning.module.ts'
