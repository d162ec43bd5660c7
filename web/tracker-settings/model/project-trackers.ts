import { queryOptions } from '@tanstack/react-query'
import type { components } from '../../../client/index.ts'
import { api, pageOf } from '../../api/api.ts'

export type ProjectTracker = components['schemas']['CompleteTracker']

const PAGE_SIZE = 50
const MAX_PAGES = 20

/** All trackers of a project, with their fields and parents. */
export const projectTrackersQuery = (projectId: number) =>
  queryOptions({
    queryKey: ['projects', projectId, 'complete trackers'],
    queryFn: async ({ signal }): Promise<readonly ProjectTracker[]> => {
      const trackers: ProjectTracker[] = []
      for (let page = 0; page < MAX_PAGES; page++) {
        const { items, total } = await pageOf(
          api.GET('/projects/{id}/trackers', {
            params: { path: { id: projectId }, query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE } },
            signal,
          }),
        )
        trackers.push(...(items as ProjectTracker[]))
        if (items.length === 0 || trackers.length >= total) break
      }
      return trackers
    },
    staleTime: 60_000,
  })
