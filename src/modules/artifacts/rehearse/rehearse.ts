import type { Viewer } from '../../users/index.ts'
import {
  planCommentEdit,
  type CommentDependencies,
  type EditCommentInput,
  type PlannedCommentEdit,
} from '../comments/edit-comment.ts'
import { requireDeletable, type DeleteArtifactInput, type DeleteDependencies } from '../delete/delete-artifact.ts'
import { planCreation, type CreateArtifactInput, type WriteDependencies } from '../write/create-artifact.ts'
import { planUndo, type UndoInput } from '../undo/undo-change.ts'
import { planFreshOrMerged, type UpdateArtifactInput, type UpdateDependencies } from '../write/update-artifact.ts'
import { describePlan, type DescribePlanDependencies } from './describe-plan.ts'
import type { ArtifactOutcome } from '../represent/rehearsal.schema.ts'

/** Dry runs of writes: the checks and the plan of the write itself, without its commit (integrators.md §7). */
export interface Rehearsals {
  create(viewer: Viewer, input: CreateArtifactInput): Promise<ArtifactOutcome>
  update(viewer: Viewer, input: UpdateArtifactInput): Promise<ArtifactOutcome>
  delete(viewer: Viewer, input: DeleteArtifactInput): Promise<ArtifactOutcome>
  undo(viewer: Viewer, input: UndoInput): Promise<ArtifactOutcome>
  editComment(viewer: Viewer, input: EditCommentInput): Promise<ArtifactOutcome>
}

export interface RehearsalDependencies {
  readonly describing: DescribePlanDependencies
  readonly creating: WriteDependencies
  readonly updating: UpdateDependencies
  readonly deleting: Omit<DeleteDependencies, 'deletionArchiver'>
  readonly commenting: CommentDependencies
}

export const createRehearsals = (deps: RehearsalDependencies): Rehearsals => ({
  create: async (viewer, input) =>
    describePlan(deps.describing, viewer, await planCreation(deps.creating, viewer, input)),
  update: async (viewer, input) =>
    describePlan(deps.describing, viewer, (await planFreshOrMerged(deps.updating, viewer, input)).plan),
  delete: async (viewer, input) => {
    const { artifact, limit, used } = await requireDeletable(deps.deleting, viewer, input)
    const { etag } = deps.describing.versions(artifact.changesetId, artifact.updatedOn)
    return outcomeOfDeletion(etag, limit - used - 1)
  },
  undo: async (viewer, input) =>
    describePlan(deps.describing, viewer, (await planUndo(deps.updating, viewer, input)).plan),
  editComment: async (viewer, input) => outcomeOfComment(await planCommentEdit(deps.commenting, viewer, input)),
})

export const outcomeOfDeletion = (etag: string | null, left: number): ArtifactOutcome => ({
  ...NO_CHANGES,
  is_change: true,
  etag,
  mails: 0,
  webhooks: 0,
  deletions_left: left,
})

export const outcomeOfComment = ({ context, isChange, version }: PlannedCommentEdit): ArtifactOutcome => {
  const told = context.rights.isAdmin ? 0 : null
  return { ...NO_CHANGES, is_change: isChange, etag: version.etag, mails: told, webhooks: told }
}

const NO_CHANGES = {
  artifact: null,
  changed_fields: [],
  transition: null,
  triggers: [],
  deletions_left: null,
}
