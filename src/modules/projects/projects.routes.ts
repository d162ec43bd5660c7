import { Type } from 'typebox'
import { etagHeader, preconditionOf } from '../../platform/http/headers/conditional.ts'
import { paginated, paginationQuery } from '../../platform/http/routes/pagination.ts'
import { answerOrRehearse, outcomeSchema } from '../../platform/http/routes/rehearsal.ts'
import { created, done, ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../users/index.ts'
import type { ProjectOperations } from './projects.operations.ts'
import {
  AllProjects,
  AllProjectsQuery,
  CreatedProject,
  DryRunQuery,
  FullProject,
  MAX_ALL_PROJECTS,
  NewProjectBody,
  ProjectFieldsResponse,
  ProjectAdministrationBody,
  ProjectStatusBody,
  Service,
  ServiceBody,
  unboundedPagination,
} from './model/projects.schema.ts'

const MAX = 50
const MAX_FIELDS = 100
const tag = 'Projects'
const allow = ['GET', 'POST', 'PATCH'] as const

const name = 'project'
const ProjectOutcome = outcomeSchema(name, 'The project after the write.')

export const projectsRoutes = (projects: ProjectOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/projects',
    access: 'hybrid',
    scope: 'read:project',
    operationId: 'listProjects',
    summary: 'List the active projects that the caller may see',
    spec: 'projects.md §4',
    tag,
    allow,
    query: Type.Object(
      {
        query: Type.Optional(
          Type.String({
            description:
              'One of {"shortname":"…"}, {"is_member_of":true}, {"is_admin_of":true}, {"is_tracker_admin":true}, {"is_template":true}, {"with_status":"…"}.',
          }),
        ),
        text: Type.Optional(
          Type.String({ description: 'Words; each is part of the label or the short name. Together with `query`.' }),
        ),
        ...paginationQuery({ max: MAX }),
      },
      { description: 'Which projects, and which page of them.' },
    ),
    responses: { 200: Type.Array(FullProject, { description: 'Projects, by id.' }) },
    errors: [400, 401, 403],
    handler: async ({ viewer, query }) => {
      const found = await projects.list(viewer, { query: query.query, text: query.text ?? '' }, query)
      return paginated(await projects.represent(viewer, found.projects), query, found.size, MAX)
    },
  }),
  route({
    method: 'POST',
    idempotency: 'answer',
    path: '/projects',
    access: 'protected',
    scope: 'write:project',
    operationId: 'createProject',
    summary: 'Create a project from a template or an archive',
    description:
      'With `dry_run` nothing is created: 204 when it would work, otherwise 400 with every reason. `from_archive` takes the zip of an exported project without people and content: it is sent to `upload_href` by TUS within four hours, and imported in the background; until then nobody sees the project. `GET /projects/{id}/archive` tells how far it is.',
    spec: 'projects.md §3',
    tag,
    allow,
    query: DryRunQuery,
    body: NewProjectBody,
    bodyName: 'post_representation',
    responses: { 201: CreatedProject, 204: null },
    errors: [400, 401, 403, 429],
    handler: async ({ viewer, query, body }) => {
      const made = await projects.create(
        viewer,
        {
          shortName: body.shortname,
          label: body.label,
          isPublic: body.is_public,
          allowRestricted: body.allow_restricted,
          description: body.description ?? '',
          templateId: body.template_id,
          xmlTemplateName: body.xml_template_name,
          archive: body.from_archive && {
            fileName: body.from_archive.file_name,
            fileSize: body.from_archive.file_size,
          },
          categories: (body.categories ?? []).map(entry => ({
            categoryId: entry.category_id,
            valueId: entry.value_id,
          })),
          fields: (body.fields ?? []).map(entry => ({ fieldId: entry.field_id, value: entry.value })),
        },
        { isDryRun: query.dry_run },
      )
      if (!made) return { status: 204 }
      if ('waiting' in made) {
        const { id, uploadHref } = made.waiting
        return created({ id, uri: `projects/${id}`, upload_href: uploadHref })
      }
      const [representation] = await projects.represent(viewer, [made.project], { createdId: made.project.id })
      return created(representation)
    },
  }),
  route({
    method: 'GET',
    path: '/projects/{id}',
    access: 'hybrid',
    scope: 'read:project',
    operationId: 'getProject',
    summary: 'Read a project',
    spec: 'projects.md §5',
    tag,
    allow,
    params: idParams('Id of the project.'),
    responseHeaders: ['Etag'],
    responses: { 200: FullProject },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      const project = await projects.read(viewer, params.id)
      const [representation] = await projects.represent(viewer, [project])
      return ok(representation, etagHeader(projects.etagOf(viewer, project)))
    },
  }),
  route({
    method: 'PATCH',
    idempotency: 'answer',
    path: '/projects/{id}',
    access: 'hybrid',
    scope: 'write:project',
    operationId: 'changeProjectStatus',
    summary: 'Suspend a project, or make it active again',
    spec: 'projects.md §5',
    tag,
    allow,
    params: idParams('Id of the project.'),
    body: ProjectStatusBody,
    conditions: true,
    dryRun: ProjectOutcome,
    responseHeaders: ['Etag'],
    responses: { 200: null },
    errors: [400, 401, 403, 404],
    handler: ({ viewer, params, body, headers, isDryRun }) =>
      answerOrRehearse(isDryRun, { name, etag: () => projects.currentEtag(viewer, params.id) }, async () =>
        done({ Etag: await projects.changeStatus(viewer, params.id, body.status, preconditionOf(headers)) }),
      ),
  }),
  route({
    method: 'GET',
    path: '/site/projects',
    access: 'protected',
    operationId: 'listAllProjects',
    summary: 'List the projects of the platform, of any status and visibility',
    description: 'For site administrators and holders of the permission to manage projects.',
    spec: 'projects.md §4',
    tag,
    query: AllProjectsQuery,
    responses: { 200: AllProjects },
    errors: [400, 401, 403],
    handler: async ({ viewer, query }) => {
      const found = await projects.listAll(viewer, { text: query.query ?? '', status: query.status }, query)
      return paginated(found.projects, query, found.size, MAX_ALL_PROJECTS)
    },
  }),
  route({
    method: 'PATCH',
    idempotency: 'answer',
    path: '/site/projects/{id}',
    access: 'protected',
    operationId: 'administerProject',
    summary: 'Suspend, activate or delete a project, or make it a template',
    description:
      'For site administrators and holders of the permission to manage projects; deleting, which cannot be undone, is for site administrators.',
    spec: 'http.md §13',
    tag,
    params: idParams('Id of the project.'),
    body: ProjectAdministrationBody,
    conditions: true,
    dryRun: ProjectOutcome,
    responseHeaders: ['Etag'],
    responses: { 200: null },
    errors: [400, 401, 403, 404],
    handler: ({ viewer, params, body, headers, isDryRun }) =>
      answerOrRehearse(isDryRun, { name, etag: () => projects.currentEtag(viewer, params.id) }, async () => {
        const { status, is_template: isTemplate } = body
        const change = { ...(status !== undefined && { status }), ...(isTemplate !== undefined && { isTemplate }) }
        return done({ Etag: await projects.administer(viewer, params.id, change, preconditionOf(headers)) })
      }),
  }),
  route({
    method: 'GET',
    path: '/project_fields',
    access: 'protected',
    operationId: 'listProjectFields',
    summary: 'List the custom fields of projects',
    description: 'For those who may create projects.',
    spec: 'projects.md §3.6',
    tag,
    query: Type.Object(unboundedPagination({ max: MAX_FIELDS, default: 10 }), { description: 'Which page.' }),
    responses: { 200: ProjectFieldsResponse },
    errors: [400, 401, 403],
    handler: async ({ viewer, query }) => {
      const page = { limit: Math.min(Math.max(query.limit, 0), MAX_FIELDS), offset: Math.max(query.offset, 0) }
      const { fields, size } = await projects.listFields(viewer, page)
      const body = {
        project_fields_representation: fields.map(field => ({
          id: field.id,
          name: field.name,
          rank: field.rank,
          is_required: field.isRequired,
          description: field.description,
          type: field.type,
        })),
        total_size: fields.length,
      }
      return paginated(body, page, size, MAX_FIELDS)
    },
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/project_services',
    access: 'hybrid',
    scope: 'read:project',
    operationId: 'listServices',
    summary: 'List the services of a project',
    spec: 'projects.md §8',
    tag,
    params: idParams('Id of the project.'),
    query: Type.Object(paginationQuery({ max: MAX }), { description: 'Which page.' }),
    responses: { 200: Type.Array(Service, { description: 'Services of the catalogue, then custom ones.' }) },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      const services = await projects.listServices(viewer, params.id)
      return paginated(services.slice(query.offset, query.offset + query.limit), query, services.length, MAX)
    },
  }),
  route({
    method: 'PUT',
    idempotency: 'answer',
    path: '/project_services/{id}',
    access: 'hybrid',
    scope: 'write:project',
    operationId: 'changeService',
    summary: 'Turn a service of a project on or off',
    spec: 'projects.md §8',
    tag,
    params: idParams('Id of the service.'),
    body: ServiceBody,
    responses: { 200: null },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, body }) => {
      await projects.changeService(viewer, params.id, body.is_enabled)
      return done()
    },
  }),
]
