import type { Route } from '../../../platform/http/routes/route.ts'
import { contentDisposition } from '../../files/index.ts'
import { route, type Viewer } from '../../users/index.ts'
import { trackerParams } from '../represent/artifacts.schema.ts'
import { trackerExportQuery } from './export.schema.ts'
import type { exportTracker } from './export-tracker.ts'

export const exportRoutes = (operations: {
  readonly exportTracker: ReturnType<typeof exportTracker>
}): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/trackers/{id}/export',
    access: 'hybrid',
    scope: 'read:tracker',
    operationId: 'exportTracker',
    summary: 'The artifacts of a tracker as a sheet or as lines of JSON, as far as the caller may see them.',
    description:
      'Values are written by names: labels, logins, names of user groups. In CSV a text that begins with =, +, -, @, a tab or a return ' +
      'gets a leading apostrophe, because programs for sheets would run it as a formula.',
    spec: 'integrators.md §12',
    tag: 'Artifacts',
    params: trackerParams,
    query: trackerExportQuery,
    responses: { 200: null },
    otherFormats: {
      csv: 'A line with the names of the fields, then one artifact a line.',
      ndjson: 'One artifact a line, as an import takes it.',
    },
    errors: [400, 401, 403, 404],
    reasons: ['field.unknown'],
    handler: async ({ viewer, params, query, otherFormat, signal }) => {
      const format = otherFormat === 'csv' || otherFormat === 'ndjson' ? otherFormat : query.format
      const { lines, fileName } = await operations.exportTracker(viewer, params.id, { ...query, format, signal })
      return { status: 200, lines, headers: { 'Content-Disposition': contentDisposition(fileName) } }
    },
  }),
]
