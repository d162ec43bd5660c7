import { Type } from 'typebox'
import { created, done, ok, type Route } from '../../../platform/http/routes/route.ts'
import { route, userIdOrSelfParams, type FullUser, type User, type Viewer } from '../../users/index.ts'
import type { NewSession, SessionOrigin } from './open-session.ts'
import { representSession } from './session.representation.ts'
import type { Session } from '../model/session.ts'
import {
  EndSessionsQuery,
  NewSessionRepresentation,
  SessionRepresentation,
  sessionParams,
  SessionRequest,
} from '../model/sessions.schema.ts'

/** The operations that these routes call. */
export interface SessionsOperations {
  /** Signs in by name and password, and by the code of a second factor, on a page of the platform. */
  signIn(
    sent: { readonly login: string; readonly password: string; readonly code?: string | undefined },
    origin: SessionOrigin,
  ): Promise<NewSession & { readonly user: User }>
  endSession(viewer: Viewer, id: number | 'current'): Promise<void>
  endOwnSessions(viewer: Viewer, userId: number | 'self', isCurrentIncluded: boolean): Promise<void>
  listSessions(viewer: Viewer, userId: number | 'self'): Promise<Session[]>
  /** For `Set-Cookie`: removes the cookie from the browser. */
  forgottenCookie(): string
  representUser(user: User): FullUser
  readonly isoDate: (at: Date) => string
}

const tag = 'Sessions'
const spec = 'auth.md §2.6'

export const sessionsRoutes = (sessions: SessionsOperations): Route<Viewer>[] => [
  route({
    method: 'POST',
    path: '/sessions',
    access: 'public',
    operationId: 'createSession',
    summary: 'Sign in with name and password in a browser',
    description:
      'The cookie of the answer is the credential; it counts for calls of pages of this platform only. An account with a second factor is ' +
      'asked for a `code`: 401 with the reason `second_factor.required`.',
    spec,
    tag,
    body: SessionRequest,
    responses: { 201: NewSessionRepresentation },
    errors: [400, 401, 403, 429],
    reasons: ['second_factor.required', 'second_factor.invalid'],
    handler: async ({ body, headers, ip }) => {
      const { session, user, cookie } = await sessions.signIn(
        { login: body.username, password: body.password, code: body.code },
        { headers, ip },
      )
      return created(
        {
          id: session.id,
          user: sessions.representUser(user),
          created_on: sessions.isoDate(session.signedInAt),
          expires_on: sessions.isoDate(session.expiresAt),
        },
        { 'Set-Cookie': cookie },
      )
    },
  }),
  route({
    method: 'DELETE',
    path: '/sessions/{id}',
    access: 'protected',
    isWholeAccount: true,
    operationId: 'deleteSession',
    summary: 'End a session of the caller; `current` signs out',
    spec,
    tag,
    params: sessionParams,
    responses: { 200: null },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      await sessions.endSession(viewer, params.id)
      const isOwnEnd = params.id === 'current' || params.id === viewer.sessionId
      return done(isOwnEnd ? { 'Set-Cookie': sessions.forgottenCookie() } : {})
    },
  }),
  route({
    method: 'GET',
    path: '/users/{id}/sessions',
    access: 'protected',
    isWholeAccount: true,
    operationId: 'listSessions',
    summary: 'List where the caller is signed in',
    spec,
    tag,
    params: userIdOrSelfParams,
    responses: { 200: Type.Array(SessionRepresentation, { description: 'Last used first.' }) },
    errors: [400, 401, 403],
    handler: async ({ viewer, params }) => {
      const list = await sessions.listSessions(viewer, params.id)
      return ok(list.map(session => representSession(session, viewer.sessionId, sessions.isoDate)))
    },
  }),
  route({
    method: 'DELETE',
    path: '/users/{id}/sessions',
    access: 'protected',
    isWholeAccount: true,
    operationId: 'deleteSessions',
    summary: 'Sign the caller out on all other devices',
    spec,
    tag,
    params: userIdOrSelfParams,
    query: EndSessionsQuery,
    responses: { 200: null },
    errors: [400, 401, 403],
    handler: async ({ viewer, params, query }) => {
      await sessions.endOwnSessions(viewer, params.id, query.include_current)
      return done(query.include_current ? { 'Set-Cookie': sessions.forgottenCookie() } : {})
    },
  }),
]
