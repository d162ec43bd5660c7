import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../client/index.ts'
import { api, bodyOf, done, pageOf, type ListPage } from '../api/api.ts'

export type Item = components['schemas']['BacklogItem']
/** Without members that the page does not read. */
export type Milestone = Omit<
  components['schemas']['Milestone'],
  'cardwall_uri' | 'original_project_provider' | 'resources'
>

/** Milestones at the top of a project, or those inside one. */
export interface PlanPlace {
  readonly projectId: number
  readonly milestoneId: number | undefined
}

/** A list of the page: the backlog, or the id of the milestone whose content it is. */
export type ListKey = 'backlog' | number

const PAGE = 100
/** Longer lists are shown up to here. */
export const MOST_ITEMS = 1_000
const MOST_MILESTONES = 50
const STALE_MS = 30_000
const OPEN = JSON.stringify({ status: 'open' })

/** Of everything that the planning pages of a project have read. */
export const planningKey = (projectId: number) => ['projects', projectId, 'planning'] as const

export const milestoneQuery = ({ projectId }: Pick<PlanPlace, 'projectId'>, id: number) =>
  queryOptions({
    queryKey: [...planningKey(projectId), 'milestone', id],
    queryFn: ({ signal }) => bodyOf(api.GET('/milestones/{id}', { params: { path: { id } }, signal })),
    staleTime: STALE_MS,
    retry: false,
    meta: { isSignedOutFine: true },
  })

/** Milestones that are filled on the page, by id. */
export const milestonesQuery = ({ projectId, milestoneId }: PlanPlace, hasClosed: boolean) =>
  queryOptions({
    queryKey: [...planningKey(projectId), 'milestones', milestoneId, hasClosed],
    queryFn: ({ signal }): Promise<ListPage<Milestone>> => {
      const query = { limit: MOST_MILESTONES, ...(hasClosed ? {} : { query: OPEN }) }
      return milestoneId === undefined
        ? pageOf(api.GET('/projects/{id}/milestones', { params: { path: { id: projectId }, query }, signal }))
        : pageOf(api.GET('/milestones/{id}/milestones', { params: { path: { id: milestoneId }, query }, signal }))
    },
    staleTime: STALE_MS,
    meta: { isSignedOutFine: true },
  })

/** The artifacts of a list by rank, all pages up to `MOST_ITEMS`. */
export const itemsQuery = (place: PlanPlace, list: ListKey) =>
  queryOptions({
    queryKey: [...planningKey(place.projectId), 'items', place.milestoneId, list],
    queryFn: async ({ signal }): Promise<ListPage<Item>> => {
      const items: Item[] = []
      for (;;) {
        const page = await readItems(place, list, items.length, signal)
        items.push(...page.items)
        if (page.items.length === 0 || items.length >= Math.min(page.total, MOST_ITEMS))
          return { items, total: page.total }
      }
    },
    staleTime: STALE_MS,
    meta: { isSignedOutFine: true },
  })

const readItems = (
  { projectId, milestoneId }: PlanPlace,
  list: ListKey,
  offset: number,
  signal: AbortSignal,
): Promise<ListPage<Item>> => {
  const query = { limit: PAGE, offset }
  if (list !== 'backlog')
    return pageOf(api.GET('/milestones/{id}/content', { params: { path: { id: list }, query }, signal }))
  return milestoneId === undefined
    ? pageOf(api.GET('/projects/{id}/backlog', { params: { path: { id: projectId }, query }, signal }))
    : pageOf(api.GET('/milestones/{id}/backlog', { params: { path: { id: milestoneId }, query }, signal }))
}

export const childrenQuery = (projectId: number, id: number) =>
  queryOptions({
    queryKey: [...planningKey(projectId), 'children', id],
    queryFn: ({ signal }): Promise<ListPage<Item>> =>
      pageOf(api.GET('/backlog_items/{id}/children', { params: { path: { id }, query: { limit: PAGE } }, signal })),
    staleTime: STALE_MS,
    meta: { isSignedOutFine: true },
  })

/** Trackers whose artifacts the backlog takes, and whether the reader fills and orders it. */
export const backlogQuery = ({ projectId, milestoneId }: PlanPlace) =>
  queryOptions({
    queryKey: [...planningKey(projectId), 'backlog', milestoneId],
    queryFn: async ({ client, signal }) => {
      if (milestoneId !== undefined) {
        // The page reads the milestone anyway.
        const found = await client.fetchQuery(milestoneQuery({ projectId }, milestoneId))
        return { trackers: found.resources.backlog.accept.trackers, mayPlan: found.has_user_priority_change_permission }
      }
      const params = { path: { id: projectId }, query: { limit: 0 } }
      const found = await bodyOf(api.GET('/v2/projects/{id}/backlog', { params, signal }))
      return { trackers: found.accept.trackers, mayPlan: found.has_user_priority_change_permission }
    },
    staleTime: STALE_MS,
    meta: { isSignedOutFine: true },
  })

export interface ListChange {
  readonly add?: { readonly id: number; readonly remove_from?: number }[]
  readonly order?: { readonly ids: number[]; readonly direction: 'before' | 'after'; readonly compared_to: number }
}

/** Writes a change of a list: all of it happens, or nothing. */
export const changeList = ({ projectId, milestoneId }: PlanPlace, list: ListKey, body: ListChange): Promise<void> => {
  if (list !== 'backlog') return done(api.PATCH('/milestones/{id}/content', { params: { path: { id: list } }, body }))
  return milestoneId === undefined
    ? done(api.PATCH('/projects/{id}/backlog', { params: { path: { id: projectId } }, body }))
    : done(api.PATCH('/milestones/{id}/backlog', { params: { path: { id: milestoneId } }, body }))
}
