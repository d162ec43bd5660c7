import type { Db } from '../../../platform/db/db.ts'
import { Forbidden, NotFound } from '../../../platform/errors.ts'
import type { ArtifactsModule, EffectiveRights } from '../../artifacts/index.ts'
import type { Project, ProjectsModule } from '../../projects/index.ts'
import type { SettingsModule } from '../../settings/index.ts'
import type { Tracker, TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import { readableBoard, type Board } from '../model/board.ts'
import type { Kanban } from '../model/kanban.ts'
import { findKanban } from '../store/kanbans.store.ts'

export interface KanbanReading {
  readonly db: Db
  readonly settings: Pick<SettingsModule, 'datesIn' | 'get'>
  readonly projects: Pick<ProjectsModule, 'get' | 'requireAccess' | 'isAdmin'>
  readonly trackers: Pick<TrackersModule, 'get' | 'listOfProject' | 'canViewTracker' | 'representReference'>
  readonly artifacts: Pick<
    ArtifactsModule,
    'findVisible' | 'requireViewable' | 'rightsIn' | 'outlines' | 'readArtifactTexts' | 'summaryOf' | 'reports'
  >
}

/** A kanban whose tracker the viewer sees. */
export interface KanbanPlace {
  readonly kanban: Kanban
  readonly tracker: Tracker
  readonly project: Project
  readonly rights: EffectiveRights
  /** undefined: the tracker has no status that the viewer may read, and the kanban no columns. */
  readonly board: Board | undefined
}

const unknown = (): NotFound => new NotFound('Kanban does not exist')

/** Throws 404 for an unknown kanban, 403 if the viewer does not see its tracker (agile.md §2). */
export const requireKanban = async (reading: KanbanReading, viewer: Viewer, id: number): Promise<KanbanPlace> => {
  const { db, projects, trackers } = reading
  const kanban = Number.isSafeInteger(id) ? await findKanban(db.kysely, id, viewer.userId) : undefined
  const tracker = kanban && (await trackers.get(kanban.trackerId))
  if (!kanban || !tracker || tracker.isDeleted) throw unknown()
  const project = await projects.requireAccess(viewer, tracker.projectId)
  if (!trackers.canViewTracker(viewer, project, tracker)) throw new Forbidden('', { reason: 'permission.tracker' })
  return placeIn(reading, viewer, { kanban, tracker, project })
}

export const placeIn = (
  { artifacts }: Pick<KanbanReading, 'artifacts'>,
  viewer: Viewer,
  { kanban, tracker, project }: Pick<KanbanPlace, 'kanban' | 'tracker' | 'project'>,
): KanbanPlace => {
  const rights = artifacts.rightsIn(viewer, tracker)
  return { kanban, tracker, project, rights, board: readableBoard(tracker, rights) }
}
