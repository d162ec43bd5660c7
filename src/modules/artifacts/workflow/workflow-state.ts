import { referenceTransition, type Tracker, type Workflow, type WorkflowTransition } from '../../trackers/index.ts'
import type { ArtifactDocument } from '../model/artifact.ts'

/** Hidden fieldsets and frozen fields in one state of an artifact. */
export interface WorkflowRestrictions {
  readonly hiddenFieldsetIds: ReadonlySet<number>
  readonly frozenFieldIds: ReadonlySet<number>
}

const NO_IDS: ReadonlySet<number> = new Set()
const NO_RESTRICTIONS: WorkflowRestrictions = { hiddenFieldsetIds: NO_IDS, frozenFieldIds: NO_IDS }

/** The state of a value of the workflow's field; null for None and for a new artifact. If there are several values, the first counts. */
export const stateOf = (value: unknown): number | null => {
  const first: unknown = Array.isArray(value) ? value[0] : undefined
  return typeof first === 'number' ? first : null
}

/** Restrictions by state. A cached tracker is immutable, so they are computed once. */
const byState = new WeakMap<Workflow, Map<number, WorkflowRestrictions>>()

/** trackers.md §6.3: in simple mode a state freezes fields and hides fieldsets, according to its reference transition. */
export const restrictionsOf = (
  { workflow }: Pick<Tracker, 'workflow'>,
  document: ArtifactDocument,
): WorkflowRestrictions => {
  if (!workflow?.isUsed || workflow.isAdvanced) return NO_RESTRICTIONS
  const state = stateOf(document[workflow.fieldId])
  if (state === null) return NO_RESTRICTIONS
  let known = byState.get(workflow)
  if (!known) byState.set(workflow, (known = new Map<number, WorkflowRestrictions>()))
  let restrictions = known.get(state)
  if (!restrictions) known.set(state, (restrictions = collectRestrictions(workflow, state)))
  return restrictions
}

const collectRestrictions = (workflow: Workflow, state: number): WorkflowRestrictions => {
  const reference = referenceTransition(workflow.transitions.filter(transition => transition.toValueId === state))
  return reference
    ? {
        hiddenFieldsetIds: idsOf(reference, 'hidden_fieldsets', 'fieldset_ids'),
        frozenFieldIds: idsOf(reference, 'frozen_fields', 'field_ids'),
      }
    : NO_RESTRICTIONS
}

const idsOf = (transition: WorkflowTransition, type: string, member: string): ReadonlySet<number> =>
  new Set(
    transition.actions
      .filter(action => action.type === type)
      .flatMap(action => action.definition[member] as readonly number[]),
  )
