import { Type } from 'typebox'
import { Invalid } from '../../../platform/errors.ts'
import { paginationHeaders, paginationQuery } from '../../../platform/http/routes/pagination.ts'
import { created, ok, done, type Route } from '../../../platform/http/routes/route.ts'
import { idParams } from '../../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../../users/index.ts'
import type { TemporaryFile } from '../model/file.ts'
import type { TemporaryFileOperations } from './temporary-files.module.ts'
import { MAX_CHUNK } from './temporary-file.ts'
import {
  dataQuery,
  FileData,
  NewTemporaryFile,
  NextChunk,
  TemporaryFileInfo,
  TemporaryFileList,
} from './temporary-files.schema.ts'

const represent = (file: TemporaryFile) => ({
  id: file.id,
  submitted_by: file.submittedBy,
  description: file.description,
  name: file.name,
  size: file.size,
  type: file.type,
  html_url: null,
  html_preview_url: null,
  uri: `artifact_files/${file.id}`,
})

const MAX_FILES = 50
const required = <T>(value: T | undefined, name: string): T => {
  if (value === undefined)
    throw new Invalid(`\`${name}\` is required`, { reason: 'parameter.required', parameter: name })
  return value
}

/** Properties that all these routes share. */
const commonOf = (files: TemporaryFileOperations) =>
  ({
    access: 'protected',
    spec: 'files.md §6.1',
    tag: 'Files',
    optionsHeaders: files.limits,
    everyResponse: async (viewer?: Viewer) => (viewer ? files.usageHeaders(viewer) : files.limits()),
  }) as const

export const temporaryFilesRoutes = (files: TemporaryFileOperations): Route<Viewer>[] => [
  route({
    ...commonOf(files),
    method: 'GET',
    path: '/artifact_temporary_files',
    scope: 'read:tracker',
    isWholeAccount: true,
    operationId: 'listTemporaryFiles',
    summary: 'Own files that were sent in pieces and are attached to nothing yet.',
    query: Type.Object(paginationQuery({ max: MAX_FILES, min: 1 }), { description: 'Which page.' }),
    responses: { 200: TemporaryFileList },
    errors: [400, 401],
    handler: async ({ viewer, query }) => {
      const { found, total } = await files.list(viewer, query)
      return ok(found.map(represent), paginationHeaders(query, total, MAX_FILES))
    },
  }),
  route({
    ...commonOf(files),
    method: 'POST',
    idempotency: 'answer',
    path: '/artifact_temporary_files',
    scope: 'write:tracker',
    isWholeAccount: true,
    operationId: 'createTemporaryFile',
    summary: 'Begin a file with its first piece.',
    description: 'An older way to send files; TUS (`POST /tracker_fields/{id}/files`) resumes and is faster.',
    body: NewTemporaryFile,
    responses: { 201: TemporaryFileInfo },
    errors: [400, 401],
    reasons: ['limit.quota'],
    handler: async ({ viewer, body }) => {
      const file = await files.create(viewer, {
        name: required(body.name, 'name'),
        type: required(body.mimetype, 'mimetype'),
        content: required(body.content, 'content'),
        description: body.description ?? '',
      })
      return created(represent(file))
    },
  }),
  route({
    ...commonOf(files),
    method: 'GET',
    path: '/artifact_temporary_files/{id}',
    scope: 'read:tracker',
    isWholeAccount: true,
    operationId: 'readTemporaryFile',
    summary: 'Bytes of an own temporary file.',
    params: idParams('Id of the file.'),
    query: dataQuery,
    responses: { 200: FileData },
    errors: [400, 401, 404],
    reasons: ['permission.owner'],
    handler: async ({ viewer, params, query }) => {
      const { bytes, size } = await files.read(viewer, params.id, query)
      return ok({ data: bytes.toString('base64') }, paginationHeaders(query, size, MAX_CHUNK))
    },
  }),
  route({
    ...commonOf(files),
    method: 'PUT',
    path: '/artifact_temporary_files/{id}',
    scope: 'write:tracker',
    isWholeAccount: true,
    operationId: 'appendToTemporaryFile',
    summary: 'Add the next piece to an own temporary file.',
    params: idParams('Id of the file.'),
    body: NextChunk,
    responses: { 200: TemporaryFileInfo },
    errors: [400, 401, 404],
    reasons: ['limit.quota', 'permission.owner'],
    handler: async ({ viewer, params, body }) => {
      const content = body.content ?? ''
      const file = await files.append(viewer, params.id, { content, ordinal: body.offset ?? 0 })
      return ok(represent(file))
    },
  }),
  route({
    ...commonOf(files),
    method: 'DELETE',
    idempotency: 'answer',
    path: '/artifact_temporary_files/{id}',
    scope: 'write:tracker',
    isWholeAccount: true,
    operationId: 'deleteTemporaryFile',
    summary: 'Delete an own temporary file.',
    params: idParams('Id of the file.'),
    responses: { 200: null },
    errors: [401, 404],
    reasons: ['permission.owner'],
    handler: async ({ viewer, params }) => {
      await files.delete(viewer, params.id)
      return done()
    },
  }),
]
