import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy-page.ts'
import { plainRoute } from '../app/routes.ts'
import { safeReturnTo } from '../session/return-to.ts'

export interface SignInSearch {
  /** Path of this site to open after signing in. */
  readonly return_to?: string
}

export const authRoutes = [
  createRoute({
    getParentRoute: () => plainRoute,
    path: '/login',
    validateSearch: (search: Record<string, unknown>): SignInSearch =>
      search['return_to'] === undefined ? {} : { return_to: safeReturnTo(search['return_to']) },
    component: lazyPage(() => import('./sign-in-page.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => plainRoute,
    path: '/reset-password',
    component: lazyPage(() => import('./forgotten-password-page.tsx'), 'ForgottenPasswordPage'),
  }),
  createRoute({
    getParentRoute: () => plainRoute,
    path: '/reset-password/$token',
    component: lazyPage(() => import('./new-password-page.tsx'), 'NewPasswordPage'),
  }),
] as const
