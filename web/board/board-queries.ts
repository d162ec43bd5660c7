import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, pageOf } from '../api/api.ts'
import type { Field } from '../fields/field-view.ts'
import { readAggregates } from '../trackers/grouping/read-aggregates.ts'
import { searchOf, type ListedArtifact } from '../trackers/tracker-queries.ts'
import type { Total } from '../trackers/table/totals.ts'
import { keyOfValue } from '../trackers/board-settings.ts'
import type { BoardColumn, ColumnFigures } from './board-columns.ts'

const CARDS_AT_ONCE = 50

export interface BoardQuery {
  readonly trackerId: number
  readonly field: Field
  readonly tql: string
  readonly criteria: string
  /** As `order_by`. */
  readonly sort: string
  /** Short names of the fields that the cards need. */
  readonly fields: string
  /** A figure of the heads of the columns. */
  readonly sum: Total | undefined
}

/** Of everything that boards of the tracker have read. */
export const boardKey = (trackerId: number) => ['tracker', trackerId, 'board'] as const

/** The cards of a column, 50 with each page. */
export const cardsQuery = ({ trackerId, sort, fields }: BoardQuery, { tql, criteria }: BoardColumn) =>
  infiniteQueryOptions({
    queryKey: [...boardKey(trackerId), 'cards', { tql, criteria, sort, fields }],
    queryFn: ({ pageParam, signal }) =>
      pageOf<ListedArtifact>(
        api.GET('/trackers/{id}/artifacts', {
          params: {
            path: { id: trackerId },
            query: { limit: CARDS_AT_ONCE, offset: pageParam, order_by: sort, fields, ...searchOf({ tql, criteria }) },
          },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ items, total }, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.items.length, 0)
      return items.length > 0 && loaded < total ? loaded : undefined
    },
    staleTime: Infinity,
    retry: false,
    meta: { isSignedOutFine: true },
  })

/** Exact numbers of cards and sums of all columns. Criteria that TQL cannot say have none. */
export const figuresQuery = ({ trackerId, field, tql, criteria, sum }: BoardQuery) => {
  const measure = sum && `${sum.kind}:${sum.name}`
  return queryOptions({
    queryKey: [...boardKey(trackerId), 'figures', { tql, group: field.name, measure }],
    queryFn: async ({ signal }): Promise<{ readonly total: number; readonly columns: ColumnFigures }> => {
      const request = { trackerId, tql, groupBy: field.name, measures: measure ?? 'count' }
      const { total, groups } = await readAggregates(request, signal)
      const columns = new Map(
        groups.map(({ keys, count, measures }) => [
          keyOfValue(keys[0]?.id ?? null),
          { count, sum: measure === undefined ? null : (measures[measure] ?? null) },
        ]),
      )
      return { total, columns }
    },
    enabled: tql !== '' || criteria === '',
    staleTime: Infinity,
    retry: false,
    meta: { isSignedOutFine: true },
  })
}
