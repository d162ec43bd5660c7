import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, pageOf } from '../api/api.ts'
import type { ListView } from '../drafts/database.ts'
import { readView, writeView } from '../drafts/views.ts'
import { useAccount } from '../session/account.ts'
import { searchOf } from '../trackers/tracker-queries.ts'
import { artifactQuery } from './artifact-queries.ts'

const PAGE_SIZE = 100
/** The page in sight comes first. */
const PREFETCH_AFTER_MS = 1_000

export interface Neighbours {
  /** From 1. */
  readonly position: number
  readonly total: number
  readonly previous: number | undefined
  readonly next: number | undefined
  /** Address of the list. */
  readonly href: string
}

/** The artifacts before and after this one in the list with the key; beyond its loaded ones the next page is fetched. */
export const useNeighbours = (key: string | undefined, id: number): Neighbours | undefined => {
  const accountId = useAccount()?.user.id
  const queries = useQueryClient()
  const { data: view } = useQuery({
    queryKey: ['list view', accountId, key],
    queryFn: async () => (await readView(accountId, key ?? '')) ?? null,
    enabled: key !== undefined,
    // The list writes its rows into the browser's database when somebody opens one.
    staleTime: 0,
  })
  const at = view?.ids.indexOf(id) ?? -1
  const isAtEnd = view !== undefined && view !== null && at === view.ids.length - 1
  const hasMore = view && isAtEnd && view.first + view.ids.length < view.total
  useEffect(() => {
    if (!view || !hasMore) return
    void morePages(view).then(async longer => {
      await writeView(accountId, longer)
      queries.setQueryData(['list view', accountId, key], longer)
    })
  }, [view, hasMore, accountId, key, queries])
  // The next artifact is there before it is asked for.
  const next = view?.ids[at + 1]
  useEffect(() => {
    if (next === undefined) return undefined
    const timer = setTimeout(
      () => void queries.prefetchQuery({ ...artifactQuery(next), staleTime: 10_000 }),
      PREFETCH_AFTER_MS,
    )
    return () => clearTimeout(timer)
  }, [next, queries])
  if (!view || at < 0) return undefined
  return {
    position: view.first + at + 1,
    total: view.total,
    previous: view.ids[at - 1],
    next,
    href: view.href,
  }
}

const morePages = async (view: ListView): Promise<ListView> => {
  const { trackerId, tql = '', criteria = '', sort = '' } = view
  if (trackerId === undefined) return view
  const { items, total } = await pageOf(
    api.GET('/trackers/{id}/artifacts', {
      params: {
        path: { id: trackerId },
        query: {
          limit: PAGE_SIZE,
          offset: view.first + view.ids.length,
          order_by: sort,
          ...searchOf({ tql, criteria }),
        },
      },
    }),
  )
  return { ...view, ids: [...view.ids, ...items.map(item => item.id)], total }
}
