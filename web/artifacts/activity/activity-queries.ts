import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, pageOf } from '../../api/api.ts'
import { activityKey } from '../artifact-queries.ts'

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
