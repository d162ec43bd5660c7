// Apart from the other queries: the navigation of each project page loads this one.
import { queryOptions } from '@tanstack/react-query'
import { api, pageOf } from '../api/api.ts'

/** The list of roadmaps. Keys of everything else that they have read begin with it. */
export const roadmapsKey = (projectId: number) => ['projects', projectId, 'roadmaps'] as const

export const roadmapsQuery = (projectId: number) =>
  queryOptions({
    queryKey: roadmapsKey(projectId),
    queryFn: ({ signal }) =>
      pageOf(api.GET('/projects/{id}/roadmaps', { params: { path: { id: projectId } }, signal })),
    staleTime: 30_000,
    meta: { isSignedOutFine: true },
  })
