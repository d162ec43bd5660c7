import { Type } from 'typebox'
import { paginated, paginationQuery } from '../../platform/http/routes/pagination.ts'
import { done, ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams, Nullable } from '../../platform/http/schemas/schema.ts'
import { MinimalUser, route, UserReference, type Viewer } from '../users/index.ts'
import type { ProjectOperations } from './projects.operations.ts'
import {
  Banner,
  HeaderBackgroundBody,
  LabelsResponse,
  ThirdPartyData,
  ThirdPartyDataQuery,
} from './model/projects.schema.ts'

const MAX_LABELS = 50
const tag = 'Projects'
const params = idParams('Id of the project.')
const ownershipParams = Type.Object(
  { project_id: Type.Integer({ description: 'Id of the project.' }) },
  { description: 'Parameters of the path.' },
)

export const projectSettingsRoutes = (projects: ProjectOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/projects/{id}/banner',
    access: 'hybrid',
    scope: 'read:project',
    operationId: 'getProjectBanner',
    summary: 'Read the banner of a project',
    spec: 'projects.md §5',
    tag,
    params,
    responses: { 200: Banner },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => ok({ message: await projects.readBanner(viewer, params.id) }),
  }),
  route({
    method: 'PUT',
    idempotency: 'answer',
    path: '/projects/{id}/banner',
    access: 'protected',
    scope: 'write:project',
    operationId: 'setProjectBanner',
    summary: 'Set the banner of a project',
    spec: 'projects.md §5',
    tag,
    params,
    body: Banner,
    responses: { 200: null },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, body }) => {
      await projects.setBanner(viewer, params.id, body.message)
      return done()
    },
  }),
  route({
    method: 'DELETE',
    idempotency: 'answer',
    path: '/projects/{id}/banner',
    access: 'protected',
    scope: 'write:project',
    operationId: 'deleteProjectBanner',
    summary: 'Remove the banner of a project',
    spec: 'projects.md §5',
    tag,
    params,
    responses: { 200: null },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      await projects.setBanner(viewer, params.id, null)
      return done()
    },
  }),
  route({
    method: 'PUT',
    idempotency: 'answer',
    path: '/projects/{id}/header_background',
    access: 'protected',
    scope: 'write:project',
    operationId: 'setProjectHeaderBackground',
    summary: 'Choose the picture behind the header of a project',
    spec: 'projects.md §5',
    tag,
    params,
    body: HeaderBackgroundBody,
    responses: { 200: null },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, body }) => {
      await projects.setHeaderBackground(viewer, params.id, body.identifier)
      return done()
    },
  }),
  route({
    method: 'DELETE',
    idempotency: 'answer',
    path: '/projects/{id}/header_background',
    access: 'protected',
    scope: 'write:project',
    operationId: 'deleteProjectHeaderBackground',
    summary: 'Remove the picture behind the header of a project',
    spec: 'projects.md §5',
    tag,
    params,
    responses: { 200: null },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      await projects.setHeaderBackground(viewer, params.id, null)
      return done()
    },
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/labels',
    access: 'hybrid',
    scope: 'read:project',
    operationId: 'listProjectLabels',
    summary: 'List the labels of a project',
    spec: 'projects.md §5',
    tag,
    params,
    query: Type.Object(
      {
        query: Type.Optional(Type.String({ description: 'Part of the text of the labels.' })),
        ...paginationQuery({ default: MAX_LABELS, max: MAX_LABELS, min: 1 }),
      },
      { description: 'Which labels, and which page of them.' },
    ),
    responses: { 200: LabelsResponse },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      const found = await projects.listLabels(viewer, params.id, query.query ?? '', query)
      const labels = found.labels.map(label => ({
        id: label.id,
        label: label.name,
        is_outline: label.isOutline,
        color: label.color,
      }))
      return paginated({ labels }, query, found.size, MAX_LABELS)
    },
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/3rd_party_integration_data',
    access: 'hybrid',
    scope: 'read:project',
    operationId: 'getThirdPartyData',
    summary: 'Read the data with which another program looks like a part of the project',
    spec: 'projects.md §5',
    tag,
    params,
    query: ThirdPartyDataQuery,
    responses: { 200: ThirdPartyData },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      const { sidebar, css } = await projects.getThirdPartyData(viewer, params.id, query.currently_active_service)
      return ok({
        project_sidebar: { is_collapsed: false, config: JSON.stringify(sidebar) },
        styles: { content: css, variant_name: 'purple', should_display_favicon_variant: false },
        references: await projects.listKeywords(viewer, params.id),
      })
    },
  }),
  route({
    method: 'GET',
    path: '/project_ownership/{project_id}',
    access: 'protected',
    operationId: 'getProjectOwner',
    summary: 'Read the owner of a project',
    spec: 'projects.md §7',
    tag,
    params: ownershipParams,
    responses: {
      200: Type.Object(
        { project_owner: Nullable(MinimalUser, { description: 'Null while there is none.' }) },
        { description: 'Owner of a project.' },
      ),
    },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => ok({ project_owner: await projects.getOwner(viewer, params.project_id) }),
  }),
  route({
    method: 'PUT',
    idempotency: 'answer',
    path: '/project_ownership/{project_id}',
    access: 'protected',
    operationId: 'setProjectOwner',
    summary: 'Give a project to one of its administrators',
    spec: 'projects.md §7',
    tag,
    params: ownershipParams,
    body: Type.Object({ project_owner: UserReference }, { description: 'The new owner.' }),
    responses: { 200: null },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, body }) => {
      await projects.setOwner(viewer, params.project_id, body.project_owner)
      return done()
    },
  }),
]
