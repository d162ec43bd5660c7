import { createRoute, redirect } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { lazyPage } from '../../app/lazy-page.ts'
import { listSearch } from '../../app/list-search.ts'
import { accountQuery } from '../../session/account.ts'
import { projectQuery, rightsQuery } from '../project-queries.ts'
import { projectRoute } from '../project-route.ts'
import { NotAllowedPage } from './not-allowed-page.tsx'

/** For those who administer the project; others see that they do not. */
const administration = createRoute({
  getParentRoute: () => projectRoute,
  path: '/administration',
  beforeLoad: async ({ context, location }): Promise<void> => {
    const account = await context.queries.ensureQueryData(accountQuery)
    if (account === null) throw redirect({ to: '/login', search: { return_to: location.href } })
  },
  loader: async ({ context: { queries }, params }): Promise<void> => {
    const { id } = await queries.ensureQueryData(projectQuery(params.project))
    const rights = await queries.ensureQueryData(rightsQuery(id))
    if (!rights.is_administrator) throw new ApiError(403, [])
  },
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
    path: '/applications',
    component: lazyPage(() => import('./applications-page.tsx'), 'ApplicationsPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/svn',
    component: lazyPage(() => import('../../svn/administration-page.tsx'), 'SvnAdministrationPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/svn/$repository',
    component: lazyPage(() => import('../../svn/settings-page.tsx'), 'RepositorySettingsPage'),
  }),
  createRoute({
    getParentRoute: () => administration,
    path: '/svn/$repository/access',
    component: lazyPage(() => import('../../svn/access-file-page.tsx'), 'AccessFilePage'),
  }),
] as const

export const administrationRoutes = [administration.addChildren(pages)] as const
