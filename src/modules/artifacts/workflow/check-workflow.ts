import type { Fault } from '../../../platform/errors.ts'
import type { WorkflowTransition } from '../../trackers/index.ts'
import { faultAt } from '../model/fault-at.ts'
import { globalRuleFaults } from './global-rules.ts'
import { withSetValues } from '../model/changed-values.ts'
import { postActionValues } from './post-actions.ts'
import { findTransition, type ProposedChange } from './transitions.ts'
import { restrictionsOf } from './workflow-state.ts'

/** Result of checking a change by the tracker's rules. */
export interface WorkflowResult {
  readonly faults: readonly Fault[]
  /** The values to write: values of the change, and values that the actions of the transition set. */
  readonly values: ReadonlyMap<number, unknown>
  readonly transition: WorkflowTransition | undefined
}

/**
 * Checks workflow, frozen fields, date and list rules, in the order of trackers.md §6.4. Conditions see the sent values; rules see the
 * values after the actions. A tracker without any of these returns early.
 */
export const checkWorkflow = (change: ProposedChange): WorkflowResult => {
  const { tracker, before } = change
  if (!tracker.workflow && tracker.dateRules.length === 0 && tracker.listRules.length === 0)
    return notChecked(change.values)
  const { faults, transition } = findTransition(change)
  const values = transition
    ? withSetValues(tracker, before, change.values, postActionValues(change, transition))
    : change.values
  return {
    faults: [...(before ? frozenFaults(change) : []), ...faults, ...globalRuleFaults({ ...change, values })],
    values,
    transition,
  }
}

export const notChecked = (values: ReadonlyMap<number, unknown>): WorkflowResult => ({
  faults: [],
  values,
  transition: undefined,
})

/** The current state decides, not the new one; the workflow's own field is never frozen. */
export const frozenFaults = ({
  tracker,
  before,
  values,
}: Pick<ProposedChange, 'tracker' | 'before' | 'values'>): Fault[] => {
  const { frozenFieldIds } = restrictionsOf(tracker, before ?? {})
  if (frozenFieldIds.size === 0) return []
  return [...values.keys()].flatMap(fieldId => {
    const field = frozenFieldIds.has(fieldId) ? tracker.fieldById.get(fieldId) : undefined
    if (!field || fieldId === tracker.workflow?.fieldId) return []
    const text = `The field \`${field.name}\` (${field.label}) cannot be changed: the workflow freezes it in the present state.`
    return [faultAt(field, 'field.frozen', text)]
  })
}
