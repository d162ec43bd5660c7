import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '../api/api.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Deletions that the account has left, and the day until which a deletion can be taken back. */
export const deletionsQuery = queryOptions({
  queryKey: ['deletions'],
  queryFn: async ({ signal }) => {
    const own = await bodyOf(api.GET('/users/self/deletions', { signal }))
    const until = own.trash_days > 0 ? new Date(Date.now() + own.trash_days * DAY_MS).toISOString() : undefined
    return { ...own, until }
  },
  staleTime: 0,
})
