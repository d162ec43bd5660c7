import type { Clock } from '../../../platform/clock.ts'
import { inTransaction, type Db } from '../../../platform/db/db.ts'
import { Conflict, Gone, type Refusal, type RefusalDetails } from '../../../platform/errors.ts'
import { docOf } from '../../../platform/reasons.ts'
import type { AuthModule } from '../../auth/index.ts'
import type { OauthModule } from '../../oauth/index.ts'
import { canSignIn, type UsersModule, type Viewer } from '../../users/index.ts'
import { keyOf, stateOf, type Approval, type Outcome } from '../model/approval.ts'
import { decideWaiting, endAllowed, findApproval, listUnfinished } from '../store/approvals.store.ts'
import { appendApprovalEvents, type AppendedBy } from './approval-events.ts'
import { getApproval, requireOwnApproval, type SeeDependencies, type SeenApproval } from './see-approvals.ts'

/** The answer of the API to a call. */
export interface AgentAnswer {
  readonly status: number
  readonly body: unknown
}

/** Calls the API inside this process, as this viewer. */
export type RunWrite = (
  viewer: Viewer,
  call: Approval['call'] & { readonly headers: Readonly<Record<string, string>> },
  ip: string,
) => Promise<AgentAnswer>

export interface DecideDependencies extends SeeDependencies {
  readonly db: Db
  readonly clock: Clock
  readonly users: Pick<UsersModule, 'get'>
  readonly auth: Pick<AuthModule, 'viewerOf'>
  readonly oauth: Pick<OauthModule, 'allowedApplications'>
  readonly runWrite: RunWrite
}

export interface Decision {
  readonly isAllowed: boolean
  readonly comment: string
}

/**
 * Refuses a write of an agent, or does it now, with the rights that the account has now and the version of the report. A write that is
 * refused now is over: the agent must ask again.
 */
export const decideApproval =
  (deps: DecideDependencies) =>
  async (viewer: Viewer, id: number, { isAllowed, comment }: Decision, ip: string): Promise<SeenApproval> => {
    const approval = await requireOwnApproval(deps)(viewer, id)
    const by = { actorId: viewer.userId, means: viewer.means }
    const at = deps.clock.now()
    if (isAllowed) await requireMayAct(deps, approval)
    const isFirst = await inTransaction(deps.db, async tx => {
      const state = isAllowed ? 'allowed' : 'refused'
      if (!(await decideWaiting(tx, id, { state, comment, at }))) return false
      await appendApprovalEvents(tx, state, [approval], by)
      return true
    })
    if (!isFirst) throw await decidedRefusal(deps, id)
    if (isAllowed) await runAllowed(deps, approval, by, ip)
    return getApproval(deps)(viewer, id)
  }

/** The account may have revoked the application since. A consumer of the log ends what it asked for a moment later. */
const requireMayAct = async (
  { oauth }: DecideDependencies,
  { isAccessKey, userId, appId }: Approval,
): Promise<void> => {
  if (isAccessKey || (await oauth.allowedApplications(userId)).some(({ id }) => id === appId)) return
  throw new Conflict('The application may not act for you any more', { reason: 'approval.withdrawn' })
}

const decidedRefusal = async ({ db, clock }: DecideDependencies, id: number): Promise<Refusal> => {
  const approval = await findApproval(db.kysely, id)
  return approval && stateOf(approval, clock.now()) === 'expired'
    ? new Gone('Nobody decided in seven days: the agent must ask again', { reason: 'approval.expired' })
    : new Conflict('This was decided already', { reason: 'approval.decided' })
}

/** Does an allowed write. Its key lets it happen once, whichever process runs it, and however often. */
const runAllowed = async (deps: DecideDependencies, approval: Approval, by: AppendedBy, ip: string): Promise<void> => {
  const { call, version } = approval
  const viewer = await agentViewer(deps, approval)
  const answer: AgentAnswer = viewer
    ? await deps.runWrite(
        viewer,
        {
          ...call,
          headers: { ...(version !== null && { 'if-match': version }), 'idempotency-key': keyOf(approval) },
        },
        ip,
      )
    : { status: 403, body: ACCOUNT_GONE }
  // A failure of the server is no answer: the job tries again with the same key.
  if (answer.status >= 500 || isStillRunning(answer)) return
  await end(deps, approval, outcomeOf(answer, approval), by)
}

const end = async (
  { db }: Pick<DecideDependencies, 'db'>,
  approval: Approval,
  outcome: Outcome,
  by: AppendedBy,
): Promise<void> => {
  const state = 'status' in outcome ? 'failed' : 'done'
  await inTransaction(db, async tx => {
    if (!(await endAllowed(tx, approval.id, state, outcome))) return
    const facts = 'status' in outcome ? { reason: outcome.details.reason } : { changeset_id: outcome.changeset_id }
    await appendApprovalEvents(tx, state, [approval], by, facts)
  })
}

/** The account with its rights of now, with the name of the agent. */
const agentViewer = async (
  { users, auth }: Pick<DecideDependencies, 'users' | 'auth'>,
  { userId, appId, agent, isAccessKey }: Approval,
): Promise<Viewer | undefined> => {
  const user = await users.get(userId)
  if (!user || !canSignIn(user)) return undefined
  const viewer = await auth.viewerOf(userId, 'agent')
  return { ...viewer, agent, ...(!isAccessKey && { application: { id: appId ?? 0, name: agent } }) }
}

interface ErrorMembers {
  readonly error?: {
    readonly message?: string
    readonly i18n_error_message?: string
    readonly details?: RefusalDetails
  }
}

const ACCOUNT_GONE = {
  error: {
    message: 'The account may not sign in',
    details: { reason: 'account.suspended', doc: docOf('account.suspended') },
  },
}

const errorOf = ({ body }: AgentAnswer) => ((body ?? {}) as ErrorMembers).error

const isStillRunning = (answer: AgentAnswer): boolean => errorOf(answer)?.details?.reason === 'idempotency.running'

interface WriteAnswer {
  readonly id?: number
  readonly changeset_id?: number
}

const outcomeOf = (answer: AgentAnswer, { artifactId }: Approval): Outcome => {
  if (answer.status >= 400) {
    const error = errorOf(answer)
    return {
      status: answer.status,
      message: error?.i18n_error_message ?? error?.message ?? '',
      details: error?.details ?? { reason: 'unavailable', doc: docOf('unavailable') },
    }
  }
  const { id, changeset_id: changesetId } = (answer.body ?? {}) as WriteAnswer
  return { artifact_id: artifactId ?? id ?? null, changeset_id: changesetId ?? null }
}

/** Age of a write that a process of before left behind. */
const LEFT_BEHIND_MS = 60_000
/** Keys of calls count for an hour at least. Later nobody knows whether the write happened, so it is not repeated. */
const REPEATABLE_MS = 50 * 60_000

/** Ends writes that were allowed by a process that stopped in the middle. */
export const resumeAllowed = async (deps: DecideDependencies): Promise<void> => {
  const now = deps.clock.now().getTime()
  for (const approval of await listUnfinished(deps.db.kysely, new Date(now - LEFT_BEHIND_MS))) {
    const by = { actorId: approval.userId, means: 'job' } as const
    if (now - (approval.decidedAt?.getTime() ?? 0) < REPEATABLE_MS) await runAllowed(deps, approval, by, '127.0.0.1')
    else await end(deps, approval, UNKNOWN, by)
  }
}

const UNKNOWN: Outcome = {
  status: 503,
  message: 'The server stopped while it wrote: look at the history before you ask again',
  details: { reason: 'unavailable', doc: docOf('unavailable') },
}
