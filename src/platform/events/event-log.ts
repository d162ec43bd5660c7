/** The channel by which a change came. */
export type Means = 'rest' | 'web' | 'import' | 'svn' | 'command' | 'job' | 'workflow' | 'agent'

/** The larger operation that an event belongs to, as the log stores it in the payload (`cause`). */
export interface EventCause {
  readonly batch_id?: string
  readonly import_id?: number
  /** Name of the application that acted for the account, as an agent. */
  readonly agent?: string
  readonly webhook_id?: number
  /** The changeset that an undo put back. */
  readonly undo_of?: number
  /** The changeset whose triggers made this change. */
  readonly by_changeset_id?: number
}

/** One thing that happened, as it is appended in the transaction of the change itself (DESIGN.md §2). */
export interface NewEvent {
  /** `artifact.created`, `project.suspended`, …: the object and what happened to it, in the past tense. */
  readonly kind: string
  readonly actorId: number | null
  readonly means: Means
  readonly projectId?: number
  readonly trackerId?: number
  readonly artifactId?: number
  readonly changesetId?: number
  readonly payload?: Readonly<Record<string, unknown>>
}

export interface LoggedEvent {
  readonly seq: number
  readonly cursor: EventCursor
  readonly at: Date
  readonly kind: string
  readonly actorId: number | null
  readonly means: Means
  readonly projectId: number | null
  readonly trackerId: number | null
  readonly artifactId: number | null
  readonly changesetId: number | null
  readonly payload: Record<string, unknown>
}

/** Whether rights that processes cache may be others after the event. Rights that a write of one artifact changes are read from the database. */
export const mayChangeCachedRights = ({ artifactId }: LoggedEvent): boolean => artifactId === null

/** Position of a reader in the log. Opaque text; '' = before the first event. */
export type EventCursor = string
