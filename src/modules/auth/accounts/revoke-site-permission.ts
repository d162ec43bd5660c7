import { invalidateMany, inTransaction } from '../../../platform/db/db.ts'
import { NotFound } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { Actor, SitePermission } from '../../users/index.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import { listSiteGroupRows, removeSiteGroupMember, removeSitePermission } from '../store/auth.store.ts'
import { requireUser } from '../model/site-permissions.ts'

/** Removes the account from the group, or the permission from the group and therefore from all its members. */
export type Revocation = { readonly login: string } | { readonly permission: SitePermission }

export const revokeSitePermission =
  ({ db, users }: AuthDependencies) =>
  async (groupName: string, what: Revocation, actor: Actor): Promise<void> => {
    const userId = 'login' in what ? (await requireUser(users, what.login)).id : undefined
    await inTransaction(db, async tx => {
      const group = (await listSiteGroupRows(tx, groupName.trim()))[0]
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
          payload: {
            siteGroupId: group.id,
            ...('permission' in what ? { permission: what.permission } : { userId }),
            member_ids: group.memberIds,
          },
        },
      ])
      await invalidateMany(tx, 'site_group', group.memberIds)
    })
  }
