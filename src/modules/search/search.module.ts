import type { Route } from '../../platform/http/routes/route.ts'
import type { Viewer } from '../users/index.ts'
import { createSearch, type SearchModuleDependencies } from './search.ts'
import { searchRoutes } from './search.routes.ts'

/** Search over everything that the caller may read (integrators.md §15). */
export interface SearchModule {
  readonly routes: Route<Viewer>[]
}

export const createSearchModule = (dependencies: SearchModuleDependencies): SearchModule => ({
  routes: searchRoutes(createSearch(dependencies)),
})
