import { ok, type Route } from '../../../platform/http/routes/route.ts'
import { idParams } from '../../../platform/http/schemas/schema.ts'
import { paginationHeaders } from '../../../platform/http/routes/pagination.ts'
import { route, type Viewer } from '../../users/index.ts'
import type { readAttachment } from './read-attachment.ts'
import { chunkHeaders, MAX_CHUNK } from '../temporary/temporary-file.ts'
import { dataQuery, FileData } from '../temporary/temporary-files.schema.ts'

export const artifactFilesRoutes = (read: ReturnType<typeof readAttachment>): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/artifact_files/{id}',
    access: 'protected',
    scope: 'read:tracker',
    operationId: 'readArtifactFile',
    summary: 'Bytes of an attached file.',
    description:
      'An older way to read files; `html_url` of a file gives all of it at once. The headers of pages count bytes. Not for files that ' +
      'are attached to nothing, or were detached.',
    spec: 'files.md §6.2',
    tag: 'Files',
    params: idParams('Id of the file.'),
    query: dataQuery,
    optionsHeaders: () => chunkHeaders,
    responses: { 200: FileData },
    errors: [400, 401, 404],
    handler: async ({ viewer, params, query }) => {
      const { bytes, size } = await read(viewer, params.id, query)
      return ok(
        { data: bytes?.toString('base64') ?? null },
        { ...paginationHeaders(query, size, MAX_CHUNK), ...chunkHeaders },
      )
    },
  }),
]
