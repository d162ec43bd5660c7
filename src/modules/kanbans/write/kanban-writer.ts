import type { Clock } from '../../../platform/clock.ts'
import { Forbidden } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { ArtifactsModule } from '../../artifacts/index.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import type { PresentState, TrackerState } from '../../trackers/index.ts'
import type { Actor, Viewer } from '../../users/index.ts'
import { requireKanban, type KanbanPlace, type KanbanReading } from '../read/kanban-reader.ts'

/** Changes the definition of a tracker with all checks of such changes, in the transaction of the caller. */
export type ChangeDefinition = (
  tx: Tx,
  actor: Actor,
  trackerId: number,
  edit: (present: PresentState) => { readonly state: TrackerState },
) => Promise<{ readonly created: { readonly valueIds: ReadonlyMap<string, number> } | undefined }>

export interface KanbanWriting extends KanbanReading {
  readonly clock: Clock
  readonly projects: KanbanReading['projects'] & Pick<ProjectsModule, 'requireWritable'>
  readonly artifacts: KanbanReading['artifacts'] & Pick<ArtifactsModule, 'create' | 'ranks' | 'values'>
  readonly changeDefinition: ChangeDefinition
}

/** Throws 403 unless the viewer administers the project and may change it. */
export const requireAdministrator = (
  { projects }: Pick<KanbanWriting, 'projects'>,
  viewer: Viewer,
  project: KanbanPlace['project'],
): void => {
  projects.requireWritable(project)
  if (!projects.isAdmin(viewer, project.id))
    throw new Forbidden('Only administrators of the project change its kanbans', { reason: 'permission.admin' })
}

/** The kanban, if the viewer administers its project. */
export const requireAdministered = async (writing: KanbanWriting, viewer: Viewer, id: number): Promise<KanbanPlace> => {
  const place = await requireKanban(writing, viewer, id)
  requireAdministrator(writing, viewer, place.project)
  return place
}

/** Tells live pages and the audit of a change of the kanbans of a tracker. */
export const noteChange = (
  tx: Tx,
  viewer: Viewer,
  tracker: { readonly id: number; readonly projectId: number },
  payload: { readonly kanban_id: number; readonly name: string },
): Promise<void> =>
  appendEvents(tx, [
    {
      kind: 'tracker.kanbans_changed',
      actorId: viewer.userId,
      means: viewer.means,
      projectId: tracker.projectId,
      trackerId: tracker.id,
      payload,
    },
  ])
