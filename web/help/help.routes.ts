import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy-page.ts'
import { shellRoute } from '../app/routes.ts'
import { helpSearch } from './help-search.ts'

export const helpRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/help',
    validateSearch: helpSearch,
    component: lazyPage(() => import('./help-page.tsx'), 'HelpContentsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/help/$page',
    component: lazyPage(() => import('./help-page.tsx'), 'HelpPage'),
  }),
] as const
