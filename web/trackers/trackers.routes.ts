import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy-page.ts'
import { projectRoute } from '../projects/project-route.ts'
import { trackerSearch } from './tracker-search.ts'

export const trackerRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/trackers/$tracker',
  validateSearch: trackerSearch,
  component: lazyPage(() => import('./tracker-page.tsx'), 'TrackerPage'),
})

export interface NewArtifactSearch {
  readonly copy?: number
  readonly parent?: number
  readonly child_of_type?: string
  /** Prefilled values by name of field. */
  readonly [field: string]: unknown
}

export const newArtifactRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/trackers/$tracker/new',
  validateSearch: (search: Record<string, unknown>): NewArtifactSearch => search,
  component: lazyPage(() => import('./new-artifact/new-artifact-page.tsx'), 'NewArtifactPage'),
})

export const trackersRoutes = [trackerRoute, newArtifactRoute] as const
