import type { LoggedEvent } from '../../../platform/events/event-log.ts'

/** An edit of a comment. The artifact has no new version, so the event names the changeset in its payload. */
export const COMMENT_EDITED = 'comment.edited'

/** Kinds of events after which an artifact has other values or another comment. */
export const EDITS: ReadonlySet<string> = new Set(['artifact.created', 'artifact.updated', COMMENT_EDITED])

/** The changeset whose values or comment are new; null for events without one. */
export const editedChangeset = ({ kind, changesetId, payload }: LoggedEvent): number | null => {
  if (kind !== COMMENT_EDITED) return changesetId
  const { comment_changeset_id: id } = payload as { comment_changeset_id?: unknown }
  return typeof id === 'number' ? id : null
}

/** Payload of the event of a move; the event itself names the new tracker. */
export const movePayload = (fromTrackerId: number): Record<string, unknown> => ({ from_tracker_id: fromTrackerId })

/** The tracker that an artifact was moved from; undefined for other events. */
export const movedFrom = ({ kind, payload }: Pick<LoggedEvent, 'kind' | 'payload'>): number | undefined => {
  if (kind !== 'artifact.moved') return undefined
  const { from_tracker_id: id } = payload as { from_tracker_id?: unknown }
  return typeof id === 'number' ? id : undefined
}
