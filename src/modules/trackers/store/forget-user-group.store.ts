import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/db.ts'
import type { StaticUserGroup, UserGroupId } from '../../projects/index.ts'

interface TrackerOfGroup {
  readonly id: number
  readonly projectId: number
}

/** Locks the trackers that refer to the group, until the transaction ends. Deleted trackers are included, because they can be restored. */
export const lockTrackersOfGroup = async (tx: Tx, { id, projectId }: StaticUserGroup): Promise<TrackerOfGroup[]> => {
  const { rows } = await sql<{ id: number; project_id: number }>`
    select t.id, t.project_id from tracker t
    where t.project_id = ${projectId} and (
      exists (select from tracker_permission p where p.tracker_id = t.id and p.user_group_id = ${id})
      or exists (select from workflow_transition w where w.tracker_id = t.id and ${id} = any(w.authorized_user_group_ids))
      or exists (select from form_element e where e.tracker_id = t.id and (
        exists (select from field_permission p where p.field_id = e.id and p.user_group_id = ${id})
        or exists (select from group_bind_value v where v.field_id = e.id and v.user_group_id = ${id}))))
    order by t.id
    for no key update of t`.execute(tx)
  return rows.map(row => ({ id: row.id, projectId: row.project_id }))
}

/** `heir`: the group that gets the transitions that only the deleted group could take. */
export const removeGroupFromTrackers = async (
  tx: Tx,
  trackerIds: readonly number[],
  groupId: UserGroupId,
  heir: UserGroupId,
): Promise<void> => {
  const ids = sql`any(${[...trackerIds]}::bigint[])`
  const fields = sql`(select id from form_element where tracker_id = ${ids})`
  await sql`delete from tracker_permission where tracker_id = ${ids} and user_group_id = ${groupId}`.execute(tx)
  await sql`delete from field_permission where user_group_id = ${groupId} and field_id in ${fields}`.execute(tx)
  await sql`
    update group_bind_value set is_hidden = true, is_default = false
    where user_group_id = ${groupId} and field_id in ${fields}`.execute(tx)
  await sql`
    update workflow_transition
    set authorized_user_group_ids = case when authorized_user_group_ids <@ array[${groupId}::bigint]
      then array[${heir}::bigint] else array_remove(authorized_user_group_ids, ${groupId}::bigint) end
    where tracker_id = ${ids} and ${groupId} = any(authorized_user_group_ids)`.execute(tx)
}
