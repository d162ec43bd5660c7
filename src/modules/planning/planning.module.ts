import type { Route } from '../../platform/http/routes/route.ts'
import type { Viewer } from '../users/index.ts'
import { listMilestonesOfPlanning, type PlanningDependencies } from './list-milestones.ts'
import { planningRoutes } from './planning.routes.ts'

/** Milestones and what they plan. A plan consists of links between artifacts, and an order is their rank. */
export interface PlanningModule {
  readonly routes: Route<Viewer>[]
}

export const createPlanningModule = (dependencies: PlanningDependencies): PlanningModule => ({
  routes: planningRoutes({ listMilestonesOfPlanning: listMilestonesOfPlanning(dependencies) }),
})
