import { Type } from 'typebox'
import { NotFound, Unauthorized } from '../../platform/errors.ts'
import { paginated, type Page } from '../../platform/http/routes/pagination.ts'
import { created, done, ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import type { createDashboard, listDashboards } from './read/dashboards.ts'
import { route } from './model/user-route.ts'
import { MAX_USERS, type FoundUsers } from './read/search-users.ts'
import type { User } from './model/user.ts'
import type { UserRepresentations } from './read/user.representation.ts'
import type { UserQueries } from './read/user-queries.ts'
import {
  Dashboard,
  DashboardBody,
  DashboardsQuery,
  type FullUser,
  MAX_DASHBOARDS,
  type MinimalUser,
  Preference,
  PreferenceBody,
  PreferenceQuery,
  SearchUsersQuery,
  UserRepresentation,
  userIdOrSelfParams,
  UserPatchBody,
  type UserPatch,
} from './model/users.schema.ts'
import type { Viewer } from './model/viewer.ts'

/** The operations that the routes of this module call. */
export interface UsersOperations extends UserQueries, UserRepresentations {
  search(query: string, page: Page): Promise<FoundUsers>
  patch(viewer: Viewer, id: number, patch: UserPatch): Promise<boolean>
  getPreference(viewer: Viewer, id: number | 'self', key: string): Promise<string | undefined>
  /** Undefined removes the preference. */
  setPreference(viewer: Viewer, id: number | 'self', key: string, value: string | undefined): Promise<void>
  readonly listDashboards: ReturnType<typeof listDashboards>
  readonly createDashboard: ReturnType<typeof createDashboard>
}

/** users.md §2: only signed-in callers see e-mail and status. */
const represent = (users: UsersOperations, viewer: Viewer, user: User): FullUser | MinimalUser =>
  viewer.isAnonymous ? users.representMinimal(user) : users.representFull(user, undefined, viewer.nameStyle)

export const usersRoutes = (users: UsersOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/users',
    access: 'hybrid',
    operationId: 'searchUsers',
    summary: 'Find users by words of their names, or one by its exact login or e-mail address',
    spec: 'users.md §3',
    tag: 'Users',
    allow: ['GET', 'PATCH'],
    query: SearchUsersQuery,
    responses: { 200: Type.Array(UserRepresentation, { description: 'The users found, by login.' }) },
    errors: [400, 401],
    handler: async ({ viewer, query }) => {
      // http.md §6: this route declares no bounds, so a value outside is set to the nearest bound.
      const page = { limit: Math.min(Math.max(query.limit, 0), MAX_USERS), offset: Math.max(query.offset, 0) }
      const found = await users.search(query.query, page)
      const body = found.users.map(user => represent(users, viewer, user))
      return paginated(body, page, found.size, MAX_USERS)
    },
  }),
  route({
    method: 'GET',
    path: '/users/{id}',
    access: 'hybrid',
    operationId: 'getUser',
    summary: 'Read a user',
    spec: 'users.md §2',
    tag: 'Users',
    allow: ['GET', 'PATCH'],
    params: userIdOrSelfParams,
    responses: { 200: UserRepresentation },
    errors: [400, 401, 404],
    handler: async ({ viewer, params }) => {
      if (params.id === 'self' && viewer.isAnonymous) throw new Unauthorized('', { reason: 'credentials.missing' })
      const user = await users.get(params.id === 'self' ? viewer.userId : params.id)
      if (!user) throw new NotFound('There is no such user')
      return ok(represent(users, viewer, user))
    },
  }),
  route({
    method: 'PATCH',
    idempotency: 'answer',
    path: '/users/{id}',
    access: 'protected',
    operationId: 'patchUser',
    summary: 'Change status, names or e-mail address of a user',
    description: 'For site administrators and holders of the user management permission.',
    spec: 'users.md §4',
    tag: 'Users',
    allow: ['GET', 'PATCH'],
    params: idParams('Id of the account.'),
    body: UserPatchBody,
    responses: { 200: Type.Boolean({ description: 'Whether anything changed.' }) },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, body }) => ok(await users.patch(viewer, params.id, body.values ?? body)),
  }),
  route({
    method: 'GET',
    path: '/users/{id}/preferences',
    access: 'hybrid',
    operationId: 'getPreference',
    summary: 'Read a preference of the caller',
    spec: 'users.md §2',
    tag: 'Users',
    params: userIdOrSelfParams,
    query: PreferenceQuery,
    responses: { 200: Preference },
    errors: [400, 401, 403],
    handler: async ({ viewer, params, query }) =>
      ok({ key: query.key, value: (await users.getPreference(viewer, params.id, query.key)) ?? false }),
  }),
  route({
    method: 'PATCH',
    idempotency: 'answer',
    path: '/users/{id}/preferences',
    access: 'hybrid',
    isWholeAccount: true,
    operationId: 'setPreference',
    summary: 'Set a preference of the caller',
    spec: 'users.md §2',
    tag: 'Users',
    params: userIdOrSelfParams,
    body: PreferenceBody,
    responses: { 200: null },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, body }) => {
      await users.setPreference(viewer, params.id, body.key, body.value)
      return done()
    },
  }),
  route({
    method: 'DELETE',
    idempotency: 'answer',
    path: '/users/{id}/preferences',
    access: 'hybrid',
    isWholeAccount: true,
    operationId: 'deletePreference',
    summary: 'Remove a preference of the caller',
    spec: 'users.md §2',
    tag: 'Users',
    params: userIdOrSelfParams,
    query: PreferenceQuery,
    responses: { 200: null },
    errors: [400, 401, 403],
    handler: async ({ viewer, params, query }) => {
      await users.setPreference(viewer, params.id, query.key, undefined)
      return done()
    },
  }),
  route({
    method: 'GET',
    path: '/users/{id}/dashboards',
    access: 'hybrid',
    operationId: 'listDashboards',
    summary: 'List the dashboards of the caller',
    spec: 'users.md §2',
    tag: 'Users',
    allow: ['GET', 'POST'],
    params: userIdOrSelfParams,
    query: DashboardsQuery,
    responses: { 200: Type.Array(Dashboard, { description: 'By id.' }) },
    errors: [400, 401, 403],
    handler: async ({ viewer, params, query }) => {
      const { dashboards, size } = await users.listDashboards(viewer, params.id, query)
      return paginated(dashboards, query, size, MAX_DASHBOARDS)
    },
  }),
  route({
    method: 'POST',
    idempotency: 'answer',
    path: '/user_dashboards',
    access: 'protected',
    isWholeAccount: true,
    operationId: 'createDashboard',
    summary: 'Add a dashboard of the caller',
    spec: 'users.md §2',
    tag: 'Users',
    body: DashboardBody,
    responses: { 201: Dashboard },
    errors: [400, 401],
    handler: async ({ viewer, body }) => created(await users.createDashboard(viewer, body.name)),
  }),
]
