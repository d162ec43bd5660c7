import { queryOptions } from '@tanstack/react-query'
import { countUnsent, listDrafts } from '../drafts/drafts.ts'

/** Drafts of this browser that the account has not sent. */
export const draftsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['drafts', accountId],
    queryFn: () => listDrafts(accountId, ''),
    // Other pages and tabs write them, too.
    staleTime: 0,
  })

/** Number of drafts and files on their way. */
export const draftCountQuery = (accountId: number) =>
  queryOptions({ queryKey: ['drafts', accountId, 'count'], queryFn: () => countUnsent(accountId), staleTime: 0 })
