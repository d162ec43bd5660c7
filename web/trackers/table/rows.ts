// The rows of a table: pages of 100, fetched as they come into sight and kept while the table is shown.
import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { components } from '../../../client/index.ts'
import { api, pageOf, type ListPage } from '../../api/api.ts'
import { searchOf } from '../tracker-queries.ts'
import { formatSort, type SortKey } from './columns.ts'

export const PAGE_SIZE = 100

/** An artifact with the values of the columns. */
export type Row = components['schemas']['ListedArtifact']

export interface RowsQuery {
  readonly trackerId: number
  readonly tql: string
  readonly criteria: string
  readonly sort: readonly SortKey[]
  /** Short names of the columns: the rows have no other values. */
  readonly fields: readonly string[]
  /** Grows when the reader asks for the rows as they are now. */
  readonly generation: number
}

const namesOf = ({ fields }: RowsQuery): string => [...fields].sort().join()

const rowsKey = (query: RowsQuery) => {
  const { trackerId, tql, criteria, sort, generation } = query
  return [
    'tracker',
    trackerId,
    'rows',
    { tql, criteria, sort: formatSort(sort), fields: namesOf(query), generation },
  ] as const
}

export const pageQuery = (query: RowsQuery, page: number) =>
  queryOptions({
    queryKey: [...rowsKey(query), page],
    queryFn: ({ signal }): Promise<ListPage<Row>> =>
      pageOf(
        api.GET('/trackers/{id}/artifacts', {
          params: {
            path: { id: query.trackerId },
            query: {
              limit: PAGE_SIZE,
              offset: page * PAGE_SIZE,
              order_by: formatSort(query.sort),
              ...searchOf(query),
              fields: namesOf(query),
            },
          },
          signal,
        }),
      ),
    // The table asks again by a new generation; until then no row moves.
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    meta: { isSignedOutFine: true },
  })

export interface Rows {
  /** Exact; undefined until the first page is there. */
  readonly total: number | undefined
  readonly rowAt: (index: number) => Row | undefined
  readonly error: unknown
  readonly isFetching: boolean
}

/** The pages that hold the rows from `first` to `last`. `isPaused` while the reader scrolls: the pages come when the list stands still. */
export const useRows = (query: RowsQuery, first: number, last: number, isPaused: boolean): Rows => {
  const queries = useQueryClient()
  const wanted = useSettledRange(Math.floor(first / PAGE_SIZE), Math.floor(last / PAGE_SIZE), isPaused)
  const pages = useMemo(() => {
    const numbers = new Set([0])
    for (let page = wanted.from; page <= wanted.to; page++) numbers.add(page)
    return [...numbers]
  }, [wanted])
  const results = useQueries({ queries: pages.map(page => pageQuery(query, page)) })
  const key = JSON.stringify(rowsKey(query))
  useEffect(
    () => () => {
      queries.removeQueries({
        predicate: ({ queryKey }) => queryKey.length === 5 && JSON.stringify(queryKey.slice(0, 4)) === key,
      })
    },
    [queries, key],
  )
  const total = results.find(result => result.data !== undefined)?.data?.total
  return {
    total,
    rowAt: index => {
      const page = Math.floor(index / PAGE_SIZE)
      return queries.getQueryData(pageQuery(query, page).queryKey)?.items[index % PAGE_SIZE]
    },
    error: results.find(result => result.error !== null)?.error ?? null,
    isFetching: results.some(result => result.isFetching),
  }
}

interface PageRange {
  readonly from: number
  readonly to: number
}

const useSettledRange = (from: number, to: number, isPaused: boolean): PageRange => {
  const [settled, setSettled] = useState<PageRange>({ from, to })
  if (!isPaused && (settled.from !== from || settled.to !== to)) setSettled({ from, to })
  return settled
}
