import { Type } from 'typebox'
import type { Deprecation } from '../../platform/http/headers/deprecation.ts'
import { paginated, paginationQuery, type Page } from '../../platform/http/routes/pagination.ts'
import { created, done, ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { route, userIdOrSelfParams, type Actor, type Viewer } from '../users/index.ts'
import type { AccessKey } from './model/access-key.ts'
import {
  AccessKeyRepresentation,
  accessKeyParams,
  AccessKeyRequest,
  AccessKeyScopes,
  NewAccessKeyRepresentation,
  TokenRepresentation,
  tokenParams,
  TokenRequest,
} from './model/auth.schema.ts'

import { accessKeyScopes, describedScopes } from './model/scopes.ts'
import type { AccessKeyInput } from './access-keys/create-access-key.ts'
import type { NewToken } from './access-keys/create-token.ts'
import type { AccessKeyPage } from './access-keys/list-access-keys.ts'

const MAX_KEYS = 50

/** Tokens of 24 hours, which access keys replace. */
const TOKENS_GO: Deprecation = {
  since: '2026-12-01',
  sunset: '2028-12-31',
  documentation: '/help/access#access-keys',
}

/** The operations that the routes of this module call. */
export interface AuthOperations {
  createToken(login: string, password: string, ip: string): Promise<NewToken>
  /** Deletes all tokens of the caller, or the given one. */
  deleteTokens(viewer: Viewer, token?: string): Promise<void>
  createAccessKey(wanted: AccessKeyInput, actor: Actor): Promise<string>
  getAccessKey(viewer: Viewer, id: number | 'self', ip: string): Promise<AccessKey>
  deleteAccessKey(viewer: Viewer, id: number): Promise<void>
  listAccessKeys(viewer: Viewer, userId: number | 'self', page: Page): Promise<AccessKeyPage>
  representAccessKeys(viewer: Viewer, keys: readonly AccessKey[]): Promise<AccessKeyRepresentation[]>
}

export const authRoutes = (auth: AuthOperations): Route<Viewer>[] => [
  route({
    method: 'POST',
    path: '/tokens',
    access: 'public',
    operationId: 'createToken',
    summary: 'Sign in for 24 hours (deprecated: use access keys)',
    deprecation: TOKENS_GO,
    spec: 'base.md §4.7c, auth.md §3',
    tag: 'Tokens and access keys',
    allow: ['POST', 'DELETE'],
    body: TokenRequest,
    responses: { 200: TokenRepresentation },
    errors: [400, 401],
    handler: async ({ body, ip }) => {
      const { userId, token } = await auth.createToken(body.username, body.password, ip)
      return ok({ user_id: String(userId), token, uri: `/api/tokens/${token}` })
    },
  }),
  route({
    method: 'DELETE',
    path: '/tokens',
    access: 'protected',
    isWholeAccount: true,
    operationId: 'deleteTokens',
    summary: 'End all tokens of the caller',
    deprecation: TOKENS_GO,
    spec: 'auth.md §3',
    tag: 'Tokens and access keys',
    allow: ['POST', 'DELETE'],
    responses: { 200: null },
    errors: [401],
    handler: async ({ viewer }) => {
      await auth.deleteTokens(viewer)
      return done()
    },
  }),
  route({
    method: 'DELETE',
    path: '/tokens/{token}',
    access: 'protected',
    isWholeAccount: true,
    operationId: 'deleteToken',
    summary: 'End a token of the caller',
    deprecation: TOKENS_GO,
    spec: 'auth.md §3',
    tag: 'Tokens and access keys',
    params: tokenParams,
    responses: { 200: null },
    errors: [400, 401],
    handler: async ({ viewer, params }) => {
      await auth.deleteTokens(viewer, params.token)
      return done()
    },
  }),
  route({
    method: 'POST',
    path: '/access_keys',
    access: 'protected',
    operationId: 'createAccessKey',
    summary: 'Make a personal access key',
    spec: 'auth.md §4.3',
    tag: 'Tokens and access keys',
    body: AccessKeyRequest,
    responses: { 201: NewAccessKeyRepresentation },
    errors: [400, 401, 403],
    handler: async ({ viewer, body }) => {
      const wanted = {
        userId: viewer.userId,
        description: body.description ?? '',
        scopes: body.scopes,
        projectIds: body.projects ?? null,
        expiration: body.expiration_date ?? null,
      }
      return created({ identifier: await auth.createAccessKey(wanted, viewer) })
    },
  }),
  route({
    method: 'GET',
    path: '/access_keys/{id}',
    access: 'protected',
    operationId: 'getAccessKey',
    summary: 'Read an access key of the caller',
    spec: 'auth.md §4.3',
    tag: 'Tokens and access keys',
    allow: ['POST', 'DELETE'],
    params: accessKeyParams,
    responses: { 200: AccessKeyRepresentation },
    errors: [400, 401, 404],
    handler: async ({ viewer, params, ip }) => {
      const [body] = await auth.representAccessKeys(viewer, [await auth.getAccessKey(viewer, params.id, ip)])
      return ok(body)
    },
  }),
  route({
    method: 'DELETE',
    path: '/access_keys/{id}',
    access: 'protected',
    operationId: 'deleteAccessKey',
    summary: 'Delete an access key of the caller',
    spec: 'auth.md §4.3',
    tag: 'Tokens and access keys',
    allow: ['POST', 'DELETE'],
    params: idParams('Id of the key.'),
    responses: { 200: null },
    errors: [400, 401, 403],
    handler: async ({ viewer, params }) => {
      await auth.deleteAccessKey(viewer, params.id)
      return done()
    },
  }),
  route({
    method: 'GET',
    path: '/access_key_scopes',
    access: 'public',
    operationId: 'listAccessKeyScopes',
    summary: 'List the scopes that access keys can have on this platform',
    spec: 'auth.md §4.2',
    tag: 'Tokens and access keys',
    responses: { 200: AccessKeyScopes },
    errors: [],
    handler: async () => ok(accessKeyScopes.map(identifier => ({ identifier, ...describedScopes[identifier] }))),
  }),
  route({
    method: 'GET',
    path: '/users/{id}/access_keys',
    access: 'protected',
    operationId: 'listAccessKeys',
    summary: 'List the access keys of the caller',
    spec: 'auth.md §4.3',
    tag: 'Tokens and access keys',
    params: userIdOrSelfParams,
    query: Type.Object(paginationQuery({ default: 50, max: MAX_KEYS, min: 1 }), { description: 'The page.' }),
    responses: { 200: Type.Array(AccessKeyRepresentation, { description: 'The keys, oldest first.' }) },
    errors: [400, 401, 403],
    handler: async ({ viewer, params, query }) => {
      const { keys, size } = await auth.listAccessKeys(viewer, params.id, query)
      return paginated(await auth.representAccessKeys(viewer, keys), query, size, MAX_KEYS)
    },
  }),
]
