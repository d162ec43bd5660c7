import { announceChanges, inTransaction, type Db } from '../../platform/db/db.ts'
import { Invalid, NotFound } from '../../platform/errors.ts'
import { appendEvents } from '../../platform/events/event-log.store.ts'
import { sitePermissions, type Actor, type SitePermission, type User } from '../users/index.ts'
import type { AuthDeps } from './auth.deps.ts'
import {
  addSiteGroupMember,
  addSitePermission,
  findOrMakeSiteGroup,
  readSiteGroups,
  removeSiteGroupMember,
  removeSitePermission,
  type SiteGroup,
} from './auth.store.ts'

export const parseSitePermission = (name: string): SitePermission => {
  const found = sitePermissions.find(each => each === name)
  if (!found) throw new Invalid(`there is no permission ${name}; there are ${sitePermissions.join(', ')}`)
  return found
}

/** http.md §13: makes the group if it is not there, gives it the permission, adds the account. */
export const grantSitePermission =
  ({ db, users }: AuthDeps) =>
  async (groupName: string, permission: SitePermission, login: string, actor: Actor): Promise<void> => {
    const name = groupName.trim()
    if (name === '' || name.length > 255) throw new Invalid('a group needs a name of at most 255 characters')
    const user = await requireUser(users, login)
    await inTransaction(db, async tx => {
      const groupId = await findOrMakeSiteGroup(tx, name)
      await addSitePermission(tx, groupId, permission)
      await addSiteGroupMember(tx, groupId, user.id)
      await appendEvents(tx, [
        {
          kind: 'site_permission.granted',
          actorId: actor.userId,
          means: actor.means,
          payload: { siteGroupId: groupId, permission, userId: user.id },
        },
      ])
      // The permission is new for all who were in the group before.
      const members = (await readSiteGroups(tx, name))[0]?.memberIds ?? []
      await announceChanges(tx, 'site_group', members)
    })
  }

/** What is taken away: the account from the group, or the permission from the group and so from all who are in it. */
export type Revoked = { readonly login: string } | { readonly permission: SitePermission }

export const revokeSitePermission =
  ({ db, users }: AuthDeps) =>
  async (groupName: string, what: Revoked, actor: Actor): Promise<void> => {
    const userId = 'login' in what ? (await requireUser(users, what.login)).id : undefined
    await inTransaction(db, async tx => {
      const group = (await readSiteGroups(tx, groupName.trim()))[0]
      if (!group) throw new NotFound(`there is no group ${groupName}`)
      if ('permission' in what && !(await removeSitePermission(tx, group.id, what.permission)))
        throw new NotFound(`the group ${group.name} does not have the permission ${what.permission}`)
      if (userId !== undefined && !(await removeSiteGroupMember(tx, group.id, userId)))
        throw new NotFound(`the account is not in the group ${group.name}`)
      await appendEvents(tx, [
        {
          kind: 'site_permission.revoked',
          actorId: actor.userId,
          means: actor.means,
          payload: { siteGroupId: group.id, ...('permission' in what ? { permission: what.permission } : { userId }) },
        },
      ])
      await announceChanges(tx, 'site_group', group.memberIds)
    })
  }

export interface SiteGroupWithLogins {
  readonly name: string
  readonly permissions: readonly string[]
  readonly logins: readonly string[]
}

export const listSiteGroups =
  ({ db, users }: { readonly db: Db } & Pick<AuthDeps, 'users'>) =>
  async (): Promise<SiteGroupWithLogins[]> => {
    const groups: SiteGroup[] = await readSiteGroups(db.kysely)
    const members = await users.getMany(groups.flatMap(group => group.memberIds))
    return groups.map(({ name, permissions, memberIds }) => ({
      name,
      permissions,
      logins: memberIds.flatMap(id => members.get(id)?.login ?? []),
    }))
  }

const requireUser = async (users: AuthDeps['users'], login: string): Promise<User> => {
  const user = await users.findByLogin(login)
  if (!user) throw new NotFound(`there is no account ${login}`)
  return user
}
