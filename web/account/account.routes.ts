import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy-page.ts'
import { signedInRoute } from '../app/routes.ts'

const account = createRoute({ getParentRoute: () => signedInRoute, path: '/account' })

// A separate list: inside of addChildren TypeScript loses the types of the routes.
const pages = [
  createRoute({
    getParentRoute: () => account,
    path: '/',
    beforeLoad: (): void => {
      throw redirect({ to: '/account/profile', replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/profile',
    component: lazyPage(() => import('./profile-page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/password',
    component: lazyPage(() => import('./password-page.tsx'), 'PasswordPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/second-factors',
    component: lazyPage(() => import('./second-factors-page.tsx'), 'SecondFactorsPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/appearance',
    component: lazyPage(() => import('./appearance-page.tsx'), 'AppearancePage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/keys',
    component: lazyPage(() => import('./keys-page.tsx'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/sessions',
    component: lazyPage(() => import('./sessions-page.tsx'), 'SessionsPage'),
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/applications',
    component: lazyPage(() => import('./applications-page.tsx'), 'ApplicationsPage'),
  }),
] as const

export const accountRoutes = [account.addChildren(pages)] as const
