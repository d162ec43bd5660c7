// Additional routes for the pages of a project, beyond the API that the platform's clients know (projects.md §9).
import { preconditionOf } from '../../platform/http/headers/conditional.ts'
import { paginated } from '../../platform/http/routes/pagination.ts'
import { answerOrRehearse, outcomeSchema } from '../../platform/http/routes/rehearsal.ts'
import { created, done, ok, type Route } from '../../platform/http/routes/route.ts'
import { idParams } from '../../platform/http/schemas/schema.ts'
import { FullUser, route, UserReference, type Viewer } from '../users/index.ts'
import {
  groupMemberParams,
  MAX_MEMBERS,
  Members,
  MembersQuery,
  OwnRights,
  ProjectDetailsRepresentation,
  ProjectDetailsBody,
} from './administration/project-administration.schema.ts'
import type { ProjectOperations } from './projects.operations.ts'
import { userGroupParams } from './groups/user-groups.schema.ts'

const tag = 'Projects'
const params = idParams('Id of the project.')

export const projectAdministrationRoutes = (projects: ProjectOperations): Route<Viewer>[] => [
  route({
    method: 'GET',
    path: '/projects/{id}/members',
    access: 'hybrid',
    scope: 'read:user_membership',
    operationId: 'listProjectMembers',
    summary: 'List the members of a project',
    description: 'For everybody who sees the project.',
    spec: 'projects.md §6',
    tag,
    params,
    query: MembersQuery,
    responses: { 200: Members },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params, query }) => {
      const { members, size } = await projects.listMembers(viewer, params.id, query.query ?? '', query)
      return paginated(members, query, size, MAX_MEMBERS)
    },
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/rights',
    access: 'hybrid',
    scope: 'read:project',
    operationId: 'getOwnProjectRights',
    summary: 'Read the rights of the caller in a project',
    spec: 'projects.md §9',
    tag,
    params,
    responses: { 200: OwnRights },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => ok(await projects.rightsOf(viewer, params.id)),
  }),
  route({
    method: 'GET',
    path: '/projects/{id}/details',
    access: 'protected',
    scope: 'read:project',
    operationId: 'getProjectDetails',
    summary: 'Read what the administrators of a project say about it',
    description: 'For administrators of the project.',
    spec: 'projects.md §9',
    tag,
    params,
    responseHeaders: ['Etag'],
    responses: { 200: ProjectDetailsRepresentation },
    errors: [400, 401, 403, 404],
    handler: async ({ viewer, params }) => {
      const { details, etag } = await projects.readDetails(viewer, params.id)
      return ok(details, { Etag: etag })
    },
  }),
  route({
    method: 'PATCH',
    idempotency: 'answer',
    path: '/projects/{id}/details',
    access: 'protected',
    scope: 'write:project',
    operationId: 'changeProjectDetails',
    summary: 'Change the name, description or visibility of a project',
    description: 'For administrators of the project. In force with the next request of anybody.',
    spec: 'projects.md §9',
    tag,
    params,
    body: ProjectDetailsBody,
    conditions: true,
    dryRun: outcomeSchema('details', 'Details of the project after the write.'),
    responseHeaders: ['Etag'],
    responses: { 200: ProjectDetailsRepresentation },
    errors: [400, 401, 403, 404],
    handler: ({ viewer, params, body, headers, isDryRun }) => {
      const etagNow = async () => (await projects.readDetails(viewer, params.id)).etag
      return answerOrRehearse(isDryRun, { name: 'details', etag: etagNow }, async () => {
        const { label, description, access, is_membership_synchronized } = body
        const change = {
          ...(label !== undefined && { label }),
          ...(description !== undefined && { description }),
          ...(access !== undefined && { access }),
          ...(is_membership_synchronized !== undefined && { isMembershipSynchronized: is_membership_synchronized }),
        }
        const { details, etag } = await projects.changeDetails(viewer, params.id, change, preconditionOf(headers))
        return ok(details, { Etag: etag })
      })
    },
  }),
  route({
    method: 'POST',
    idempotency: 'answer',
    path: '/user_groups/{id}/members',
    access: 'protected',
    scope: 'write:project',
    operationId: 'addUserGroupMember',
    summary: 'Add somebody to a user group',
    description:
      'To members, administrators or a static group; the others in it stay. New administrators become members.',
    spec: 'projects.md §6',
    tag: 'User groups',
    params: userGroupParams,
    body: UserReference,
    dryRun: outcomeSchema('member', 'The account that would be in the group.'),
    responses: { 201: FullUser },
    errors: [400, 401, 403, 404],
    handler: ({ viewer, params, body, isDryRun }) =>
      answerOrRehearse(
        isDryRun,
        { name: 'member', etag: () => projects.userGroupEtagOf(viewer, params.id) },
        async () => created(await projects.addUserGroupMember(viewer, params.id, body)),
      ),
  }),
  route({
    method: 'DELETE',
    idempotency: 'answer',
    path: '/user_groups/{id}/members/{user_id}',
    access: 'protected',
    scope: 'write:project',
    operationId: 'removeUserGroupMember',
    summary: 'Take somebody out of a user group',
    description:
      'Of members, administrators or a static group. An account that leaves the members leaves the static groups, too; administrators have to give up the administration before.',
    spec: 'projects.md §6',
    tag: 'User groups',
    params: groupMemberParams,
    conditions: true,
    dryRun: outcomeSchema('member', 'Null: the account would be taken out.'),
    responses: { 200: null },
    errors: [400, 401, 403, 404],
    handler: ({ viewer, params, headers, isDryRun }) =>
      answerOrRehearse(
        isDryRun,
        { name: 'member', etag: () => projects.userGroupEtagOf(viewer, params.id) },
        async () => {
          await projects.removeUserGroupMember(viewer, params.id, params.user_id, preconditionOf(headers))
          return done()
        },
      ),
  }),
]
