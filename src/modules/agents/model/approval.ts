import type { RefusalDetails } from '../../../platform/errors.ts'
import type { WritePlace, WritingToolName } from './policy.ts'

export const APPROVAL_STATES = ['waiting', 'done', 'refused', 'failed', 'expired'] as const
/** As clients see it. */
export type ApprovalState = (typeof APPROVAL_STATES)[number]
/** `allowed`: the write is under way; after a crash a job ends it. */
export type StoredState = ApprovalState | 'allowed'

/** A call of the API that a tool makes. */
export interface WriteCall {
  readonly method: 'POST' | 'PUT'
  /** Below `/api`. */
  readonly path: string
  readonly body: unknown
}

/** A write of an agent, and its effects. */
export interface PlannedAgentWrite extends WritePlace {
  readonly tool: WritingToolName
  readonly arguments: object
  /** Null: a new artifact. */
  readonly artifactId: number | null
  readonly call: WriteCall
  /** Version that the write needs; null: it makes something new. */
  readonly version: string | null
  /** The answer of the dry run. */
  readonly report: Report
}

/** Part of the answer of a dry run (integrators.md §7) that is shown to people. */
export interface Report {
  readonly changed_fields: readonly ReportedField[]
  readonly is_change: boolean
}

export interface ReportedField {
  readonly field_id: number
  readonly name: string
  readonly before: object | null
  readonly after: object | null
  readonly by: 'request' | 'workflow' | 'default'
}

/** The end of an allowed write: its artifact and changeset, or its refusal. */
export type Outcome =
  | { readonly artifact_id: number | null; readonly changeset_id: number | null }
  | { readonly status: number; readonly message: string; readonly details: RefusalDetails }

export interface Approval extends Omit<PlannedAgentWrite, 'report'> {
  readonly id: number
  readonly userId: number
  readonly appId: number | null
  readonly agent: string
  readonly isAccessKey: boolean
  readonly report: Report
  readonly state: StoredState
  readonly askedAt: Date
  readonly expiresAt: Date
  readonly decidedAt: Date | null
  readonly comment: string
  readonly outcome: Outcome | null
}

/** An approval that nobody decided in time is over, also before the job that says so has run. */
export const stateOf = ({ state, expiresAt }: Pick<Approval, 'state' | 'expiresAt'>, now: Date): ApprovalState => {
  if (state === 'waiting') return expiresAt <= now ? 'expired' : 'waiting'
  return state === 'allowed' ? 'waiting' : state
}

/** The key with which the write happens once, even if several processes run it. */
export const keyOf = ({ id, userId }: Pick<Approval, 'id' | 'userId'>): string => `approval-${userId}-${id}`
