import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/api.ts'

/** Texts that the tracker keeps ready for comments. A reader without the right to read them gets none. */
export const responsesQuery = (trackerId: number) =>
  queryOptions({
    queryKey: ['tracker', trackerId, 'canned-responses'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/trackers/{id}/canned_responses', { params: { path: { id: trackerId } }, signal })),
    staleTime: 300_000,
    retry: false,
  })
