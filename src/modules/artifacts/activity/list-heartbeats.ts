import type { Db } from '../../../platform/db/db.ts'
import { escapeHtml } from '../../../platform/html.ts'
import { pseudoField } from '../../fields/index.ts'
import type { ProjectsModule } from '../../projects/index.ts'
import type { Tracker, TrackersModule } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import { listLatestChanged } from './activity.store.ts'
import type { FindVisible, VisibleArtifact } from '../access/visible-artifacts.ts'

/** Number of latest changes that are shown. */
const LATEST_COUNT = 30
/** Maximum number of changes in visible trackers that are read in search of visible ones. */
const MAX_READ = LATEST_COUNT * 4 ** 3

export interface Heartbeats {
  /** Newest first. Hidden changes take no place among them: their number would show. */
  readonly changed: readonly VisibleArtifact[]
  /** Whether the latest changes of the project include hidden ones. */
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
    const visible = trackers.filter(tracker => deps.trackers.canViewTracker(viewer, project, tracker))
    const latest = (among: readonly Tracker[], count: number): Promise<number[]> =>
      listLatestChanged(
        deps.db,
        among.map(tracker => pseudoField(tracker.id, 'lastUpdate')),
        count,
      )
    const changed: VisibleArtifact[] = []
    let latestVisible: readonly number[] | undefined
    for (let count = LATEST_COUNT, read = 0; count <= MAX_READ; count *= 4) {
      const ids = await latest(visible, count)
      latestVisible ??= ids
      changed.push(...(await deps.findVisible(viewer, ids.slice(read))))
      if (changed.length >= LATEST_COUNT || ids.length < count) break
      read = ids.length
    }
    const seen = new Set(changed.map(({ artifact }) => artifact.id))
    const isEveryTrackerVisible = visible.length === trackers.length
    const all = (isEveryTrackerVisible && latestVisible) || (await latest(trackers, LATEST_COUNT))
    return { changed: changed.slice(0, LATEST_COUNT), areSomeHidden: all.some(id => !seen.has(id)) }
  }

/** `bug #12 Crash on start`, with a link to the page of the artifact. */
export const heartbeatHtml = ({ artifact, tracker }: VisibleArtifact, readableTitle: string | null): string => {
  const isNew = artifact.updatedOn.getTime() === artifact.submittedOn.getTime()
  const name = escapeHtml(`${tracker.itemName} #${artifact.id}`)
  const title = readableTitle === null ? '' : ` ${escapeHtml(readableTitle)}`
  return `<a href="/plugins/tracker/?aid=${artifact.id}">${name}</a>${title}: ${isNew ? 'created' : 'changed'}`
}
