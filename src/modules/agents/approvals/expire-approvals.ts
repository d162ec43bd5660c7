import { inTransaction } from '../../../platform/db/db.ts'
import { expireWaiting, removeApprovalsBefore } from '../store/approvals.store.ts'
import { BY_TIME, type AskDependencies } from './ask-approval.ts'
import { appendApprovalEvents } from './approval-events.ts'

const KEPT_MS = 90 * 24 * 60 * 60 * 1000

/** Ends approvals that waited for seven days, and removes those of more than 90 days. */
export const expireApprovals = async ({ db, clock }: AskDependencies): Promise<void> => {
  const now = clock.now()
  await inTransaction(db, async tx => {
    await appendApprovalEvents(tx, 'expired', await expireWaiting(tx, now), BY_TIME)
  })
  await removeApprovalsBefore(db.kysely, new Date(now.getTime() - KEPT_MS))
}
