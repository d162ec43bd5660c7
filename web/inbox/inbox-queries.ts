import { infiniteQueryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { api, bodyOf } from '../api/api.ts'
import { inboxCountQuery, inboxKey } from './inbox-count.ts'

export type EntryState = 'unread' | 'read' | 'done'

const PAGE = 50

const load = (state: readonly EntryState[], signal: AbortSignal, before?: number) =>
  bodyOf(
    api.GET('/users/self/inbox', {
      params: { query: { state: [...state], limit: PAGE, ...(before !== undefined && { before }) } },
      signal,
    }),
  )

type InboxPage = Awaited<ReturnType<typeof load>>
/** The news of one artifact, or a write of an agent that waits. */
export type Entry = InboxPage['entries'][number]

/** Entries with the same subject are one row that goes on. */
export const subjectOf = ({ artifact, approval, id }: Entry): string =>
  approval ? `approval ${approval.id}` : `artifact ${artifact?.id ?? `of ${id}`}`

const LIST = 'list'

/** Entries in these states, newest first. */
export const inboxListQuery = (state: readonly EntryState[]) =>
  infiniteQueryOptions({
    queryKey: [...inboxKey, LIST, state],
    queryFn: async ({ pageParam, signal, client }) => {
      const page = await load(state, signal, pageParam)
      client.setQueryData(inboxCountQuery.queryKey, page.unread)
      return page
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export type Marks = ({ readonly ids: readonly number[] } | { readonly until: number }) & { readonly state: EntryState }

/** Shows the new state at once, then saves it; other tabs hear of it. */
export const markInbox = async (queries: QueryClient, marks: Marks): Promise<void> => {
  const isMarked = ({ id }: Entry): boolean => ('ids' in marks ? marks.ids.includes(id) : id <= marks.until)
  await queries.cancelQueries({ queryKey: inboxKey })
  queries.setQueriesData<InfiniteData<InboxPage>>({ queryKey: [...inboxKey, LIST] }, data =>
    data === undefined
      ? data
      : {
          ...data,
          pages: data.pages.map(page => ({
            ...page,
            entries: page.entries.map(entry => (isMarked(entry) ? { ...entry, state: marks.state } : entry)),
          })),
        },
  )
  try {
    const body = 'ids' in marks ? { ids: [...marks.ids], state: marks.state } : { ...marks }
    const { unread } = await bodyOf(api.PATCH('/users/self/inbox', { body }))
    queries.setQueryData(inboxCountQuery.queryKey, unread)
  } finally {
    await queries.invalidateQueries({ queryKey: [...inboxKey, LIST] })
  }
}
