import type { Fault } from '../../../platform/errors.ts'
import { fieldType, type Field } from '../../fields/index.ts'
import { canTakeTransition, type Tracker, type Workflow, type WorkflowTransition } from '../../trackers/index.ts'
import type { Viewer } from '../../users/index.ts'
import type { ArtifactDocument } from '../model/artifact.ts'
import { stateOf } from './workflow-state.ts'

/** The input of the workflow: new values and stored values. */
export interface ProposedChange {
  readonly tracker: Tracker
  readonly viewer: Viewer
  /** undefined on creation. */
  readonly before: ArtifactDocument | undefined
  /** New values: on creation all values with defaults; on an update the values that differ. */
  readonly values: ReadonlyMap<number, unknown>
  /** Fields whose new value was refused already: rules that depend on them cannot be checked. */
  readonly refusedFieldIds?: ReadonlySet<number>
  readonly comment: string
  readonly now: Date
  readonly timezone: string
}

/** Result of checking a change by the workflow. */
export interface TransitionResult {
  readonly faults: readonly Fault[]
  /** The transition of the change; undefined if the state stays, or the change of state is refused. */
  readonly transition: WorkflowTransition | undefined
}

const NO_TRANSITION: TransitionResult = { faults: [], transition: undefined }

/** The value of a field after the change. */
export const valueAfter = ({ before, values }: Pick<ProposedChange, 'before' | 'values'>, fieldId: number): unknown =>
  values.has(fieldId) ? values.get(fieldId) : before?.[fieldId]

/**
 * trackers.md §6.4: another state needs a declared transition and its conditions. A workflow that is switched off allows every change of
 * state. In legacy mode the declared transitions keep their conditions and actions even then (ADR 0031).
 */
export const findTransition = (change: ProposedChange): TransitionResult => {
  const { tracker, before, values } = change
  const { workflow } = tracker
  if (!workflow || !isEffective(workflow) || !values.has(workflow.fieldId)) return NO_TRANSITION
  const field = tracker.fieldById.get(workflow.fieldId)
  if (!field?.isUsed || change.refusedFieldIds?.has(field.id)) return NO_TRANSITION
  const from = stateOf(before?.[field.id])
  const to = stateOf(values.get(field.id))
  if (from === to) return NO_TRANSITION

  const transition = workflow.transitions.find(one => one.fromValueId === from && one.toValueId === to)
  if (transition) return { faults: conditionFaults(change, transition), transition }
  if (!workflow.isUsed) return NO_TRANSITION
  return {
    faults: [
      {
        text: `The workflow has no transition of the field \`${field.name}\` (${field.label}) from ${stateName(field, from, before)} to ${stateName(field, to, before)}.`,
        reason: 'workflow.transition',
        field_id: field.id,
        name: field.name,
        transition: { from_id: from, to_id: to },
      },
    ],
    transition: undefined,
  }
}

const isEffective = (workflow: Workflow): boolean => workflow.isUsed || workflow.isLegacy

const stateName = (field: Field, state: number | null, before: ArtifactDocument | undefined): string => {
  if (state === null) return before === undefined ? 'a new artifact' : 'None'
  const label = field.bind?.type === 'static' ? field.bind.byId.get(state)?.label : undefined
  return `"${label ?? state}"`
}

const conditionFaults = (change: ProposedChange, transition: WorkflowTransition): Fault[] => {
  const { tracker, viewer, before, comment } = change
  const faults: Fault[] = []
  const step = { from_id: transition.fromValueId, to_id: transition.toValueId }
  if (!canTakeTransition(viewer, tracker, transition))
    faults.push({
      text: `You are in none of the user groups that may take the ${transitionName(tracker, transition)}.`,
      reason: 'workflow.group',
      transition: step,
    })
  for (const fieldId of transition.notEmptyFieldIds) {
    const field = tracker.fieldById.get(fieldId)
    if (!field?.isUsed || change.refusedFieldIds?.has(fieldId)) continue
    if (isBlank(field, valueAfter(change, fieldId)))
      faults.push({
        text: `The field \`${field.name}\` (${field.label}) must not be empty for the ${transitionName(tracker, transition)}.`,
        reason: 'workflow.not_empty',
        field_id: field.id,
        name: field.name,
        transition: step,
      })
  }
  if (transition.isCommentRequired && before !== undefined && comment.trim() === '')
    faults.push({
      text: `A comment is required for the ${transitionName(tracker, transition)}.`,
      reason: 'workflow.comment',
      transition: step,
    })
  return faults
}

const transitionName = ({ workflow, fieldById }: Tracker, { fromValueId, toValueId }: WorkflowTransition): string => {
  const field = fieldById.get(workflow?.fieldId ?? 0)
  if (!field) return 'transition'
  const from = fromValueId === null ? 'a new artifact' : stateName(field, fromValueId, {})
  return `transition from ${from} to ${stateName(field, toValueId, {})}`
}

/** fields.md §3.1: the workflow treats a text of blanks as empty. */
const isBlank = (field: Field, value: unknown): boolean => {
  const type = fieldType(field.type)
  if (type.family === 'readOnly') return false
  if (type.isEmpty(value)) return true
  return (field.type === 'string' || field.type === 'text') && type.plainText(value, field).trim() === ''
}
