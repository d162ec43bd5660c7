import type { Db } from '../../../platform/db/db.ts'
import { escapeHtml } from '../../../platform/html.ts'
import { pseudoField } from '../../fields/index.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import type { TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import { listLatestChanged } from './activity.store.ts'
import type { FindVisible, VisibleArtifact } from '../access/visible-artifacts.ts'

/** Number of latest changes that are read. */
const LATEST_COUNT = 30

export interface Heartbeats {
  /** Newest first. */
  readonly changed: readonly VisibleArtifact[]
  readonly areSomeHidden: boolean
}

/** The latest changes in a project (projects.md §5). */
export const listHeartbeats =
  (deps: {
    readonly db: Db
    readonly projects: ProjectsModule
    readonly trackers: TrackersModule
    readonly findVisible: FindVisible
  }) =>
  async (viewer: Viewer, projectId: number): Promise<Heartbeats> => {
    const project = await deps.projects.requireAccess(viewer, projectId)
    const trackers = await deps.trackers.listOfProject(project.id)
    const fieldIds = trackers.map(tracker => pseudoField(tracker.id, 'lastUpdate'))
    const ids = await listLatestChanged(deps.db, fieldIds, LATEST_COUNT)
    const changed = await deps.findVisible(viewer, ids)
    return { changed, areSomeHidden: changed.length < ids.length }
  }

/** `bug #12 Crash on start`, with a link to the page of the artifact. */
export const heartbeatHtml = ({ artifact, tracker }: VisibleArtifact, readableTitle: string | null): string => {
  const isNew = artifact.updatedOn.getTime() === artifact.submittedOn.getTime()
  const name = escapeHtml(`${tracker.itemName} #${artifact.id}`)
  const title = readableTitle === null ? '' : ` ${escapeHtml(readableTitle)}`
  return `<a href="/plugins/tracker/?aid=${artifact.id}">${name}</a>${title}: ${isNew ? 'created' : 'changed'}`
}
