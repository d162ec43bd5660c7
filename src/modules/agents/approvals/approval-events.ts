import type { Tx } from '../../../platform/db/db.ts'
import type { NewEvent } from '../../../platform/events/event-log.ts'
import { appendEvents } from '../../../platform/events/event-log.store.ts'
import type { Approval } from '../model/approval.ts'

export const APPROVAL_KINDS = {
  asked: 'approval.asked',
  allowed: 'approval.allowed',
  refused: 'approval.refused',
  done: 'approval.done',
  failed: 'approval.failed',
  expired: 'approval.expired',
} as const
export type AppendedBy = Pick<NewEvent, 'actorId' | 'means'>
type Step = keyof typeof APPROVAL_KINDS

type Subject = Pick<Approval, 'id' | 'userId' | 'appId' | 'tool' | 'projectId' | 'trackerId' | 'artifactId'>

/** Tells the log of a step of approvals. The arguments and the comment are not in it: they hold what people write. */
export const appendApprovalEvents = (
  tx: Tx,
  step: Step,
  approvals: readonly Subject[],
  by: AppendedBy,
  facts: Readonly<Record<string, unknown>> = {},
): Promise<void> =>
  appendEvents(
    tx,
    approvals.map(({ id, userId, appId, tool, projectId, artifactId, trackerId }) => ({
      kind: APPROVAL_KINDS[step],
      ...by,
      projectId,
      payload: {
        approval_id: id,
        userId,
        tool,
        ...(appId !== null && { application_id: appId }),
        tracker_id: trackerId,
        ...(artifactId !== null && { artifact_id: artifactId }),
        ...facts,
      },
    })),
  )
