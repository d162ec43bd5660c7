import { canReadFieldById, canSeeComment, type ArtifactContext } from '../artifacts/index.ts'

export const ENTRY_STATES = ['unread', 'read', 'done'] as const
export type EntryState = (typeof ENTRY_STATES)[number]

/** Why an account is told of a change, the strongest reason first. */
export const REASONS = ['mention', 'assigned', 'watched'] as const
export type Reason = (typeof REASONS)[number]
/** Reason of an entry about a write of an agent that the account decides. */
export const APPROVAL_REASON = 'approval'

/** A change of an entry, with the facts that decide who may know of it. */
export interface EntryChange {
  readonly changesetId: number
  readonly reasons: readonly Reason[]
  readonly fieldIds: readonly number[]
  /** A comment that was emptied counts. */
  readonly hasComment: boolean
  /** null = public. */
  readonly commentGroupIds: readonly number[] | null
}

export interface SeenChange<Change extends EntryChange> {
  readonly change: Change
  /** Those of the reasons that the viewer may know. */
  readonly reasons: readonly Reason[]
  readonly isCommentSeen: boolean
  /** Fields of the change that the viewer reads. */
  readonly fieldIds: readonly number[]
}

/** The change as the viewer may know of it by the rights of now; undefined: not at all, or by no reason that the viewer may know. */
export const seeChange = <Change extends EntryChange>(
  context: Pick<ArtifactContext, 'tracker' | 'rights'>,
  change: Change,
  isFieldSeen: (fieldId: number) => boolean,
): SeenChange<Change> | undefined => {
  const { tracker, rights } = context
  const isCommentSeen = change.hasComment && canSeeComment(rights, change.commentGroupIds)
  const fieldIds = change.fieldIds.filter(id => canReadFieldById(context, id) && isFieldSeen(id))
  const isKnown: Record<Reason, boolean> = {
    mention: isCommentSeen,
    assigned: fieldIds.includes(tracker.semantics.contributor?.fieldId ?? 0),
    watched: isCommentSeen || fieldIds.length > 0,
  }
  const reasons = change.reasons.filter(reason => isKnown[reason])
  return reasons.length > 0 ? { change, reasons, isCommentSeen, fieldIds } : undefined
}

/** The strongest reason of several changes. */
export const strongestReason = (changes: readonly SeenChange<EntryChange>[]): Reason =>
  REASONS.find(reason => changes.some(({ reasons }) => reasons.includes(reason))) ?? 'watched'

/** Entries of an account: some, or all up to one. */
export type EntrySelection = { readonly ids: readonly number[] } | { readonly until: number }
