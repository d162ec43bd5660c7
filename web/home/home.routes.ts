import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy-page.ts'
import { shellRoute } from '../app/routes.ts'
import { homeSearch } from './home-search.ts'

export const homeRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/',
    validateSearch: homeSearch,
    component: lazyPage(() => import('./home-page.tsx'), 'HomePage'),
  }),
] as const
