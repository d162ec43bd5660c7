import type { Tx } from '../../platform/db/db.ts'
import { requireSame, stateEtag, type Precondition } from '../../platform/http/headers/conditional.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { Tracker, TrackersModule } from '../trackers/index.ts'
import type { SettingsModule } from '../settings/index.ts'
import type { Actor, UsersModule, Viewer } from '../users/index.ts'
import {
  changeTracker,
  changeTrackerIn,
  lockPresentState,
  type ChangeDependencies,
  type ChangeReport,
  type TrackerEdit,
} from './change/change-tracker.ts'
import { createFromDefinition, createTracker } from './change/create-tracker.ts'
import { applyDefinition, getDefinition } from './change/definitions.ts'
import {
  getDefinitionVersion,
  listDefinitionVersions,
  recordDefinition,
  type DefinitionVersion,
} from './change/definition-versions.ts'
import { fieldOperations } from './change/field-operations.ts'
import { describeDefinition } from './model/describe-definition.ts'
import { representReport } from './change/representation.ts'
import { rulesOperations } from './change/rules-operations.ts'

export interface AdministrationDependencies extends Pick<ChangeDependencies, 'db' | 'clock'> {
  readonly settings: Pick<SettingsModule, 'datesIn'>
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
}

/** Versions on the wire, with their accounts from one query. */
const representVersions =
  ({ users, settings }: AdministrationDependencies) =>
  async (viewer: Viewer, versions: readonly DefinitionVersion[]): Promise<object[]> => {
    const accounts = await users.getMany(versions.flatMap(({ user_id }) => user_id ?? []))
    const dates = settings.datesIn(viewer.timezone)
    return versions.map(({ number, user_id, at, changes, etag }) => ({
      number,
      by: user_id === null ? null : users.representMinimal(accounts.get(user_id), undefined, viewer.nameStyle),
      at: dates.isoDate(at),
      changes,
      etag,
    }))
  }

/** The operations that the routes of this module call, each with its dependencies. */
export const createAdministrationOperations = (deps: AdministrationDependencies) => {
  const { projects, trackers } = deps
  /** The tracker, for its administrators (trackers.md §1); throws NotFound or Forbidden accordingly. */
  const requireAdministered = async (viewer: Viewer, trackerId: number, to: 'read' | 'write') => {
    const found = await trackers.requireAdministered(viewer, trackerId)
    if (to === 'write') projects.requireWritable(found.project)
    return found
  }
  const change = changeTracker(deps)
  trackers.onDefinitionChange(recordDefinition(deps))
  return {
    requireAdministered,
    requireSeen: (viewer: Viewer, trackerId: number) => trackers.requireTracker(viewer, trackerId),
    ...fieldOperations({ trackers, changeTracker: change, requireAdministered }),
    ...rulesOperations(deps, change, requireAdministered),
    getDefinition: getDefinition(deps),
    listDefinitionVersions: listDefinitionVersions(deps),
    getDefinitionVersion: getDefinitionVersion(deps),
    representVersions: representVersions(deps),
    applyDefinition: applyDefinition(deps),
    changeTracker: change,
    /** As `changeTracker`, in the transaction of the caller. */
    changeTrackerIn: (tx: Tx, actor: Actor, trackerId: number, edit: TrackerEdit): Promise<ChangeReport> =>
      changeTrackerIn(deps, tx, actor, trackerId, edit, {}),
    createTracker: createTracker(deps),
    createFromDefinition: createFromDefinition(deps),
    representReport,
    deleteTracker: (viewer: Viewer, tracker: Tracker, precondition: Precondition): Promise<void> =>
      trackers.deleteTracker(tracker, viewer, async tx => {
        const { present, names } = await lockPresentState(deps, tx, tracker.id)
        requireSame(precondition, stateEtag(describeDefinition(present, names)))
      }),
    /** The complete representation of a tracker that the viewer administers. */
    representTracker: async (viewer: Viewer, trackerId: number) => {
      const { tracker, project } = await requireAdministered(viewer, trackerId, 'read')
      return trackers.representComplete(viewer, tracker, project)
    },
  }
}

export type AdministrationOperations = ReturnType<typeof createAdministrationOperations>
