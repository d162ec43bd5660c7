import type { LoadedArtifact } from '../artifacts/artifact-queries.ts'
import { demandsOf, stepTo, type Demands } from '../artifacts/form/workflow.ts'
import type { Field, FieldValue } from '../fields/field-view.ts'
import { viewOf } from '../fields/registry.ts'
import { valueIdOf, type BoardColumn } from './board-columns.ts'
import type { Reasons } from './use-reasons.ts'

/** The fields that a step to the column demands of the artifact. Undefined: the step demands none. */
export const demandsFor = (
  seen: LoadedArtifact,
  field: Field,
  { choice }: Pick<BoardColumn, 'choice'>,
  { transitions }: Pick<Reasons, 'transitions'>,
): Demands | undefined => {
  const step = stepTo(seen.artifact, field, valueIdOf(choice), transitions)
  const isEmpty = (needed: Field, its: FieldValue | undefined) => viewOf(needed.type).isEmpty(its)
  return step === undefined || step === 'none' ? undefined : demandsOf(seen.artifact, step, isEmpty)
}
