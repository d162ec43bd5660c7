import { AsyncLocalStorage } from 'node:async_hooks'

/** Kinds of credentials, as the audit names them. */
export const CREDENTIAL_TYPES = ['session', 'access_key', 'oauth', 'basic', 'token', 'command', 'none'] as const
export type CredentialType = (typeof CREDENTIAL_TYPES)[number]

/** The credentials of a call. */
export interface ActingCredential {
  readonly type: CredentialType
  /** Number of the session, key or application; null: the credentials have none. */
  readonly id: number | null
  /** The name that their owner gave them. */
  readonly label: string | null
}

/** Where a change comes from: events of the change keep it for the audit. */
export interface Acting {
  readonly ip: string
  readonly requestId: string
  /** Undefined: the credentials were not checked yet. */
  readonly credential: ActingCredential | undefined
  /** Name of the program that acts for the account. */
  readonly agent: string | undefined
}

const current = new AsyncLocalStorage<Acting>()

/** Runs `work` so that the events of its changes, and of all that it calls, keep where they came from. */
export const whileActing = <T>(acting: Acting, work: () => T): T => current.run(acting, work)

export const currentActing = (): Acting | undefined => current.getStore()

/** `payload.audit` of an event (integrators.md §13). */
export interface AuditFacts {
  readonly credential?: ActingCredential | undefined
  readonly agent?: string | undefined
  readonly ip?: string | undefined
  readonly request_id?: string | undefined
  readonly outcome?: 'refused'
  readonly reason?: string | undefined
  /** Events that this one stands for. */
  readonly count?: number
}

/** The facts of the call that runs now; undefined outside of calls. */
export const auditFacts = (): AuditFacts | undefined => {
  const acting = current.getStore()
  if (!acting) return undefined
  const { ip, requestId, credential, agent } = acting
  return { ip, request_id: requestId, ...(credential && { credential }), ...(agent !== undefined && { agent }) }
}
