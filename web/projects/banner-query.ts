import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '../api/api.ts'
import { isApiError } from '../api/api-error.ts'

/** The message that administrators of a project leave on its overview; null: there is none. */
export const bannerQuery = (id: number) =>
  queryOptions({
    queryKey: ['projects', id, 'banner'],
    queryFn: async ({ signal }): Promise<string | null> => {
      try {
        return (await bodyOf(api.GET('/projects/{id}/banner', { params: { path: { id } }, signal }))).message
      } catch (error) {
        if (isApiError(error, 404)) return null
        throw error
      }
    },
    staleTime: 30_000,
    meta: { isSignedOutFine: true },
  })
