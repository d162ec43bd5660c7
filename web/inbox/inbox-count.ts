import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, bodyOf } from '../api/api.ts'

export const inboxKey = ['inbox'] as const

/** Number of unread entries. */
export const inboxCountQuery = queryOptions({
  queryKey: [...inboxKey, 'count'],
  queryFn: async ({ signal }): Promise<number> => {
    const query = { state: ['unread' as const], limit: 1 }
    return (await bodyOf(api.GET('/users/self/inbox', { params: { query }, signal }))).unread
  },
  staleTime: Infinity,
})

/** The number of unread entries, which the live link asks for; undefined until it is there. */
export const useUnread = (): number | undefined => useQuery({ ...inboxCountQuery, enabled: false }).data
