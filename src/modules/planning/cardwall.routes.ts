import { Type } from 'typebox'
import { preconditionOf } from '../../platform/http/headers/conditional.ts'
import { paginated, paginationQuery } from '../../platform/http/routes/pagination.ts'
import { done, ok, type Route } from '../../platform/http/routes/route.ts'
import { Id, idParams } from '../../platform/http/schemas/schema.ts'
import { VALUE_REASONS } from '../artifacts/index.ts'
import { route, type Viewer } from '../users/index.ts'
import type { changeCard, changeRemainingEffort } from './cardwall/change-card.ts'
import type { changeCell } from './cardwall/change-cell.ts'
import type { getCardwall } from './cardwall/get-cardwall.ts'
import type {
  getTaskboardCard,
  listTaskboardCards,
  listTaskboardChildren,
  listTaskboardColumns,
} from './cardwall/taskboard.ts'
import {
  CardBody,
  CardwallSchema,
  CellPatch,
  TaskboardCard,
  TaskboardCardPatch,
  TaskboardColumn,
} from './model/cardwall.schema.ts'
import { planningRead } from './model/planning-route.ts'

const MAX_LIMIT = 100

/** Operations that the routes of this file call. */
export interface CardwallOperations {
  readonly getCardwall: ReturnType<typeof getCardwall>
  readonly changeCard: ReturnType<typeof changeCard>
  readonly listTaskboardColumns: ReturnType<typeof listTaskboardColumns>
  readonly listTaskboardCards: ReturnType<typeof listTaskboardCards>
  readonly getTaskboardCard: ReturnType<typeof getTaskboardCard>
  readonly listTaskboardChildren: ReturnType<typeof listTaskboardChildren>
  readonly changeRemainingEffort: ReturnType<typeof changeRemainingEffort>
  readonly changeCell: ReturnType<typeof changeCell>
}

const write = {
  access: 'protected',
  scope: 'write:tracker',
  tag: 'Planning',
  idempotency: 'answer',
  reasons: [...VALUE_REASONS, 'permission.tracker'],
} as const

const pageQuery = paginationQuery({ min: 1, max: MAX_LIMIT, default: MAX_LIMIT })
const milestoneQuery = {
  milestone_id: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Id of the milestone.' }),
}
const cards = Type.Array(TaskboardCard, { description: 'Cards of the page.' })
const cardParams = idParams('Id of the artifact.')

export const cardwallRoutes = (planning: CardwallOperations): Route<Viewer>[] => [
  route({
    ...planningRead,
    path: '/milestones/{id}/cardwall',
    operationId: 'getCardwall',
    summary: 'Read the cards of a milestone in their columns.',
    spec: 'agile.md §6',
    params: idParams('Id of the milestone.'),
    responses: { 200: CardwallSchema },
    handler: async ({ viewer, params }) => ok(await planning.getCardwall(viewer, params.id)),
  }),

  route({
    ...write,
    method: 'PUT',
    path: '/cards/{id}',
    operationId: 'changeCard',
    summary: 'Change title, column and values of a card.',
    description:
      'A card of a cardwall may be sent back. A column stands for the first of its values that workflow and dependencies of fields allow; ' +
      'a column without a value for the card is ignored.',
    spec: 'agile.md §6',
    params: Type.Object(
      { id: Type.String({ pattern: '^[0-9]{1,15}_[0-9]{1,15}$', description: '`{planning}_{artifact}`' }) },
      { description: 'Parameters of the path.' },
    ),
    body: CardBody,
    responses: { 200: null },
    errors: [400, 401, 403, 404, 503],
    handler: async ({ viewer, params, body }) => {
      const [planningId = 0, artifactId = 0] = params.id.split('_').map(Number)
      await planning.changeCard(viewer, { planningId, artifactId }, body)
      return done()
    },
  }),

  route({
    ...planningRead,
    path: '/taskboard/{id}/columns',
    operationId: 'listTaskboardColumns',
    summary: 'List the columns of the taskboard of a milestone.',
    spec: 'agile.md §7',
    params: idParams('Id of the milestone.'),
    query: Type.Object(pageQuery, { description: 'Which page.' }),
    responses: { 200: Type.Array(TaskboardColumn, { description: 'Columns of the page, in their order.' }) },
    errors: [400, 401, 404],
    handler: async ({ viewer, params, query }) => {
      const columns = await planning.listTaskboardColumns(viewer, params.id)
      return paginated(columns.slice(query.offset, query.offset + query.limit), query, columns.length, MAX_LIMIT)
    },
  }),

  route({
    ...planningRead,
    path: '/taskboard/{id}/cards',
    operationId: 'listTaskboardCards',
    summary: 'List the content of a milestone as cards of its taskboard, by rank.',
    spec: 'agile.md §7',
    params: idParams('Id of the milestone.'),
    query: Type.Object(pageQuery, { description: 'Which page.' }),
    responses: { 200: cards },
    errors: [400, 401, 404],
    handler: async ({ viewer, params, query }) => {
      const found = await planning.listTaskboardCards(viewer, params.id, query)
      return paginated(found.cards, query, found.size, MAX_LIMIT)
    },
  }),

  route({
    ...planningRead,
    path: '/taskboard_cards/{id}',
    operationId: 'getTaskboardCard',
    summary: 'Read a card of a taskboard.',
    spec: 'agile.md §7',
    params: cardParams,
    query: Type.Object(milestoneQuery, { description: 'Which taskboard.' }),
    responses: { 200: TaskboardCard },
    errors: [400, 401, 404],
    handler: async ({ viewer, params, query }) =>
      ok(await planning.getTaskboardCard(viewer, params.id, query.milestone_id)),
  }),

  route({
    ...planningRead,
    path: '/taskboard_cards/{id}/children',
    operationId: 'listTaskboardChildren',
    summary: 'List the children of a card of a taskboard, by rank.',
    spec: 'agile.md §7',
    params: cardParams,
    query: Type.Object({ ...milestoneQuery, ...pageQuery }, { description: 'Which taskboard, and which page.' }),
    responses: { 200: cards },
    errors: [400, 401, 404],
    handler: async ({ viewer, params, query }) => {
      const found = await planning.listTaskboardChildren(viewer, params.id, query.milestone_id, query)
      return paginated(found.cards, query, found.size, MAX_LIMIT)
    },
  }),

  route({
    ...write,
    method: 'PATCH',
    path: '/taskboard_cards/{id}',
    operationId: 'changeRemainingEffort',
    summary: 'Change the remaining effort of a card.',
    description: 'A computed effort becomes a manual one.',
    spec: 'agile.md §7',
    params: cardParams,
    body: TaskboardCardPatch,
    conditions: true,
    responses: { 200: null },
    errors: [400, 401, 403, 404, 412, 503],
    handler: async ({ viewer, params, body, headers }) => {
      await planning.changeRemainingEffort(viewer, params.id, body.remaining_effort, preconditionOf(headers))
      return done()
    },
  }),

  route({
    ...write,
    method: 'PATCH',
    path: '/taskboard_cells/{swimlane_id}/column/{column_id}',
    operationId: 'changeTaskboardCell',
    summary: 'Move a card of a swimlane to a column, and order the children of the swimlane.',
    description:
      'A column with several values for the card gives it the first that workflow and dependencies of fields allow. Both happen, or none.',
    spec: 'agile.md §7',
    params: Type.Object(
      { swimlane_id: Id('Id of the planned artifact.'), column_id: Id('Id of the column.') },
      { description: 'Parameters of the path.' },
    ),
    body: CellPatch,
    responses: { 200: null },
    errors: [400, 401, 403, 404, 409, 503],
    handler: async ({ viewer, params, body }) => {
      const place = { swimlaneId: params.swimlane_id, columnId: params.column_id }
      await planning.changeCell(viewer, place, body)
      return done()
    },
  }),
]
