import type { EventCursor, LoggedEvent } from '../../../platform/events/event-log.ts'
import type { Viewer } from '../../users/index.ts'
import type { Include } from './webhook.ts'

/** A change as the owner of a webhook may see it. */
export interface ToldChange {
  readonly kind: string
  readonly artifactId: number | null
  /** As `GET /changes` answers it. */
  readonly wire: Readonly<Record<string, unknown>>
}

/** The feed of changes, as far as webhooks need it. */
export interface ChangeSource {
  /** Kinds that a subscriber may choose. */
  readonly kinds: readonly string[]
  /** Kinds of events of the log that may become a change. */
  readonly eventKinds: readonly string[]
  /** The event as the viewer may know it now; undefined: not at all. */
  changeOf(viewer: Viewer, event: LoggedEvent): Promise<ToldChange | undefined>
  /** The cursor of the log that one of the accounts names; throws Invalid, or 410 for a place that the log does not reach any more. */
  cursorOf(accountIds: readonly number[], place: string): Promise<EventCursor>
  /** The artifact as the viewer sees it; undefined: hidden or gone. */
  artifactOf(viewer: Viewer, artifactId: number, form: Exclude<Include, 'none'>): Promise<object | undefined>
  /** Of these artifacts those that exist, without regard to rights. */
  exists(artifactId: number): Promise<boolean>
  /** Throws 400 for the faults of a query. */
  checkQuery(viewer: Viewer, trackerId: number, tql: string): Promise<void>
  /** Whether the viewer finds the artifact by the query. */
  matches(viewer: Viewer, artifactId: number, trackerId: number, tql: string): Promise<boolean>
  /** The newest changeset before this one of which the viewer may know something. */
  previousChangeset(viewer: Viewer, artifactId: number, changesetId: number): Promise<number | null>
}
