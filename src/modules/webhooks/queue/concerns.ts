import type { EventCursor, LoggedEvent } from '../../../platform/events/event-log.ts'
import type { WebhookPlace } from '../model/webhook.ts'

/** Where an event happened. A move has two places. */
export interface EventPlaces {
  readonly trackerIds: readonly number[]
  readonly projectIds: readonly number[]
}

/** Whether the webhook listens there. An event of a whole project or of the platform concerns all webhooks inside. */
export const concerns = (place: WebhookPlace, { trackerIds, projectIds }: EventPlaces): boolean => {
  if (place.scope === 'site' || projectIds.length === 0) return true
  if (!projectIds.includes(place.projectId)) return false
  return place.scope === 'project' || trackerIds.length === 0 || trackerIds.includes(place.trackerId)
}

export type TrackerProject = (trackerId: number) => Promise<number | undefined>

export const placesOf = async (event: LoggedEvent, projectOf: TrackerProject): Promise<EventPlaces> => {
  const from = event.payload['from_tracker_id']
  const formerTracker = event.kind === 'artifact.moved' && typeof from === 'number' ? from : undefined
  const formerProject = formerTracker === undefined ? undefined : await projectOf(formerTracker)
  const given = (id: number | null | undefined): number[] => (id === null || id === undefined ? [] : [id])
  return {
    trackerIds: [...given(event.trackerId), ...given(formerTracker)],
    projectIds: [...given(event.projectId), ...given(formerProject)],
  }
}

/** Negative: `left` is the earlier place in the log. */
export const compareCursors = (left: EventCursor, right: EventCursor): number => {
  const [leftXid, leftSeq] = partsOf(left)
  const [rightXid, rightSeq] = partsOf(right)
  if (leftXid !== rightXid) return leftXid < rightXid ? -1 : 1
  return leftSeq === rightSeq ? 0 : leftSeq < rightSeq ? -1 : 1
}

const partsOf = (cursor: EventCursor): [bigint, bigint] => {
  const [xid = '', seq = ''] = cursor.split('.')
  return [BigInt(xid || '0'), BigInt(seq || '0')]
}
