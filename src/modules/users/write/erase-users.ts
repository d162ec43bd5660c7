import { invalidateMany, type Tx } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { Actor } from '../model/actor.ts'
import { deleteUnusedUsers } from '../store/users.store.ts'

/** Erases those of the accounts that nobody has used; returns their ids. */
export const eraseUnusedUsers = async (tx: Tx, ids: readonly number[], actor: Actor): Promise<number[]> => {
  const erased = (await deleteUnusedUsers(tx, ids)).map(({ id }) => id)
  await appendEvents(
    tx,
    erased.map(userId => ({ actorId: actor.userId, means: actor.means, kind: 'user.erased', payload: { userId } })),
  )
  await invalidateMany(tx, 'user', erased)
  return erased
}
