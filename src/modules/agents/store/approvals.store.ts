import { sql } from 'kysely'
import { parseJsonb, type Queryable, type Tx } from '../../../platform/db/db.ts'
import type { Approval, ApprovalState, Outcome, Report, StoredState, WriteCall } from '../model/approval.ts'
import type { WritingToolName } from '../model/policy.ts'

const columns = [
  'id',
  'user_id',
  'app_id',
  'agent',
  'is_access_key',
  'tool',
  'arguments',
  'project_id',
  'tracker_id',
  'artifact_id',
  'request',
  'version',
  'report',
  'state',
  'asked_at',
  'expires_at',
  'decided_at',
  'comment',
  'outcome',
] as const

interface ApprovalRow {
  id: number
  user_id: number
  app_id: number | null
  agent: string
  is_access_key: boolean
  tool: string
  arguments: unknown
  project_id: number
  tracker_id: number
  artifact_id: number | null
  request: unknown
  version: string | null
  report: unknown
  state: string
  asked_at: Date
  expires_at: Date
  decided_at: Date | null
  comment: string
  outcome: unknown
}

const approvalOf = (row: ApprovalRow): Approval => ({
  id: row.id,
  userId: row.user_id,
  appId: row.app_id,
  agent: row.agent,
  isAccessKey: row.is_access_key,
  tool: row.tool as WritingToolName,
  arguments: parseJsonb<object>(row.arguments),
  projectId: row.project_id,
  trackerId: row.tracker_id,
  artifactId: row.artifact_id,
  call: parseJsonb<WriteCall>(row.request),
  version: row.version,
  report: parseJsonb<Report>(row.report),
  state: row.state as StoredState,
  askedAt: row.asked_at,
  expiresAt: row.expires_at,
  decidedAt: row.decided_at,
  comment: row.comment,
  outcome: row.outcome === null ? null : parseJsonb<Outcome>(row.outcome),
})

export interface NewApproval extends Omit<Approval, 'id' | 'state' | 'decidedAt' | 'comment' | 'outcome'> {
  readonly callHash: Buffer
}

/** Locks the approvals of an account against other new ones. */
export const lockApprovals = async (tx: Tx, userId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`approval ${userId}`}, 0))`.execute(tx)
}

/** Number of the approval of the same call that waits now. */
export const findWaitingCall = async (tx: Tx, userId: number, callHash: Buffer): Promise<number | undefined> => {
  const row = await tx
    .selectFrom('approval')
    .select('id')
    .where('user_id', '=', userId)
    .where('call_hash', '=', callHash)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row?.id
}

export const countWaiting = async (tx: Tx, userId: number): Promise<number> => {
  const { waiting } = await tx
    .selectFrom('approval')
    .select(eb => eb.fn.countAll<number>().as('waiting'))
    .where('user_id', '=', userId)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return waiting
}

export const insertApproval = async (tx: Tx, approval: NewApproval): Promise<number> => {
  const { id } = await tx
    .insertInto('approval')
    .values({
      user_id: approval.userId,
      app_id: approval.appId,
      agent: approval.agent,
      is_access_key: approval.isAccessKey,
      tool: approval.tool,
      arguments: JSON.stringify(approval.arguments),
      project_id: approval.projectId,
      tracker_id: approval.trackerId,
      artifact_id: approval.artifactId,
      request: JSON.stringify(approval.call),
      version: approval.version,
      report: JSON.stringify(approval.report),
      call_hash: approval.callHash,
      asked_at: approval.askedAt,
      expires_at: approval.expiresAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const findApprovals = async (db: Queryable, ids: readonly number[]): Promise<Map<number, Approval>> => {
  const rows = await db
    .selectFrom('approval')
    .select(columns)
    .where('id', 'in', [0, ...ids])
    .execute()
  return new Map(rows.map(row => [row.id, approvalOf(row)]))
}

export const findApproval = async (db: Queryable, id: number): Promise<Approval | undefined> =>
  (await findApprovals(db, [id])).get(id)

const isInState = (state: ApprovalState | undefined, now: Date) => {
  if (state === undefined) return sql<boolean>`true`
  if (state === 'waiting') return sql<boolean>`(state = 'waiting' and expires_at > ${now} or state = 'allowed')`
  if (state === 'expired') return sql<boolean>`(state = 'expired' or state = 'waiting' and expires_at <= ${now})`
  return sql<boolean>`state = ${state}`
}

/** Approvals of an account, newest first, whether it sees their places or not. */
export const listApprovals = async (
  db: Queryable,
  userId: number,
  filter: { readonly state: ApprovalState | undefined; readonly now: Date },
): Promise<Approval[]> => {
  const rows = await db
    .selectFrom('approval')
    .select(columns)
    .where('user_id', '=', userId)
    .where(isInState(filter.state, filter.now))
    .orderBy('id', 'desc')
    .execute()
  return rows.map(approvalOf)
}

/** The first decision counts. False: another one was faster, or the time is over. */
export const decideWaiting = async (
  tx: Tx,
  id: number,
  decision: { readonly state: 'allowed' | 'refused'; readonly comment: string; readonly at: Date },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('approval')
    .set({ state: decision.state, comment: decision.comment, decided_at: decision.at })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .where('expires_at', '>', decision.at)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False: another process ended it meanwhile. */
export const endAllowed = async (tx: Tx, id: number, state: 'done' | 'failed', outcome: Outcome): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('approval')
    .set({ state, outcome: JSON.stringify(outcome) })
    .where('id', '=', id)
    .where('state', '=', 'allowed')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Approvals whose write began before the time and has not ended. */
export const listUnfinished = async (db: Queryable, before: Date): Promise<Approval[]> => {
  const rows = await db
    .selectFrom('approval')
    .select(columns)
    .where('state', '=', 'allowed')
    .where('decided_at', '<', before)
    .execute()
  return rows.map(approvalOf)
}

/** Ends approvals that nobody decided in time: of one account, or of all. */
export const expireWaiting = async (tx: Tx, now: Date, userId?: number): Promise<Approval[]> => {
  const overdue = tx
    .updateTable('approval')
    .set({ state: 'expired' })
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
  const rows = await (userId === undefined ? overdue : overdue.where('user_id', '=', userId))
    .returning(columns)
    .execute()
  return rows.map(approvalOf)
}

/** Refuses what waits of an application for an account; undefined: of all applications that were deleted. */
export const refuseWaitingOf = async (
  tx: Tx,
  revoked: { readonly appId: number; readonly userId: number } | undefined,
  at: Date,
): Promise<Approval[]> => {
  const ofApplications = tx
    .updateTable('approval')
    .set({ state: 'refused', decided_at: at })
    .where('state', '=', 'waiting')
    .where('is_access_key', '=', false)
  const rows = await (
    revoked
      ? ofApplications.where('user_id', '=', revoked.userId).where('app_id', '=', revoked.appId)
      : ofApplications.where('app_id', 'is', null)
  )
    .returning(columns)
    .execute()
  return rows.map(approvalOf)
}

export const removeApprovalsBefore = async (db: Queryable, before: Date): Promise<void> => {
  await db
    .deleteFrom('approval')
    .where('asked_at', '<', before)
    .where('state', 'not in', ['waiting', 'allowed'])
    .execute()
}
