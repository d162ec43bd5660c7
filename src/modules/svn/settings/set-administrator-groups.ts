import { inTransaction, type Db } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { UserGroupId } from '../../projects/index.ts'
import type { Actor } from '../../users/index.ts'
import { replaceAdministratorGroups } from '../store/administration.store.ts'

/** Sets the user groups that administer the repositories of the project. For the command line: does not check rights. */
export const setAdministratorGroups =
  (db: Db) =>
  (actor: Actor, projectId: number, groupIds: readonly UserGroupId[]): Promise<void> =>
    inTransaction(db, async tx => {
      await replaceAdministratorGroups(tx, projectId, groupIds)
      await appendEvents(tx, [
        {
          kind: 'svn.administrators_changed',
          actorId: actor.userId,
          means: actor.means,
          projectId,
          payload: { user_group_ids: groupIds },
        },
      ])
    })
