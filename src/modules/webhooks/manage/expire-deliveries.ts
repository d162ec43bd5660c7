import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import { DAY } from '../model/retries.ts'
import { deleteOldDeliveries } from '../store/deliveries.store.ts'

const KEPT_DAYS = 30
const PORTION = 5_000

/** Deliveries that are over stay for 30 days. */
export const expireDeliveries = ({ db, clock }: { readonly db: Db; readonly clock: Clock }): Job => ({
  name: 'expire_webhook_deliveries',
  schedule: '41 * * * *',
  run: async () => {
    const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY)
    while ((await deleteOldDeliveries(db.kysely, before, PORTION)) === PORTION) continue
  },
})
