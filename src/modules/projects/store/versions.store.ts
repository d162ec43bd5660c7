import { sql } from 'kysely'
import type { Queryable } from '../../../platform/db/db.ts'
import { stateEtag } from '../../../platform/http/headers/conditional.ts'
import type { Project } from '../model/project.ts'
import { ADMINS_GROUP, isStaticGroup, type UserGroupId } from '../model/user-group.ts'

/** `Etag` of a project: of all that its routes change. Told to those who may change it. */
export const projectEtag = (
  project: Pick<Project, 'label' | 'description' | 'access' | 'status' | 'isTemplate' | 'isMembershipSynchronized'>,
): string => {
  const { label, description, access, status, isTemplate, isMembershipSynchronized } = project
  return stateEtag([label, description, access, status, isTemplate, isMembershipSynchronized])
}

/** `Etag` of members, administrators or a static group: of its name, its description and its members. Told to administrators of the project. */
export const userGroupEtag = async (on: Queryable, projectId: number, groupId: UserGroupId): Promise<string> =>
  stateEtag(isStaticGroup(groupId) ? await staticGroup(on, groupId) : await membersOf(on, projectId, groupId))

const staticGroup = async (on: Queryable, groupId: UserGroupId): Promise<unknown> => {
  const { rows } = await sql`
    select name, description, deleted_at is not null is_deleted, array(
      select user_id from user_group_member m where m.user_group_id = g.id order by user_id
    ) members
    from user_group g where id = ${groupId}`.execute(on)
  return rows
}

const membersOf = async (on: Queryable, projectId: number, groupId: UserGroupId): Promise<unknown> => {
  const { rows } = await sql`
    select user_id from project_member
    where project_id = ${projectId} and (is_admin or not ${groupId === ADMINS_GROUP})
    order by user_id`.execute(on)
  return rows
}
