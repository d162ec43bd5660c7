import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { components } from '../../client/index.ts'
import { api, bodyOf } from '../api/api.ts'
import type { SearchAddress, Within } from './search-address.ts'

export type Hit = components['schemas']['SearchHit']
export type SearchAnswer = components['schemas']['SearchResult']

export const HITS_PER_PAGE = 20
/** The server takes no more characters. */
const MAX_CHARS = 200

const DAYS: Readonly<Record<Within, number>> = { week: 7, month: 30, year: 365 }
const DAY_MS = 24 * 60 * 60 * 1_000

/** Whole days, so that the same search has the same address for a while. */
const since = (within: Within): string => new Date(Date.now() - DAYS[within] * DAY_MS).toISOString().slice(0, 10)

export const isSearchable = (q: string): boolean => q.trim().length >= 2 || /^\d$/.test(q.trim())

/** The hits of a page, with the numbers of the kinds that were searched: one, or without `type` all. */
export const searchHitsQuery = ({ q = '', type, project, tracker, within, sort, offset = 0 }: SearchAddress) =>
  queryOptions({
    queryKey: ['search', { q, type, project, tracker, within, sort, offset }],
    queryFn: ({ signal }) =>
      bodyOf(
        api.GET('/search', {
          params: {
            query: {
              q: q.trim().slice(0, MAX_CHARS),
              types: type ?? '',
              sort: sort === 'newest' ? '-last_update' : 'relevance',
              limit: HITS_PER_PAGE,
              offset,
              ...(project !== undefined && { project_id: project }),
              ...(tracker !== undefined && { tracker_id: tracker }),
              ...(within !== undefined && { from: since(within) }),
            },
          },
          signal,
        }),
      ),
    enabled: isSearchable(q),
    placeholderData: keepPreviousData,
    retry: false,
    meta: { isSignedOutFine: true },
  })
