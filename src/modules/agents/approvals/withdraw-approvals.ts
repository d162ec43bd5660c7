import type { EventConsumer } from '../../../platform/events/consumer.ts'
import type { Clock } from '../../../platform/clock.ts'
import { refuseWaitingOf } from '../store/approvals.store.ts'
import { appendApprovalEvents } from './approval-events.ts'

const REVOKED = 'oauth_consent.revoked'
const DELETED = 'oauth_app.deleted'

/** Refuses what an application asks for, once its account, or nobody, lets it act any more. */
export const withdrawApprovals = ({ clock }: { readonly clock: Clock }): EventConsumer => ({
  name: 'agents.withdraw',
  handle: async (tx, events) => {
    for (const { kind, payload, actorId, means } of events) {
      if (kind !== REVOKED && kind !== DELETED) continue
      const revoked = kind === REVOKED ? (payload as { readonly appId: number; readonly userId: number }) : undefined
      const withdrawn = await refuseWaitingOf(tx, revoked, clock.now())
      await appendApprovalEvents(tx, 'refused', withdrawn, { actorId, means })
    }
  },
})
