import { createRoute, redirect } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy-page.ts'
import { shellRoute } from '../app/routes.ts'
import { projectRoute } from '../projects/project-route.ts'
import { flowSearch, kanbanSearch, type KanbanSearch } from './kanban-search.ts'

export const kanbanRoutes = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: '/kanban',
    component: lazyPage(() => import('./kanbans-page.tsx'), 'KanbansPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: '/kanban/$kanban',
    validateSearch: (search: Record<string, unknown>): KanbanSearch & { readonly tab?: 'flow' } => ({
      ...kanbanSearch(search),
      ...(search['tab'] === 'flow' && { tab: 'flow' }),
    }),
    beforeLoad: ({ params, search: { tab, report } }) => {
      if (tab === undefined) return
      const search = report === undefined ? {} : { report }
      throw redirect({ to: '/projects/$project/kanban/$kanban/flow', params, search, replace: true })
    },
    component: lazyPage(() => import('./kanban-page.tsx'), 'KanbanPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: '/kanban/$kanban/flow',
    validateSearch: flowSearch,
    component: lazyPage(() => import('./flow/flow-page.tsx'), 'FlowPage'),
  }),
] as const

/** `/kanban/12` of the reference platform, which names no project. */
export const oldKanbanRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/kanban/$id',
    component: lazyPage(() => import('./kanban-redirect-page.tsx'), 'KanbanRedirectPage'),
  }),
] as const
