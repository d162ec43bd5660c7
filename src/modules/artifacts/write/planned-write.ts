import type { WorkflowTransition } from '../../trackers/index.ts'
import type { ArtifactContext } from '../access/artifact-access.ts'
import type { AdditionalWrites } from '../commit/commit.ts'
import type { ArtifactWithLinks, NewComment } from '../model/artifact.ts'
import type { Submission } from './submission.ts'

/** A write that passed all checks, as a plain value: `commit` writes it, a dry run describes it. */
export interface PlannedWrite<Rows> {
  readonly context: ArtifactContext
  /** undefined: a new artifact. */
  readonly before: ArtifactWithLinks | undefined
  readonly submission: Submission
  /** Values before the actions of the workflow. */
  readonly initial: ReadonlyMap<number, unknown>
  /** New values of the fields that change; for a new artifact its defaults, too. */
  readonly values: ReadonlyMap<number, unknown>
  readonly transition: WorkflowTransition | undefined
  readonly comment: NewComment
  readonly rows: Rows
  readonly additionalWrites: AdditionalWrites
}
