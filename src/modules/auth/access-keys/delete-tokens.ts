import { invalidateMany, inTransaction, type Db } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { Viewer } from '../../users/index.ts'
import { removeTokens } from '../store/auth.store.ts'
import { hashSecret } from '../model/secret-text.ts'

/** auth.md §3: deletes all tokens of the caller, or the given one, which must belong to the caller. */
export const deleteTokens =
  (db: Db) =>
  async (viewer: Viewer, token?: string): Promise<void> => {
    await inTransaction(db, async tx => {
      const removed = await removeTokens(tx, viewer.userId, token === undefined ? undefined : hashSecret(token))
      if (token !== undefined && removed.length === 0)
        throw new Invalid('this is not one of your tokens', { reason: 'parameter.range' })
      await invalidateMany(tx, 'token', removed)
      if (removed.length > 0)
        await appendEvents(tx, [
          {
            kind: 'token.deleted',
            actorId: viewer.userId,
            means: viewer.means,
            payload: { userId: viewer.userId, count: removed.length },
          },
        ])
    })
  }
