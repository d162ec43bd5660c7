import type { Clock } from '../../../platform/clock.ts'
import { inTransaction, type Db } from '../../../platform/db/db.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { UPGRADED } from '../visibility/prepared-event.ts'
import { isEarlierVersionConnected, lockCatchUp, readCatchUp, writeCatchUp } from './rights-catch-up.store.ts'

/** A process whose connections were cut is back within seconds. */
const QUIET_MS = 60_000

/**
 * After an upgrade, tells the readers of the feed once that rights may have changed anywhere. It waits until no process of the earlier version was
 * connected for a minute. If one comes back later, that is told again when it is gone (docs/decisions/0077-upgrades-and-the-feed.md).
 */
export const announceUpgrade = ({ db, clock }: { readonly db: Db; readonly clock: Clock }): Job => ({
  name: 'announce_upgrade',
  schedule: '* * * * *',
  run: () =>
    inTransaction(db, async tx => {
      if (!(await lockCatchUp(tx))) return
      const catchUp = await readCatchUp(tx)
      if (!catchUp) return
      const { migration, quietSince, announcedAt } = catchUp
      // Before the transaction writes anything: its event then follows all that the earlier processes wrote.
      if (await isEarlierVersionConnected(tx, migration)) {
        if (quietSince) await writeCatchUp(tx, { quietSince: null, announcedAt: null })
        return
      }
      const now = clock.now()
      if (!quietSince) return writeCatchUp(tx, { quietSince: now, announcedAt: null })
      if (announcedAt || now.getTime() - quietSince.getTime() < QUIET_MS) return
      await appendEvents(tx, [{ kind: UPGRADED, actorId: null, means: 'job', payload: { migration } }])
      await writeCatchUp(tx, { quietSince, announcedAt: now })
    }),
})
