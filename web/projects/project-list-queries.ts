import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from '../api/api.ts'

/** Open artifacts and the last change of some projects, by id, as far as the reader sees them. */
export const projectActivityQuery = (ids: readonly number[]) =>
  queryOptions({
    queryKey: ['projects', 'activity', ids],
    queryFn: async ({ signal }) =>
      new Map(
        (await bodyOf(api.GET('/project_activity', { params: { query: { project_ids: ids.join(',') } }, signal }))).map(
          each => [each.project_id, each],
        ),
      ),
    enabled: ids.length > 0,
    meta: { isSignedOutFine: true },
  })

const MAX_ADMINISTERED = 50

/** Ids of projects that the reader administers. */
export const administeredQuery = queryOptions({
  queryKey: ['projects', 'administered'],
  queryFn: async ({ signal }) => {
    const query = { limit: MAX_ADMINISTERED, query: JSON.stringify({ is_admin_of: true }) }
    return new Set((await bodyOf(api.GET('/projects', { params: { query }, signal }))).map(({ id }) => id))
  },
})
