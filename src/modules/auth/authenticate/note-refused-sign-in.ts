import type { CredentialType } from '../../../platform/events/acting.ts'
import type { Reason } from '../../../platform/reasons.ts'
import type { AuthDependencies } from '../model/auth.dependencies.ts'

interface RefusedSignIn {
  readonly type: CredentialType
  readonly ip: string
  /** The account that the credentials name. A name without an account is not kept: people type passwords there by mistake. */
  readonly userId?: number | undefined
  readonly reason?: Reason
}

/** Tells the audit of wrong credentials, and of right ones whose account may not sign in. */
export const noteRefusedSignIn = (
  { refusals }: Pick<AuthDependencies, 'refusals'>,
  { type, ip, userId, reason = 'credentials.invalid' }: RefusedSignIn,
): void =>
  refusals.note({
    kind: 'sign_in.refused',
    actorId: null,
    accountId: userId,
    means: 'rest',
    ip,
    credential: { type, id: null, label: null },
    reason,
  })
