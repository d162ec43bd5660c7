import { Type } from 'typebox'
import { paginated, paginationHeaders } from '../../../platform/http/routes/pagination.ts'
import { created, json, ok, type Route } from '../../../platform/http/routes/route.ts'
import { route, type Viewer } from '../../users/index.ts'
import { trackerParams } from '../represent/artifacts.schema.ts'
import type { ReportOperations } from './reports.operations.ts'
import {
  NewReportBody,
  ReportArtifacts,
  reportArtifactsQuery,
  ReportBody,
  reportParams,
  reportQuery,
  ReportRepresentation,
  reportsQuery,
  ReportWithQuery,
} from './reports.schema.ts'
import type { ReportInput } from './write-report.ts'

const SCOPE = 'read:tracker'
const TAG = 'Reports'

export const reportRoutes = (reports: ReportOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/trackers/{id}/tracker_reports',
    access: 'hybrid',
    scope: SCOPE,
    operationId: 'listTrackerReports',
    summary: "Lists the reports of a tracker: public ones and the requester's own.",
    spec: 'trackers.md §5',
    tag: TAG,
    params: trackerParams,
    query: reportsQuery,
    responses: { 200: Type.Array(ReportRepresentation, { description: 'The default one first, then by name.' }) },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      const { reports: found, size } = await reports.list(viewer, params.id, query)
      return paginated(found, query, size, 1000)
    },
  }),

  route({
    method: 'GET',
    path: '/tracker_reports/{id}',
    access: 'hybrid',
    scope: SCOPE,
    operationId: 'getReport',
    summary: 'Reads a report with what it asks for.',
    spec: 'trackers.md §5',
    tag: TAG,
    params: reportParams,
    query: reportQuery,
    responses: { 200: ReportWithQuery },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => ok(await reports.get(viewer, params.id)),
  }),

  route({
    method: 'GET',
    path: '/tracker_reports/{id}/artifacts',
    access: 'hybrid',
    scope: SCOPE,
    operationId: 'listReportArtifacts',
    summary: 'Lists the artifacts that a report finds, by id.',
    spec: 'trackers.md §5',
    tag: TAG,
    params: reportParams,
    query: reportArtifactsQuery,
    responses: { 200: ReportArtifacts },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query, signal }) => {
      const { json: text, size } = await reports.run(viewer, params.id, {
        values: query.values,
        tableRendererId: query.table_renderer_id,
        format: query.output_format,
        limit: query.limit,
        offset: query.offset,
        signal,
      })
      return json(text, paginationHeaders(query, size, 50))
    },
  }),

  route({
    method: 'POST',
    idempotency: 'answer',
    path: '/tracker_reports',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'createReport',
    summary: 'Saves a search of artifacts as a report.',
    description: 'Criteria and query are checked as if they were run. Beyond the reference platform.',
    spec: 'trackers.md §5',
    tag: TAG,
    body: NewReportBody,
    responses: { 201: ReportWithQuery },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, body }) => created(await reports.create(viewer, body.tracker.id, inputOf(body))),
  }),

  route({
    method: 'PUT',
    idempotency: 'answer',
    path: '/tracker_reports/{id}',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'updateReport',
    summary: 'Replaces a report: one of your own, or a public one of a tracker that you administer.',
    spec: 'trackers.md §5',
    tag: TAG,
    params: reportParams,
    body: ReportBody,
    responses: { 200: ReportWithQuery },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, body }) => ok(await reports.update(viewer, params.id, inputOf(body))),
  }),

  route({
    method: 'DELETE',
    idempotency: 'answer',
    path: '/tracker_reports/{id}',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'deleteReport',
    summary: 'Deletes a report: one of your own, or a public one of a tracker that you administer.',
    spec: 'trackers.md §5',
    tag: TAG,
    params: reportParams,
    responses: { 204: null },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      await reports.delete(viewer, params.id)
      return { status: 204 }
    },
  }),
]

const inputOf = (body: ReportBody): ReportInput => ({
  label: body.label,
  description: body.description,
  isPublic: body.is_public,
  isDefault: body.is_default,
  expertQuery: body.expert_query,
  criteria: body.criteria,
  columns: body.columns,
})
