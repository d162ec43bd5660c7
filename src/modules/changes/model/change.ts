import type { EventCause } from '../../../platform/events/event-log.ts'

/** Kinds of changes that a caller may be told (integrators.md §1.2). Readers ignore kinds that they do not know. */
export const CHANGE_KINDS = [
  'artifact.created',
  'artifact.updated',
  'artifact.moved',
  'artifact.deleted',
  'artifact.restored',
  'comment.edited',
  'artifacts.reordered',
  'access.gained',
  'access.lost',
  'access.changed',
  'tracker.created',
  'tracker.changed',
  'tracker.deleted',
  'project.changed',
  'svn.committed',
] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** The part of a cause that every reader of the change may know. */
export type ToldCause = Omit<EventCause, 'by_changeset_id'>

type WholeKind = Exclude<ChangeKind, 'access.lost' | 'access.changed' | 'artifact.deleted'>

/** A change with all its members. */
export interface WholeChange {
  readonly kind: WholeKind
  readonly at: Date
  readonly actorId: number | null
  readonly means: string
  readonly projectId: number | null
  readonly trackerId: number | null
  readonly artifactId: number | null
  readonly changesetId: number | null
  /** The changeset made a version of the artifact. */
  readonly isVersion: boolean
  /** Readable fields that the change set; null where fields do not matter. */
  readonly changedFieldIds: readonly number[] | null
  /** Of a move, if the caller sees that tracker. */
  readonly fromTrackerId?: number
  readonly cause: ToldCause | null
  /** Of a commit to a repository. */
  readonly commit?: { readonly repositoryId: number; readonly revision: number }
}

/** An artifact that the caller sees no more, or that is deleted: nothing else is told about it. */
export interface LossOfArtifact {
  readonly kind: 'access.lost' | 'artifact.deleted'
  readonly artifactId: number
  readonly changesetId: number | null
  /** Only if the caller sees the tracker. */
  readonly trackerId?: number
}

/** Rights on many artifacts have changed: the reader compares its copy of the scope with a snapshot. */
export interface ChangedAccess {
  readonly kind: 'access.changed'
  readonly scope: 'site' | 'project' | 'tracker'
  readonly projectId: number | null
  readonly trackerId: number | null
}

/** One event as one caller may know of it. */
export type Change = WholeChange | LossOfArtifact | ChangedAccess

export const isLoss = (change: Change): change is LossOfArtifact =>
  change.kind === 'access.lost' || change.kind === 'artifact.deleted'
