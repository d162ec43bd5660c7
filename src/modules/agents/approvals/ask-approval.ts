import { createHash } from 'node:crypto'
import { canonicalJson } from '../../../platform/canonical-json.ts'
import type { Clock } from '../../../platform/clock.ts'
import { inTransaction, type Db } from '../../../platform/db/db.ts'
import { Conflict } from '../../../platform/errors.ts'
import type { PlannedAgentWrite } from '../model/approval.ts'
import type { Agent } from '../model/policy.ts'
import {
  countWaiting,
  expireWaiting,
  findWaitingCall,
  insertApproval,
  lockApprovals,
} from '../store/approvals.store.ts'
import { appendApprovalEvents } from './approval-events.ts'

const VALID_MS = 7 * 24 * 60 * 60 * 1000
/** Approvals of an account that wait at a time: an agent must not bury the inbox. */
export const MAX_WAITING = 100

export interface AskDependencies {
  readonly db: Db
  readonly clock: Clock
}

export interface AskedApproval {
  readonly id: number
  /** False: the same call waits already. */
  readonly isNew: boolean
}

/** Files a write for the decision of the account. */
export const askApproval =
  ({ db, clock }: AskDependencies) =>
  (agent: Agent, write: PlannedAgentWrite): Promise<AskedApproval> =>
    inTransaction(db, async tx => {
      const { userId, appId, name } = agent
      const callHash = createHash('sha256')
        .update(canonicalJson([appId, name, write.tool, write.arguments, write.version]))
        .digest()
      await lockApprovals(tx, userId)
      const askedAt = clock.now()
      await appendApprovalEvents(tx, 'expired', await expireWaiting(tx, askedAt, userId), BY_TIME)
      const waiting = await findWaitingCall(tx, userId, callHash)
      if (waiting !== undefined) return { id: waiting, isNew: false }
      if ((await countWaiting(tx, userId)) >= MAX_WAITING)
        throw new Conflict(`${MAX_WAITING} writes of agents wait for the account already`, {
          reason: 'approval.too_many',
          limit: MAX_WAITING,
        })
      const asked = { ...write, userId, appId, agent: name, isAccessKey: appId === null }
      const expiresAt = new Date(askedAt.getTime() + VALID_MS)
      const id = await insertApproval(tx, { ...asked, callHash, askedAt, expiresAt })
      await appendApprovalEvents(tx, 'asked', [{ ...asked, id }], { actorId: userId, means: 'agent' })
      return { id, isNew: true }
    })

/** Time is over without a person. */
export const BY_TIME = { actorId: null, means: 'job' } as const
