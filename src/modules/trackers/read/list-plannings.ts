import type { Page } from '../../../platform/http/routes/pagination.ts'
import { representProjectReference, type Project, type ProjectsModule } from '../../projects/index.ts'
import type { Viewer } from '../../users/index.ts'
import { representTrackerReference } from './tracker.representation.ts'
import { canViewTracker } from '../model/trackers.permissions.ts'
import type { TrackerQueries } from './trackers.queries.ts'
import type { PlanningRepresentation } from '../model/trackers.schema.ts'
import type { Planning } from '../store/plannings.store.ts'
import type { Tracker } from '../model/tracker.ts'

/** trackers.md §10: plannings whose planning tracker the viewer sees; parent trackers come before their descendants. */
export const listPlannings =
  (queries: TrackerQueries, projects: ProjectsModule) =>
  async (
    viewer: Viewer,
    projectId: number,
    page: Page,
  ): Promise<{ plannings: PlanningRepresentation[]; size: number }> => {
    const project = await projects.requireAccess(viewer, projectId)
    const visible = await visiblePlannings(queries, viewer, project)
    return { plannings: visible.slice(page.offset, page.offset + page.limit), size: visible.length }
  }

/** The first planning that the viewer sees, by project (projects.md §2); projects without one are left out. */
export const rootPlannings =
  (queries: TrackerQueries) =>
  async (viewer: Viewer, projects: readonly Project[]): Promise<ReadonlyMap<number, PlanningRepresentation>> => {
    const roots = new Map<number, PlanningRepresentation>()
    const plannings = await queries.planningsOfMany(projects.map(project => project.id))
    for (const project of projects) {
      // Most projects have no planning: their trackers need not be loaded.
      if ((plannings.get(project.id) ?? []).length === 0) continue
      const [first] = await visiblePlannings(queries, viewer, project)
      if (first) roots.set(project.id, first)
    }
    return roots
  }

const visiblePlannings = async (
  queries: TrackerQueries,
  viewer: Viewer,
  project: Project,
): Promise<PlanningRepresentation[]> => {
  const plannings = (await queries.planningsOfMany([project.id])).get(project.id) ?? []
  if (plannings.length === 0) return []
  const trackers = new Map((await queries.listOfProject(project.id)).map(tracker => [tracker.id, tracker]))
  const isVisible = (id: number): boolean => {
    const tracker = trackers.get(id)
    return tracker !== undefined && canViewTracker(viewer, tracker)
  }
  return plannings
    .filter(planning => isVisible(planning.planningTrackerId))
    .sort(parentsFirst(trackers))
    .map(planning => ({
      id: planning.id,
      uri: `plannings/${planning.id}`,
      label: planning.name,
      project: representProjectReference(project),
      milestone_tracker: representTrackerReference(trackers.get(planning.planningTrackerId) as Tracker, project),
      backlog_trackers: planning.backlogTrackerIds.filter(isVisible).map(id => ({ id, uri: `trackers/${id}` })),
      milestones_uri: `plannings/${planning.id}/milestones`,
    }))
}

const parentsFirst =
  (trackers: ReadonlyMap<number, Tracker>) =>
  (a: Planning, b: Planning): number =>
    depthOf(a.planningTrackerId, trackers) - depthOf(b.planningTrackerId, trackers) || a.id - b.id

/** Number of ancestors in the hierarchy; a cycle is counted once. */
const depthOf = (trackerId: number, trackers: ReadonlyMap<number, Tracker>): number => {
  const seen = new Set<number>()
  let parentId = trackers.get(trackerId)?.parentId ?? null
  while (parentId !== null && !seen.has(parentId)) {
    seen.add(parentId)
    parentId = trackers.get(parentId)?.parentId ?? null
  }
  return seen.size
}
