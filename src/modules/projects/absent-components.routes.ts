import { Type } from 'typebox'
import { paginated, paginationQuery, type Page } from '../../platform/http/routes/pagination.ts'
import { ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../users/index.ts'
import type { ProjectQueries } from './read/projects.queries.ts'
import { unboundedPagination } from './model/projects.schema.ts'

const MAX = 50
const tag = 'Projects'
const params = idParams('Id of the project.')
const query = Type.Object(paginationQuery({ max: MAX }), { description: 'Which page.' })
const emptySchema = (description: string) =>
  Type.Array(Type.Never({ description: 'Nothing.' }), { maxItems: 0, description })
const errors = [400, 401, 403, 404]

interface EmptyList {
  readonly name: string
  readonly operationId: string
  readonly summary: string
  readonly schema: ReturnType<typeof emptySchema> | ReturnType<typeof Type.Object>
  readonly body: unknown
}

const emptyList = (queries: ProjectQueries, { name, operationId, summary, schema, body }: EmptyList): Route<Viewer> =>
  route({
    method: 'GET',
    path: `/projects/{id}/${name}`,
    access: 'hybrid',
    operationId,
    summary,
    spec: 'projects.md §5',
    tag,
    params,
    query,
    responses: { 200: schema },
    errors,
    handler: async ({ viewer, params, query }) => {
      await queries.requireAccess(viewer, params.id)
      return paginated(body, query, 0, MAX)
    },
  })

/**
 * projects.md §5: clients list the data of git, documents and the wiki without asking whether these components exist.
 * For each component that Crocus does not have the route checks access to the project and returns an empty list.
 */
export const absentComponentsRoutes = (queries: ProjectQueries): Route<Viewer>[] => [
  emptyList(queries, {
    name: 'git',
    operationId: 'listGitRepositories',
    summary: 'List the git repositories of a project: there are none',
    schema: Type.Object({ repositories: emptySchema('None.') }, { description: 'Git repositories.' }),
    body: { repositories: [] },
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/docman_service',
    access: 'hybrid',
    operationId: 'getDocumentService',
    summary: 'Read the settings of the documents of a project: there are none',
    spec: 'projects.md §5',
    tag,
    params,
    responses: {
      200: Type.Object(
        {
          permissions_for_groups: Type.Null({ description: 'None.' }),
          root_item: Type.Null({ description: 'None.' }),
        },
        { description: 'Settings of documents.' },
      ),
    },
    errors,
    handler: async ({ viewer, params }) => {
      await queries.requireAccess(viewer, params.id)
      return ok({ permissions_for_groups: null, root_item: null })
    },
  }),
  emptyList(queries, {
    name: 'docman_metadata',
    operationId: 'listDocumentMetadata',
    summary: 'List the properties of the documents of a project: there are none',
    schema: emptySchema('Properties of documents.'),
    body: [],
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/phpwiki',
    access: 'hybrid',
    operationId: 'listWikiPages',
    summary: 'List the wiki pages of a project: there are none',
    spec: 'projects.md §5',
    tag,
    params,
    query: Type.Object(unboundedPagination({ max: MAX, default: 10 }), { description: 'Which page.' }),
    responses: { 200: Type.Object({ pages: emptySchema('None.') }, { description: 'Wiki pages.' }) },
    errors,
    handler: async ({ viewer, params, query }) => {
      await queries.requireAccess(viewer, params.id)
      const page: Page = { limit: Math.min(Math.max(query.limit, 0), MAX), offset: Math.max(query.offset, 0) }
      return paginated({ pages: [] }, page, 0, MAX)
    },
  }),
]
