import type { LoggedEvent } from '../../platform/events/event-log.ts'

/** Kinds of events after which an artifact has other values or another comment. */
export const EDITS: ReadonlySet<string> = new Set(['artifact.created', 'artifact.updated'])

/** What the event of a move tells beside where the artifact is now. */
export const movePayload = (fromTrackerId: number): Record<string, unknown> => ({ from_tracker_id: fromTrackerId })

/** The tracker that an artifact was taken from; undefined for other events. */
export const movedFrom = ({ kind, payload }: Pick<LoggedEvent, 'kind' | 'payload'>): number | undefined => {
  if (kind !== 'artifact.moved') return undefined
  const { from_tracker_id: id } = payload as { from_tracker_id?: unknown }
  return typeof id === 'number' ? id : undefined
}
