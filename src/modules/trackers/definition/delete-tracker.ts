import type { Clock } from '../../../platform/clock.ts'
import { invalidate, invalidateMany, inTransaction, type Db, type Tx } from '../../../platform/db/db.ts'
import { NotFound } from '../../../platform/errors.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { Actor } from '../../users/index.ts'
import type { Tracker } from '../model/tracker.ts'
import { detachTracker, markTrackerDeleted } from '../store/trackers.store.ts'
import { deleteTriggersAround } from '../store/workflow.store.ts'

/**
 * `check` may refuse, in the transaction. Marks a tracker deleted: no user sees it any more, its id stays used, and its names are free again. Other trackers no longer refer to it.
 */
export const deleteTracker =
  (db: Db, clock: Clock) =>
  async (
    tracker: Pick<Tracker, 'id' | 'projectId' | 'name' | 'itemName'>,
    actor: Actor,
    check?: (tx: Tx) => Promise<void>,
  ): Promise<void> =>
    inTransaction(db, async tx => {
      await check?.(tx)
      if (!(await markTrackerDeleted(tx, tracker.id, clock.now()))) throw new NotFound('The tracker is deleted already')
      await appendEvents(tx, [
        {
          kind: 'tracker.deleted',
          actorId: actor.userId,
          means: actor.means,
          projectId: tracker.projectId,
          trackerId: tracker.id,
          payload: { name: tracker.name, item_name: tracker.itemName },
        },
      ])
      const others = [...(await detachTracker(tx, tracker.id)), ...(await deleteTriggersAround(tx, tracker.id))]
      await invalidateMany(tx, 'tracker', [...new Set([tracker.id, ...others])])
      await invalidate(tx, 'project_trackers', tracker.projectId)
    })
