import { invalidate, inTransaction, type Db, type Tx } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { requireSame, type Precondition } from '../../../platform/http/headers/conditional.ts'
import type { Viewer } from '../../users/index.ts'
import type { ModuleHooks } from '../model/module-hooks.ts'
import type { Project } from '../model/project.ts'
import { noSuchProject } from '../model/projects.permissions.ts'
import type { ProjectQueries } from '../read/projects.queries.ts'
import { requireAdministeredGroup } from '../read/user-group-access.ts'
import { builtInGroup } from '../read/user-group.representation.ts'
import { isStaticGroup, type StaticUserGroup, type UserGroupId } from '../model/user-group.ts'
import {
  isGroupNameTaken,
  lockProject,
  lockUserGroup,
  markGroupDeleted,
  listGroupUserIds,
  updateUserGroup,
} from '../store/write-projects.store.ts'
import { userGroupEtag } from '../store/versions.store.ts'
import { actorOf, membersChanged, userGroupNameFault } from '../store/write-projects.ts'

export interface UserGroupChanges {
  readonly name?: string
  readonly description?: string
}

/** A group as a transaction leaves it. */
export interface ChangedUserGroup {
  readonly project: Project
  readonly group: StaticUserGroup
  readonly etag: string
}

/** Changes the name or description. Rights refer to the id of the group and stay. */
export const changeUserGroup =
  (db: Db, queries: ProjectQueries, moduleHooks: Pick<ModuleHooks, 'groupRenamed'>) =>
  async (
    viewer: Viewer,
    id: string,
    changes: UserGroupChanges,
    precondition: Precondition,
  ): Promise<ChangedUserGroup> => {
    const { project, groupId } = await requireStaticGroup(queries, viewer, id)
    const { name } = changes
    if (name !== undefined) {
      const fault = userGroupNameFault(name)
      if (fault !== undefined) throw new Invalid(fault, { reason: 'parameter.range' })
    }
    return inTransaction(db, async tx => {
      const group = await lockGroup(tx, project.id, groupId)
      const etag = await userGroupEtag(tx, project.id, groupId)
      requireSame(precondition, etag)
      const next = { name: name ?? group.name, description: changes.description ?? group.description }
      const isRenamed = next.name !== group.name
      if (!isRenamed && next.description === group.description) return { project, group, etag }
      if (isRenamed) {
        if (builtInGroup(next.name.toLowerCase()) !== undefined || (await isGroupNameTaken(tx, group, next.name)))
          throw new Invalid(`The project has a user group named ${next.name} already`, { reason: 'conflict' })
        await moduleHooks.groupRenamed(tx, { group, viewer })
      }
      await updateUserGroup(tx, groupId, next)
      await recordGroupChange(tx, viewer, group, { kind: 'user_group.changed', name: next.name })
      return { project, group: { ...group, ...next }, etag: await userGroupEtag(tx, project.id, groupId) }
    })
  }

/**
 * Deletes the group and all its rights. The row stays and is marked as deleted, because older texts, comments and artifacts name the group;
 * no other group ever gets its id. Only administrators can still open content that was restricted to this group.
 */
export const deleteUserGroup =
  (db: Db, queries: ProjectQueries, moduleHooks: Pick<ModuleHooks, 'groupDeleted'>) =>
  async (viewer: Viewer, id: string, precondition: Precondition): Promise<void> => {
    const { project, groupId } = await requireStaticGroup(queries, viewer, id)
    await inTransaction(db, async tx => {
      const group = await lockGroup(tx, project.id, groupId)
      requireSame(precondition, await userGroupEtag(tx, project.id, groupId))
      await moduleHooks.groupDeleted(tx, { group, viewer })
      const userIds = await listGroupUserIds(tx, groupId)
      await markGroupDeleted(tx, groupId)
      await membersChanged(tx, project.id, userIds, viewer, { user_group_id: groupId, added: [], removed: userIds })
      await recordGroupChange(tx, viewer, group, { kind: 'user_group.deleted', name: group.name })
    })
  }

const requireStaticGroup = async (
  queries: ProjectQueries,
  viewer: Viewer,
  id: string,
): Promise<{ readonly project: Project; readonly groupId: UserGroupId }> => {
  const found = await requireAdministeredGroup(queries, viewer, id, { isWriting: true })
  if (!isStaticGroup(found.groupId))
    throw new Invalid('Every project has this group: only groups that somebody made are renamed or deleted', {
      reason: 'conflict',
    })
  return found
}

/** Reads and locks the group. Other changes of groups or members of the project wait until the transaction ends. */
const lockGroup = async (tx: Tx, projectId: number, groupId: UserGroupId): Promise<StaticUserGroup> => {
  if (!(await lockProject(tx, projectId))) throw noSuchProject()
  const group = await lockUserGroup(tx, groupId)
  if (!group) throw new NotFound('User group does not exist')
  return group
}

const recordGroupChange = async (
  tx: Tx,
  viewer: Viewer,
  { id, projectId }: StaticUserGroup,
  { kind, name }: { readonly kind: string; readonly name: string },
): Promise<void> => {
  await appendEvents(tx, [{ kind, ...actorOf(viewer), projectId, payload: { user_group_id: id, name } }])
  await invalidate(tx, 'user_group', projectId)
}
