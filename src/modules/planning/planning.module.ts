import type { Tx } from '../../platform/db/db.ts'
import type { Route } from '../../platform/http/routes/route.ts'
import type { ArtifactsModule } from '../artifacts/index.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { Viewer } from '../users/index.ts'
import type { NewCardwall } from './model/cardwall.ts'
import type { NewPlanning } from './model/planning.ts'
import { backlogRoutes } from './backlog.routes.ts'
import { cardwallRoutes } from './cardwall.routes.ts'
import { changeCard, changeRemainingEffort, type CardwallWriting } from './cardwall/change-card.ts'
import { changeCell } from './cardwall/change-cell.ts'
import { getCardwall } from './cardwall/get-cardwall.ts'
import {
  getTaskboardCard,
  listTaskboardCards,
  listTaskboardChildren,
  listTaskboardColumns,
  type TaskboardReading,
} from './cardwall/taskboard.ts'
import {
  getBurndown,
  getBurnup,
  getMilestone,
  listInnerMilestones,
  listMilestonesOfPlanning,
  listMilestoneSiblings,
  listTopMilestones,
} from './read/list-milestones.ts'
import { getBacklog, getChildren, getContent, getItem, getTopBacklog, getTopBacklogV2 } from './read/list-backlogs.ts'
import { listPlannings, rootPlannings } from './read/list-plannings.ts'
import { createPlansQueries } from './read/plans.queries.ts'
import { planningChangesRoutes } from './planning-changes.routes.ts'
import { planningRoutes } from './planning.routes.ts'
import { settingsRoutes } from './settings.routes.ts'
import { removePlannerGroup, writeExplicitBacklog } from './store/plannings.store.ts'
import { addToTopBacklog } from './store/top-backlog.store.ts'
import { addPlannings } from './transfer/add-plannings.ts'
import { copyPlannings } from './transfer/copy-plannings.ts'
import { addTemplatePlannings } from './transfer/template-plannings.ts'
import { addToBacklog, changeBacklog, orderBacklog } from './write/change-backlog.ts'
import { addInnerMilestones, changeChildren, replaceInnerMilestones } from './write/change-children.ts'
import { changeContent, replaceContent } from './write/change-content.ts'
import { changePlanningSettings, getPlanningSettings } from './write/change-settings.ts'
import { addTaken, checkTopBacklogAction } from './write/add-to-top-backlog.ts'
import { changeTopBacklog, orderTopBacklog } from './write/change-top-backlog.ts'
import { deriveVelocity } from './write/velocity.ts'

export interface PlanningModuleDependencies extends Omit<CardwallWriting & TaskboardReading, 'plans'> {
  readonly artifacts: ArtifactsModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
}

/** Plannings of a project, as an archive brings them. */
export interface NewProjectPlanning {
  readonly plannings: readonly NewPlanning[]
  /** Columns are numbered in this order. */
  readonly cardwalls?: readonly NewCardwall[]
  readonly hasExplicitBacklog: boolean
  /** Members of the explicit top backlog. */
  readonly topBacklogIds: readonly number[]
}

/** Milestones and what they plan. A plan consists of links between artifacts, and an order is their rank. */
export interface PlanningModule {
  readonly routes: Route<Viewer>[]
  /** Paths without a resource that clients ask for their methods (agile.md §2). */
  readonly optionsOnly: readonly string[]
  addToProject(tx: Tx, projectId: number, planning: NewProjectPlanning): Promise<void>
}

/**
 * Also registers functions with `projects`, `trackers` and `artifacts`: plannings of copied projects and of built-in templates, contents of
 * burnups, and velocities.
 */
export const createPlanningModule = (dependencies: PlanningModuleDependencies): PlanningModule => {
  const { db, projects, trackers, artifacts } = dependencies
  const plans = createPlansQueries(db, trackers)
  const all = { ...dependencies, plans }
  const listing = { projects, trackers, plans }
  projects.setRootPlannings(rootPlannings(listing))
  artifacts.addDerivation(deriveVelocity(plans))
  artifacts.setBurnupContents(async ({ id, projectId }) =>
    (await plans.of(projectId)).ofTracker(id)?.backlogTrackers.map(tracker => tracker.id),
  )
  projects.onUserGroupDeleted((tx, { group }) => removePlannerGroup(tx, group.id))
  trackers.onTrackersCopied(copyPlannings)
  trackers.onTemplateFilled(addTemplatePlannings)
  trackers.setActionCheck('add_to_top_backlog', checkTopBacklogAction(plans))
  artifacts.onModuleAction('add_to_top_backlog', addTaken(plans))
  return {
    addToProject: async (tx, projectId, { plannings, cardwalls = [], hasExplicitBacklog, topBacklogIds }) => {
      if (plannings.length === 0) return
      await addPlannings(tx, projectId, plannings, cardwalls)
      await writeExplicitBacklog(tx, projectId, hasExplicitBacklog)
      if (hasExplicitBacklog) await addToTopBacklog(tx, projectId, topBacklogIds)
    },
    optionsOnly: ['/milestones', '/plannings', '/cards'],
    routes: [
      ...planningRoutes({
        listPlannings: listPlannings(listing),
        listMilestonesOfPlanning: listMilestonesOfPlanning(all),
        listTopMilestones: listTopMilestones(all),
        listInnerMilestones: listInnerMilestones(all),
        listMilestoneSiblings: listMilestoneSiblings(all),
        getMilestone: getMilestone(all),
        getBurndown: getBurndown(all),
        getBurnup: getBurnup(all),
      }),
      ...backlogRoutes({
        getTopBacklog: getTopBacklog(all),
        getTopBacklogV2: getTopBacklogV2(all),
        getContent: getContent(all),
        getBacklog: getBacklog(all),
        getItem: getItem(all),
        getChildren: getChildren(all),
      }),
      ...cardwallRoutes({
        getCardwall: getCardwall(all),
        changeCard: changeCard(all),
        listTaskboardColumns: listTaskboardColumns(all),
        listTaskboardCards: listTaskboardCards(all),
        getTaskboardCard: getTaskboardCard(all),
        listTaskboardChildren: listTaskboardChildren(all),
        changeRemainingEffort: changeRemainingEffort(all),
        changeCell: changeCell(all),
      }),
      ...settingsRoutes({
        getPlanningSettings: getPlanningSettings(dependencies),
        changePlanningSettings: changePlanningSettings(dependencies),
      }),
      ...planningChangesRoutes({
        orderTopBacklog: orderTopBacklog(all),
        changeTopBacklog: changeTopBacklog(all),
        replaceContent: replaceContent(all),
        changeContent: changeContent(all),
        addToBacklog: addToBacklog(all),
        orderBacklog: orderBacklog(all),
        changeBacklog: changeBacklog(all),
        replaceInnerMilestones: replaceInnerMilestones(all),
        addInnerMilestones: addInnerMilestones(all),
        changeChildren: changeChildren(all),
      }),
    ],
  }
}
