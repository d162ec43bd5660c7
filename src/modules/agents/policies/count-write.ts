import type { Clock } from '../../../platform/clock.ts'
import { inTransaction, type Db } from '../../../platform/db/db.ts'
import { TooManyRequests } from '../../../platform/errors.ts'
import type { Agent, Policy } from '../model/policy.ts'
import { countWrites, insertWrite, removeWrite, removeWritesBefore } from '../store/writes.store.ts'

const HOUR_MS = 60 * 60 * 1000

/** Takes back a write that was refused: only what was done counts. */
export type TakeBack = () => Promise<void>

/** Counts a write of an agent; throws 429 if it is one too many in an hour. The same key counts once. */
export const countWrite =
  ({ db, clock }: { readonly db: Db; readonly clock: Clock }) =>
  ({ userId, appId }: Agent, { writesPerHour }: Policy, key: string): Promise<TakeBack> =>
    inTransaction(db, async tx => {
      const now = clock.now()
      const write = { userId, appId, key }
      const { isKnown, used, oldest } = await countWrites(tx, write, new Date(now.getTime() - HOUR_MS))
      if (isKnown) return () => Promise.resolve()
      if (writesPerHour !== null && used >= writesPerHour)
        throw new TooManyRequests(
          `At most ${writesPerHour} ${writesPerHour === 1 ? 'write' : 'writes'} of this agent in an hour: the account set that`,
          {
            reason: 'agent.writes',
            limit: writesPerHour,
            remaining: 0,
            retry_at: new Date((oldest ?? now).getTime() + HOUR_MS).toISOString(),
          },
        )
      await insertWrite(tx, write, now)
      return () => removeWrite(db.kysely, write)
    })

/** Removes counts that no limit looks at. */
export const removeOldWrites = ({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<void> =>
  removeWritesBefore(db.kysely, new Date(clock.now().getTime() - HOUR_MS))
