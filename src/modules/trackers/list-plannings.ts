import type { Db } from '../../platform/db/db.ts'
import type { Page } from '../../platform/http/pagination.ts'
import { representProjectReference, type ProjectsModule } from '../projects/index.ts'
import type { Viewer } from '../users/index.ts'
import { representTrackerReference } from './tracker.representation.ts'
import { canViewTracker } from './trackers.permissions.ts'
import type { TrackerQueries } from './trackers.queries.ts'
import type { PlanningRepresentation } from './trackers.schema.ts'
import { readPlannings, type Planning } from './trackers.store.ts'
import type { Tracker } from './tracker.ts'

/** trackers.md §10: those whose planning tracker the viewer sees; that of a parent tracker before those of its descendants. */
export const listPlannings =
  (db: Db, queries: TrackerQueries, projects: ProjectsModule) =>
  async (
    viewer: Viewer,
    projectId: number,
    page: Page,
  ): Promise<{ plannings: PlanningRepresentation[]; size: number }> => {
    const project = await projects.requireAccess(viewer, projectId)
    const [plannings, trackers] = await Promise.all([
      readPlannings(db.kysely, project.id),
      queries.listOfProject(project.id),
    ])
    const byId = new Map(trackers.map(tracker => [tracker.id, tracker]))
    const isVisible = (id: number): boolean => {
      const tracker = byId.get(id)
      return tracker !== undefined && canViewTracker(viewer, tracker)
    }
    const visible = inOrder(
      plannings.filter(planning => isVisible(planning.planningTrackerId)),
      byId,
    )
    return {
      size: visible.length,
      plannings: visible.slice(page.offset, page.offset + page.limit).map(planning => ({
        id: planning.id,
        uri: `plannings/${planning.id}`,
        label: planning.name,
        project: representProjectReference(project),
        milestone_tracker: representTrackerReference(byId.get(planning.planningTrackerId) as Tracker, project),
        backlog_trackers: planning.backlogTrackerIds.filter(isVisible).map(id => ({ id, uri: `trackers/${id}` })),
        milestones_uri: `plannings/${planning.id}/milestones`,
      })),
    }
  }

const inOrder = (plannings: readonly Planning[], trackers: ReadonlyMap<number, Tracker>): Planning[] =>
  [...plannings].sort(
    (a, b) => depthOf(a.planningTrackerId, trackers) - depthOf(b.planningTrackerId, trackers) || a.id - b.id,
  )

/** Number of ancestors in the hierarchy; a circle ends where it closes. */
const depthOf = (trackerId: number, trackers: ReadonlyMap<number, Tracker>): number => {
  const seen = new Set<number>()
  let parentId = trackers.get(trackerId)?.parentId ?? null
  while (parentId !== null && !seen.has(parentId)) {
    seen.add(parentId)
    parentId = trackers.get(parentId)?.parentId ?? null
  }
  return seen.size
}
