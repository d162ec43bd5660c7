import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { components } from '../../client/index.ts'
import { ApiError } from '../api/api-error.ts'
import { api, bodyOf, pageOf, type ListPage } from '../api/api.ts'

const MAX_TRACKERS = 50

export const trackersQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['projects', projectId, 'trackers'],
    queryFn: ({ signal }) =>
      pageOf(
        api.GET('/projects/{id}/trackers', {
          params: { path: { id: projectId }, query: { representation: 'minimal', limit: MAX_TRACKERS } },
          signal,
        }),
      ),
    staleTime: 30_000,
    meta: { isSignedOutFine: true },
  })

export interface TrackerSize {
  readonly itemName: string
  readonly label: string
  readonly colour: string
  readonly artifacts: number
  readonly open: number
}

/** Names and numbers of artifacts by tracker id. */
export const trackerSizesQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['projects', projectId, 'tracker sizes'],
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, TrackerSize>> => {
      const sizes = await bodyOf(
        api.GET('/projects/{id}/tracker_sizes', { params: { path: { id: projectId } }, signal }),
      )
      return new Map(
        sizes.map(({ tracker_id, item_name: itemName, label, color_name: colour, artifacts, open }) => [
          tracker_id,
          { itemName, label, colour, artifacts, open },
        ]),
      )
    },
    staleTime: 30_000,
    meta: { isSignedOutFine: true },
  })

/** Descriptions, last changes and new artifacts of the last weeks by tracker id. */
export const trackerActivityQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['projects', projectId, 'tracker activity'],
    queryFn: async ({ signal }) =>
      new Map(
        (await bodyOf(api.GET('/projects/{id}/tracker_activity', { params: { path: { id: projectId } }, signal }))).map(
          activity => [activity.tracker_id, activity] as const,
        ),
      ),
    staleTime: 30_000,
    meta: { isSignedOutFine: true },
  })

export type Tracker = components['schemas']['CompleteTracker']

const TRACKER_STALE_MS = 5 * 60_000

/** A tracker with its fields, as this reader sees it. */
export const trackerQuery = (id: number) =>
  queryOptions({
    queryKey: ['tracker', id],
    queryFn: ({ signal }) =>
      bodyOf(api.GET('/trackers/{id}', { params: { path: { id }, query: { with: 'query' } }, signal })),
    staleTime: TRACKER_STALE_MS,
    meta: { isSignedOutFine: true },
  })

/** Instructions of a tracker, and which of its possibilities are in use. */
export const trackerUsageQuery = (id: number) =>
  queryOptions({
    queryKey: ['tracker', id, 'usage'],
    queryFn: ({ signal }) => bodyOf(api.GET('/trackers/{id}/usage', { params: { path: { id } }, signal })),
    staleTime: TRACKER_STALE_MS,
    meta: { isSignedOutFine: true },
  })

/** The id of the tracker at an address: its id, or its item name in the project. */
export const trackerIdQuery = (projectId: number, idOrName: string) =>
  queryOptions({
    queryKey: ['projects', projectId, 'tracker', idOrName],
    queryFn: async ({ client, signal }): Promise<number> => {
      if (/^\d+$/.test(idOrName)) return Number(idOrName)
      // The navigation of the project knows its trackers. A tracker that was renamed meanwhile leads to its new address.
      for (const [id, { itemName }] of client.getQueryData(trackerSizesQuery(projectId).queryKey) ?? [])
        if (itemName === idOrName) return id
      const query = JSON.stringify({ item_name: idOrName })
      const { items } = await pageOf(
        api.GET('/projects/{id}/trackers', {
          params: { path: { id: projectId }, query: { representation: 'minimal', query, limit: 1 } },
          signal,
        }),
      )
      const [found] = items
      if (!found) throw new ApiError(404, [])
      return found.id
    },
    staleTime: TRACKER_STALE_MS,
    meta: { isSignedOutFine: true },
  })

/** The search of a list of artifacts as parameters of the API: TQL, else the criteria of a report, else everything. */
export const searchOf = ({ tql, criteria }: { readonly tql: string; readonly criteria: string }) =>
  tql !== '' ? { tql } : criteria !== '' ? { query: criteria } : {}

/** An artifact with the values of the columns of a table. */
export type ListedArtifact = components['schemas']['ListedArtifact']

/** The artifact as a table holds it that is in sight. */
export const listedArtifact = (queries: QueryClient, id: number): ListedArtifact | undefined => {
  const pages = queries.getQueriesData<ListPage<ListedArtifact>>({
    queryKey: ['tracker'],
    predicate: ({ queryKey }) => queryKey[2] === 'rows',
  })
  for (const [, page] of pages) {
    const row = page?.items.find(each => each.id === id)
    if (row) return row
  }
  return undefined
}

/** Key of the changes by others to lists of the tracker, since the rows were read. */
export const listChangesKey = (trackerId: number) => ['tracker', trackerId, 'changes'] as const
