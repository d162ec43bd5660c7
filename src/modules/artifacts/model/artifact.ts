import type { StoredLink } from '../../fields/index.ts'
import type { UserGroupId } from '../../projects/index.ts'

/** Stored values by field id, in the form of the field types. A field without a value has no key. */
export type ArtifactDocument = Readonly<Record<string, unknown>>

/** An artifact in its current version. */
export interface Artifact {
  readonly id: number
  readonly projectId: number
  readonly trackerId: number
  /** Number inside the tracker (`atid`). */
  readonly number: number
  /** The last changeset, which is the version. */
  readonly changesetId: number
  readonly document: ArtifactDocument
  /** Value of the title semantic as plain text. */
  readonly title: string | null
  readonly submittedBy: number
  readonly submittedByEmail: string | null
  readonly submittedOn: Date
  readonly updatedBy: number
  readonly updatedByEmail: string | null
  readonly updatedOn: Date
  /** Groups that may see the artifact; null for no restriction. */
  readonly grantedGroupIds: readonly UserGroupId[] | null
}

/** One end of a link, read together with an artifact. It holds the data to decide whether the viewer may see the end, and to show it. */
export interface LinkEnd {
  readonly id: number
  readonly type: string
  /** The link is a value of this field in the source artifact. */
  readonly fieldId: number
  readonly trackerId: number
  readonly submittedBy: number
  readonly grantedGroupIds: readonly UserGroupId[] | null
}

/** A reference in a text, from or to another artifact. */
export interface ReferenceEnd {
  readonly isOutgoing: boolean
  /** The keyword of the reference. */
  readonly keyword: string
  /** Id of the other artifact. */
  readonly id: number
  readonly trackerId: number
  readonly submittedBy: number
  readonly grantedGroupIds: readonly UserGroupId[] | null
}

/** An artifact with its links and references, read in one round trip. */
export interface ArtifactWithLinks extends Artifact {
  readonly forward: readonly LinkEnd[]
  readonly reverse: readonly LinkEnd[]
  readonly references: readonly ReferenceEnd[]
}

/** The change of one field by one edit; `b` (before) is absent if the field had no value. */
export interface ValueChange {
  readonly b?: unknown
  readonly a: unknown
}

/** Changes by field id. */
export type Delta = Readonly<Record<string, ValueChange>>

export type CommentFormat = 'text' | 'html' | 'commonmark'

export interface NewComment {
  readonly body: string
  readonly format: CommentFormat
  /** Groups that may see the comment; null = public, [] = administrators alone. */
  readonly groupIds: readonly UserGroupId[] | null
}

/** One version of a comment. */
export interface CommentVersion {
  readonly body: string
  readonly format: CommentFormat
  /** null = public. */
  readonly groupIds: readonly number[] | null
  /** 0 = anonymous. */
  readonly by: number
  readonly byEmail: string | null
  readonly on: Date
}

/** A comment as a client sends it, before its groups are looked up. */
export interface SubmittedComment {
  readonly body: string
  readonly format: CommentFormat
  /** Ids from the request; null = public, undefined = not given. */
  readonly groups: readonly string[] | null | undefined
}

/** The version of an artifact for conditional requests (artifacts.md §8). */
export interface ArtifactVersion {
  readonly artifactId: number
  readonly changesetId: number
  readonly modifiedAt: Date
  /** The version was written by an earlier call with the same Idempotency-Key. */
  readonly isReplayed?: boolean
  /** The change was merged with changes of others since the version of `If-Match`. */
  readonly isMerged?: boolean
}

/** Rows that a change adds to the search tables or removes from them. */
export interface IndexChanges {
  readonly added: readonly (readonly [fieldId: number, value: number])[]
  readonly removed: readonly (readonly [fieldId: number, value: number])[]
  readonly texts: readonly { readonly fieldId: number; readonly content: string; readonly isTitle: boolean }[]
}

export interface LinkChanges {
  readonly fieldId: number
  /** New links, and links whose type changed. */
  readonly written: readonly StoredLink[]
  readonly removedIds: readonly number[]
}

/** Files that a change attaches to the artifact or detaches from it. */
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
 * Row version of an artifact: the transaction that last wrote its row, and the number of changes of its links and references, including
 * their other ends. Two reads with equal row versions found the same state.
 */
export interface RowVersion {
  readonly writtenBy: string
  readonly connectionChanges: number
}

/** Row versions of artifacts at the time of a search, by id. */
export type RowVersions = ReadonlyMap<number, RowVersion>

/** A page of artifacts, from a list or a search. */
export interface ArtifactIdPage {
  /** Ids in the order of the page. */
  readonly ids: readonly number[]
  /** Total number of matches. */
  readonly size: number
  /** Empty if not requested, or if they would need a separate statement. */
  readonly rowVersions: RowVersions
}

/**
 * Author and time that a change had in another system. A change with them is history: its values must be values of their fields, but the
 * workflow and required fields judge only changes of now (ADR 76).
 */
export interface Original {
  /** 0 = anonymous. */
  readonly userId: number
  /** Address of an author without an account. */
  readonly email: string | null
  readonly at: Date
}
