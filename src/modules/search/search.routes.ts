import { paginationHeaders } from '../../platform/http/routes/pagination.ts'
import { ok, type Route } from '../../platform/http/routes/route.ts'
import { route, type Viewer } from '../users/index.ts'
import type { Search } from './search.ts'
import { MAX_LIMIT, SearchResult, searchQuery } from './search.schema.ts'

export const searchRoutes = (search: Search): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/search',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'search',
    summary: 'Finds artifacts, comments, attachments, trackers, projects and people by words.',
    description:
      'Only what the caller may read is searched, counted and shown: projects, trackers, artifacts, fields and private comments. People are found by callers who are signed in.',
    spec: 'integrators.md §15',
    tag: 'Search',
    query: searchQuery,
    responses: { 200: SearchResult },
    errors: [400, 401],
    handler: async ({ viewer, query, signal }) => {
      const result = await search(viewer, { ...query, signal })
      const size = Object.values(result.totals).reduce((sum, count) => sum + count, 0)
      return ok(result, paginationHeaders(query, size, MAX_LIMIT))
    },
  }),
]
