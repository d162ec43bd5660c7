import { queryOptions } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { api, responseOf } from '../../api/api.ts'

/** The tracker of a report: the report does not name it, its artifacts do. */
export const trackerOfReportQuery = (id: number) =>
  queryOptions({
    queryKey: ['report', id, 'tracker'],
    queryFn: async ({ signal }): Promise<number> => {
      const { data } = await responseOf(
        api.GET('/tracker_reports/{id}/artifacts', { params: { path: { id }, query: { limit: 1 } }, signal }),
      )
      const artifact = data[0] as { readonly tracker?: { readonly id: number } | null } | undefined
      if (!artifact?.tracker) throw new ApiError(404, [])
      return artifact.tracker.id
    },
    meta: { isSignedOutFine: true },
  })
