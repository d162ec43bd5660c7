import { inTransaction, type Db, type Tx } from '../../../platform/db/db.ts'
import { Invalid, NotFound } from '../../../platform/errors.ts'
import { requireSame, type Precondition } from '../../../platform/http/headers/conditional.ts'
import { canSignIn, type User, type UserReference, type UsersModule, type Viewer } from '../../users/index.ts'
import type { Project } from '../model/project.ts'
import { noSuchProject } from '../model/projects.permissions.ts'
import type { ProjectQueries } from '../read/projects.queries.ts'
import {
  lastAdministratorRefusal,
  ownerRefusal,
  requireChangeableGroup,
  requireAdmissible,
} from './replace-user-group-members.ts'
import { requireAdministeredGroup } from '../read/user-group-access.ts'
import { ADMINS_GROUP, MEMBERS_GROUP, type UserGroupId } from '../model/user-group.ts'
import {
  deleteGroupMembers,
  lockProject,
  listGroupUserIds,
  listMemberRows,
  listStatuses,
} from '../store/write-projects.store.ts'
import { userGroupEtag } from '../store/versions.store.ts'
import { membersChanged, projectWrites } from '../store/write-projects.ts'

/**
 * Adds one user to the group and leaves the other members as they are, so that two administrators at the same time lose nothing. A user who
 * is in the group already stays.
 */
export const addUserGroupMember =
  (db: Db, queries: ProjectQueries, users: Pick<UsersModule, 'resolveUserReferences'>) =>
  async (viewer: Viewer, id: string, reference: UserReference): Promise<User> => {
    const { groupId, project } = await requireAdministeredGroup(queries, viewer, id, { isWriting: true })
    requireChangeableGroup(groupId)
    const [user] = await users.resolveUserReferences([reference])
    if (!user || !canSignIn(user))
      throw new Invalid(`The account ${user?.login} is not in use: it cannot be added to a user group`, {
        reason: 'conflict',
      })
    await inTransaction(db, async tx => {
      const locked = await lockProject(tx, project.id)
      if (!locked) throw noSuchProject()
      requireAdmissible([user], { id: project.id, access: locked.access }, groupId)
      if (groupId === MEMBERS_GROUP) await projectWrites.addMembers(tx, project.id, [user.id], {}, viewer)
      else if (groupId === ADMINS_GROUP)
        await projectWrites.addMembers(tx, project.id, [user.id], { isAdmin: true }, viewer)
      else await projectWrites.addUserGroupMembers(tx, project.id, groupId, [user.id], viewer)
    })
    return user
  }

/**
 * Removes one user from the group. A user who leaves the project also leaves its static groups; an administrator who is removed stays a
 * member.
 */
export const removeUserGroupMember =
  (db: Db, queries: ProjectQueries) =>
  async (viewer: Viewer, id: string, userId: number, precondition: Precondition): Promise<void> => {
    const { groupId, project } = await requireAdministeredGroup(queries, viewer, id, { isWriting: true })
    requireChangeableGroup(groupId)
    await inTransaction(db, async tx => {
      const locked = await lockProject(tx, project.id)
      if (!locked) throw noSuchProject()
      requireSame(precondition, await userGroupEtag(tx, project.id, groupId))
      const removal: Removal = { tx, viewer, project, groupId, userId }
      if (groupId === MEMBERS_GROUP) await removeMember(removal)
      else if (groupId === ADMINS_GROUP) await removeAdministrator(removal, locked.ownerId)
      else await removeGroupMember(removal)
    })
  }

interface Removal {
  readonly tx: Tx
  readonly viewer: Viewer
  readonly project: Project
  readonly groupId: UserGroupId
  readonly userId: number
}

const removeMember = async ({ tx, viewer, project, userId }: Removal): Promise<void> => {
  const member = (await listMemberRows(tx, project.id)).find(each => each.userId === userId)
  if (!member) throw notInGroup()
  if (member.isAdmin)
    throw new Invalid('Administrators of a project stay its members: take the administration from this one first', {
      reason: 'conflict',
    })
  await projectWrites.removeMembers(tx, project.id, [userId], viewer)
}

const removeAdministrator = async ({ tx, viewer, project, userId }: Removal, ownerId: number | null): Promise<void> => {
  const administrators = (await listMemberRows(tx, project.id)).filter(member => member.isAdmin)
  if (!administrators.some(each => each.userId === userId)) throw notInGroup()
  if (userId === ownerId) throw ownerRefusal()
  const others = administrators.map(each => each.userId).filter(id => id !== userId)
  // Accounts that cannot sign in cannot administer the project, so they do not count.
  const statuses = await listStatuses(tx, others)
  if (!others.some(id => canSignIn({ status: statuses.get(id) ?? 'D' }))) throw lastAdministratorRefusal()
  await projectWrites.removeAdministrators(tx, project.id, [userId], viewer)
}

const removeGroupMember = async ({ tx, viewer, project, groupId, userId }: Removal): Promise<void> => {
  if (!(await listGroupUserIds(tx, groupId)).includes(userId)) throw notInGroup()
  await deleteGroupMembers(tx, groupId, [userId])
  await membersChanged(tx, project.id, [userId], viewer, { user_group_id: groupId, added: [], removed: [userId] })
}

const notInGroup = (): NotFound => new NotFound('The user is not in this group')
