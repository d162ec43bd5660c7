import type { Page } from '../../../platform/http/routes/pagination.ts'
import { representProjectReference, type Project, type ProjectsModule } from '../../projects/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { PlanningRepresentation } from '../model/planning.schema.ts'
import type { PlansQueries } from './plans.queries.ts'

export interface PlanningListDependencies {
  readonly projects: Pick<ProjectsModule, 'requireAccess'>
  readonly trackers: Pick<TrackersModule, 'canViewTracker' | 'representReference'>
  readonly plans: PlansQueries
}

/** trackers.md §10: plannings whose planning tracker the viewer sees; parent trackers come before their descendants. */
export const listPlannings =
  (dependencies: PlanningListDependencies) =>
  async (
    viewer: Viewer,
    projectId: number,
    page: Page,
  ): Promise<{ plannings: PlanningRepresentation[]; size: number }> => {
    const project = await dependencies.projects.requireAccess(viewer, projectId)
    const visible = await visiblePlannings(dependencies, viewer, project)
    return { plannings: visible.slice(page.offset, page.offset + page.limit), size: visible.length }
  }

/** The first planning that the viewer sees, by project (projects.md §2); projects without one are left out. */
export const rootPlannings =
  (dependencies: PlanningListDependencies) =>
  async (viewer: Viewer, projects: readonly Project[]): Promise<ReadonlyMap<number, PlanningRepresentation>> => {
    await dependencies.plans.load(projects.map(project => project.id))
    const roots = new Map<number, PlanningRepresentation>()
    for (const project of projects) {
      const [first] = await visiblePlannings(dependencies, viewer, project)
      if (first) roots.set(project.id, first)
    }
    return roots
  }

const visiblePlannings = async (
  { trackers, plans }: PlanningListDependencies,
  viewer: Viewer,
  project: Project,
): Promise<PlanningRepresentation[]> =>
  (await plans.of(project.id)).all
    .filter(plan => trackers.canViewTracker(viewer, project, plan.tracker))
    .map(plan => ({
      id: plan.id,
      uri: `plannings/${plan.id}`,
      label: plan.name,
      project: representProjectReference(project),
      milestone_tracker: trackers.representReference(plan.tracker, project),
      backlog_trackers: plan.backlogTrackers
        .filter(tracker => trackers.canViewTracker(viewer, project, tracker))
        .map(({ id }) => ({ id, uri: `trackers/${id}` })),
      milestones_uri: `plannings/${plan.id}/milestones`,
    }))
