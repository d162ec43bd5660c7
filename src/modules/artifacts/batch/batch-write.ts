import type { ArtifactContext } from '../access/artifact-access.ts'
import type { CommentEdit } from '../commit/comments.store.ts'
import type { CreationRows } from '../commit/write-artifact.store.ts'
import type { Artifact } from '../model/artifact.ts'
import type { NewOpenValue } from '../model/new-open-value.ts'
import type { MoveDependencies, PreparedMove } from '../move/move-artifact.ts'
import type { PlannedUpdate } from './planned-state.ts'

/** A write of a batch, in the order of the operations. `changeset` is the placeholder of the changeset that it makes. */
export type BatchWrite =
  | {
      readonly kind: 'create'
      readonly rows: CreationRows & { readonly artifactId: number }
      readonly changeset: number
    }
  | ({ readonly kind: 'update' } & PlannedUpdate)
  | {
      readonly kind: 'move'
      readonly moving: MoveDependencies
      readonly prepared: PreparedMove
      readonly changeset: number
    }
  | { readonly kind: 'comment'; readonly edit: CommentEdit }
  | { readonly kind: 'delete'; readonly artifact: Artifact; readonly context: ArtifactContext }

/** All that a batch writes, as a plain value. */
export interface BatchPlan {
  readonly writes: readonly BatchWrite[]
  readonly openValues: readonly (NewOpenValue & { readonly trackerId: number })[]
  /** Deletions of the account within the window, before the batch. */
  readonly deletionsBefore: number
}
