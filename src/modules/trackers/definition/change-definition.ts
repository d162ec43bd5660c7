import { invalidate, inTransaction, type Db, type Tx } from '../../../platform/db/db.ts'
import { Forbidden, NotFound } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { Project, ProjectsModule } from '../../projects/index.ts'
import type { Actor, Viewer } from '../../users/index.ts'
import { loadTrackers } from '../store/load-trackers.ts'
import type { Tracker } from '../model/tracker.ts'
import { isTrackerAdmin } from '../model/trackers.permissions.ts'
import type { TrackerQueries } from '../read/trackers.queries.ts'
import { lockTracker, incrementTrackerVersion } from '../store/trackers.store.ts'

/** Runs a change of a tracker's definition and keeps the definition that results as a version. */
export type RecordDefinition = <Result>(
  tx: Tx,
  actor: Actor,
  trackerId: number,
  work: () => Promise<DefinitionChange<Result>>,
) => Promise<DefinitionChange<Result>>

/** The module above that describes definitions sets `record`. */
export interface DefinitionRecorder {
  record?: RecordDefinition
}

export interface AdministrationDependencies {
  readonly db: Db
  readonly recorder?: DefinitionRecorder
  readonly queries: TrackerQueries
  readonly projects: ProjectsModule
}

/** trackers.md §1: 404 or 403 as for reading the tracker, then 403 for users who do not administer it. */
export const requireAdministered = async (
  { queries }: { readonly queries: Pick<TrackerQueries, 'requireTracker'> },
  viewer: Viewer,
  trackerId: number,
): Promise<{ tracker: Tracker; project: Project }> => {
  const found = await queries.requireTracker(viewer, trackerId)
  if (!isTrackerAdmin(viewer, found.tracker))
    throw new Forbidden('', {
      reason: 'permission.admin',
      localised: 'Only administrators of the tracker may do this.',
    })
  return found
}

/** Like `requireAdministered`, for changes: nothing may change in a suspended or deleted project. */
export const requireChangeable = async (
  deps: Pick<AdministrationDependencies, 'queries' | 'projects'>,
  viewer: Viewer,
  trackerId: number,
): Promise<{ tracker: Tracker; project: Project }> => {
  const found = await requireAdministered(deps, viewer, trackerId)
  deps.projects.requireWritable(found.project)
  return found
}

/** The event of a change of a tracker's definition; null: nothing was changed. */
export interface DefinitionChange<Result> {
  readonly event: { readonly kind: string; readonly payload?: Readonly<Record<string, unknown>> } | null
  readonly result: Result
}

/**
 * Changes the definition of a tracker. Changes of one tracker run one at a time, on its current state in the database; the event log and
 * every process learn of them. `work` gets the current tracker and throws if it refuses the change.
 */
export const changeDefinition = async <Result>(
  { db, recorder }: Pick<AdministrationDependencies, 'db' | 'recorder'>,
  trackerId: number,
  actor: Actor,
  work: (tx: Tx, tracker: Tracker) => Promise<DefinitionChange<Result>>,
): Promise<Result> =>
  inTransaction(db, async tx => {
    const isThere = await lockTracker(tx, trackerId)
    const tracker = isThere ? (await loadTrackers(tx, [trackerId])).get(trackerId) : undefined
    if (!tracker || tracker.isDeleted) throw new NotFound('Tracker does not exist')
    const change = () => work(tx, tracker)
    const { event, result } = await (recorder?.record ? recorder.record(tx, actor, trackerId, change) : change())
    if (!event) return result
    await publishDefinitionChange(tx, actor, tracker, event)
    return result
  })

/** Records a changed definition: adds an event, invalidates caches of every process, and makes writes that are under way plan again. */
export const publishDefinitionChange = async (
  tx: Tx,
  actor: Actor,
  tracker: Pick<Tracker, 'id' | 'projectId'>,
  event: NonNullable<DefinitionChange<unknown>['event']>,
): Promise<void> => {
  await incrementTrackerVersion(tx, tracker.id)
  await appendEvents(tx, [
    { ...event, actorId: actor.userId, means: actor.means, projectId: tracker.projectId, trackerId: tracker.id },
  ])
  await invalidate(tx, 'tracker', tracker.id)
}
