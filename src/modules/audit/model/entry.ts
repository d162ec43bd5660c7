import type { ActingCredential } from '../../../platform/events/acting.ts'
import type { Means } from '../../../platform/events/event-log.ts'

/**
 * A row of the audit as it is sealed. Accounts are numbers only: the names of persons may be erased, and a sealed row cannot be changed.
 */
export interface SealedEntry {
  readonly n: number
  readonly at: string
  readonly kind: string
  readonly actor: { readonly id: number } | null
  /** The account that the actor acted for, where it is another one. */
  readonly on_behalf_of: { readonly id: number } | null
  readonly means: Means
  readonly credential: ActingCredential
  readonly agent: string | null
  readonly ip: string | null
  readonly request_id: string | null
  readonly project_id: number | null
  /** `user:104`, `artifact:12`, `key:7` and so on. */
  readonly subject: string | null
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
  readonly outcome: 'done' | 'refused'
  readonly reason: string | null
  /** Events that the row stands for. */
  readonly count: number
}

/** A row of the chain with what it is sealed by. */
export interface ChainLink {
  readonly n: number
  readonly hash: Buffer
}

export interface StoredEntry extends ChainLink {
  readonly entry: SealedEntry
  readonly previous: Buffer
}

/** Name of the consumer in the database. */
export const AUDIT_CONSUMER = 'audit'

/** Work on artifacts and in repositories has a history of its own. All other events are in the audit. */
const NOT_AUDITED = new Set([
  'artifact.created',
  'artifact.updated',
  'artifact.moved',
  'comment.edited',
  'svn.committed',
  'report.created',
  'report.updated',
  'report.deleted',
  'workflow.trigger_refused',
])

export const isAudited = (kind: string): boolean => !NOT_AUDITED.has(kind)
