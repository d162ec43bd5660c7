import { queryOptions } from '@tanstack/react-query'
import type { components, operations } from '../../client/index.ts'
import { ApiError } from '../api/api-error.ts'
import { api, bodyOf } from '../api/api.ts'
import { planningKey } from '../planning/planning-queries.ts'

export type WholeMilestone = Omit<
  components['schemas']['Milestone'],
  'cardwall_uri' | 'original_project_provider' | 'resources'
> & { readonly cardwall_uri?: string | null }
export type Burndown = operations['getMilestoneBurndown']['responses'][200]['content']['application/json']
export type Burnup = operations['getMilestoneBurnup']['responses'][200]['content']['application/json']

const STALE_MS = 30_000

/** null: the milestone has no such chart that the reader may read. */
const orNone = async <Chart>(chart: Promise<Chart>): Promise<Chart | null> => {
  try {
    return await chart
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

export const burndownQuery = (projectId: number, id: number) =>
  queryOptions({
    queryKey: [...planningKey(projectId), 'burndown', id],
    queryFn: ({ signal }) =>
      orNone<Burndown>(bodyOf(api.GET('/milestones/{id}/burndown', { params: { path: { id } }, signal }))),
    staleTime: STALE_MS,
    meta: { isSignedOutFine: true },
  })

export const burnupQuery = (projectId: number, id: number) =>
  queryOptions({
    queryKey: [...planningKey(projectId), 'burnup', id],
    queryFn: ({ signal }) =>
      orNone<Burnup>(bodyOf(api.GET('/milestones/{id}/burnup', { params: { path: { id } }, signal }))),
    staleTime: STALE_MS,
    meta: { isSignedOutFine: true },
  })

/** The milestones before and after this one beside it. */
export const neighboursQuery = (projectId: number, id: number) =>
  queryOptions({
    queryKey: [...planningKey(projectId), 'siblings', id],
    queryFn: async ({ signal }) => {
      const siblings = await bodyOf(
        api.GET('/milestones/{id}/siblings', { params: { path: { id }, query: { limit: 10 } }, signal }),
      )
      const [before, after] = [siblings.filter(one => one.id < id), siblings.filter(one => one.id > id)]
      return { before: before[0], after: after.at(-1) }
    },
    staleTime: STALE_MS,
    meta: { isSignedOutFine: true },
  })
