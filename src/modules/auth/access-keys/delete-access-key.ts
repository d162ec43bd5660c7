import { invalidate, inTransaction, type Db } from '../../../platform/db/db.ts'
import { Forbidden } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { Viewer } from '../../users/index.ts'
import { removeAccessKey } from '../store/auth.store.ts'

/** auth.md §4.3: deletes a key of the caller. Ids of other owners' keys and unknown ids change nothing. */
export const deleteAccessKey =
  (db: Db) =>
  async (viewer: Viewer, id: number): Promise<void> => {
    if (viewer.projectIds && id !== viewer.accessKeyId)
      throw new Forbidden('An access key that is limited to projects deletes itself only', { reason: 'key.project' })
    await inTransaction(db, async tx => {
      if (!(await removeAccessKey(tx, id, viewer.userId))) return
      await appendEvents(tx, [
        {
          kind: 'access_key.deleted',
          actorId: viewer.userId,
          means: viewer.means,
          payload: { userId: viewer.userId, accessKeyId: id },
        },
      ])
      await invalidate(tx, 'access_key', id)
    })
  }
