import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, pageOf } from '../api/api.ts'
import type { Tracker } from './tracker-queries.ts'
import type { RowsQuery } from './table/rows.ts'

const EVERY_MS = 30_000
const AFTER_ERROR_MS = 120_000
/** Changes of more artifacts are told as "more than". */
export const MAX_COUNTED = 50

export interface ListChanges {
  /** Artifacts that others changed since the rows were read, up to `MAX_COUNTED`; 0 if some only left the list. */
  readonly count: number
}

interface ListState {
  readonly total: number
  readonly newest: string
}

/** Asks every half minute, while the page is visible, whether others changed the list; undefined: nobody did. */
export const useListChanges = (
  tracker: Tracker,
  { trackerId, tql, criteria, generation }: RowsQuery,
  accountId: number | undefined,
  isGood: boolean,
): ListChanges | undefined => {
  const queries = useQueryClient()
  const order = tracker.fields.find(field => field.type === 'lud' && field.is_used)?.name
  const key = ['tracker', trackerId, 'changes', { tql, criteria, generation }] as const
  const read = (limit: number, signal: AbortSignal) =>
    pageOf(
      api.GET('/trackers/{id}/artifacts', {
        params: {
          path: { id: trackerId },
          query: {
            limit,
            order_by: `-${order ?? ''}`,
            ...(tql !== '' ? { tql } : criteria !== '' ? { query: criteria } : {}),
          },
        },
        signal,
      }),
    )
  const { data } = useQuery({
    queryKey: [...key, 'now'],
    queryFn: async ({ signal }): Promise<ListChanges | null> => {
      const { items, total } = await read(1, signal)
      const now: ListState = { total, newest: items[0]?.last_modified_date ?? '' }
      const before = queries.getQueryData<ListState>([...key, 'before'])
      if (!before) {
        queries.setQueryData<ListState>([...key, 'before'], now)
        return null
      }
      if (now.total === before.total && now.newest === before.newest) return null
      const newer = await read(MAX_COUNTED, signal)
      const since = Date.parse(before.newest)
      const count = newer.items.filter(
        ({ last_modified_date, last_update_by }) =>
          Date.parse(last_modified_date) > since && last_update_by !== accountId,
      ).length
      // The reader's own changes are in the rows already.
      return count > 0 || now.total !== before.total ? { count } : null
    },
    enabled: order !== undefined && isGood,
    refetchInterval: ({ state }) => (state.error ? AFTER_ERROR_MS : EVERY_MS),
    refetchOnWindowFocus: 'always',
    staleTime: Infinity,
    retry: false,
    meta: { isSignedOutFine: true },
  })
  return data ?? undefined
}
