import { Type } from 'typebox'
import { done, ok, type Route } from '../../../platform/http/routes/route.ts'
import type { MinimalProject } from '../../projects/index.ts'
import { route, userIdOrSelfParams, type MinimalUser, type Viewer } from '../../users/index.ts'
import { clientIdOf, isUnchecked, type Application } from '../model/application.ts'
import { AUTHORIZATION_PATH } from '../model/paths.ts'
import {
  AuthorizationRepresentation,
  authorizationParams,
  DecisionResponse,
  DecisionRequest,
  InteractionRepresentation,
  interactionParams,
} from '../model/consents.schema.ts'
import type { ConsentQuestion } from './decide-interaction.ts'
import type { Authorization } from './list-authorizations.ts'

const tag = 'Applications'

/** The operations that these routes call. */
export interface ConsentOperations {
  getInteraction(viewer: Viewer, uid: string): Promise<ConsentQuestion>
  /** Returns the next address of the browser. */
  decide(viewer: Viewer, uid: string, isAllowed: boolean): Promise<string>
  listAuthorizations(viewer: Viewer, userId: number | 'self'): Promise<Authorization[]>
  revokeAuthorization(viewer: Viewer, userId: number | 'self', appId: number): Promise<void>
  /** Projects of the applications. */
  projectsOf(apps: readonly Application[]): Promise<(app: Application) => MinimalProject | null>
  representAccount(viewer: Viewer): Promise<MinimalUser>
  readonly isoDate: (at: Date) => string
}

export const consentsRoutes = (consents: ConsentOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/oauth2_interactions/{uid}',
    access: 'protected',
    isWholeAccount: true,
    operationId: 'getInteraction',
    summary: 'Read the request of an application for consent',
    description:
      'For the page that the authorization endpoint sends a browser to. In the session of that browser only.',
    spec: 'auth.md §6.3',
    tag,
    params: interactionParams,
    responses: { 200: InteractionRepresentation },
    errors: [401, 403, 404],
    handler: async ({ viewer, params }) => {
      const { app, redirectHost, scopes, query } = await consents.getInteraction(viewer, params.uid)
      const projectOf = await consents.projectsOf([app])
      return ok({
        app: { id: app.id, name: app.name, project: projectOf(app), is_self_registered: isUnchecked(app) },
        redirect_host: redirectHost,
        scopes: scopes.map(({ identifier, isNew }) => ({ identifier, is_new: isNew })),
        account: await consents.representAccount(viewer),
        request_path: `${AUTHORIZATION_PATH}?${query}`,
      })
    },
  }),
  route({
    method: 'POST',
    path: '/oauth2_interactions/{uid}',
    access: 'protected',
    isWholeAccount: true,
    operationId: 'decideInteraction',
    summary: 'Allow an application what it asks for, or refuse it',
    description: 'The scopes replace those that the application had before. In the session of the browser only.',
    spec: 'auth.md §6.3',
    tag,
    params: interactionParams,
    body: DecisionRequest,
    responses: { 200: DecisionResponse },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, body }) =>
      ok({ redirect_to: await consents.decide(viewer, params.uid, body.decision === 'allow') }),
  }),
  route({
    method: 'GET',
    path: '/users/{id}/oauth2_authorizations',
    access: 'protected',
    isWholeAccount: true,
    operationId: 'listAuthorizations',
    summary: 'List the applications that the caller allowed something',
    spec: 'auth.md §6.8',
    tag,
    params: userIdOrSelfParams,
    responses: { 200: Type.Array(AuthorizationRepresentation, { description: 'The last one first.' }) },
    errors: [400, 401, 403],
    handler: async ({ viewer, params }) => {
      const list = await consents.listAuthorizations(viewer, params.id)
      const projectOf = await consents.projectsOf(list.map(({ app }) => app))
      return ok(
        list.map(({ app, scopes, grantedAt, lastUsedAt }) => ({
          app: { id: app.id, name: app.name, client_id: clientIdOf(app), project: projectOf(app) },
          scopes,
          granted_on: consents.isoDate(grantedAt),
          last_used_on: lastUsedAt && consents.isoDate(lastUsedAt),
        })),
      )
    },
  }),
  route({
    method: 'DELETE',
    idempotency: 'answer',
    path: '/users/{id}/oauth2_authorizations/{app_id}',
    access: 'protected',
    isWholeAccount: true,
    operationId: 'revokeAuthorization',
    summary: 'Take from an application what the caller allowed it',
    description: 'Its codes and tokens for the caller end at once.',
    spec: 'auth.md §6.8',
    tag,
    params: authorizationParams,
    responses: { 200: null },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      await consents.revokeAuthorization(viewer, params.id, params.app_id)
      return done()
    },
  }),
]
