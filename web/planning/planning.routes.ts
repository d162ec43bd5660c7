import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy-page.ts'
import { projectRoute } from '../projects/project-route.ts'
import { planningSearch } from './planning-search.ts'

export const planningRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: '/planning',
    validateSearch: planningSearch,
    component: lazyPage(() => import('./planning-page.tsx'), 'PlanningPage'),
  }),
] as const
