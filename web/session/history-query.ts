import { queryOptions, skipToken } from '@tanstack/react-query'
import { api, bodyOf } from '../api/api.ts'
import type { Account } from './account.ts'

/** The artifacts that a person worked on lately, newest first. Without an account it asks nothing. */
export const historyQuery = (account: Account | null | undefined) =>
  queryOptions({
    queryKey: ['history', account?.user.id],
    queryFn: account
      ? async ({ signal }) => {
          const path = { id: String(account.user.id) }
          return (await bodyOf(api.GET('/users/{id}/history', { params: { path }, signal }))).entries
        }
      : skipToken,
    staleTime: 30_000,
  })
