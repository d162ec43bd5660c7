import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, pageOf } from '../../api/api.ts'
import { activityKey } from '../artifact-queries.ts'
import { nameOf } from '../words.ts'

const PAGE_SIZE = 50

/** The comments and changes of an artifact, newest first. */
export const activityQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: activityKey(id),
    queryFn: ({ pageParam, signal }) =>
      pageOf(
        api.GET('/artifacts/{id}/activity', {
          params: {
            path: { id },
            query: { limit: PAGE_SIZE, ...(pageParam === undefined ? {} : { before: pageParam }) },
          },
          signal,
        }),
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (last, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.items.length, 0)
      return loaded < last.total ? last.items.at(-1)?.changeset_id : undefined
    },
    meta: { isSignedOutFine: true },
  })

type ActivityPage = Awaited<ReturnType<NonNullable<ReturnType<typeof activityQuery>['queryFn']>>>
export type Entry = ActivityPage['items'][number]
export type FieldChange = Entry['changes'][number]

/** The person behind a change; a deleted account has no name. */
export const authorOf = ({ by }: Entry): { readonly name: string; readonly id: number | null } =>
  by ? { name: nameOf(by), id: by.id } : { name: '?', id: null }

/** The text of a comment as its author wrote it. */
export const sourceOf = ({ comment }: Entry): string => comment?.commonmark ?? comment?.body ?? ''

/** One entry as it is now. */
export const readEntry = async (id: number, changesetId: number): Promise<Entry | undefined> => {
  const query = { limit: 1, before: changesetId + 1 }
  const { items } = await pageOf(api.GET('/artifacts/{id}/activity', { params: { path: { id }, query } }))
  return items.find(entry => entry.changeset_id === changesetId)
}
