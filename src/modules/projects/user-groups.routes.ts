import { Type } from 'typebox'
import { Invalid } from '../../platform/errors.ts'
import { etagHeader, preconditionOf } from '../../platform/http/headers/conditional.ts'
import { paginated, paginationQuery } from '../../platform/http/routes/pagination.ts'
import { answerOrRehearse, outcomeSchema } from '../../platform/http/routes/rehearsal.ts'
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
const name = 'user_group'
const UserGroupOutcome = outcomeSchema(name, 'The group after the write.')

/** A group that a dry run made has no ids. */
const withoutIds = (group: object): object => ({ ...group, id: null, uri: null, users_uri: null })

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
    dryRun: UserGroupOutcome,
    responseHeaders: ['Etag'],
    responses: { 201: UserGroup },
    errors: [400, 401, 403, 404],
    handler: ({ viewer, body, isDryRun }) =>
      answerOrRehearse(isDryRun, { name, shown: withoutIds }, async () => {
        const { group, etag } = await projects.createUserGroup(viewer, {
          projectId: body.project_id,
          name: body.short_name,
          description: body.description ?? '',
        })
        return created(group, etagHeader(etag))
      }),
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
    responseHeaders: ['Etag'],
    responses: { 200: UserGroup },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      const { group, etag } = await projects.readUserGroup(viewer, params.id)
      return ok(group, etagHeader(etag))
    },
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
    conditions: true,
    dryRun: UserGroupOutcome,
    responseHeaders: ['Etag'],
    responses: { 200: UserGroup },
    errors: [400, 401, 403, 404, 409],
    handler: ({ viewer, params, body, headers, isDryRun }) =>
      answerOrRehearse(isDryRun, { name, etag: () => projects.userGroupEtagOf(viewer, params.id) }, async () => {
        const changes = {
          ...(body.short_name !== undefined && { name: body.short_name }),
          ...(body.description !== undefined && { description: body.description }),
        }
        const { group, etag } = await projects.changeUserGroup(viewer, params.id, changes, preconditionOf(headers))
        return ok(group, etagHeader(etag))
      }),
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
      'For administrators of the project. Rights that only the group had pass to administrators; nothing becomes open by it. 409 when an access file of Subversion names it.',
    spec: 'projects.md §6',
    tag,
    params: userGroupParams,
    conditions: true,
    dryRun: UserGroupOutcome,
    responses: { 200: null },
    errors: [400, 401, 403, 404, 409],
    handler: ({ viewer, params, headers, isDryRun }) =>
      answerOrRehearse(isDryRun, { name, etag: () => projects.userGroupEtagOf(viewer, params.id) }, async () => {
        await projects.deleteUserGroup(viewer, params.id, preconditionOf(headers))
        return done()
      }),
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
    responseHeaders: ['Etag'],
    responses: { 200: Type.Array(FullUser, { description: 'Members, by login.' }) },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      // The token before the members: a change in between makes a write that was planned from them fail.
      const etag = await projects.userGroupEtagOf(viewer, params.id)
      const found = await projects.listUserGroupMembers(viewer, params.id, query.query, query)
      const answer = paginated(found.users, query, found.size, MAX)
      return { ...answer, headers: { ...answer.headers, ...etagHeader(etag) } }
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
    conditions: true,
    dryRun: UserGroupOutcome,
    responseHeaders: ['Etag'],
    responses: { 200: null },
    errors: [400, 401, 403, 404],
    handler: ({ viewer, params, body, origin, headers, isDryRun }) =>
      answerOrRehearse(isDryRun, { name, etag: () => projects.userGroupEtagOf(viewer, params.id) }, async () => {
        const references = { list: body, origin }
        const precondition = preconditionOf(headers)
        return done(etagHeader(await projects.replaceUserGroupMembers(viewer, params.id, references, precondition)))
      }),
  }),
  route({
    method: 'GET',
    path: '/users/{id}/membership',
    access: 'protected',
    scope: 'read:user_membership',
    operationId: 'getMembership',
    summary: 'List the groups and projects of an account',
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
