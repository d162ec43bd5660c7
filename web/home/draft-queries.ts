import { queryOptions } from '@tanstack/react-query'
import { withDatabase } from '../drafts/database.ts'
import { listDrafts } from '../drafts/drafts.ts'

/** Drafts and files of this browser that the account has not sent. */
export const draftsQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['drafts', accountId],
    queryFn: async () => ({
      drafts: await listDrafts(accountId, ''),
      uploads: await withDatabase(accountId, database => database.count('uploads'), 0),
    }),
    // Other pages and tabs write them, too.
    staleTime: 0,
  })

export const draftCountQuery = (accountId: number) => ({
  ...draftsQuery(accountId),
  select: ({ drafts, uploads }: { readonly drafts: readonly unknown[]; readonly uploads: number }) =>
    drafts.length + uploads,
})
