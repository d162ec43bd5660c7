import type { Route } from '../../platform/http/routes/route.ts'
import type { Viewer } from '../users/index.ts'
import { sampleProjectRoutes, type SampleProjectOperations } from './sample-project.routes.ts'
import {
  createSampleProject,
  findSampleProject,
  removeSampleProject,
  type SampleProjectDependencies,
} from './sample-project.ts'

export interface SampleProjectModule extends SampleProjectOperations {
  readonly routes: Route<Viewer>[]
}

export const createSampleProjectModule = (deps: SampleProjectDependencies): SampleProjectModule => {
  const operations = {
    find: findSampleProject(deps),
    create: createSampleProject(deps),
    remove: removeSampleProject(deps),
  }
  return { ...operations, routes: sampleProjectRoutes(operations) }
}
