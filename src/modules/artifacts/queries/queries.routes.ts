import { ok, type Route } from '../../../platform/http/routes/route.ts'
import { route, type Viewer } from '../../users/index.ts'
import { trackerParams } from '../represent/artifacts.schema.ts'
import { QuerySuggestions, suggestionsQuery } from './queries.schema.ts'
import type { suggestQuery } from './suggest-tql.ts'

/** Operations that the routes of this file call. */
export interface QueryOperations {
  readonly suggest: ReturnType<typeof suggestQuery>
}

export const queryRoutes = ({ suggest }: QueryOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/trackers/{id}/query_suggestions',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'suggestQuery',
    summary: 'Reads a query that is being written: its mistakes, its tree, and what may follow.',
    description:
      'By the grammar and the checks of `tql` in the list of artifacts. Positions count from 0, in UTF-16 units.',
    spec: 'web-trackers.md §3',
    tag: 'Trackers',
    params: trackerParams,
    query: suggestionsQuery,
    responses: { 200: QuerySuggestions },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      const { errors, tree, suggestions } = await suggest(viewer, params.id, query.query, query.position)
      return ok({ errors: [...errors], tree, suggestions: [...suggestions] })
    },
  }),
]
