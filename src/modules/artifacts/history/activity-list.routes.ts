import { paginated } from '../../../platform/http/routes/pagination.ts'
import type { Route } from '../../../platform/http/routes/route.ts'
import { route, type Viewer } from '../../users/index.ts'
import { artifactParams } from '../represent/artifacts.schema.ts'
import { ActivityList, activityQuery, MAX_ENTRIES } from './activity-list.schema.ts'
import type { listActivity } from './list-activity.ts'

/** Operations that the routes of this file call. */
export interface ActivityListOperations {
  readonly listActivity: ReturnType<typeof listActivity>
}

/** The history of an artifact as people read it. */
export const activityListRoutes = ({ listActivity: list }: ActivityListOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/artifacts/{id}/activity',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'listActivity',
    summary: 'Reads the comments and changes of an artifact, newest first.',
    description:
      'Each entry has the readable changes with the value before and after. Entries in which the caller sees nothing are left out, and ' +
      '`X-PAGINATION-SIZE` does not count them. The next page has `before` = `changeset_id` of the last entry.',
    spec: 'web-trackers.md §3 (A10)',
    tag: 'Artifacts',
    params: artifactParams,
    query: activityQuery,
    cursor: 'before',
    responses: { 200: ActivityList },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      const { entries, offset, size } = await list(viewer, params.id, query)
      const next = offset + entries.length < size ? entries.at(-1)?.changeset_id : undefined
      return { ...paginated(entries, { limit: query.limit, offset }, size, MAX_ENTRIES), next: next ?? null }
    },
  }),
]
