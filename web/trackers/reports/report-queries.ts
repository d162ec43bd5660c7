import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../../client/index.ts'
import { api, pageOf } from '../../api/api.ts'

export type Report = components['schemas']['ReportWithQuery']

const MAX_REPORTS = 1000

/** Public reports and the reader's own with their queries, the default one first. */
export const reportsQuery = (trackerId: number) =>
  queryOptions({
    queryKey: ['tracker', trackerId, 'reports'],
    queryFn: async ({ signal }): Promise<readonly Report[]> => {
      const { items } = await pageOf<Report>(
        api.GET('/trackers/{id}/tracker_reports', {
          params: { path: { id: trackerId }, query: { with: 'query', limit: MAX_REPORTS } },
          signal,
          // The answer has the form that `with` asks for.
        }) as Promise<{ data?: readonly Report[]; response: Response }>,
      )
      return items
    },
    staleTime: 60_000,
    meta: { isSignedOutFine: true },
  })

/** The report of an address, else the one that the tracker begins with. */
export const reportOf = (reports: readonly Report[], id: number | undefined): Report | undefined =>
  reports.find(report => (id === undefined ? report.is_default : report.id === id))
