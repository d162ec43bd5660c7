import { Type, type Static } from 'typebox'
import { Invalid } from '../../../platform/errors.ts'
import { paginated, paginationQuery, type Page } from '../../../platform/http/routes/pagination.ts'
import { created, done, ok, type ApiResponse, type Route } from '../../../platform/http/routes/route.ts'
import { idParams } from '../../../platform/http/schemas/schema.ts'
import { route, type Viewer } from '../../users/index.ts'
import { clientIdOf, type Application, type ApplicationPage } from '../model/application.ts'
import {
  ApplicationRepresentation,
  ApplicationPatch,
  ApplicationRequest,
  NewApplicationRepresentation,
  SecretRepresentation,
} from '../model/applications.schema.ts'
import type { ApplicationWithSecret, ApplicationInput } from './create-application.ts'

const MAX_APPLICATIONS = 50
const tag = 'Applications'
const spec = 'auth.md §6.1'
const pageQuery = Type.Object(paginationQuery({ default: MAX_APPLICATIONS, max: MAX_APPLICATIONS, min: 1 }), {
  description: 'The page.',
})
const applications = Type.Array(ApplicationRepresentation, { description: 'The applications, oldest first.' })
const appParams = idParams('Id of the application.')

/** The operations that these routes call. */
export interface ApplicationOperations {
  create(viewer: Viewer, wanted: ApplicationInput): Promise<ApplicationWithSecret>
  list(viewer: Viewer, projectId: number | null, page: Page): Promise<ApplicationPage>
  get(viewer: Viewer, id: number): Promise<Application>
  change(
    viewer: Viewer,
    id: number,
    changes: Partial<Pick<Application, 'name' | 'redirectUris' | 'usesPkce'>>,
  ): Promise<Application>
  renewSecret(viewer: Viewer, id: number): Promise<ApplicationWithSecret>
  delete(viewer: Viewer, id: number): Promise<void>
  represent(apps: readonly Application[]): Promise<ApplicationRepresentation[]>
}

const represent = async (apps: ApplicationOperations, app: Application): Promise<ApplicationRepresentation> =>
  (await apps.represent([app]))[0] as ApplicationRepresentation
const list = async (
  apps: ApplicationOperations,
  viewer: Viewer,
  projectId: number | null,
  page: Page,
): Promise<ApiResponse> => {
  const { applications, size } = await apps.list(viewer, projectId, page)
  return paginated(await apps.represent(applications), page, size, MAX_APPLICATIONS)
}
const create = async (
  apps: ApplicationOperations,
  viewer: Viewer,
  projectId: number | null,
  body: Static<typeof ApplicationRequest>,
): Promise<ApiResponse> => {
  const { name, use_pkce: usesPkce, is_public: isPublic } = body
  const redirectUris = redirectUrisOf(body)
  if (!redirectUris)
    throw new Invalid('`redirect_uri` or `redirect_uris` is required', {
      reason: 'parameter.required',
      parameter: 'redirect_uri',
    })
  const { app, secret } = await apps.create(viewer, { projectId, name, redirectUris, usesPkce, isPublic })
  return created({ ...(await represent(apps, app)), client_secret: secret })
}

/** Undefined: the body names no address. */
const redirectUrisOf = (body: {
  readonly redirect_uri?: string
  readonly redirect_uris?: readonly string[]
}): readonly string[] | undefined =>
  body.redirect_uris ?? (body.redirect_uri === undefined ? undefined : [body.redirect_uri])

export const applicationsRoutes = (apps: ApplicationOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/projects/{id}/oauth2_apps',
    access: 'protected',
    operationId: 'listProjectApplications',
    summary: 'List the OAuth2 applications of a project',
    description: 'For administrators of the project.',
    spec,
    tag,
    params: idParams('Id of the project.'),
    query: pageQuery,
    responses: { 200: applications },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => list(apps, viewer, params.id, query),
  }),
  route({
    method: 'POST',
    path: '/projects/{id}/oauth2_apps',
    access: 'protected',
    operationId: 'createProjectApplication',
    summary: 'Register an OAuth2 application of a project',
    description: 'For administrators of the project. The answer is the only one that has the secret.',
    spec,
    tag,
    params: idParams('Id of the project.'),
    body: ApplicationRequest,
    responses: { 201: NewApplicationRepresentation },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, body }) => create(apps, viewer, params.id, body),
  }),
  route({
    method: 'GET',
    path: '/oauth2_apps',
    access: 'protected',
    operationId: 'listSiteApplications',
    summary: 'List the OAuth2 applications of the whole platform',
    description:
      'For site administrators: those that they registered, and those that registered themselves. Applications of projects are listed there.',
    spec,
    tag,
    query: pageQuery,
    responses: { 200: applications },
    errors: [400, 401, 403],
    handler: async ({ viewer, query }) => list(apps, viewer, null, query),
  }),
  route({
    method: 'POST',
    path: '/oauth2_apps',
    access: 'protected',
    operationId: 'createSiteApplication',
    summary: 'Register an OAuth2 application of the whole platform',
    description: 'For site administrators. The answer is the only one that has the secret.',
    spec,
    tag,
    body: ApplicationRequest,
    responses: { 201: NewApplicationRepresentation },
    errors: [400, 401, 403],
    handler: async ({ viewer, body }) => create(apps, viewer, null, body),
  }),
  route({
    method: 'GET',
    path: '/oauth2_apps/{id}',
    access: 'protected',
    operationId: 'getApplication',
    summary: 'Read an OAuth2 application',
    description: 'For those who administer what it belongs to.',
    spec,
    tag,
    params: appParams,
    responses: { 200: ApplicationRepresentation },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => ok(await represent(apps, await apps.get(viewer, params.id))),
  }),
  route({
    method: 'PATCH',
    idempotency: 'answer',
    path: '/oauth2_apps/{id}',
    access: 'protected',
    operationId: 'changeApplication',
    summary: 'Change an OAuth2 application',
    description: 'For those who administer what it belongs to. Tokens that it has stay good.',
    spec,
    tag,
    params: appParams,
    body: ApplicationPatch,
    responses: { 200: ApplicationRepresentation },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, body }) => {
      const { name, use_pkce: usesPkce } = body
      const redirectUris = redirectUrisOf(body)
      const changes = {
        ...(name !== undefined && { name }),
        ...(redirectUris !== undefined && { redirectUris }),
        ...(usesPkce !== undefined && { usesPkce }),
      }
      return ok(await represent(apps, await apps.change(viewer, params.id, changes)))
    },
  }),
  route({
    method: 'DELETE',
    idempotency: 'answer',
    path: '/oauth2_apps/{id}',
    access: 'protected',
    operationId: 'deleteApplication',
    summary: 'Delete an OAuth2 application',
    description: 'Its codes and tokens, and what users allowed it, go with it.',
    spec,
    tag,
    params: appParams,
    responses: { 200: null },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      await apps.delete(viewer, params.id)
      return done()
    },
  }),
  route({
    method: 'POST',
    path: '/oauth2_apps/{id}/secret',
    access: 'protected',
    operationId: 'renewApplicationSecret',
    summary: 'Give an OAuth2 application a new secret',
    description: 'The old one is good for nothing from then on; tokens that the application has stay good.',
    spec,
    tag,
    params: appParams,
    responses: { 201: SecretRepresentation },
    errors: [400, 401, 403, 404, 409],
    handler: async ({ viewer, params }) => {
      const { app, secret } = await apps.renewSecret(viewer, params.id)
      return created({ client_id: clientIdOf(app), client_secret: secret })
    },
  }),
]
