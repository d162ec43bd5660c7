import { Type } from 'typebox'
import { etagHeader, preconditionOf } from '../../platform/http/headers/conditional.ts'
import { paginated, paginationQuery } from '../../platform/http/routes/pagination.ts'
import { created, ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../users/index.ts'
import type { changeRoadmap, createRoadmap, deleteRoadmap, getRoadmap, listRoadmaps } from './change-roadmaps.ts'
import type { listIterations } from './list-iterations.ts'
import type { listSubtasks, listTasks } from './list-tasks.ts'
import { RoadmapBody, RoadmapIteration, RoadmapSchema, RoadmapTask } from './roadmaps.schema.ts'

const MAX_LIMIT = 100

/** Operations that the routes of this file call. */
export interface RoadmapOperations {
  readonly listRoadmaps: ReturnType<typeof listRoadmaps>
  readonly getRoadmap: ReturnType<typeof getRoadmap>
  readonly createRoadmap: ReturnType<typeof createRoadmap>
  readonly changeRoadmap: ReturnType<typeof changeRoadmap>
  readonly deleteRoadmap: ReturnType<typeof deleteRoadmap>
  readonly listTasks: ReturnType<typeof listTasks>
  readonly listSubtasks: ReturnType<typeof listSubtasks>
  readonly listIterations: ReturnType<typeof listIterations>
}

const read = {
  method: 'GET',
  access: 'hybrid',
  scope: 'read:tracker',
  tag: 'Planning',
  spec: 'agile.md §8.1',
  errors: [400, 401, 403, 404],
} as const
const write = {
  access: 'protected',
  scope: 'write:project',
  idempotency: 'answer',
  tag: 'Planning',
  spec: 'agile.md §8.4',
  errors: [400, 401, 403, 404],
} as const
const roadmapParams = idParams('Id of the roadmap.')
const projectParams = idParams('Id of the project.')
const paging = (description: string) =>
  Type.Object(paginationQuery({ default: MAX_LIMIT, max: MAX_LIMIT }), { description })
const tasks = Type.Array(RoadmapTask, { description: 'Tasks of the page.' })

export const roadmapRoutes = (roadmaps: RoadmapOperations): Route<Viewer>[] => [
  route({
    ...read,
    scope: 'read:project',
    path: '/projects/{id}/roadmaps',
    operationId: 'listRoadmaps',
    summary: 'List the roadmaps of a project, by id.',
    description: 'Those of which the caller sees a tracker; administrators of the project see all.',
    spec: 'agile.md §8.4',
    params: projectParams,
    query: paging('Which page.'),
    responses: { 200: Type.Array(RoadmapSchema, { description: 'Roadmaps of the page.' }) },
    handler: async ({ viewer, params, query }) => {
      const found = await roadmaps.listRoadmaps(viewer, params.id, query)
      return paginated(found.roadmaps, query, found.size, MAX_LIMIT)
    },
  }),

  route({
    ...write,
    method: 'POST',
    path: '/projects/{id}/roadmaps',
    operationId: 'createRoadmap',
    summary: 'Make a roadmap.',
    params: projectParams,
    body: RoadmapBody,
    responseHeaders: ['Etag'],
    responses: { 201: RoadmapSchema },
    handler: async ({ viewer, params, body }) => {
      const { roadmap, etag } = await roadmaps.createRoadmap(viewer, params.id, body)
      return created(roadmap, etagHeader(etag))
    },
  }),

  route({
    ...read,
    scope: 'read:project',
    path: '/roadmaps/{id}',
    operationId: 'getRoadmap',
    summary: 'Read the settings of a roadmap. Administrators of the project get the token for changes.',
    spec: 'agile.md §8.4',
    params: roadmapParams,
    responseHeaders: ['Etag'],
    responses: { 200: RoadmapSchema },
    handler: async ({ viewer, params }) => {
      const { roadmap, etag } = await roadmaps.getRoadmap(viewer, params.id)
      return ok(roadmap, etagHeader(etag))
    },
  }),

  route({
    ...write,
    method: 'PUT',
    path: '/roadmaps/{id}',
    operationId: 'changeRoadmap',
    summary: 'Replace the settings of a roadmap.',
    params: roadmapParams,
    body: RoadmapBody,
    conditions: true,
    responseHeaders: ['Etag'],
    responses: { 200: RoadmapSchema },
    errors: [400, 401, 403, 404, 412],
    handler: async ({ viewer, params, body, headers }) => {
      const { roadmap, etag } = await roadmaps.changeRoadmap(viewer, params.id, body, preconditionOf(headers))
      return ok(roadmap, etagHeader(etag))
    },
  }),

  route({
    ...write,
    method: 'DELETE',
    path: '/roadmaps/{id}',
    operationId: 'deleteRoadmap',
    summary: 'Delete a roadmap. Artifacts stay.',
    params: roadmapParams,
    conditions: true,
    responses: { 204: null },
    errors: [400, 401, 403, 404, 412],
    handler: async ({ viewer, params, headers }) => {
      await roadmaps.deleteRoadmap(viewer, params.id, preconditionOf(headers))
      return { status: 204 }
    },
  }),

  route({
    ...read,
    path: '/roadmaps/{id}/tasks',
    operationId: 'listRoadmapTasks',
    summary: 'List the tasks of a roadmap, by id, without children of other tasks.',
    description: 'Tasks that were closed, or ended and are closed, more than a year ago are left out.',
    params: roadmapParams,
    query: paging('Which page.'),
    responses: { 200: tasks },
    handler: async ({ viewer, params, query }) => {
      const found = await roadmaps.listTasks(viewer, params.id, query)
      return paginated(found.tasks, query, found.size, MAX_LIMIT)
    },
  }),

  route({
    ...read,
    path: '/roadmaps/{id}/iterations',
    operationId: 'listRoadmapIterations',
    summary: 'List the iterations of a level of a roadmap, by id.',
    params: roadmapParams,
    query: Type.Object(
      {
        level: Type.Integer({ minimum: 1, maximum: 2, description: 'Level of the iterations.' }),
        ...paginationQuery({ default: MAX_LIMIT, max: MAX_LIMIT }),
      },
      { description: 'Which iterations.' },
    ),
    responses: { 200: Type.Array(RoadmapIteration, { description: 'Iterations of the page.' }) },
    handler: async ({ viewer, params, query }) => {
      const found = await roadmaps.listIterations(viewer, params.id, query.level === 1 ? 1 : 2, query)
      return paginated(found.iterations, query, found.size, MAX_LIMIT)
    },
  }),

  route({
    ...read,
    path: '/roadmap_tasks/{id}/subtasks',
    operationId: 'listRoadmapSubtasks',
    summary: 'List the children of a task, by id.',
    params: idParams('Id of the task.'),
    query: paging('Which page.'),
    errors: [400, 401, 404],
    responses: { 200: tasks },
    handler: async ({ viewer, params, query }) => {
      const found = await roadmaps.listSubtasks(viewer, params.id, query)
      return paginated(found.tasks, query, found.size, MAX_LIMIT)
    },
  }),
]
