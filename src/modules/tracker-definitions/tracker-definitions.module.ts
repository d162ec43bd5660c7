import type { Route } from '../../platform/http/routes/route.ts'
import type { ProjectsModule } from '../projects/index.ts'
import type { TrackersModule } from '../trackers/index.ts'
import type { UsersModule, Viewer } from '../users/index.ts'
import type { AdministrationOperations } from './tracker-definitions.operations.ts'
import { changeTracker, type ChangeDependencies } from './change/change-tracker.ts'
import { applyDefinition, getDefinition } from './change/definitions.ts'
import { definitionsRoutes } from './definitions.routes.ts'
import { representReport } from './change/representation.ts'
import { createFromDefinition, createTracker } from './change/create-tracker.ts'
import { trackersAdministrationRoutes } from './trackers-administration.routes.ts'
import { fieldOperations } from './change/field-operations.ts'
import { rulesOperations } from './change/rules-operations.ts'
import { rulesRoutes } from './rules.routes.ts'
import { trackerFieldsRoutes } from './tracker-fields.routes.ts'

export interface AdministrationDependencies extends Pick<ChangeDependencies, 'db' | 'clock'> {
  readonly users: UsersModule
  readonly projects: ProjectsModule
  readonly trackers: TrackersModule
}

export interface AdministrationModule extends AdministrationOperations {
  readonly routes: Route<Viewer>[]
}

export const createAdministrationModule = (deps: AdministrationDependencies): AdministrationModule => {
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
