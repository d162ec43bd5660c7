import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '../../api/api.ts'

const STALE_MS = 5 * 60_000

/** All steps of the workflow of a tracker, and which of them are open to this reader. */
export const transitionsQuery = (trackerId: number) =>
  queryOptions({
    queryKey: ['tracker', trackerId, 'transitions'],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/trackers/{id}/transitions', { params: { path: { id: trackerId } }, signal })),
    staleTime: STALE_MS,
    meta: { isSignedOutFine: true },
  })
