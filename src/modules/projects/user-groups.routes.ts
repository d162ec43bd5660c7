import { Type } from 'typebox'
import { Invalid } from '../../platform/errors.ts'
import { paginated, paginationQuery } from '../../platform/http/routes/pagination.ts'
import { created, done, ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { FullUser, route, userIdOrSelfParams, type Viewer } from '../users/index.ts'
import type { ProjectOperations } from './projects.operations.ts'
import {
  ListedUserGroup,
  MembershipRepresentation,
  MembershipQuery,
  NewUserGroupBody,
  UserGroup,
  userGroupParams,
  UserGroupPatch,
  UserReferences,
  UsersMemberships,
} from './groups/user-groups.schema.ts'

const MAX = 50
const MAX_MEMBERSHIPS = 1000
const tag = 'User groups'

export const userGroupsRoutes = (projects: ProjectOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/projects/{id}/user_groups',
    access: 'hybrid',
    scope: 'read:project',
    operationId: 'listProjectUserGroups',
    summary: 'List the user groups of a project',
    spec: 'projects.md §6',
    tag,
    params: idParams('Id of the project.'),
    query: Type.Object(
      {
        query: Type.Optional(
          Type.String({
            description: '{"with_system_user_groups":true}: those of the platform that can enter it too.',
          }),
        ),
      },
      { description: 'Which groups.' },
    ),
    responses: { 200: Type.Array(ListedUserGroup, { description: 'User groups, by number.' }) },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => ok(await projects.listUserGroups(viewer, params.id, query.query)),
  }),
  route({
    method: 'POST',
    idempotency: 'answer',
    path: '/user_groups',
    access: 'protected',
    scope: 'write:project',
    operationId: 'createUserGroup',
    summary: 'Create a static user group',
    spec: 'projects.md §6',
    tag,
    body: NewUserGroupBody,
    responses: { 201: UserGroup },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, body }) =>
      created(
        await projects.createUserGroup(viewer, {
          projectId: body.project_id,
          name: body.short_name,
          description: body.description ?? '',
        }),
      ),
  }),
  route({
    method: 'GET',
    path: '/user_groups/{id}',
    access: 'hybrid',
    scope: 'read:user_membership',
    operationId: 'getUserGroup',
    summary: 'Read a user group',
    spec: 'projects.md §6',
    tag,
    allow: ['GET', 'PUT'],
    params: userGroupParams,
    responses: { 200: UserGroup },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => ok(await projects.readUserGroup(viewer, params.id)),
  }),
  route({
    method: 'PATCH',
    idempotency: 'answer',
    path: '/user_groups/{id}',
    access: 'protected',
    scope: 'write:project',
    operationId: 'changeUserGroup',
    summary: 'Change name or description of a static user group',
    description:
      'For administrators of the project. 409 when an access file of Subversion goes by the name: change the file first.',
    spec: 'projects.md §6',
    tag,
    params: userGroupParams,
    body: UserGroupPatch,
    responses: { 200: UserGroup },
    errors: [400, 401, 403, 404, 409],
    handler: async ({ viewer, params, body }) =>
      ok(
        await projects.changeUserGroup(viewer, params.id, {
          ...(body.short_name !== undefined && { name: body.short_name }),
          ...(body.description !== undefined && { description: body.description }),
        }),
      ),
  }),
  route({
    method: 'DELETE',
    idempotency: 'answer',
    path: '/user_groups/{id}',
    access: 'protected',
    scope: 'write:project',
    operationId: 'deleteUserGroup',
    summary: 'Delete a static user group with its rights',
    description:
      'For administrators of the project. What only the group could do is left to administrators; nothing becomes open by it. 409 when an access file of Subversion names it.',
    spec: 'projects.md §6',
    tag,
    params: userGroupParams,
    responses: { 200: null },
    errors: [400, 401, 403, 404, 409],
    handler: async ({ viewer, params }) => {
      await projects.deleteUserGroup(viewer, params.id)
      return done()
    },
  }),
  route({
    method: 'GET',
    path: '/user_groups/{id}/users',
    access: 'protected',
    scope: 'read:user_membership',
    operationId: 'listUserGroupMembers',
    summary: 'List the members of a user group',
    spec: 'projects.md §6',
    tag,
    params: userGroupParams,
    query: Type.Object(
      {
        query: Type.Optional(
          Type.String({ description: '{"identifier":"…"}: the member with that login or e-mail address.' }),
        ),
        ...paginationQuery({ max: MAX }),
      },
      { description: 'Which members, and which page of them.' },
    ),
    responses: { 200: Type.Array(FullUser, { description: 'Members, by login.' }) },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      const found = await projects.listUserGroupMembers(viewer, params.id, query.query, query)
      return paginated(found.users, query, found.size, MAX)
    },
  }),
  route({
    method: 'PUT',
    idempotency: 'answer',
    path: '/user_groups/{id}/users',
    access: 'protected',
    scope: 'write:project',
    operationId: 'replaceUserGroupMembers',
    summary: 'Replace the members of a user group',
    spec: 'projects.md §6',
    tag,
    params: userGroupParams,
    body: UserReferences,
    bodyName: 'user_references',
    responses: { 200: null },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, body, origin }) => {
      await projects.replaceUserGroupMembers(viewer, params.id, { list: body, origin })
      return done()
    },
  }),
  route({
    method: 'GET',
    path: '/users/{id}/membership',
    access: 'protected',
    scope: 'read:user_membership',
    operationId: 'getMembership',
    summary: 'What an account belongs to',
    spec: 'users.md §5',
    tag,
    params: userIdOrSelfParams,
    query: MembershipQuery,
    responses: { 200: MembershipRepresentation },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      if (query.format !== undefined && query.scope === undefined)
        throw new Invalid('`format` goes together with `scope` only', {
          reason: 'parameter.range',
          parameter: 'format',
        })
      const membership = await projects.getMembership(viewer, params.id)
      if (query.scope === undefined) return ok(projects.representMembership(membership, { withSite: true }))
      if (query.format === undefined) return ok(projects.representMembership(membership, { withSite: false }))
      return ok(await projects.representMembershipGroups(membership, query.format))
    },
  }),
  route({
    method: 'GET',
    path: '/users_memberships',
    access: 'protected',
    operationId: 'listMemberships',
    summary: 'Accounts with an SSH key, and what they belong to',
    spec: 'users.md §5',
    tag,
    query: Type.Object(
      {
        query: Type.String({ description: '`with_ssh_key`' }),
        ...paginationQuery({ max: MAX_MEMBERSHIPS }),
      },
      { description: 'Which accounts, and which page of them.' },
    ),
    responses: { 200: UsersMemberships },
    errors: [400, 401, 403],
    handler: async ({ viewer, query }) => {
      const { entries, size } = await projects.listMemberships(viewer, query.query, query)
      const body = entries.map(entry => ({
        username: entry.user.login,
        user_groups: projects.representMembership(entry, { withSite: true }),
      }))
      return paginated(body, query, size, MAX_MEMBERSHIPS)
    },
  }),
]
