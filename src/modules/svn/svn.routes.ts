import { Type } from 'typebox'
import { etagHeader, preconditionOf } from '../../platform/http/headers/conditional.ts'
import { paginated, paginationQuery, type Page } from '../../platform/http/routes/pagination.ts'
import { created, ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { unboundedPagination } from '../projects/index.ts'
import { route, type Viewer } from '../users/index.ts'
import type { AccessFault } from './model/effective-access-file.ts'
import type { SvnOperations } from './svn.operations.ts'
import {
  AccessFileCheckResponse,
  AccessFileCheckBody,
  AccessFileVersionRepresentation,
  NewRepositoryBody,
  RepositoriesResponse,
  RepositoryRepresentation,
  RepositorySettingsBody,
  RevisionRepresentation,
} from './model/svn.schema.ts'

const MAX = 50
const tag = 'Subversion'
const params = idParams('Id of the repository.')
const allow = ['GET', 'PUT', 'DELETE'] as const

const representFinding = ({ line, message }: AccessFault) => ({ line: line ?? null, message })

export const svnRoutes = (repositories: SvnOperations): Route<Viewer>[] => [
  route({
    method: 'POST',
    idempotency: 'answer',
    path: '/svn',
    access: 'protected',
    scope: 'write:svn',
    operationId: 'createRepository',
    summary: 'Create a Subversion repository',
    description:
      'It can be checked out as soon as this answers. For administrators of the repositories of the project.',
    spec: 'svn.md §2',
    tag,
    body: NewRepositoryBody,
    responseHeaders: ['Etag'],
    responses: { 201: RepositoryRepresentation },
    errors: [400, 401, 403, 404, 409, 503],
    handler: async ({ viewer, body }) => {
      const { repository, etag } = await repositories.create(viewer, {
        projectId: body.project_id,
        name: body.name,
        settings: body.settings,
        layout: body.settings?.layout ?? [],
      })
      return created(repository, { Etag: etag })
    },
  }),
  route({
    method: 'GET',
    path: '/svn/{id}',
    access: 'hybrid',
    scope: 'write:svn',
    operationId: 'getRepository',
    summary: 'Read a Subversion repository',
    description: 'With its settings for administrators of the repositories of the project.',
    spec: 'svn.md §2',
    tag,
    allow,
    params,
    responseHeaders: ['Etag'],
    responses: { 200: RepositoryRepresentation },
    errors: [400, 401, 403, 404, 503],
    handler: async ({ viewer, params }) => {
      const { repository, etag } = await repositories.read(viewer, params.id)
      return ok(repository, etagHeader(etag))
    },
  }),
  route({
    method: 'PUT',
    idempotency: 'answer',
    path: '/svn/{id}',
    access: 'protected',
    scope: 'write:svn',
    operationId: 'updateRepository',
    summary: 'Replace the settings of a Subversion repository',
    description: 'All settings at once, in force for the next commit.',
    spec: 'svn.md §2',
    tag,
    allow,
    params,
    body: RepositorySettingsBody,
    conditions: true,
    responseHeaders: ['Etag'],
    responses: { 200: RepositoryRepresentation },
    errors: [400, 401, 403, 404, 503],
    handler: async ({ viewer, params, body, headers }) => {
      const precondition = preconditionOf(headers)
      const { repository, etag } = await repositories.update(viewer, params.id, body.settings, precondition)
      return ok(repository, { Etag: etag })
    },
  }),
  route({
    method: 'DELETE',
    idempotency: 'answer',
    path: '/svn/{id}',
    access: 'protected',
    scope: 'write:svn',
    operationId: 'deleteRepository',
    summary: 'Delete a Subversion repository, a minute later',
    description:
      'Until then it is there as before; afterwards the platform’s operators can bring it back for some days.',
    spec: 'svn.md §2.2',
    tag,
    allow,
    params,
    conditions: true,
    responses: { 202: null },
    errors: [400, 401, 403, 404, 503],
    handler: async ({ viewer, params, headers }) => {
      await repositories.delete(viewer, params.id, preconditionOf(headers))
      return { status: 202 }
    },
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/svn',
    access: 'hybrid',
    scope: 'write:svn',
    operationId: 'listRepositories',
    summary: 'List the Subversion repositories of a project',
    spec: 'svn.md §2',
    tag,
    params: idParams('Id of the project.'),
    query: Type.Object(
      {
        query: Type.Optional(Type.String({ description: '{"name":"…"}: the repository of that name.' })),
        ...unboundedPagination({ max: MAX, default: 10 }),
      },
      { description: 'Which repositories, and which page of them.' },
    ),
    responses: { 200: RepositoriesResponse },
    errors: [400, 401, 403, 404, 503],
    handler: async ({ viewer, params, query }) => {
      const page: Page = { limit: Math.min(Math.max(query.limit, 0), MAX), offset: Math.max(query.offset, 0) }
      const { repositories: found, size } = await repositories.listOfProject(viewer, params.id, query.query, page)
      return paginated({ repositories: found }, page, size, MAX)
    },
  }),
  route({
    method: 'POST',
    path: '/svn/{id}/access_file_check',
    access: 'protected',
    scope: 'write:svn',
    operationId: 'checkAccessFile',
    summary: 'Look at an access file without storing it',
    description: 'For administrators of the repositories of the project.',
    spec: 'svn.md §3.2',
    tag,
    params,
    body: AccessFileCheckBody,
    responses: { 200: AccessFileCheckResponse },
    errors: [400, 401, 403, 404, 503],
    handler: async ({ viewer, params, body }) => {
      const accessFile = { text: body.access_file, hasDefaultPermissions: body.has_default_permissions }
      const { faults, warnings } = await repositories.examineAccessFile(viewer, params.id, accessFile)
      return ok({ faults: faults.map(representFinding), warnings: warnings.map(representFinding) })
    },
  }),
  route({
    method: 'GET',
    path: '/svn/{id}/access_file_versions',
    access: 'protected',
    scope: 'write:svn',
    operationId: 'listAccessFileVersions',
    summary: 'List the versions of the access file of a repository',
    description: 'The newest first. For administrators of the repositories of the project.',
    spec: 'svn.md §3.2',
    tag,
    params,
    query: Type.Object(paginationQuery({ max: MAX }), { description: 'Which page.' }),
    responses: { 200: Type.Array(AccessFileVersionRepresentation, { description: 'Versions, the newest first.' }) },
    errors: [400, 401, 403, 404, 503],
    handler: async ({ viewer, params, query }) => {
      const { versions, size } = await repositories.listAccessFileVersions(viewer, params.id, query)
      return paginated(versions, query, size, MAX)
    },
  }),
  route({
    method: 'GET',
    path: '/svn/{id}/revisions',
    access: 'protected',
    scope: 'write:svn',
    operationId: 'listRevisions',
    summary: 'List the revisions of a repository',
    description:
      'The newest first. For those whom the access file lets read everything, and for administrators of the repositories of the project.',
    spec: 'svn.md §3.6',
    tag,
    params,
    query: Type.Object(
      {
        path: Type.String({
          maxLength: 4000,
          default: '',
          description:
            'Only revisions that touch it, something below it, or a directory above it that came or went. Revisions of more than 1000 paths are always there.',
        }),
        ...paginationQuery({ max: MAX }),
      },
      { description: 'Which page, of which revisions.' },
    ),
    responses: { 200: Type.Array(RevisionRepresentation, { description: 'Revisions, the newest first.' }) },
    errors: [400, 401, 403, 404, 503],
    handler: async ({ viewer, params, query }) => {
      const { revisions, size } = await repositories.listRevisions(viewer, params.id, query)
      return paginated(revisions, query, size, MAX)
    },
  }),
]
