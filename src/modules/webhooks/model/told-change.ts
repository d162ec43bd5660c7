import type { EventCursor, LoggedEvent } from '../../../platform/events/event-log.ts'
import type { ArtifactVersion } from '../../changes/index.ts'
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
  /** The events as the viewer may know of them now, by `seq`; absent: not at all. */
  changesOf(viewer: Viewer, events: readonly LoggedEvent[]): Promise<ReadonlyMap<number, ToldChange>>
  /** The cursor of the log that one of the accounts names; throws Invalid, or 410 for a place that the log does not reach any more. */
  cursorOf(accountIds: readonly number[], place: string): Promise<EventCursor>
  /** The artifacts as the viewer sees them, by id; absent: hidden or gone. */
  artifactsOf(
    viewer: Viewer,
    artifactIds: readonly number[],
    form: Exclude<Include, 'none'>,
  ): Promise<ReadonlyMap<number, object>>
  /** Of these artifacts those that exist, without regard to rights. */
  existing(artifactIds: readonly number[]): Promise<ReadonlySet<number>>
  /** Throws 400 for the faults of a query. */
  checkQuery(viewer: Viewer, trackerId: number, tql: string): Promise<void>
  /** Of these artifacts of the tracker those that the viewer finds by the query. */
  matching(viewer: Viewer, trackerId: number, tql: string, artifactIds: readonly number[]): Promise<ReadonlySet<number>>
  /** By changeset the newest one of its artifact before it of which the viewer may know something; absent: none. */
  previousChangesets(viewer: Viewer, versions: readonly ArtifactVersion[]): Promise<ReadonlyMap<number, number>>
}
