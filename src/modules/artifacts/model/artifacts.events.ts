import type { EventCause, LoggedEvent } from '../../../platform/events/event-log.ts'
import type { Tracker } from '../../trackers/index.ts'
import { publicAgentOf, type Viewer } from '../../users/index.ts'
import type { Artifact, ArtifactDocument, NewComment } from './artifact.ts'
import { assigneeIds } from './assignees.ts'

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

/** The facts of an artifact that decide who sees it, in the form of the event log: rights are judged by them later, with the groups of then. */
export interface AccessFacts {
  readonly tracker_id: number
  /** null = no restriction. */
  readonly granted_group_ids: readonly number[] | null
  readonly submitted_by: number
  readonly assignee_ids: readonly number[]
}

export const accessFacts = (
  tracker: Pick<Tracker, 'id' | 'semantics'>,
  { grantedGroupIds, submittedBy, document }: Pick<Artifact, 'grantedGroupIds' | 'submittedBy' | 'document'>,
): AccessFacts => ({
  tracker_id: tracker.id,
  granted_group_ids: grantedGroupIds,
  submitted_by: submittedBy,
  assignee_ids: assigneeIds(tracker, document),
})

const isSameSet = (left: readonly number[] | null, right: readonly number[] | null): boolean =>
  left === null || right === null
    ? left === right
    : left.length === right.length && left.every(value => right.includes(value))

/** The facts before an update, if the update changes who may see the artifact; otherwise undefined. */
export const accessBefore = (
  tracker: Tracker,
  before: Artifact,
  after: { readonly grantedGroupIds: readonly number[] | null; readonly changed: ArtifactDocument },
): AccessFacts | undefined => {
  const facts = accessFacts(tracker, before)
  const isRegranted = !isSameSet(facts.granted_group_ids, after.grantedGroupIds)
  const isReassigned =
    tracker.permissions.assignee.size > 0 &&
    !isSameSet(facts.assignee_ids, assigneeIds(tracker, { ...before.document, ...after.changed }))
  return isRegranted || isReassigned ? facts : undefined
}

/** Payload of the event of an update, as JSON; null if it is empty. */
export const updatePayload = (
  facts: AccessFacts | undefined,
  isCommentAlone: boolean,
  { groupIds }: Pick<NewComment, 'groupIds'>,
  cause: EventCause | undefined,
): string | null => {
  if (!facts && !isCommentAlone && !cause) return null
  return JSON.stringify({
    ...(facts ? { access_before: facts } : {}),
    ...(isCommentAlone ? { comment: true, ...(groupIds === null ? {} : { comment_group_ids: groupIds }) } : {}),
    ...(cause ? { cause } : {}),
  })
}

/** Payload of the event of a move; the event itself names the new tracker. */
export const movePayload = (before: AccessFacts): Record<string, unknown> => ({
  from_tracker_id: before.tracker_id,
  access_before: before,
})

/** The tracker that an artifact was moved from; undefined for other events. */
export const movedFrom = ({ kind, payload }: Pick<LoggedEvent, 'kind' | 'payload'>): number | undefined => {
  if (kind !== 'artifact.moved') return undefined
  const { from_tracker_id: id } = payload as { from_tracker_id?: unknown }
  return typeof id === 'number' ? id : undefined
}

/** The cause of a change, with the name of the agent that makes it. */
export const causeOf = (
  viewer: Pick<Viewer, 'means' | 'application'>,
  cause: EventCause | undefined,
): { readonly cause?: EventCause } => {
  const agent = publicAgentOf(viewer)
  if (agent !== undefined) return { cause: { ...cause, agent } }
  return cause ? { cause } : {}
}

/** Whether people hear nothing of the change: an import, unless it asks for mails. */
export const isSilent = ({ means, payload }: Pick<LoggedEvent, 'means' | 'payload'>): boolean =>
  means === 'import' && payload['notify'] !== true
