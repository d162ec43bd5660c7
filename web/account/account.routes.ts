import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy-page.ts'
import { signedInRoute } from '../app/routes.ts'

const account = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/account',
  component: lazyPage(() => import('./account-layout.tsx'), 'AccountLayout'),
})

// A list of its own: inside of addChildren the types of routes are lost.
const pages = [
  createRoute({
    getParentRoute: () => account,
    path: '/',
    beforeLoad: (): void => {
      throw redirect({ to: '/account/appearance' })
    },
  }),
  createRoute({
    getParentRoute: () => account,
    path: '/appearance',
    component: lazyPage(() => import('./appearance-page.tsx'), 'AppearancePage'),
  }),
] as const

export const accountRoutes = [account.addChildren(pages)] as const
