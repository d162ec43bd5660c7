import { useQuery } from '@tanstack/react-query'
import { api, pageOf } from '../api/api.ts'
import { listChangesKey, searchOf, type Tracker } from './tracker-queries.ts'
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
  /** Of the rows as they were read. */
  readonly total: number
  readonly newest: string
  readonly changes: ListChanges | undefined
}

/** Asks every half minute, while the page is visible, whether others changed the list; undefined: nobody did. */
export const useListChanges = (
  tracker: Tracker,
  { trackerId, tql, criteria, generation }: RowsQuery,
  accountId: number | undefined,
  isGood: boolean,
): ListChanges | undefined => {
  const order = tracker.fields.find(field => field.type === 'lud' && field.is_used)?.name
  const key = [...listChangesKey(trackerId), { tql, criteria, generation }] as const
  const read = (limit: number, signal: AbortSignal) =>
    pageOf(
      api.GET('/trackers/{id}/artifacts', {
        params: {
          path: { id: trackerId },
          query: {
            limit,
            order_by: `-${order ?? ''}`,
            ...searchOf({ tql, criteria }),
          },
        },
        signal,
      }),
    )
  const { data } = useQuery({
    queryKey: key,
    queryFn: async ({ client, signal }): Promise<ListState> => {
      const { items, total } = await read(1, signal)
      const newest = items[0]?.last_modified_date ?? ''
      const before = client.getQueryData<ListState>(key)
      if (!before || (total === before.total && newest === before.newest)) return { total, newest, changes: undefined }
      const newer = await read(MAX_COUNTED, signal)
      const since = Date.parse(before.newest)
      const count = newer.items.filter(
        ({ last_modified_date, last_update_by }) =>
          Date.parse(last_modified_date) > since && last_update_by !== accountId,
      ).length
      // The reader's own changes are in the rows already.
      return { ...before, changes: count > 0 || total !== before.total ? { count } : undefined }
    },
    enabled: order !== undefined && isGood,
    refetchInterval: ({ state }) => (state.error ? AFTER_ERROR_MS : EVERY_MS),
    refetchOnWindowFocus: 'always',
    staleTime: Infinity,
    retry: false,
    meta: { isSignedOutFine: true },
  })
  return data?.changes
}
