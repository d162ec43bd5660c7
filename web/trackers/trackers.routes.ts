import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy-page.ts'
import { requireSignedIn, shellRoute } from '../app/routes.ts'
import type { NewArtifactSearch } from '../artifacts/new-artifact/new-artifact-search.ts'
import { projectRoute } from '../projects/project-route.ts'
import { projectQuery } from '../projects/project-queries.ts'
import { reportsQuery } from './reports/report-queries.ts'
import { trackerIdQuery, trackerQuery } from './tracker-queries.ts'
import { trackerSearch } from './tracker-search.ts'
import { trackerSettingsRoutes } from '../tracker-settings/tracker-settings.routes.ts'

export const trackerRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/trackers/$tracker',
  validateSearch: trackerSearch,
  // The data comes beside the code of the page.
  loader: async ({ context: { queries }, params, location, cause }): Promise<void> => {
    const project = await queries.ensureQueryData(projectQuery(params.project))
    const id = await queries.ensureQueryData(trackerIdQuery(project.id, params.tracker))
    const [tracker, reports] = await Promise.all([
      queries.ensureQueryData(trackerQuery(id)),
      queries.ensureQueryData(reportsQuery(id)),
    ])
    if (cause === 'stay') return
    const { fetchFirstRows } = await import('./first-rows.ts')
    fetchFirstRows(queries, tracker, reports, trackerSearch(location.search))
  },
  component: lazyPage(() => import('./tracker-page.tsx'), 'TrackerPage'),
})

export const newArtifactRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/trackers/$tracker/new',
  // The page reads it: the form is larger than all routes.
  validateSearch: (search: Record<string, unknown>): NewArtifactSearch => search,
  component: lazyPage(() => import('../artifacts/new-artifact/new-artifact-page.tsx'), 'NewArtifactPage'),
})

export const trackerImportRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/trackers/$tracker/import',
  beforeLoad: requireSignedIn,
  component: lazyPage(() => import('../imports/sheet/import-sheet-page.tsx'), 'ImportSheetPage'),
})

export const trackersRoutes = [trackerRoute, newArtifactRoute, trackerImportRoute, ...trackerSettingsRoutes] as const

const redirects = () => import('./old-addresses/tracker-redirect-page.tsx')

export interface GotoSearch {
  readonly key?: string
  readonly val?: string
  readonly group_id?: number
}

const word = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined

/** Addresses by number, and those of references in old texts. */
export const oldAddressRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/trackers/$id',
    component: lazyPage(redirects, 'TrackerRedirectPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/trackers/$id/new',
    component: lazyPage(redirects, 'NewArtifactRedirectPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/tracker-reports/$id',
    component: lazyPage(redirects, 'ReportRedirectPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/goto',
    validateSearch: (search: Record<string, unknown>): GotoSearch => {
      const group = Number(search['group_id'])
      const { key, val } = { key: word(search['key']), val: word(search['val']) }
      return {
        ...(key !== undefined && { key }),
        ...(val !== undefined && { val }),
        ...(Number.isSafeInteger(group) && group > 0 && { group_id: group }),
      }
    },
    component: lazyPage(() => import('./old-addresses/goto-page.tsx'), 'GotoPage'),
  }),
] as const
