import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '../api/api.ts'

const STALE_MS = 30_000

/** Plannings of a project, the root planning first. */
export const planningsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['projects', projectId, 'plannings'],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/projects/{id}/plannings', { params: { path: { id: projectId }, query: { limit: 50 } }, signal }),
      ),
    staleTime: STALE_MS,
    meta: { isSignedOutFine: true },
  })
