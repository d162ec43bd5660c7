import { Type } from 'typebox'
import type { Route } from '../../../platform/http/routes/route.ts'
import { Choice, idParams } from '../../../platform/http/schemas/schema.ts'
import { contentDisposition } from '../../files/index.ts'
import { route, type Viewer } from '../../users/index.ts'
import type { exportProjectLines } from './export-project.ts'

const exportQuery = Type.Object(
  {
    after: Type.Optional(
      Type.String({
        description:
          'Key of the last line of a stream that was cut: goes on behind it. Keep the cursor of the first line.',
      }),
    ),
    files: Choice(['none', 'urls'], {
      description: 'urls: a line with the address of each attachment.',
      default: 'none',
    }),
  },
  { description: 'Where to go on, and what of files.' },
)

export const projectExportRoutes = (operations: {
  readonly exportProject: ReturnType<typeof exportProjectLines>
}): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/projects/{id}/export',
    access: 'protected',
    scope: 'read:tracker',
    operationId: 'exportProject',
    summary:
      'Groups, people, trackers and artifacts with their histories, as far as a member of the project may see them.',
    description:
      'Lines in an order that an import takes. Each has a `key`. It is read as it is at each moment: with the changes since the cursor of the ' +
      'first line it is an exact copy.',
    spec: 'integrators.md §12',
    tag: 'Imports',
    params: idParams('Id of the project.'),
    query: exportQuery,
    responses: { 200: null },
    otherFormats: {
      ndjson:
        'First line `begin` with `cursor` and `at`, then project, groups, users, trackers, artifacts with their changesets and files, last ' +
        'line `end` with `counts` and `cursor`.',
    },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => ({
      status: 200,
      lines: await operations.exportProject(viewer, params.id, { after: query.after, files: query.files }),
      headers: { 'Content-Disposition': contentDisposition(`project-${params.id}.ndjson`) },
    }),
  }),
]
