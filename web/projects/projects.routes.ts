import { createRoute } from '@tanstack/react-router'
import { NotFoundPage } from '../app/not-found-page.tsx'
import { lazyPage } from '../app/lazy-page.ts'
import { requireSignedIn, shellRoute } from '../app/routes.ts'
import { listSearch, type ListSearch } from '../app/list-search.ts'
import { administrationRoutes } from './administration/administration.routes.ts'
import { projectRoute } from './project-route.ts'
import { milestoneRoutes } from '../milestone/milestone.routes.ts'
import { kanbanRoutes } from '../kanban/kanban.routes.ts'
import { planningRoutes } from '../planning/planning.routes.ts'
import { roadmapRoutes } from '../roadmap/roadmap.routes.ts'
import { trackersRoutes } from '../trackers/trackers.routes.ts'

export interface ProjectsSearch extends ListSearch {
  readonly mine?: boolean
}

const projects = createRoute({
  getParentRoute: () => shellRoute,
  path: '/projects',
  validateSearch: (search: Record<string, unknown>): ProjectsSearch => ({
    ...listSearch(search),
    ...(typeof search['mine'] === 'boolean' ? { mine: search['mine'] } : {}),
  }),
  component: lazyPage(() => import('./projects-page.tsx'), 'ProjectsPage'),
})

const newProject = createRoute({
  getParentRoute: () => shellRoute,
  path: '/new-project',
  beforeLoad: requireSignedIn,
  component: lazyPage(() => import('./new-project-page.tsx'), 'NewProjectPage'),
})

const importProject = createRoute({
  getParentRoute: () => shellRoute,
  path: '/import-project',
  beforeLoad: requireSignedIn,
  component: lazyPage(() => import('../imports/import-project-page.tsx'), 'ImportProjectPage'),
})

const pages = [
  createRoute({
    getParentRoute: () => projectRoute,
    path: '/',
    component: lazyPage(() => import('./project-page.tsx'), 'ProjectPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: '/members',
    validateSearch: listSearch,
    component: lazyPage(() => import('./project-members-page.tsx'), 'ProjectMembersPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: '/trackers',
    component: lazyPage(() => import('../trackers/project-trackers-page.tsx'), 'ProjectTrackersPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: '/svn',
    component: lazyPage(() => import('../svn/repositories-page.tsx'), 'RepositoriesPage'),
  }),
  createRoute({
    getParentRoute: () => projectRoute,
    path: '/svn/$repository',
    validateSearch: listSearch,
    component: lazyPage(() => import('../svn/repository-page.tsx'), 'RepositoryPage'),
  }),
  // Addresses of the project that no other route matches keep its navigation.
  createRoute({ getParentRoute: () => projectRoute, path: '/$', component: NotFoundPage }),
] as const

export const projectsRoutes = [
  projects,
  newProject,
  importProject,
  projectRoute.addChildren([
    ...pages,
    ...planningRoutes,
    ...milestoneRoutes,
    ...kanbanRoutes,
    ...roadmapRoutes,
    ...trackersRoutes,
    ...administrationRoutes,
  ]),
] as const
