import { api, pageOf } from '../../api/api.ts'
import type { ListSearch } from '../list-search.ts'
import type { AccountStatus } from '../states.ts'

export const ACCOUNTS_LIMIT = 25

export const accountsKey = ['site', 'accounts'] as const

export const listAccounts = ({ query, status, offset = 0 }: ListSearch, limit: number, signal?: AbortSignal) =>
  pageOf(
    api.GET('/site/users', {
      params: {
        query: {
          limit,
          offset,
          ...(query !== undefined && { query }),
          ...(status !== undefined && { status: status as AccountStatus }),
        },
      },
      signal,
    }),
  )

export type AdministeredAccount = Awaited<ReturnType<typeof listAccounts>>['items'][number]
