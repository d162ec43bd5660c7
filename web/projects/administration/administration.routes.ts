import { createRoute } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { lazyErrorPage, lazyPage } from '../../app/lazy-page.ts'
import { listSearch } from '../../app/list-search.ts'
import { requireSignedIn, type RouterContext } from '../../app/routes.ts'
import { projectQuery, rightsQuery } from '../project-queries.ts'
import { auditSearch } from '../../audit/audit-search.ts'
import { projectRoute } from '../project-route.ts'
import { webhookSearch } from '../../webhooks/webhook-search.ts'

const NotAllowedPage = lazyErrorPage(() => import('./not-allowed-page.tsx'), 'NotAllowedPage')

type Right = 'is_administrator' | 'administers_repositories'

const requireRight =
  (right: Right) =>
  async ({ context: { queries }, params }: { context: RouterContext; params: { project: string } }): Promise<void> => {
    const { id } = await queries.ensureQueryData(projectQuery(params.project))
    const rights = await queries.ensureQueryData(rightsQuery(id))
    if (!rights[right]) throw new ApiError(403, [])
  }

/** For administrators of the project; other readers get a message. */
const administration = createRoute({
  getParentRoute: () => projectRoute,
  path: '/administration',
  beforeLoad: requireSignedIn,
  loader: requireRight('is_administrator'),
  errorComponent: NotAllowedPage,
})

/** Also for administrators of repositories without other rights. */
const repositories = createRoute({
  getParentRoute: () => projectRoute,
  path: '/administration/svn',
  beforeLoad: requireSignedIn,
  loader: requireRight('administers_repositories'),
  errorComponent: NotAllowedPage,
})

const pages = [
  createRoute({
    getParentRoute: () => administration,
    path: '/',
    component: lazyPage(() => import('./details-page.tsx'), 'DetailsPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/members',
    validateSearch: listSearch,
    component: lazyPage(() => import('./members-page.tsx'), 'MembersPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/groups',
    component: lazyPage(() => import('./groups-page.tsx'), 'GroupsPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/groups/$group',
    validateSearch: listSearch,
    component: lazyPage(() => import('./group-page.tsx'), 'GroupPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/services',
    component: lazyPage(() => import('./services-page.tsx'), 'ServicesPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/planning',
    component: lazyPage(() => import('../../planning/planning-settings-page.tsx'), 'PlanningSettingsPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/applications',
    component: lazyPage(() => import('./applications-page.tsx'), 'ApplicationsPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/webhooks',
    validateSearch: webhookSearch,
    component: lazyPage(() => import('../../webhooks/project-webhooks-page.tsx'), 'ProjectWebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/audit',
    validateSearch: auditSearch,
    component: lazyPage(() => import('../../audit/project-audit-page.tsx'), 'ProjectAuditPage'),
  }),
] as const

const repositoriesPages = [
  createRoute({
    getParentRoute: () => repositories,
    path: '/',
    component: lazyPage(() => import('../../svn/administration-page.tsx'), 'SvnAdministrationPage'),
  }),
  createRoute({
    getParentRoute: () => repositories,
    path: '/$repository',
    component: lazyPage(() => import('../../svn/settings-page.tsx'), 'RepositorySettingsPage'),
  }),
  createRoute({
    getParentRoute: () => repositories,
    path: '/$repository/access',
    component: lazyPage(() => import('../../svn/access-file-page.tsx'), 'AccessFilePage'),
  }),
] as const

export const administrationRoutes = [
  administration.addChildren(pages),
  repositories.addChildren(repositoriesPages),
] as const
