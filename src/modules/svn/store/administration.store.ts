import { sql } from 'kysely'
import { statement, type Db, type Tx } from '../../../platform/db/db.ts'
import type { UserGroupId } from '../../projects/index.ts'

const groupsOf = statement<{ user_group_id: number }>(
  'svn-administrator-groups',
  'select user_group_id from svn_administrator_group where project_id = $1 order by user_group_id',
)

/** Groups with *SVN administration* in the project. */
export const listAdministratorGroups = async (db: Pick<Db, 'query'>, projectId: number): Promise<UserGroupId[]> =>
  (await db.query(groupsOf, [projectId])).map(row => row.user_group_id)

/** Removes the group from the project's repositories, including deleted ones. A notification without other recipients is removed. */
export const removeGroupFromSettings = async (tx: Tx, groupId: UserGroupId): Promise<void> => {
  await tx.deleteFrom('svn_administrator_group').where('user_group_id', '=', groupId).execute()
  await sql`
    with narrowed as (
      update svn_notification set user_group_ids = array_remove(user_group_ids, ${groupId}::bigint)
      where ${groupId}::bigint = any(user_group_ids)
        and not (user_group_ids = array[${groupId}::bigint] and user_ids = '{}' and emails = '{}')
    )
    delete from svn_notification
    where user_group_ids = array[${groupId}::bigint] and user_ids = '{}' and emails = '{}'`.execute(tx)
}

export const replaceAdministratorGroups = async (
  tx: Tx,
  projectId: number,
  groupIds: readonly UserGroupId[],
): Promise<void> => {
  await tx.deleteFrom('svn_administrator_group').where('project_id', '=', projectId).execute()
  if (groupIds.length === 0) return
  await tx
    .insertInto('svn_administrator_group')
    .values(groupIds.map(id => ({ project_id: projectId, user_group_id: id })))
    .execute()
}
