// The page checks the workflow before it sends a change: which steps are closed to the reader, and which fields a step demands.
import type { Field, FieldValue } from '../../fields/field-view.ts'
import type { Artifact } from '../artifact-queries.ts'
import { trackerOf, valueOf } from '../writing/artifact-values.ts'

/** A step between two values, as `GET /trackers/{id}/transitions` tells it. */
export interface TransitionRule {
  readonly from_id: number | null
  readonly to_id: number
  readonly is_open_to_me: boolean
  readonly groups: readonly string[]
  readonly not_empty_field_ids: readonly number[]
  readonly is_comment_required: boolean
}

export type RefusedStep =
  | { readonly kind: 'no step'; readonly from: string; readonly to: string }
  | { readonly kind: 'groups'; readonly groups: readonly string[] }
  | { readonly kind: 'dependency'; readonly source: Field }

const NONE = 100

/** Ids of the values that are chosen; 100 for none. */
export const chosenIds = (value: FieldValue | undefined): readonly number[] => {
  const ids = (value as { readonly bind_value_ids?: readonly (number | string)[] } | undefined)?.bind_value_ids ?? []
  const numbers = ids.map(Number).filter(id => id !== 0)
  return numbers.length === 0 ? [NONE] : numbers
}

const labelOf = (field: Field, id: number): string => {
  const values = (field.values ?? []) as readonly { readonly id: number; readonly label: string }[]
  return values.find(value => value.id === id)?.label ?? '–'
}

/** The step from the present value of the workflow's field, if there is a workflow for it. */
export const stepTo = (
  artifact: Artifact,
  field: Field,
  toId: number,
  transitions: readonly TransitionRule[] | undefined,
): TransitionRule | 'none' | undefined => {
  const workflow = trackerOf(artifact)?.workflow
  if (workflow?.field_id !== field.field_id || workflow.is_used !== '1') return undefined
  const [fromId = NONE] = chosenIds(valueOf(artifact, field.field_id))
  if (fromId === toId) return undefined
  const leads = (step: { readonly from_id: number | null; readonly to_id: number }): boolean =>
    (step.from_id ?? -1) === fromId && step.to_id === toId
  if (transitions) return transitions.find(leads) ?? 'none'
  // Without the rules of all steps the page knows only the steps that the reader may take.
  const own = workflow.transitions.find(leads)
  return own ? { ...own, is_open_to_me: true, groups: [], not_empty_field_ids: [], is_comment_required: false } : 'none'
}

/** The reason why a value cannot be chosen now; undefined: it can. */
export const refusedStep = (
  artifact: Artifact,
  field: Field,
  valueId: number,
  transitions: readonly TransitionRule[] | undefined,
): RefusedStep | undefined => {
  const step = stepTo(artifact, field, valueId, transitions)
  if (step === 'none') {
    const [fromId = NONE] = chosenIds(valueOf(artifact, field.field_id))
    return { kind: 'no step', from: labelOf(field, fromId), to: labelOf(field, valueId) }
  }
  if (step && !step.is_open_to_me) return { kind: 'groups', groups: step.groups }
  return refusedDependency(artifact, field, valueId)
}

const refusedDependency = (artifact: Artifact, field: Field, valueId: number): RefusedStep | undefined => {
  const tracker = trackerOf(artifact)
  const rules = tracker?.workflow?.rules.lists.filter(rule => rule.target_field_id === field.field_id) ?? []
  for (const sourceId of new Set(rules.map(rule => rule.source_field_id))) {
    const source = tracker?.fields.find(each => each.field_id === sourceId)
    if (!source) continue
    const chosen = chosenIds(valueOf(artifact, sourceId))
    const isPossible = rules.some(
      rule =>
        rule.source_field_id === sourceId && chosen.includes(rule.source_value_id) && rule.target_value_id === valueId,
    )
    if (!isPossible) return { kind: 'dependency', source }
  }
  return undefined
}

export interface Demands {
  readonly fields: readonly Field[]
  readonly isCommentRequired: boolean
}

/** The fields and the comment that a step demands beside the new value. Undefined: the step demands nothing. */
export const demandsOf = (
  artifact: Artifact,
  step: TransitionRule,
  isEmpty: (field: Field, value: FieldValue | undefined) => boolean,
): Demands | undefined => {
  const fields = (trackerOf(artifact)?.fields ?? []).filter(
    field =>
      step.not_empty_field_ids.includes(field.field_id) &&
      field.permissions.includes('update') &&
      isEmpty(field, valueOf(artifact, field.field_id)),
  )
  return fields.length > 0 || step.is_comment_required
    ? { fields, isCommentRequired: step.is_comment_required }
    : undefined
}
