import { createRoute } from '@tanstack/react-router'
import { lazyErrorPage } from '../app/lazy-page.ts'
import { shellRoute } from '../app/routes.ts'
import { projectQuery, rightsQuery, servicesQuery } from './project-queries.ts'

/** The parent of all pages of a project: loads the shared data, and shows why the reader cannot see the project. */
export const projectRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/projects/$project',
  loader: async ({ context: { queries }, params }): Promise<void> => {
    const { id } = await queries.ensureQueryData(projectQuery(params.project))
    await Promise.all([queries.ensureQueryData(rightsQuery(id)), queries.ensureQueryData(servicesQuery(id))])
  },
  errorComponent: lazyErrorPage(() => import('./project-error-page.tsx'), 'ProjectErrorPage'),
})
