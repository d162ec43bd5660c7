import { Forbidden, Invalid, NotFound } from '../../../platform/errors.ts'
import type { Page } from '../../../platform/http/routes/pagination.ts'
import { canSignIn, isOneself, type User, type UsersModule, type Viewer } from '../../users/index.ts'
import type { Project } from '../model/project.ts'
import type { ProjectQueries } from './projects.queries.ts'
import { ADMINS_GROUP, MEMBERS_GROUP, type UserGroupId } from '../model/user-group.ts'

/** An account's place in a user group of a project. */
export interface GroupMembership {
  readonly project: Project
  readonly groupId: UserGroupId
}

/** users.md §5: the groups of one account. Undefined if the account has no status that counts. */
export const getMembership =
  (queries: ProjectQueries, users: Pick<UsersModule, 'get'>) =>
  async (
    viewer: Viewer,
    id: number | 'self',
  ): Promise<{ readonly user: User; readonly groupMemberships: readonly GroupMembership[] }> => {
    const user = await users.get(id === 'self' ? viewer.userId : id)
    if (!user) throw new NotFound('There is no such user')
    if (!isOneself(viewer, id)) requireMembershipReader(viewer)
    const groupMemberships = (await groupMembershipsOf(queries, [user])).get(user.id) ?? []
    return {
      user,
      groupMemberships: groupMemberships.filter(({ project }) => viewer.projectIds?.has(project.id) !== false),
    }
  }

/** users.md §5: accounts that have an SSH key, with their groups. */
export const listMemberships =
  (queries: ProjectQueries, users: Pick<UsersModule, 'listWithSshKeys'>) =>
  async (
    viewer: Viewer,
    query: string,
    page: Page,
  ): Promise<{
    readonly entries: readonly { readonly user: User; readonly groupMemberships: readonly GroupMembership[] }[]
    readonly size: number
  }> => {
    if (query !== 'with_ssh_key')
      throw new Invalid('`query` can only be `with_ssh_key`', { reason: 'parameter.range', parameter: 'query' })
    requireMembershipReader(viewer)
    const found = await users.listWithSshKeys(page)
    const groupMembershipsByUser = await groupMembershipsOf(queries, found.users)
    return {
      entries: found.users.map(user => ({ user, groupMemberships: groupMembershipsByUser.get(user.id) ?? [] })),
      size: found.size,
    }
  }

const requireMembershipReader = (viewer: Viewer): void => {
  if (viewer.isSiteAdministrator) return
  if (viewer.sitePermissions.has('retrieve_user_membership') || viewer.sitePermissions.has('user_management')) return
  throw new Forbidden('The memberships of others are shown to those who may read them on the whole platform only', {
    reason: 'permission.admin',
  })
}

/** Dynamic groups by project, then static groups by id; nothing for accounts that are neither active nor restricted. */
const groupMembershipsOf = async (
  queries: ProjectQueries,
  users: readonly User[],
): Promise<ReadonlyMap<number, readonly GroupMembership[]>> => {
  const alive = users.filter(canSignIn)
  const memberships = await queries.membershipsOfMany(alive.map(user => user.id))
  const projects = await queries.getMany(
    [...memberships.values()].flatMap(of => [...of.memberships.keys(), ...of.projectOfGroup.values()]),
  )
  const result = new Map<number, GroupMembership[]>()
  for (const user of alive) {
    const of = memberships.get(user.id)
    if (!of) continue
    const list: GroupMembership[] = []
    for (const [projectId, { isAdmin }] of [...of.memberships].sort(([a], [b]) => a - b)) {
      const project = projects.get(projectId)
      if (project?.status !== 'active') continue
      list.push({ project, groupId: MEMBERS_GROUP })
      if (isAdmin) list.push({ project, groupId: ADMINS_GROUP })
    }
    for (const [groupId, projectId] of [...of.projectOfGroup].sort(([a], [b]) => a - b)) {
      const project = projects.get(projectId)
      if (project?.status !== 'active') continue
      // Membership of a static group alone gives no access to its project.
      if (await queries.canUserAccess(user, project)) list.push({ project, groupId })
    }
    result.set(user.id, list)
  }
  return result
}
