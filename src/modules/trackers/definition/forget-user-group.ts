import type { Tx } from '../../../platform/db/db.ts'
import { ADMINS_GROUP, type UserGroupChange } from '../../projects/index.ts'
import { publishDefinitionChange } from './change-definition.ts'
import { lockTrackersOfGroup, removeGroupFromTrackers } from '../store/forget-user-group.store.ts'

/**
 * Removes the rights of a deleted user group in trackers. No right becomes open by that: a right that only this group had goes to
 * administrators. Without a group, a copy or an import would take the right for "all members". Values of lists that represent the group are
 * hidden; artifacts keep them.
 */
export const forgetUserGroup = async (tx: Tx, { group, viewer }: UserGroupChange): Promise<void> => {
  const trackers = await lockTrackersOfGroup(tx, group)
  const ids = trackers.map(tracker => tracker.id)
  if (ids.length === 0) return
  await removeGroupFromTrackers(tx, ids, group.id, ADMINS_GROUP)
  const event = { kind: 'tracker.user_group_removed', payload: { user_group_id: group.id } }
  for (const tracker of trackers) await publishDefinitionChange(tx, viewer, tracker, event)
}
