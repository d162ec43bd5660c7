// The rows of a table: pages of 100, fetched as they come into sight and kept while the table is shown.
import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { components } from '../../../client/index.ts'
import { api, responseOf, type ListPage } from '../../api/api.ts'
import { ApiError } from '../../api/api-error.ts'
import { searchOf } from '../tracker-queries.ts'
import { formatSort, type Column, type SortKey } from './columns.ts'
import type { RowRange } from './use-row-window.ts'

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

export const rowsQueryOf = (
  trackerId: number,
  view: Pick<RowsQuery, 'tql' | 'criteria' | 'sort'> & { readonly columns: readonly Column[] },
  generation: number,
): RowsQuery => ({
  trackerId,
  tql: view.tql,
  criteria: view.criteria,
  sort: view.sort,
  fields: view.columns.map(({ field }) => field.name),
  generation,
})

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

/** Ids of the kept lists that tables show, by the key of their rows; undefined: the list is too long to be kept. */
const keptLists = new Map<string, Promise<string | undefined>>()
const keptKey = (query: RowsQuery): string => JSON.stringify(rowsKey(query))

/** Pages that are read later belong to another list. */
export const forgetList = (query: RowsQuery): void => void keptLists.delete(keptKey(query))

interface KeptPage extends ListPage<Row> {
  readonly list: string | undefined
}

const requestPage = async (
  query: RowsQuery,
  page: number,
  snapshot: string | undefined,
  signal: AbortSignal,
): Promise<KeptPage> => {
  const { data, response } = await responseOf(
    api.GET('/trackers/{id}/artifacts', {
      params: {
        path: { id: query.trackerId },
        query: {
          limit: PAGE_SIZE,
          offset: page * PAGE_SIZE,
          order_by: formatSort(query.sort),
          ...searchOf(query),
          fields: namesOf(query),
          ...(snapshot !== undefined && { snapshot }),
        },
      },
      signal,
    }),
  )
  const total = Number(response.headers.get('X-PAGINATION-SIZE') ?? data.length)
  return { items: data, total, list: response.headers.get('X-Snapshot') ?? undefined }
}

const isRefused = (error: unknown, reason: string): boolean =>
  error instanceof ApiError && error.reasons.some(fault => fault.reason === reason)

/** All pages of a table belong to one list, which the first request keeps, so that no row moves while others write. */
const readPage = async (query: RowsQuery, page: number, signal: AbortSignal): Promise<KeptPage> => {
  const key = keptKey(query)
  for (;;) {
    const known = keptLists.get(key)
    if (!known) return readFirstPage(query, page, signal)
    const list = await known.catch(() => 'lost')
    if (list === 'lost') continue
    try {
      return await requestPage(query, page, list, signal)
    } catch (error) {
      if (!isRefused(error, 'snapshot.gone')) throw error
      if (keptLists.get(key) === known) keptLists.delete(key)
    }
  }
}

const readFirstPage = async (query: RowsQuery, page: number, signal: AbortSignal): Promise<KeptPage> => {
  const key = keptKey(query)
  const first = requestPage(query, page, 'new', signal).catch((error: unknown) => {
    if (isRefused(error, 'snapshot.too_large')) return requestPage(query, page, undefined, signal)
    throw error
  })
  const list = first.then(({ list: id }) => id)
  // Often no other page waits for it.
  list.catch(() => undefined)
  keptLists.set(key, list)
  try {
    return await first
  } catch (error) {
    if (keptLists.get(key) === list) keptLists.delete(key)
    throw error
  }
}

export const pageQuery = (query: RowsQuery, page: number) =>
  queryOptions({
    queryKey: [...rowsKey(query), page],
    queryFn: ({ signal }): Promise<ListPage<Row>> => readPage(query, page, signal),
    // The table asks again by a new generation; until then no row moves.
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    meta: { isSignedOutFine: true },
  })

export interface Rows {
  /** Exact; undefined until the first page is there. */
  readonly total: number | undefined
  /** The same function until other rows are there. */
  readonly rowAt: (index: number) => Row | undefined
  /** Rows of the loaded pages, in the order of the list. */
  readonly loaded: readonly Row[]
  /** Whether an artifact of the list is gone: its page has fewer rows. */
  readonly isGoneAt: (index: number) => boolean
  readonly error: unknown
}

/**
 * The pages that hold the rows in sight, then those with up to `beyond` rows on both sides. `isPaused` while the reader scrolls: the pages
 * come when the list stands still.
 */
export const useRows = (query: RowsQuery, sight: RowRange, beyond: number, isPaused: boolean): Rows => {
  const queries = useQueryClient()
  const key = JSON.stringify(rowsKey(query))
  const [known, setKnown] = useState<KnownPages>({ key, pages: NO_PAGES })
  const pages = known.key === key ? known.pages : NO_PAGES
  const inSight = usePages(sight, isPaused)
  const around = usePages({ from: Math.max(0, sight.from - beyond), to: sight.to + beyond }, isPaused)
  // Requests at the same time would make those of the rows in sight take longer.
  const wanted = inSight.every(page => pages.has(page)) ? around : inSight
  const numbers = useMemo(() => [...new Set([0, ...wanted])], [wanted])
  const results = useQueries({ queries: numbers.map(page => pageQuery(query, page)) })
  useEffect(
    () => () => {
      queries.removeQueries({
        predicate: ({ queryKey }) => queryKey.length === 5 && JSON.stringify(queryKey.slice(0, 4)) === key,
      })
      keptLists.delete(key)
    },
    [queries, key],
  )
  // After a change of this tab the pages belong to a new list, which shows an own new artifact at once.
  useEffect(
    () =>
      queries.getQueryCache().subscribe(event => {
        if (event.type !== 'updated' || event.action.type !== 'invalidate') return
        const changed: readonly unknown[] = event.query.queryKey as readonly unknown[]
        if (JSON.stringify(changed.slice(0, 4)) === key) keptLists.delete(key)
      }),
    [queries, key],
  )
  // Pages that were wanted before stay: their rows show at once when the reader comes back.
  const fresh = numbers.flatMap((page, index) => {
    const items = results[index]?.data?.items
    return items && pages.get(page) !== items ? [[page, items] as const] : []
  })
  if (fresh.length > 0 || known.key !== key) setKnown({ key, pages: new Map([...pages, ...fresh]) })
  const rowAt = useCallback(
    (index: number): Row | undefined => pages.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE],
    [pages],
  )
  const loaded = useMemo(
    () => [...pages].toSorted(([one], [other]) => one - other).flatMap(([, items]) => items),
    [pages],
  )
  const total = results.find(result => result.data !== undefined)?.data?.total
  const isGoneAt = useCallback(
    (index: number): boolean => {
      const page = pages.get(Math.floor(index / PAGE_SIZE))
      return page !== undefined && index % PAGE_SIZE >= page.length && index < (total ?? 0)
    },
    [pages, total],
  )
  return {
    total,
    rowAt,
    loaded,
    isGoneAt,
    error: results.find(result => result.error !== null)?.error ?? null,
  }
}

interface KnownPages {
  readonly key: string
  readonly pages: ReadonlyMap<number, readonly Row[]>
}

const NO_PAGES: KnownPages['pages'] = new Map()

/** The pages of a range; while the reader scrolls, the pages of the place where the scrolling began. */
const usePages = ({ from, to }: RowRange, isPaused: boolean): readonly number[] => {
  const first = Math.floor(Math.max(0, from) / PAGE_SIZE)
  const last = Math.floor(Math.max(0, to) / PAGE_SIZE)
  const [settled, setSettled] = useState({ first, last })
  if (!isPaused && (settled.first !== first || settled.last !== last)) setSettled({ first, last })
  return useMemo(
    () => Array.from({ length: settled.last - settled.first + 1 }, (_, index) => settled.first + index),
    [settled],
  )
}
