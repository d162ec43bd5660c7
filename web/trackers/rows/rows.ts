// The rows of a table: pages of 100, fetched as they come into sight and kept while the table is shown.
import { queryOptions, useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { components } from '../../../client/index.ts'
import { api, responseOf, type ListPage } from '../../api/api.ts'
import { ApiError } from '../../api/api-error.ts'
import { searchOf } from '../tracker-queries.ts'
import { formatSort } from '../table/columns.ts'
import type { RowLayout, RowSection } from './row-sections.ts'
import type { RowsQuery } from './rows-query.ts'
import type { RowRange } from './use-row-window.ts'

export const PAGE_SIZE = 100

/** An artifact with the values of the columns. */
export type Row = components['schemas']['ListedArtifact']

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
  /** Exact; undefined until the first page is there. Of groups: as many as the first list says. */
  readonly total: number | undefined
  /** The artifact of an index of the table. The same function until other rows are there. */
  readonly rowAt: (index: number) => Row | undefined
  /** Rows of the loaded pages, in the order of the table. */
  readonly loaded: readonly Row[]
  /** Whether an artifact of the list is gone: its page has fewer rows. */
  readonly isGoneAt: (index: number) => boolean
  readonly error: unknown
}

interface RowsOptions {
  /** Tells tables apart; the rows of another table are forgotten. */
  readonly key: string
  readonly sections: readonly RowSection[]
  readonly layout: RowLayout
  readonly sight: RowRange
  /** Rows on both sides of the sight that follow it. */
  readonly beyond: number
  /** The reader scrolls: the pages come when the list stands still. */
  readonly isPaused: boolean
}

/** The pages that hold the rows in sight, then those with up to `beyond` rows on both sides. */
export const useRows = ({ key, sections, layout, sight, beyond, isPaused }: RowsOptions): Rows => {
  const [known, setKnown] = useState<KnownPages>({ key, pages: NO_PAGES })
  const pages = known.key === key ? known.pages : NO_PAGES
  const inSight = usePages(layout, sight, isPaused)
  const around = usePages(layout, { from: Math.max(0, sight.from - beyond), to: sight.to + beyond }, isPaused)
  const nameOf = ({ section, page }: PageRef): string => `${sections[section]?.key ?? ''}/${page}`
  // Requests at the same time would make those of the rows in sight take longer.
  const wanted = inSight.every(ref => pages.has(nameOf(ref))) ? around : inSight
  const refs = useMemo(() => {
    const isMissing = layout.count === undefined && !wanted.some(({ page }) => page === 0)
    return (isMissing ? [FIRST_PAGE, ...wanted] : wanted).filter(({ section }) => section < sections.length)
  }, [layout, wanted, sections])
  const results = useQueries({
    queries: refs.flatMap(({ section, page }) => {
      const query = sections[section]?.query
      return query ? [pageQuery(query, page)] : []
    }),
  })
  useForgottenLists(key, sections)
  // Pages that were wanted before stay: their rows show at once when the reader comes back.
  const fresh = refs.flatMap((ref, index) => {
    const items = results[index]?.data?.items
    return items && pages.get(nameOf(ref)) !== items ? [[nameOf(ref), items] as const] : []
  })
  if (fresh.length > 0 || known.key !== key) setKnown({ key, pages: new Map([...pages, ...fresh]) })
  const pageAt = useCallback(
    (index: number) => {
      const { section, row } = layout.placeOf(index) ?? {}
      if (section === undefined || row === undefined) return undefined
      const items = pages.get(`${sections[section]?.key ?? ''}/${Math.floor(row / PAGE_SIZE)}`)
      return items && { items, at: row % PAGE_SIZE }
    },
    [layout, sections, pages],
  )
  const rowAt = useCallback(
    (index: number): Row | undefined => {
      const page = pageAt(index)
      return page?.items[page.at]
    },
    [pageAt],
  )
  const loaded = useMemo(() => {
    const rank = new Map(sections.map((section, index) => [section.key, index]))
    const places = [...pages].map(([name, items]) => {
      const cut = name.lastIndexOf('/')
      return { section: rank.get(name.slice(0, cut)) ?? -1, page: Number(name.slice(cut + 1)), items }
    })
    // An artifact with several values stands in several groups.
    const rows = new Map(
      places
        .filter(({ section }) => section >= 0)
        .sort((one, other) => one.section - other.section || one.page - other.page)
        .flatMap(({ items }) => items.map(row => [row.id, row] as const)),
    )
    return [...rows.values()]
  }, [pages, sections])
  const total = results.find(result => result.data !== undefined)?.data?.total
  const isGoneAt = useCallback(
    (index: number): boolean => {
      const page = pageAt(index)
      return page !== undefined && page.at >= page.items.length && index < (layout.count ?? total ?? 0)
    },
    [pageAt, layout, total],
  )
  return {
    total,
    rowAt,
    loaded,
    isGoneAt,
    error: results.find(result => result.error !== null)?.error ?? null,
  }
}

/** Forgets the pages and the kept lists of a table that is not shown any more, and the kept lists after a change of this tab. */
const useForgottenLists = (key: string, sections: readonly RowSection[]): void => {
  const queries = useQueryClient()
  const [used] = useState(() => new Set<string>())
  useEffect(() => {
    for (const { query } of sections) used.add(keptKey(query))
  }, [sections, used])
  useEffect(
    () => () => {
      const lists = new Set(used)
      used.clear()
      queries.removeQueries({
        predicate: ({ queryKey }) => queryKey.length === 5 && lists.has(JSON.stringify(queryKey.slice(0, 4))),
      })
      for (const list of lists) keptLists.delete(list)
    },
    [queries, key, used],
  )
  // After a change of this tab the pages belong to a new list, which shows an own new artifact at once.
  useEffect(
    () =>
      queries.getQueryCache().subscribe(event => {
        if (event.type !== 'updated' || event.action.type !== 'invalidate') return
        const changed: readonly unknown[] = event.query.queryKey as readonly unknown[]
        const list = JSON.stringify(changed.slice(0, 4))
        if (used.has(list)) keptLists.delete(list)
      }),
    [queries, used],
  )
}

interface KnownPages {
  readonly key: string
  /** By the key of the section and the number of the page. */
  readonly pages: ReadonlyMap<string, readonly Row[]>
}

const NO_PAGES: KnownPages['pages'] = new Map()

interface PageRef {
  readonly section: number
  readonly page: number
}

const FIRST_PAGE: PageRef = { section: 0, page: 0 }

/** The pages of a range; while the reader scrolls, the pages of the place where the scrolling began. */
const usePages = (layout: RowLayout, range: RowRange, isPaused: boolean): readonly PageRef[] => {
  const names = layout
    .rowsIn(range)
    .map(({ section, rows }) => `${section}:${Math.floor(rows.from / PAGE_SIZE)}-${Math.floor(rows.to / PAGE_SIZE)}`)
    .join()
  const [settled, setSettled] = useState(names)
  if (!isPaused && settled !== names) setSettled(names)
  return useMemo(
    () =>
      settled.split(',').flatMap(name => {
        const [section = 0, first = 0, last = -1] = name.split(/[:-]/).map(Number)
        return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({ section, page: first + index }))
      }),
    [settled],
  )
}
