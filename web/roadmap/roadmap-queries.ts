import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../client/index.ts'
import { api, pageOf, responseOf, type ListPage } from '../api/api.ts'
import { roadmapsKey } from '../projects/project-queries.ts'
import type { Iteration, Task } from './tasks.ts'

export type Roadmap = components['schemas']['Roadmap']

const PAGE = 100
/** Longer lists are shown up to here. */
export const MOST_TASKS = 1_000
const STALE_MS = 30_000

export const roadmapQuery = (projectId: number, id: number) =>
  queryOptions({
    queryKey: [...roadmapsKey(projectId), id],
    queryFn: async ({ signal }) => {
      const { data, response } = await responseOf(api.GET('/roadmaps/{id}', { params: { path: { id } }, signal }))
      return { roadmap: data, etag: response.headers.get('Etag') ?? undefined }
    },
    staleTime: STALE_MS,
    retry: false,
    meta: { isSignedOutFine: true },
  })

/** All pages of a list, up to `MOST_TASKS`. */
const allPages = async <Item>(read: (offset: number) => Promise<ListPage<Item>>): Promise<ListPage<Item>> => {
  const items: Item[] = []
  for (;;) {
    const page = await read(items.length)
    items.push(...page.items)
    if (page.items.length === 0 || items.length >= Math.min(page.total, MOST_TASKS)) return { items, total: page.total }
  }
}

export const tasksQuery = (projectId: number, id: number) =>
  queryOptions({
    queryKey: [...roadmapsKey(projectId), id, 'tasks'],
    queryFn: ({ signal }): Promise<ListPage<Task>> =>
      allPages(offset =>
        pageOf(api.GET('/roadmaps/{id}/tasks', { params: { path: { id }, query: { limit: PAGE, offset } }, signal })),
      ),
    staleTime: STALE_MS,
    retry: false,
    meta: { isSignedOutFine: true },
  })

export const subtasksQuery = (projectId: number, taskId: number) =>
  queryOptions({
    queryKey: [...roadmapsKey(projectId), 'subtasks', taskId],
    queryFn: ({ signal }): Promise<ListPage<Task>> =>
      allPages(offset =>
        pageOf(
          api.GET('/roadmap_tasks/{id}/subtasks', {
            params: { path: { id: taskId }, query: { limit: PAGE, offset } },
            signal,
          }),
        ),
      ),
    staleTime: STALE_MS,
    meta: { isSignedOutFine: true },
  })

export const iterationsQuery = (projectId: number, id: number, level: 1 | 2) =>
  queryOptions({
    queryKey: [...roadmapsKey(projectId), id, 'iterations', level],
    queryFn: ({ signal }): Promise<ListPage<Iteration>> =>
      allPages(offset =>
        pageOf(
          api.GET('/roadmaps/{id}/iterations', {
            params: { path: { id }, query: { level, limit: PAGE, offset } },
            signal,
          }),
        ),
      ),
    staleTime: STALE_MS,
    retry: false,
    meta: { isSignedOutFine: true },
  })
