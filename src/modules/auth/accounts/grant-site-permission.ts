import { invalidateMany, inTransaction } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { Actor, SitePermission } from '../../users/index.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'
import { addSiteGroupMember, addSitePermission, findOrCreateSiteGroup, listSiteGroupRows } from '../store/auth.store.ts'
import { requireUser } from '../model/site-permissions.ts'

/** http.md §13: creates the group if needed, gives it the permission and adds the account. */
export const grantSitePermission =
  ({ db, users }: AuthDependencies) =>
  async (groupName: string, permission: SitePermission, login: string, actor: Actor): Promise<void> => {
    const name = groupName.trim()
    if (name === '' || name.length > 255)
      throw new Invalid('a group needs a name of at most 255 characters', { reason: 'parameter.required' })
    const user = await requireUser(users, login)
    await inTransaction(db, async tx => {
      const groupId = await findOrCreateSiteGroup(tx, name)
      await addSitePermission(tx, groupId, permission)
      await addSiteGroupMember(tx, groupId, user.id)
      const members = (await listSiteGroupRows(tx, name))[0]?.memberIds ?? []
      await appendEvents(tx, [
        {
          kind: 'site_permission.granted',
          actorId: actor.userId,
          means: actor.means,
          payload: { siteGroupId: groupId, permission, userId: user.id, member_ids: members },
        },
      ])
      // All members of the group get a new permission, so all are invalidated.
      await invalidateMany(tx, 'site_group', members)
    })
  }
