import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '../api/api.ts'

/** The project from which every platform can create others. */
export const SITE_TEMPLATE_ID = 100

const MAX_FIELDS = 50
const MAX_TEMPLATES = 50

/** Custom fields of new projects. */
export const projectFieldsQuery = queryOptions({
  queryKey: ['project-fields'],
  queryFn: async ({ signal }) =>
    (await bodyOf(api.GET('/project_fields', { params: { query: { limit: MAX_FIELDS } }, signal })))
      .project_fields_representation,
})
export type ProjectField = Awaited<ReturnType<NonNullable<typeof projectFieldsQuery.queryFn>>>[number]

const projectsLike = (criterion: object, signal: AbortSignal) =>
  bodyOf(
    api.GET('/projects', { params: { query: { limit: MAX_TEMPLATES, query: JSON.stringify(criterion) } }, signal }),
  )

/** Projects to create others from: templates, and projects that the reader administers. */
export const templatesQuery = queryOptions({
  queryKey: ['projects', 'templates'],
  queryFn: async ({ signal }) => {
    const [templates, administered] = await Promise.all([
      projectsLike({ is_template: true }, signal),
      projectsLike({ is_admin_of: true }, signal),
    ])
    return { templates, own: administered.filter(project => !project.is_template) }
  },
})
