import type { StoredLink } from '../../fields/index.ts'
import type { UserGroupId } from '../../projects/index.ts'

/** Stored values by field id, as field types define them; a field that never got a value has no key. */
export type ArtifactDocument = Readonly<Record<string, unknown>>

/** An artifact in its current version. */
export interface Artifact {
  readonly id: number
  readonly projectId: number
  readonly trackerId: number
  /** Number inside the tracker (`atid`). */
  readonly number: number
  /** The last changeset: the version. */
  readonly changesetId: number
  readonly document: ArtifactDocument
  /** Of the title semantic, as plain text. */
  readonly title: string | null
  readonly submittedBy: number
  readonly submittedByEmail: string | null
  readonly submittedOn: Date
  readonly updatedBy: number
  readonly updatedByEmail: string | null
  readonly updatedOn: Date
  /** Groups that may see it; null = no restriction. */
  readonly grantedGroupIds: readonly UserGroupId[] | null
  /** Global priority. */
  readonly rank: number
}

/** One end of a link as read together with an artifact: enough to decide whether the viewer may see it, and to show it. */
export interface LinkEnd {
  readonly id: number
  readonly type: string
  /** The link is a value of this field, of the artifact where it starts. */
  readonly fieldId: number
  readonly trackerId: number
  readonly submittedBy: number
  readonly grantedGroupIds: readonly UserGroupId[] | null
}

/** A reference in a text, to the other artifact or from it. */
export interface ReferenceEnd {
  readonly isOutgoing: boolean
  /** The word that it is written with. */
  readonly keyword: string
  /** The other artifact. */
  readonly id: number
  readonly trackerId: number
  readonly submittedBy: number
  readonly grantedGroupIds: readonly UserGroupId[] | null
}

/** An artifact with what connects it to others: it is read in one round trip. */
export interface ArtifactWithLinks extends Artifact {
  readonly forward: readonly LinkEnd[]
  readonly reverse: readonly LinkEnd[]
  readonly references: readonly ReferenceEnd[]
}

/** What one edit did to one field; `b` is absent where nothing was stored before. */
export interface ValueChange {
  readonly b?: unknown
  readonly a: unknown
}

/** By field id. */
export type Delta = Readonly<Record<string, ValueChange>>

export type CommentFormat = 'text' | 'html' | 'commonmark'

export interface NewComment {
  readonly body: string
  readonly format: CommentFormat
  /** Groups that may see it; null = public, [] = administrators alone. */
  readonly groupIds: readonly UserGroupId[] | null
}

/** One version of a comment. */
export interface CommentVersion {
  readonly body: string
  readonly format: CommentFormat
  /** null = public */
  readonly groupIds: readonly number[] | null
  /** 0 = anonymous */
  readonly by: number
  readonly byEmail: string | null
  readonly on: Date
}

/** A comment as a client sends it: its groups are still to be looked up. */
export interface SubmittedComment {
  readonly body: string
  readonly format: CommentFormat
  /** Wire ids; null = public, undefined = nothing is said of them. */
  readonly groups: readonly string[] | null | undefined
}

/** The version of an artifact as conditional requests see it (artifacts.md §8). */
export interface ArtifactVersion {
  readonly artifactId: number
  readonly changesetId: number
  readonly modifiedAt: Date
}

/** Rows of the search tables that a change adds and takes away. */
export interface IndexChanges {
  readonly added: readonly (readonly [fieldId: number, value: number])[]
  readonly removed: readonly (readonly [fieldId: number, value: number])[]
  readonly texts: readonly { readonly fieldId: number; readonly content: string; readonly isTitle: boolean }[]
}

export interface LinkChanges {
  readonly fieldId: number
  /** New links, and those whose type changed. */
  readonly written: readonly StoredLink[]
  readonly removedIds: readonly number[]
}

/** What a change attaches to the artifact and takes off it. */
export interface FileChanges {
  readonly attached: readonly { readonly id: number; readonly fieldId: number }[]
  readonly detachedIds: readonly number[]
}

/** A reference to an artifact in a text of the change. */
export interface MentionedArtifact {
  readonly artifactId: number
  readonly keyword: string
}

/**
 * A state of an artifact as the database names it: the transaction that wrote its row, which is another one after every change of
 * the row, and how often its links and references have changed, other ends included. Two reads with equal marks found the same.
 */
export interface RowVersion {
  readonly writtenBy: string
  readonly connectionChanges: number
}

/** What artifacts stood at when they were found. */
export type RowVersions = ReadonlyMap<number, RowVersion>

/** A page of artifacts, of a list or a search. */
export interface ArtifactIdPage {
  /** In the order of the page. */
  readonly ids: readonly number[]
  /** Of all that the page is a part of. */
  readonly size: number
  /** Empty where they were not asked for, or would have taken a statement of their own. */
  readonly rowVersions: RowVersions
}
