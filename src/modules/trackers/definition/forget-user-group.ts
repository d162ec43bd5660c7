import type { Tx } from '../../../platform/db/db.ts'
import { ADMINS_GROUP, type UserGroupChange } from '../../projects/index.ts'
import { publishDefinitionChange } from './change-definition.ts'
import { lockTrackersOfGroup, removeGroupFromTrackers } from '../store/forget-user-group.store.ts'

/**
 * A user group is deleted: its rights in trackers go with it. Nothing becomes open by that: a right that nobody else has is left to
 * administrators, also where an empty list would be taken for "all members" when it is copied or read from an archive. Values of
 * lists that stand for the group are hidden; artifacts keep them.
 */
export const forgetUserGroup = async (tx: Tx, { group, viewer }: UserGroupChange): Promise<void> => {
  const trackers = await lockTrackersOfGroup(tx, group)
  const ids = trackers.map(tracker => tracker.id)
  if (ids.length === 0) return
  await removeGroupFromTrackers(tx, ids, group.id, ADMINS_GROUP)
  const event = { kind: 'tracker.user_group_removed', payload: { user_group_id: group.id } }
  for (const tracker of trackers) await publishDefinitionChange(tx, viewer, tracker, event)
}
