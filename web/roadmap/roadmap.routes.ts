import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy-page.ts'
import { projectRoute } from '../projects/project-route.ts'
import { isTimeScale, type TimeScale } from './time-axis.ts'

export interface RoadmapSearch {
  readonly scale?: TimeScale
}

export const roadmapRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: '/roadmaps',
    component: lazyPage(() => import('./roadmaps-page.tsx'), 'RoadmapsPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: '/roadmaps/$roadmap',
    validateSearch: (search: Record<string, unknown>): RoadmapSearch =>
      isTimeScale(search['scale']) ? { scale: search['scale'] } : {},
    component: lazyPage(() => import('./roadmap-page.tsx'), 'RoadmapPage'),
  }),
] as const
