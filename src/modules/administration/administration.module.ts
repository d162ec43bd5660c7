import type { Route } from '../../platform/http/route.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import type { AdministrationOperations } from './administration.operations.ts'
import { changeTracker, type ChangeDeps } from './change-tracker.ts'
import { applyDefinition, getDefinition } from './definitions.ts'
import { definitionsRoutes } from './definitions.routes.ts'
import { representReport } from './representation.ts'
import { createFromDefinition, createTracker } from './create-tracker.ts'
import { trackersAdministrationRoutes } from './trackers-administration.routes.ts'
import { fieldOperations } from './field-operations.ts'
import { rulesOperations } from './rules-operations.ts'
import { rulesRoutes } from './rules.routes.ts'
import { trackerFieldsRoutes } from './tracker-fields.routes.ts'

export interface AdministrationDeps extends Pick<ChangeDeps, 'db' | 'clock'> {
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
}

export interface AdministrationModule extends AdministrationOperations {
  readonly routes: Route<Viewer>[]
}

export const createAdministrationModule = (deps: AdministrationDeps): AdministrationModule => {
  const { projects, trackers } = deps
  const requireAdministered: AdministrationOperations['requireAdministered'] = async (viewer, trackerId, to) => {
    const found = await trackers.requireAdministered(viewer, trackerId)
    if (to === 'write') projects.requireWritable(found.project)
    return found
  }
  const change = changeTracker(deps)
  const operations: AdministrationOperations = {
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
    representTracker: async (viewer, trackerId) => {
      const { tracker, project } = await requireAdministered(viewer, trackerId, 'read')
      return trackers.representComplete(viewer, tracker, project)
    },
  }
  return {
    ...operations,
    routes: [
      ...definitionsRoutes(operations),
      ...trackerFieldsRoutes(operations),
      ...trackersAdministrationRoutes(operations),
      ...rulesRoutes(operations),
    ],
  }
}
