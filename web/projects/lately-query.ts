import { queryOptions } from '@tanstack/react-query'
import { api, pageOf } from '../api/api.ts'
import { isApiError } from '../api/api-error.ts'
import type { Entry } from '../artifacts/activity/activity-queries.ts'

/** Trackers that are looked into: each is a request. */
const MAX_TRACKERS = 6
const EACH = 6
const MAX_SHOWN = 10

const artifactsOf = (
  id: number,
  newest: { readonly order_by: string } | { readonly order: 'desc' },
  signal: AbortSignal,
) =>
  pageOf(api.GET('/trackers/{id}/artifacts', { params: { path: { id }, query: { limit: EACH, ...newest } }, signal }))

export type ChangedArtifact = Awaited<ReturnType<typeof artifactsOf>>['items'][number]

/** The artifacts of a project that were changed last, the newest first. */
export const latelyQuery = (projectId: number, trackerIds: readonly number[]) =>
  queryOptions({
    queryKey: ['projects', projectId, 'lately', trackerIds],
    queryFn: async ({ signal }): Promise<readonly ChangedArtifact[]> => {
      const lists = await Promise.all(
        trackerIds.slice(0, MAX_TRACKERS).map(async id => {
          try {
            return (await artifactsOf(id, { order_by: '-last_update' }, signal)).items
          } catch (error) {
            if (!isApiError(error, 400)) throw error
            // A tracker without this field shows the artifacts that were opened last instead of those that were changed last.
            return (await artifactsOf(id, { order: 'desc' }, signal)).items
          }
        }),
      )
      const timeOf = ({ last_modified_date: time }: ChangedArtifact): number => Date.parse(time)
      return lists
        .flat()
        .toSorted((one, other) => timeOf(other) - timeOf(one))
        .slice(0, MAX_SHOWN)
    },
    staleTime: 30_000,
    meta: { isSignedOutFine: true },
  })

/** The last comment or change of an artifact; null if the reader sees none. Kept as long as the artifact stays as it is. */
export const lastChangeQuery = ({ id, last_modified_date }: ChangedArtifact) =>
  queryOptions({
    queryKey: ['artifact', id, 'last change', last_modified_date],
    queryFn: async ({ signal }): Promise<Entry | null> => {
      const { items } = await pageOf(
        api.GET('/artifacts/{id}/activity', { params: { path: { id }, query: { limit: 1 } }, signal }),
      )
      return items[0] ?? null
    },
    staleTime: Infinity,
    retry: false,
    meta: { isSignedOutFine: true },
  })
