import type { Tx } from '../../platform/db/db.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { Viewer } from '../users/index.ts'
import type { NewPlanning } from './model/planning.ts'
import { backlogRoutes } from './backlog.routes.ts'
import {
  getBurndown,
  getMilestone,
  listInnerMilestones,
  listMilestonesOfPlanning,
  listMilestoneSiblings,
  listTopMilestones,
} from './read/list-milestones.ts'
import { getBacklog, getChildren, getContent, getItem, getTopBacklog, getTopBacklogV2 } from './read/list-backlogs.ts'
import type { PlanningReading } from './read/planning-reader.ts'
import { listPlannings, rootPlannings } from './read/list-plannings.ts'
import { createPlansQueries } from './read/plans.queries.ts'
import { planningRoutes } from './planning.routes.ts'
import { insertPlannings, removePlannerGroup, writeExplicitBacklog } from './store/plannings.store.ts'
import { addToTopBacklog } from './store/top-backlog.store.ts'
import { copyPlannings } from './transfer/copy-plannings.ts'
import { addTemplatePlannings } from './transfer/template-plannings.ts'

export interface PlanningModuleDependencies extends Omit<PlanningReading, 'plans'> {
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
}

/** Plannings of a project, as an archive brings them. */
export interface NewProjectPlanning {
  readonly plannings: readonly NewPlanning[]
  readonly hasExplicitBacklog: boolean
  /** Members of the explicit top backlog. */
  readonly topBacklogIds: readonly number[]
}

/** Milestones and what they plan. A plan consists of links between artifacts, and an order is their rank. */
export interface PlanningModule {
  readonly routes: Route<Viewer>[]
  addToProject(tx: Tx, projectId: number, planning: NewProjectPlanning): Promise<void>
}

/** Also registers functions with `projects` and `trackers`: plannings of copied projects and of built-in templates. */
export const createPlanningModule = (dependencies: PlanningModuleDependencies): PlanningModule => {
  const { db, projects, trackers } = dependencies
  const plans = createPlansQueries(db, trackers)
  const reading = { ...dependencies, plans }
  const listing = { projects, trackers, plans }
  projects.setRootPlannings(rootPlannings(listing))
  projects.onUserGroupDeleted((tx, { group }) => removePlannerGroup(tx, group.id))
  trackers.onTrackersCopied(copyPlannings)
  trackers.onTemplateFilled(addTemplatePlannings)
  return {
    addToProject: async (tx, projectId, { plannings, hasExplicitBacklog, topBacklogIds }) => {
      if (plannings.length === 0) return
      await insertPlannings(tx, plannings)
      await writeExplicitBacklog(tx, projectId, hasExplicitBacklog)
      if (hasExplicitBacklog) await addToTopBacklog(tx, projectId, topBacklogIds)
    },
    routes: [
      ...planningRoutes({
        listPlannings: listPlannings(listing),
        listMilestonesOfPlanning: listMilestonesOfPlanning(reading),
        listTopMilestones: listTopMilestones(reading),
        listInnerMilestones: listInnerMilestones(reading),
        listMilestoneSiblings: listMilestoneSiblings(reading),
        getMilestone: getMilestone(reading),
        getBurndown: getBurndown(reading),
      }),
      ...backlogRoutes({
        getTopBacklog: getTopBacklog(reading),
        getTopBacklogV2: getTopBacklogV2(reading),
        getContent: getContent(reading),
        getBacklog: getBacklog(reading),
        getItem: getItem(reading),
        getChildren: getChildren(reading),
      }),
    ],
  }
}
