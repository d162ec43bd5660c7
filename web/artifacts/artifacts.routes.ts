import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy-page.ts'
import { shellRoute } from '../app/routes.ts'
import type { ArtifactSearch } from './artifact-view.tsx'

const TABS = ['activity', 'history', 'links'] as const

export const artifactRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/artifacts/$id',
  validateSearch: (search: Record<string, unknown>): ArtifactSearch => {
    const tab = TABS.find(each => each === search['tab'])
    const list = search['list']
    return { ...(tab && { tab }), ...(typeof list === 'string' && { list }) }
  },
  component: lazyPage(() => import('./artifact-page.tsx'), 'ArtifactPage'),
})

export const artifactsRoutes = [artifactRoute] as const
