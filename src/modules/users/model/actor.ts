import type { Means } from '../../../platform/events/event-log.ts'

/** The author of a change, for the event log; every Viewer is an Actor. `userId` null: the platform itself. */
export interface Actor {
  readonly userId: number | null
  readonly means: Means
  /** The session that makes the change. This session stays valid after a change of the account's password. */
  readonly sessionId?: number
}
