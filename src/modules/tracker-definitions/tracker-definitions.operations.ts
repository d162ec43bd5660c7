import type { ProjectsModule } from '../projects/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import { changeTracker, type ChangeDependencies } from './change/change-tracker.ts'
import { createFromDefinition, createTracker } from './change/create-tracker.ts'
import { applyDefinition, getDefinition } from './change/definitions.ts'
import { fieldOperations } from './change/field-operations.ts'
import { representReport } from './change/representation.ts'
import { rulesOperations } from './change/rules-operations.ts'

export interface AdministrationDependencies extends Pick<ChangeDependencies, 'db' | 'clock'> {
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
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
  return {
    requireAdministered,
    ...fieldOperations({ trackers, changeTracker: change, requireAdministered }),
    ...rulesOperations(deps, change, requireAdministered),
    getDefinition: getDefinition(deps),
    applyDefinition: applyDefinition(deps),
    changeTracker: change,
    createTracker: createTracker(deps),
    createFromDefinition: createFromDefinition(deps),
    representReport,
    deleteTracker: trackers.deleteTracker,
    /** The complete representation of a tracker that the viewer administers. */
    representTracker: async (viewer: Viewer, trackerId: number) => {
      const { tracker, project } = await requireAdministered(viewer, trackerId, 'read')
      return trackers.representComplete(viewer, tracker, project)
    },
  }
}

export type AdministrationOperations = ReturnType<typeof createAdministrationOperations>
