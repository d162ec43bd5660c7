import { queryOptions } from '@tanstack/react-query'
import { api, responseOf } from '../api/api.ts'

export const settingsQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['projects', projectId, 'planning settings'],
    queryFn: async ({ signal }) => {
      const params = { path: { id: projectId } }
      const { data, response } = await responseOf(api.GET('/projects/{id}/planning_settings', { params, signal }))
      return { settings: data, etag: response.headers.get('Etag') ?? '' }
    },
    // Somebody else's change must not replace a form that is being filled in.
    staleTime: Infinity,
    gcTime: 0,
  })

export type ReadPlanningSettings = Awaited<ReturnType<NonNullable<ReturnType<typeof settingsQuery>['queryFn']>>>
