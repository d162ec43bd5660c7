import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy-page.ts'
import { projectRoute } from '../projects/project-route.ts'

export const milestoneRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: '/milestones/$milestone',
    component: lazyPage(() => import('./milestone-page.tsx'), 'MilestonePage'),
  }),
] as const
