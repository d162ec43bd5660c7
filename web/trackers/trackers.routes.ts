import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy-page.ts'
import { projectRoute } from '../projects/project-route.ts'

/** The state of the tracker page: what differs from the report stands in the address. */
export interface TrackerSearch {
  readonly report?: number
  readonly tql?: string
  /** As `order_by`: `-last_update,title`. */
  readonly sort?: string
  /** Names of fields, `name:width`, separated by commas. */
  readonly columns?: string
  readonly group?: string
  readonly view?: 'table' | 'board' | 'chart'
  /** Artifact in the side panel. */
  readonly open?: number
  /** Index of the first row in sight. */
  readonly at?: number
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined
const count = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

export const trackerRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/trackers/$tracker',
  validateSearch: (search: Record<string, unknown>): TrackerSearch => {
    const view = (['table', 'board', 'chart'] as const).find(each => each === search['view'])
    const state = {
      report: count(search['report']),
      tql: text(search['tql']),
      sort: text(search['sort']),
      columns: text(search['columns']),
      group: text(search['group']),
      view,
      open: count(search['open']),
      at: count(search['at']),
    }
    return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined))
  },
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
  component: lazyPage(() => import('./new-artifact-page.tsx'), 'NewArtifactPage'),
})

export const trackersRoutes = [trackerRoute, newArtifactRoute] as const
