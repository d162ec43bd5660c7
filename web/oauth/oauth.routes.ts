import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy-page.ts'
import { plainRoute, requireSignedIn } from '../app/routes.ts'

export interface OauthErrorSearch {
  readonly error?: string
}

// The server sends browsers to these addresses (auth.md §6.3).
export const oauthRoutes = [
  createRoute({
    getParentRoute: () => plainRoute,
    path: '/oauth2/consent/$uid',
    beforeLoad: requireSignedIn,
    component: lazyPage(() => import('./consent-page.tsx'), 'ConsentPage'),
  }),
  createRoute({
    getParentRoute: () => plainRoute,
    path: '/oauth2/error',
    validateSearch: ({ error }: Record<string, unknown>): OauthErrorSearch =>
      typeof error === 'string' ? { error } : {},
    component: lazyPage(() => import('./oauth-error-page.tsx'), 'OauthErrorPage'),
  }),
] as const
