import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy-page.ts'
import { shellRoute } from '../app/routes.ts'
import { searchAddress } from './search-address.ts'

export const searchRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/search',
    validateSearch: searchAddress,
    component: lazyPage(() => import('./search-page.tsx'), 'SearchPage'),
  }),
] as const
