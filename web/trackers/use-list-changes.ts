import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, pageOf } from '../api/api.ts'
import { useLive, type LiveEvent } from '../live/live.ts'
import { listChangesKey, searchOf, type Tracker } from './tracker-queries.ts'
import type { RowsQuery } from './rows/rows-query.ts'

const EVERY_MS = 30_000
const AFTER_ERROR_MS = 120_000
/** Several changes in a row are looked at together. */
const TOGETHER_MS = 700
/** A page that has just been read is not in a hurry to be compared. */
const CHECK_MS = 3_000
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

/** Whether others changed the list; undefined: nobody did. Asks after each event, or every half minute while the page is visible. */
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
  const queries = useQueryClient()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  const isLive = useLive({ projects: [tracker.project.id] }, event => {
    if (!concerns(event, trackerId)) return
    clearTimeout(waiting.current)
    waiting.current = setTimeout(
      () => void queries.refetchQueries({ queryKey: key, exact: true }),
      event.kind === 'check' ? CHECK_MS : TOGETHER_MS,
    )
  })
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
    refetchInterval: ({ state }) => (isLive ? false : state.error ? AFTER_ERROR_MS : EVERY_MS),
    refetchOnWindowFocus: isLive ? false : 'always',
    staleTime: Infinity,
    retry: false,
    meta: { isSignedOutFine: true },
  })
  return data?.changes
}

const CHANGES_OF_LISTS = /^(check|artifacts?[.].*|access[.].*)$/

/** Whether lists of the tracker, or of any tracker, may have changed. A check tells no tracker, and losses do not always tell theirs. */
export const concerns = ({ kind, data }: LiveEvent, trackerId: number | undefined): boolean =>
  CHANGES_OF_LISTS.test(kind) &&
  (trackerId === undefined ||
    data['tracker_id'] === undefined ||
    data['tracker_id'] === trackerId ||
    data['from_tracker_id'] === trackerId)
