import { Type } from 'typebox'
import { paginated, paginationQuery } from '../../platform/http/routes/pagination.ts'
import { done, ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../users/index.ts'
import { kanbanRead, kanbanWrite } from './model/kanban-route.ts'
import { KanbanPatch, KanbanSchema, ListedKanban, NewKanbanBody } from './model/kanbans.schema.ts'
import type { getKanban, listProjectKanbans } from './read/list-kanbans.ts'
import type { changeKanban, createKanban, removeKanban } from './write/change-kanbans.ts'

const MAX_LIMIT = 50

/** Operations that the routes of this file call. */
export interface KanbanOperations {
  readonly listProjectKanbans: ReturnType<typeof listProjectKanbans>
  readonly createKanban: ReturnType<typeof createKanban>
  readonly getKanban: ReturnType<typeof getKanban>
  readonly changeKanban: ReturnType<typeof changeKanban>
  readonly removeKanban: ReturnType<typeof removeKanban>
}

const ofProject = { path: '/projects/{id}/kanbans', spec: 'agile.md §8.4', params: idParams('Id of the project.') }
const ofKanban = { path: '/kanban/{id}', spec: 'agile.md §5.2', params: idParams('Id of the kanban.') }

export const kanbansRoutes = (kanbans: KanbanOperations): Route<Viewer>[] => [
  route({
    ...kanbanRead,
    ...ofProject,
    scope: 'read:project',
    operationId: 'listKanbans',
    summary: 'List the kanbans of a project whose trackers the caller sees, by id.',
    query: Type.Object(paginationQuery({ max: MAX_LIMIT }), { description: 'Which page.' }),
    responses: { 200: Type.Array(ListedKanban, { description: 'Kanbans of the page.' }) },
    handler: async ({ viewer, params, query }) => {
      const { kanbans: listed, size } = await kanbans.listProjectKanbans(viewer, params.id, query)
      return paginated(listed, query, size, MAX_LIMIT)
    },
  }),

  route({
    ...kanbanWrite,
    ...ofProject,
    method: 'POST',
    scope: 'write:project',
    operationId: 'createKanban',
    summary: 'Make a kanban over a tracker, as an administrator of the project.',
    body: NewKanbanBody,
    responses: { 201: KanbanSchema },
    handler: async ({ viewer, params, body }) => ({
      status: 201,
      body: await kanbans.createKanban(viewer, params.id, body),
    }),
  }),

  route({
    ...kanbanRead,
    ...ofKanban,
    operationId: 'getKanban',
    summary: 'Read a kanban: its columns with their limits, and what the caller may do.',
    responses: { 200: KanbanSchema },
    handler: async ({ viewer, params }) => ok(await kanbans.getKanban(viewer, params.id)),
  }),

  route({
    ...kanbanWrite,
    ...ofKanban,
    method: 'PATCH',
    operationId: 'changeKanban',
    summary: 'Rename or promote a kanban, or fold parts of it for oneself.',
    body: KanbanPatch,
    responses: { 200: null },
    handler: async ({ viewer, params, body }) => {
      await kanbans.changeKanban(viewer, params.id, body)
      return done()
    },
  }),

  route({
    ...kanbanWrite,
    ...ofKanban,
    method: 'DELETE',
    operationId: 'deleteKanban',
    summary: 'Delete a kanban; artifacts and values of the status stay.',
    responses: { 200: null },
    handler: async ({ viewer, params }) => {
      await kanbans.removeKanban(viewer, params.id)
      return done()
    },
  }),
]
