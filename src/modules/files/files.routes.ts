import { ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../users/index.ts'
import type { declareFile } from './uploads/declare-file.ts'
import { downloadPath, uploadPath } from './model/file.ts'
import { DeclaredFile, FileDeclaration } from './model/files.schema.ts'

export interface FileOperations {
  readonly declare: ReturnType<typeof declareFile>
  /** Limits of uploads that are the same for all callers. */
  readonly limits: () => Readonly<Record<string, string>>
}

export const filesRoutes = (files: FileOperations): Route<Viewer>[] => [
  route({
    method: 'POST',
    idempotency: 'answer',
    path: '/tracker_fields/{id}/files',
    access: 'protected',
    scope: 'write:tracker',
    operationId: 'declareFile',
    summary: 'Announce a file for a field; its bytes are then sent to `upload_href`.',
    description:
      'The same name and size again, by the same account, answer the same file as long as it is not attached. OPTIONS tells the ' +
      'quota of bytes in files that are not attached yet in `X-QUOTA`; 429 when a file would exceed it.',
    spec: 'files.md §1',
    tag: 'Files',
    params: idParams('Id of the field.'),
    body: FileDeclaration,
    optionsHeaders: files.limits,
    responses: { 200: DeclaredFile },
    errors: [400, 401, 403, 404, 409, 429, 507],
    reasons: ['limit.quota', 'permission.field_update'],
    handler: async ({ viewer, params, body }) => {
      const { id, name, size } = await files.declare(viewer, {
        fieldId: params.id,
        name: body.name,
        size: body.file_size,
        type: body.file_type,
        description: body.description ?? '',
      })
      return ok({
        id,
        download_href: downloadPath(id, name),
        upload_href: size === 0 ? null : uploadPath(id),
      })
    },
  }),
]
