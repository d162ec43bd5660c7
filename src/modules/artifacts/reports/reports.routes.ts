import { Type } from 'typebox'
import { etagHeader, preconditionOf } from '../../../platform/http/headers/conditional.ts'
import { paginated, paginationHeaders } from '../../../platform/http/routes/pagination.ts'
import { answerOrRehearse, outcomeSchema } from '../../../platform/http/routes/rehearsal.ts'
import { created, json, ok, type Route } from '../../../platform/http/routes/route.ts'
import { snapshotHeaders } from '../../../platform/list-snapshots/list-snapshots.ts'
import { route, type Viewer } from '../../users/index.ts'
import { trackerParams } from '../represent/artifacts.schema.ts'
import type { TimeReader } from '../past/rewind.ts'
import { keptBy } from '../read/kept-by.ts'
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
const ReportOutcome = outcomeSchema('report', 'The report after the write.')

export const reportRoutes = (reports: ReportOperations, times: TimeReader): Route<Viewer>[] => [
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
    responses: {
      200: Type.Union(
        [
          Type.Array(ReportRepresentation, { description: 'The default one first, then by name.' }),
          Type.Array(ReportWithQuery, { description: 'The same with `with=query`.' }),
        ],
        { description: 'The reports of the page.' },
      ),
    },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      const { reports: found, size } = await reports.list(viewer, params.id, query, query.with === 'query')
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
    responseHeaders: ['Etag'],
    responses: { 200: ReportWithQuery },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      const { report, etag } = await reports.get(viewer, params.id)
      return ok(report, etagHeader(etag))
    },
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
    errors: [400, 401, 403, 404, 410],
    reasons: ['field.unknown', 'as_of.too_many', 'snapshot.gone', 'snapshot.too_large'],
    handler: async request => {
      const { viewer, params, query, signal } = request
      const {
        json: text,
        size,
        kept,
      } = await reports.run(viewer, params.id, {
        values: query.values,
        tableRendererId: query.table_renderer_id,
        format: query.output_format,
        limit: query.limit,
        offset: query.offset,
        at: query.as_of === undefined ? undefined : times.time(query.as_of, 'as_of'),
        kept: keptBy(request, query.snapshot),
        signal,
      })
      return json(text, { ...paginationHeaders(query, size, 50), ...snapshotHeaders(kept) })
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
    dryRun: ReportOutcome,
    responseHeaders: ['Etag'],
    responses: { 201: ReportWithQuery },
    errors: [400, 401, 403, 404],
    reasons: ['field.unknown'],
    handler: ({ viewer, body, isDryRun }) =>
      answerOrRehearse(isDryRun, { name: 'report', shown: withoutNewIds }, async () => {
        const { report, etag } = await reports.create(viewer, body.tracker.id, inputOf(body))
        return created(report, etagHeader(etag))
      }),
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
    conditions: true,
    dryRun: ReportOutcome,
    responseHeaders: ['Etag'],
    responses: { 200: ReportWithQuery },
    errors: [400, 401, 403, 404],
    reasons: ['field.unknown'],
    handler: ({ viewer, params, body, headers, isDryRun }) =>
      answerOrRehearse(
        isDryRun,
        {
          name: 'report',
          etag: async () => (await reports.get(viewer, params.id)).etag,
          shown: withoutTableIds,
        },
        async () => {
          const { report, etag } = await reports.update(viewer, params.id, inputOf(body), preconditionOf(headers))
          return ok(report, etagHeader(etag))
        },
      ),
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
    conditions: true,
    dryRun: ReportOutcome,
    responses: { 204: null },
    errors: [400, 401, 403, 404],
    handler: ({ viewer, params, headers, isDryRun }) =>
      answerOrRehearse(
        isDryRun,
        { name: 'report', etag: async () => (await reports.get(viewer, params.id)).etag },
        async () => {
          await reports.delete(viewer, params.id, preconditionOf(headers))
          return { status: 204 }
        },
      ),
  }),
]

/** The tables that a dry run makes do not exist. */
const withoutTableIds = (report: object): object => {
  const { renderers = [] } = report as { renderers?: readonly object[] }
  return { ...report, renderers: renderers.map(table => ({ ...table, id: null })) }
}

const withoutNewIds = (report: object): object => ({
  ...withoutTableIds(report),
  id: null,
  uri: null,
  resources: [],
})

const inputOf = (body: ReportBody): ReportInput => ({
  label: body.label,
  description: body.description,
  isPublic: body.is_public,
  isDefault: body.is_default,
  expertQuery: body.expert_query,
  criteria: body.criteria,
  columns: body.columns,
  view: body.view ?? null,
})
