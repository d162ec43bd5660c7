import type { Means } from '../../../platform/events/event-log.ts'

/** Who changes something, for the event log; every Viewer is one. `userId` null: the platform itself. */
export interface Actor {
  readonly userId: number | null
  readonly means: Means
  /** The session by which they do it: it outlives a new password of its account. */
  readonly sessionId?: number
}
