import { Type } from 'typebox'
import { paginated } from '../../platform/http/routes/pagination.ts'
import { done, ok, type Route, type RouteShape } from '../../platform/http/routes/route.ts'
import { Id, idParams } from '../../platform/http/schemas/schema.ts'
import { REPLAYED } from '../../platform/idempotency/idempotency.ts'
import { route, type Viewer } from '../users/index.ts'
import { VALUE_REASONS } from '../artifacts/index.ts'
import { kanbanRead, kanbanWrite } from './model/kanban-route.ts'
import { ItemsPatch, KanbanItem, KanbanItems, NewKanbanItem } from './model/kanbans.schema.ts'
import type { AskedPlace, getKanbanItem, listKanbanItems } from './read/list-items.ts'
import type { changeKanbanItems, createKanbanItem } from './write/change-items.ts'

const MAX_LIMIT = 100

/** Operations that the routes of this file call. */
export interface KanbanItemOperations {
  readonly listKanbanItems: ReturnType<typeof listKanbanItems>
  readonly getKanbanItem: ReturnType<typeof getKanbanItem>
  readonly changeKanbanItems: ReturnType<typeof changeKanbanItems>
  readonly createKanbanItem: ReturnType<typeof createKanbanItem>
}

const params = idParams('Id of the kanban.')
const listQuery = {
  limit: Type.Integer({ minimum: 0, default: 10, description: 'Number of elements; more than 100 count as 100.' }),
  offset: Type.Integer({ minimum: 0, default: 0, description: 'Index of the first element, from 0.' }),
  query: Type.String({
    default: '',
    description: '`{"tracker_report_id":41}`: only artifacts that this public report of the tracker finds.',
  }),
}
const columnQuery = { column_id: Id('Id of the column.') }

interface ListInput {
  readonly limit: number
  readonly offset: number
  readonly query: string
}

export const itemsRoutes = (kanbans: KanbanItemOperations): Route<Viewer>[] => {
  const answer = async (viewer: Viewer, id: number, place: AskedPlace, query: ListInput) => {
    const page = { offset: query.offset, limit: Math.min(query.limit, MAX_LIMIT) }
    const { items, size } = await kanbans.listKanbanItems(viewer, id, place, query.query, page)
    const listed = paginated({ collection: items, total_size: size }, page, size, MAX_LIMIT)
    // agile.md §2: only an OPTIONS names PATCH.
    return { ...listed, headers: { ...listed.headers, Allow: 'OPTIONS, GET' } }
  }
  const described = { ...kanbanRead, spec: 'agile.md §5.3', params, responses: { 200: KanbanItems } }
  const partList = (
    place: 'backlog' | 'archive',
    { path, operationId, summary }: Pick<RouteShape, 'path' | 'operationId' | 'summary'>,
  ): Route<Viewer> =>
    route({
      ...described,
      path,
      operationId,
      summary,
      query: Type.Object(listQuery, { description: 'Which artifacts.' }),
      handler: ({ viewer, params: { id }, query }) => answer(viewer, id, place, query),
    })
  const written = {
    ...kanbanWrite,
    method: 'PATCH',
    spec: 'agile.md §5.3',
    params,
    body: ItemsPatch,
    responses: { 200: null },
    errors: [...kanbanWrite.errors, 409, 503],
    reasons: [...VALUE_REASONS, 'permission.tracker'],
  } as const
  const partPatch = (
    place: 'backlog' | 'archive',
    { path, operationId, summary }: Pick<RouteShape, 'path' | 'operationId' | 'summary'>,
  ): Route<Viewer> =>
    route({
      ...written,
      path,
      operationId,
      summary,
      handler: async ({ viewer, params: { id }, body }) => {
        await kanbans.changeKanbanItems(viewer, id, place, body)
        return done()
      },
    })
  return [
    partList('backlog', {
      path: '/kanban/{id}/backlog',
      operationId: 'listKanbanBacklog',
      summary: 'List the artifacts without a status, by rank.',
    }),
    partList('archive', {
      path: '/kanban/{id}/archive',
      operationId: 'listKanbanArchive',
      summary: 'List the closed artifacts, by rank.',
    }),
    route({
      ...described,
      path: '/kanban/{id}/items',
      operationId: 'listKanbanItems',
      summary: 'List the artifacts of a column, by rank.',
      query: Type.Object({ ...columnQuery, ...listQuery }, { description: 'Which artifacts.' }),
      handler: ({ viewer, params: { id }, query }) => answer(viewer, id, { columnId: query.column_id }, query),
    }),
    partPatch('backlog', {
      path: '/kanban/{id}/backlog',
      operationId: 'changeKanbanBacklog',
      summary: 'Take the status from artifacts, and order those without one.',
    }),
    partPatch('archive', {
      path: '/kanban/{id}/archive',
      operationId: 'changeKanbanArchive',
      summary: 'Close artifacts with the first closed status that the workflow allows, and order the closed ones.',
    }),
    route({
      ...written,
      path: '/kanban/{id}/items',
      operationId: 'changeKanbanItems',
      summary: 'Bring artifacts to a column, and order them.',
      query: Type.Object(columnQuery, { description: 'Which column.' }),
      handler: async ({ viewer, params: { id }, query, body }) => {
        await kanbans.changeKanbanItems(viewer, id, { columnId: query.column_id }, body)
        return done()
      },
    }),
    route({
      ...kanbanWrite,
      method: 'POST',
      path: '/kanban_items',
      operationId: 'createKanbanItem',
      summary: 'Add an artifact by its title, in a column or in the backlog.',
      spec: 'agile.md §5.3',
      allow: ['GET', 'POST'],
      body: NewKanbanItem,
      bodyName: 'item',
      idempotency: 'own',
      responses: { 201: KanbanItem },
      errors: [...kanbanWrite.errors, 409],
      reasons: [...VALUE_REASONS, 'permission.tracker', 'permission.submit'],
      handler: async ({ viewer, body, call }) => {
        const { item, isReplayed } = await kanbans.createKanbanItem(viewer, body, call)
        return { status: 201, body: item, ...(isReplayed && { headers: REPLAYED }) }
      },
    }),
    route({
      ...kanbanRead,
      path: '/kanban_items/{id}',
      operationId: 'getKanbanItem',
      summary: 'Read an artifact of a kanban.',
      spec: 'agile.md §5.3',
      params: idParams('Id of the artifact.'),
      responses: { 200: KanbanItem },
      handler: async ({ viewer, params: { id } }) => ok(await kanbans.getKanbanItem(viewer, id)),
    }),
  ]
}
