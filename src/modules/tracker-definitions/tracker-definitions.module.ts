import type { Route } from '../../platform/http/routes/route.ts'
import type { Viewer } from '../users/index.ts'
import { definitionsRoutes } from './definitions.routes.ts'
import { rulesRoutes } from './rules.routes.ts'
import {
  createAdministrationOperations,
  type AdministrationDependencies,
  type AdministrationOperations,
} from './tracker-definitions.operations.ts'
import { trackerFieldsRoutes } from './tracker-fields.routes.ts'
import { trackersAdministrationRoutes } from './trackers-administration.routes.ts'

export interface AdministrationModule extends AdministrationOperations {
  readonly routes: Route<Viewer>[]
}

export const createAdministrationModule = (deps: AdministrationDependencies): AdministrationModule => {
  const operations = createAdministrationOperations(deps)
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
