import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf, pageOf } from '../api/api.ts'

const MAX_TRACKERS = 50

export const trackersQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['projects', projectId, 'trackers'],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET('/projects/{id}/trackers', {
          params: { path: { id: projectId }, query: { representation: 'minimal', limit: MAX_TRACKERS } },
          signal,
        }),
      ),
    meta: { isSignedOutFine: true },
  })

/** Number of artifacts by tracker id. */
export const trackerSizesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['projects', projectId, 'tracker sizes'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, number>> => {
      const sizes = await bodyOf(
        api.GET('/projects/{id}/tracker_sizes', { params: { path: { id: projectId } }, signal }),
      )
      return new Map(sizes.map(size => [size.tracker_id, size.artifacts]))
    },
    meta: { isSignedOutFine: true },
  })
