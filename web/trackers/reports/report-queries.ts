import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../../client/index.ts'
import { api, bodyOf, pageOf } from '../../api/api.ts'

export type ReportSummary = components['schemas']['Report']
export type Report = components['schemas']['ReportWithQuery']

const MAX_REPORTS = 1000

/** Public reports and the reader's own, the default one first. */
export const reportsQuery = (trackerId: number) =>
  queryOptions({
    queryKey: ['tracker', trackerId, 'reports'],
    queryFn: async ({ signal }): Promise<readonly ReportSummary[]> =>
      (
        await pageOf(
          api.GET('/trackers/{id}/tracker_reports', {
            params: { path: { id: trackerId }, query: { limit: MAX_REPORTS } },
            signal,
          }),
        )
      ).items,
    staleTime: 60_000,
    meta: { isSignedOutFine: true },
  })

export const reportQuery = (id: number) =>
  queryOptions({
    queryKey: ['report', id],
    queryFn: ({ signal }) => bodyOf(api.GET('/tracker_reports/{id}', { params: { path: { id } }, signal })),
    staleTime: 60_000,
    meta: { isSignedOutFine: true },
  })
