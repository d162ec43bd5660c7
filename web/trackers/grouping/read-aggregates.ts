import { api, bodyOf } from '../../api/api.ts'

export interface AggregatesRequest {
  readonly trackerId: number
  readonly tql: string
  /** `status` or `due:week`, separated by commas. */
  readonly groupBy?: string
  /** `count`, `sum:effort`, separated by commas. */
  readonly measures: string
}

/** Exact figures of all artifacts that a query finds. */
export const readAggregates = ({ trackerId, tql, groupBy, measures }: AggregatesRequest, signal: AbortSignal) =>
  bodyOf(
    api.GET('/trackers/{id}/aggregates', {
      params: {
        path: { id: trackerId },
        query: { tql, measures, ...(groupBy !== undefined && { group_by: groupBy }) },
      },
      signal,
    }),
  )

/** A group as the server tells it. */
export type Group = Awaited<ReturnType<typeof readAggregates>>['groups'][number]
