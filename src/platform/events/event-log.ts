/** The channel by which a change came. */
export type Means = 'rest' | 'web' | 'import' | 'svn' | 'command' | 'job' | 'workflow'

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

/** Position of a reader in the log. Opaque text; '' = before the first event. */
export type EventCursor = string
