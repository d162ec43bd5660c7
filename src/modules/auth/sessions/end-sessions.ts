import { invalidateMany, inTransaction, type Db, type Tx } from '../../../platform/db/db.ts'
import { Forbidden, NotFound } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import { isOneself, type Viewer } from '../../users/index.ts'
import { removeSessions } from '../store/sessions.store.ts'

/** Ends sessions of an account on every process at once: all, the given one, or all except one. Returns how many ended. */
export const endSessions = async (
  tx: Tx,
  userId: number,
  which: { readonly only?: number | undefined; readonly except?: number | undefined } = {},
): Promise<number> => {
  const ended = await removeSessions(tx, userId, which)
  await invalidateMany(tx, 'session', ended)
  return ended.length
}

const recordSessionsEnded = (tx: Tx, viewer: Viewer, count: number): Promise<void> =>
  appendEvents(tx, [
    {
      kind: 'session.ended',
      actorId: viewer.userId,
      means: viewer.means,
      payload: { userId: viewer.userId, count },
    },
  ])

/** Ends a session of the caller; `current` is the session of this request: signing out. */
export const endSession =
  (db: Db) =>
  async (viewer: Viewer, id: number | 'current'): Promise<void> => {
    const only = id === 'current' ? viewer.sessionId : id
    if (only === undefined) throw new NotFound('this request did not come with a session')
    await inTransaction(db, async tx => {
      const count = await endSessions(tx, viewer.userId, { only })
      if (count === 0) throw new NotFound('there is no such session of yours')
      await recordSessionsEnded(tx, viewer, count)
    })
  }

/** Ends all sessions of the caller: signing out on every device. The current session ends only if the caller asks for that. */
export const endOwnSessions =
  (db: Db) =>
  async (viewer: Viewer, userId: number | 'self', isCurrentIncluded: boolean): Promise<void> => {
    if (!isOneself(viewer, userId))
      throw new Forbidden('sessions are ended by their owner only', { reason: 'permission.owner' })
    await inTransaction(db, async tx => {
      const count = await endSessions(tx, viewer.userId, isCurrentIncluded ? {} : { except: viewer.sessionId })
      if (count > 0) await recordSessionsEnded(tx, viewer, count)
    })
  }
