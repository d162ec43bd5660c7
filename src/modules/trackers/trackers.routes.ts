import { Type } from 'typebox'
import { paginated, paginationQuery } from '../../platform/http/routes/pagination.ts'
import { ok, type Route } from '../../platform/http/routes/route.ts'
import { Choice, idParams } from '../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../users/index.ts'
import { creationObstacles, parseCreationSemantics } from './read/list-project-trackers.ts'
import { representMinimalTracker, representTrackerUsage } from './read/tracker.representation.ts'
import { CompleteTracker, MinimalTracker, trackerQuery, TrackerUsage } from './model/trackers.schema.ts'
import type { TrackerOperations } from './read/trackers.operations.ts'

const MAX_LIMIT = 50
const page = paginationQuery({ max: MAX_LIMIT })

export const trackersRoutes = (trackers: TrackerOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/trackers/{id}',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'getTracker',
    summary: 'A tracker with its fields, rights, semantics and workflow.',
    spec: 'trackers.md §2',
    tag: 'Trackers',
    allow: ['GET', 'PATCH'],
    params: idParams('Id of the tracker.'),
    query: trackerQuery,
    responses: { 200: CompleteTracker },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      const { tracker, project } = await trackers.requireTracker(viewer, params.id)
      return ok(await trackers.representComplete(viewer, tracker, project, { isWithQuery: query.with === 'query' }))
    },
  }),

  route({
    method: 'GET',
    path: '/trackers/{id}/usage',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'getTrackerUsage',
    summary: 'The instructions of a tracker, and which of its possibilities are in use.',
    spec: 'web-trackers.md §5.2, §8',
    tag: 'Trackers',
    params: idParams('Id of the tracker.'),
    responses: { 200: TrackerUsage },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      const { tracker } = await trackers.requireTracker(viewer, params.id)
      return ok(representTrackerUsage(viewer, tracker))
    },
  }),

  route({
    method: 'GET',
    path: '/projects/{id}/trackers',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'listProjectTrackers',
    summary: 'Trackers of a project that the requester may see, by label.',
    spec: 'trackers.md §3',
    tag: 'Projects',
    params: idParams('Id of the project.'),
    query: Type.Object(
      {
        representation: Choice(['full', 'minimal'], { description: 'How much of each.', default: 'full' }),
        query: Type.String({
          default: '',
          description:
            '`{"is_tracker_admin": true}`: those that the requester administers. `{"item_name": "bug"}`: the one of this item name.',
        }),
        with_creation_semantic_check: Type.String({
          default: '',
          description: '`title`: tell what keeps the requester from creating an artifact by its title alone.',
        }),
        ...page,
      },
      { description: 'Which trackers, and how much of them.' },
    ),
    responses: {
      200: Type.Array(Type.Union([CompleteTracker, MinimalTracker], { description: 'A tracker.' }), {
        description: 'Trackers of the page.',
      }),
    },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      const isChecked = parseCreationSemantics(query.with_creation_semantic_check, query.representation)
      const found = await trackers.listProjectTrackers(viewer, {
        projectId: params.id,
        page: query,
        query: query.query,
      })
      const body =
        query.representation === 'minimal'
          ? found.trackers.map(tracker =>
              representMinimalTracker(tracker, found.project, isChecked ? creationObstacles(viewer, tracker) : []),
            )
          : await Promise.all(found.trackers.map(tracker => trackers.representComplete(viewer, tracker, found.project)))
      return paginated(body, query, found.size, MAX_LIMIT)
    },
  }),
]
