// The public interface of this module.
export { createPlanningModule, type PlanningModule } from './planning.module.ts'
