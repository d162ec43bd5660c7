import { createRoute } from '@tanstack/react-router'
import { shellRoute } from '../app/routes.ts'
import { ProjectErrorPage } from './project-error-page.tsx'
import { projectQuery, rightsQuery, servicesQuery } from './project-queries.ts'

/** All pages of a project hang below it: it reads what they share, and shows why a project cannot be seen. */
export const projectRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/projects/$project',
  loader: async ({ context: { queries }, params }): Promise<void> => {
    const { id } = await queries.ensureQueryData(projectQuery(params.project))
    await Promise.all([queries.ensureQueryData(rightsQuery(id)), queries.ensureQueryData(servicesQuery(id))])
  },
  errorComponent: ProjectErrorPage,
})
