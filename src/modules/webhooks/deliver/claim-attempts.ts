import { inTransaction } from '../../../platform/db/db.ts'
import { CONSUMER } from '../queue/queue-changes.ts'
import { claimDue, claimOldest, listDueWebhooks, type ClaimedDelivery } from '../store/claims.store.ts'
import { tryLockWebhooks } from '../store/webhook-locks.store.ts'
import type { AttemptDependencies } from './attempt-dependencies.ts'
import { AT_A_TIME, mostHeld, type Paces } from './paces.ts'

const LEASE_MS = 30_000
/** Deliveries that a process holds: their attempts wait for others, and take little of the processor. */
const MOST_OF_PROCESS = 200

/** Claims what may be attempted now, for all webhooks together. A webhook whose lock is taken has its turn later. */
export const claimAttempts = async (
  { db, clock }: Pick<AttemptDependencies, 'db' | 'clock'>,
  paces: Paces,
): Promise<ClaimedDelivery[]> => {
  const room = MOST_OF_PROCESS - paces.held()
  const now = clock.now()
  const due = room > 0 ? await listDueWebhooks(db.kysely, now) : []
  const open = due.filter(({ id }) => paces.of(id).held.size < mostHeld(paces.of(id)))
  if (open.length === 0) return []
  return inTransaction(db, async tx => {
    const locked = await tryLockWebhooks(
      tx,
      open.map(({ id }) => id),
    )
    const mine = open.filter(({ id }) => locked.has(id))
    if (mine.length === 0) return []
    const terms = { consumer: CONSUMER, now, leaseUntil: new Date(now.getTime() + LEASE_MS) }
    const claims = mine.map(({ id }) => {
      const pace = paces.of(id)
      return { webhookId: id, held: [...pace.held], most: mostHeld(pace), mostShared: AT_A_TIME }
    })
    const failing = mine.filter(({ state }) => state === 'failing').map(({ id }) => id)
    return [...(await claimDue(tx, claims, terms, room)), ...(await claimOldest(tx, failing, terms))]
  })
}
