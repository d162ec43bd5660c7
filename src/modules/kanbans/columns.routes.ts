import { Type } from 'typebox'
import { done, ok, type Route } from '../../platform/http/routes/route.ts'
import { Id, idParams } from '../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../users/index.ts'
import { kanbanRead, kanbanWrite } from './model/kanban-route.ts'
import {
  ColumnOrder,
  ColumnPatch,
  CumulativeFlow,
  KanbanColumn,
  NewColumn,
  ReportsBody,
} from './model/kanbans.schema.ts'
import type { getCumulativeFlow } from './read/cumulative-flow.ts'
import type {
  changeColumn,
  createColumn,
  deleteColumn,
  reorderColumns,
  replaceReports,
} from './write/change-columns.ts'

/** Operations that the routes of this file call. */
export interface ColumnOperations {
  readonly createColumn: ReturnType<typeof createColumn>
  readonly reorderColumns: ReturnType<typeof reorderColumns>
  readonly changeColumn: ReturnType<typeof changeColumn>
  readonly deleteColumn: ReturnType<typeof deleteColumn>
  readonly replaceReports: ReturnType<typeof replaceReports>
  readonly getCumulativeFlow: ReturnType<typeof getCumulativeFlow>
}

const kanbanParams = idParams('Id of the kanban.')
const common = { ...kanbanWrite, spec: 'agile.md §5.4' }
const ofColumn = {
  ...common,
  path: '/kanban_columns/{id}',
  params: idParams('Id of the column.'),
  query: Type.Object({ kanban_id: Id('Id of the kanban.') }, { description: 'Which kanban.' }),
  responses: { 200: null },
}

export const columnsRoutes = (kanbans: ColumnOperations): Route<Viewer>[] => [
  route({
    ...common,
    method: 'POST',
    path: '/kanban/{id}/columns',
    operationId: 'createKanbanColumn',
    summary: 'Add a column at the end: an open value of the status.',
    params: kanbanParams,
    body: NewColumn,
    responses: { 201: KanbanColumn },
    handler: async ({ viewer, params, body }) => ({
      status: 201,
      body: await kanbans.createColumn(viewer, params.id, body.label),
    }),
  }),

  route({
    ...common,
    method: 'PUT',
    path: '/kanban/{id}/columns',
    operationId: 'orderKanbanColumns',
    summary: 'Order the columns.',
    params: kanbanParams,
    body: ColumnOrder,
    bodyName: 'column_ids',
    responses: { 200: null },
    handler: async ({ viewer, params, body }) => {
      await kanbans.reorderColumns(viewer, params.id, body)
      return done()
    },
  }),

  route({
    ...ofColumn,
    method: 'PATCH',
    operationId: 'changeKanbanColumn',
    summary: 'Rename a column, or set how many artifacts it should hold.',
    body: ColumnPatch,
    handler: async ({ viewer, params, query, body }) => {
      await kanbans.changeColumn(viewer, query.kanban_id, params.id, body)
      return done()
    },
  }),

  route({
    ...ofColumn,
    method: 'DELETE',
    errors: [...kanbanWrite.errors, 409],
    operationId: 'deleteKanbanColumn',
    summary: 'Remove a column: its value is hidden and no longer open. Artifacts keep the value.',
    handler: async ({ viewer, params, query }) => {
      await kanbans.deleteColumn(viewer, query.kanban_id, params.id)
      return done()
    },
  }),

  route({
    ...common,
    method: 'PUT',
    path: '/kanban/{id}/tracker_reports',
    operationId: 'replaceKanbanReports',
    summary: 'Choose the reports that filter a kanban.',
    params: kanbanParams,
    body: ReportsBody,
    responses: { 200: null },
    handler: async ({ viewer, params, body }) => {
      await kanbans.replaceReports(viewer, params.id, body.tracker_report_ids)
      return done()
    },
  }),

  route({
    ...kanbanRead,
    path: '/kanban/{id}/cumulative_flow',
    operationId: 'getKanbanCumulativeFlow',
    summary: 'Read how many artifacts each part of a kanban held, day by day.',
    spec: 'agile.md §5.5',
    params: kanbanParams,
    query: Type.Object(
      {
        start_date: Type.String({ description: 'First day, `YYYY-MM-DD`.' }),
        end_date: Type.String({ description: 'Last day, `YYYY-MM-DD`; the days are counted back from it.' }),
        interval_between_point: Type.Integer({ minimum: 1, description: 'Days from one figure to the next.' }),
        query: Type.String({
          default: '',
          description: '`{"tracker_report_id":41}`: only artifacts that this public report of the tracker finds.',
        }),
      },
      { description: 'Which days.' },
    ),
    responses: { 200: CumulativeFlow },
    handler: async ({ viewer, params, query }) => ok(await kanbans.getCumulativeFlow(viewer, params.id, query)),
  }),
]
