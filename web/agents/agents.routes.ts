import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy-page.ts'
import { signedInRoute } from '../app/routes.ts'

export const agentsRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/approvals/$id',
    component: lazyPage(() => import('./approval-page.tsx'), 'ApprovalPage'),
  }),
] as const
