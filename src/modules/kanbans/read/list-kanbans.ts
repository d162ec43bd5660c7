import type { Page } from '../../../platform/http/routes/pagination.ts'
import type { Viewer } from '../../users/index.ts'
import type { KanbanRepresentation, ListedKanbanRepresentation } from '../model/kanbans.schema.ts'
import { listKanbans } from '../store/kanbans.store.ts'
import { placeIn, requireKanban, type KanbanReading } from './kanban-reader.ts'
import { representKanban, representListed } from './represent-kanban.ts'

/** GET /projects/{id}/kanbans: those whose trackers the viewer sees, by id. */
export const listProjectKanbans =
  (reading: KanbanReading) =>
  async (
    viewer: Viewer,
    projectId: number,
    { offset, limit }: Page,
  ): Promise<{ readonly kanbans: ListedKanbanRepresentation[]; readonly size: number }> => {
    const { db, projects, trackers } = reading
    const project = await projects.requireAccess(viewer, projectId)
    const seen = new Map(
      (await trackers.listOfProject(projectId))
        .filter(tracker => trackers.canViewTracker(viewer, project, tracker))
        .map(tracker => [tracker.id, tracker]),
    )
    const all = await listKanbans(db.kysely, [...seen.keys()], viewer.userId)
    const kanbans = all.slice(offset, offset + limit).flatMap(kanban => {
      const tracker = seen.get(kanban.trackerId)
      return tracker ? [representListed(reading, viewer, placeIn(reading, viewer, { kanban, tracker, project }))] : []
    })
    return { kanbans, size: all.length }
  }

/** GET /kanban/{id}. */
export const getKanban =
  (reading: KanbanReading) =>
  async (viewer: Viewer, id: number): Promise<KanbanRepresentation> =>
    representKanban(reading, viewer, await requireKanban(reading, viewer, id))
