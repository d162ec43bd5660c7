import type { operations } from './schema.ts'

/** A change, as `GET /changes` tells it. */
export type Change = operations['getChanges']['responses'][200]['content']['application/json']['changes'][number]

/** An artifact in the form of snapshots: it changes only when the feed tells so. Values are entries of `PUT`. */
export interface CopiedArtifact {
  readonly id: number
  readonly tracker_id: number
  readonly project_id: number
  readonly number: number
  readonly changeset_id: number
  readonly etag: string
  readonly submitted_by: number | null
  readonly submitted_on: string
  readonly updated_by: number | null
  readonly updated_on: string
  readonly values: readonly { readonly field_id: number; readonly [member: string]: unknown }[]
  readonly links: readonly ArtifactLink[]
  readonly reverse_links: readonly ArtifactLink[]
}

export interface ArtifactLink {
  readonly id: number
  readonly type: string
  readonly field_id: number
}

/** A part of a copy: a tracker, a project, or all of the copy. */
export interface FeedScope {
  readonly tracker_id?: number
  readonly project_id?: number
}

/** A change of a copy. */
export type FeedStep =
  /** The artifact is new, or replaces the one of the same id. */
  | { readonly kind: 'put'; readonly artifact: CopiedArtifact }
  /** The artifact is deleted, or the account does not see it any more. */
  | { readonly kind: 'remove'; readonly artifactId: number }
  /**
   * Of the artifacts of `scope` with ids above `after` and up to `until` (null: without end) the copy has these and no others.
   */
  | {
      readonly kind: 'replace'
      readonly scope: FeedScope
      readonly after: number
      readonly until: number | null
      readonly artifacts: readonly CopiedArtifact[]
    }

/** Steps in their order, and the changes that they come from. */
export interface FeedPage {
  readonly steps: readonly FeedStep[]
  /** Empty for a part of a snapshot. Also changes of other things than artifacts, such as `tracker.changed`. */
  readonly changes: readonly Change[]
  /** The text that `save` gets when the caller asks for the next page. A transaction that writes the page may keep it instead. */
  readonly place: string
}

/** Keeps the place of a feed, and knows the copy. */
export interface FeedStore {
  /** The text that `save` got last; undefined: there is no copy. */
  load(): Promise<string | undefined> | string | undefined
  /** Called when a page is in the copy. */
  save(place: string): Promise<void> | void
  /** `changeset_id` of the artifact in the copy; undefined: the copy does not have it. */
  versionOf(artifactId: number): Promise<number | undefined> | number | undefined
}

export interface FeedOptions {
  readonly store: FeedStore
  /** Only artifacts of these trackers. */
  readonly trackerIds?: readonly number[]
  /** Only artifacts of these projects. */
  readonly projectIds?: readonly number[]
  /** Seconds that the server waits for a change (50). 0: the feed ends when the copy is complete. */
  readonly wait?: number
  /** Ends the feed. */
  readonly signal?: AbortSignal
  /** Told of each lost connection; the feed tries again by itself. */
  readonly onConnectionLost?: (error: Error) => void
  /** Waits between two attempts; tests pass one that does not wait. */
  readonly sleep?: (milliseconds: number, signal?: AbortSignal) => Promise<void>
}
