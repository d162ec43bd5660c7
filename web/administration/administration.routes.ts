import { createRoute } from '@tanstack/react-router'
import { lazyPage } from '../app/lazy-page.ts'
import { auditSearch } from '../audit/audit-search.ts'
import { signedInRoute } from '../app/routes.ts'
import { webhookSearch } from '../webhooks/webhook-search.ts'
import { listSearch } from './list-search.ts'
import { accountStatuses, jobStates, projectStatuses } from './states.ts'

const administration = createRoute({ getParentRoute: () => signedInRoute, path: '/administration' })

const pages = [
  createRoute({
    getParentRoute: () => administration,
    path: '/',
    component: lazyPage(() => import('./overview-page.tsx'), 'OverviewPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/users',
    validateSearch: listSearch(accountStatuses),
    component: lazyPage(() => import('./accounts/accounts-page.tsx'), 'AccountsPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/projects',
    validateSearch: listSearch(projectStatuses),
    component: lazyPage(() => import('./projects/projects-page.tsx'), 'ProjectsPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/applications',
    component: lazyPage(() => import('./applications-page.tsx'), 'ApplicationsPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/settings',
    component: lazyPage(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/webhooks',
    validateSearch: webhookSearch,
    component: lazyPage(() => import('../webhooks/site-webhooks-page.tsx'), 'SiteWebhooksPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/audit',
    validateSearch: auditSearch,
    component: lazyPage(() => import('../audit/site-audit-page.tsx'), 'SiteAuditPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/deletions',
    component: lazyPage(() => import('./projects/deletions-page.tsx'), 'DeletionsPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/jobs',
    validateSearch: listSearch(jobStates),
    component: lazyPage(() => import('./health/jobs-page.tsx'), 'JobsPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/health',
    component: lazyPage(() => import('./health/health-page.tsx'), 'HealthPage'),
  }),
] as const

export const administrationRoutes = [administration.addChildren(pages)] as const
