import { Invalid, NotFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import {
  changeDefinition,
  requireChangeable,
  type AdministrationDependencies,
} from '../definition/change-definition.ts'
import { referenceTransition } from './set-workflow-mode.ts'
import type { Tracker, Workflow } from '../model/tracker.ts'
import { copyTransitionSettings, insertTransition } from '../store/workflow.store.ts'

export interface NewTransitionInput {
  readonly trackerId: number
  /** 0 = new artifact. */
  readonly fromId: number
  readonly toId: number
}

/**
 * POST /tracker_workflow_transitions (trackers.md §6.2). In simple mode the transition gets the settings of its siblings. Returns its id.
 */
export const createTransition =
  (deps: AdministrationDependencies) =>
  async (viewer: Viewer, { trackerId, fromId, toId }: NewTransitionInput): Promise<number> => {
    await requireChangeable(deps, viewer, trackerId)
    return changeDefinition(deps, trackerId, viewer, async (tx, tracker) => {
      const workflow = requireWorkflow(tracker)
      requireValue(tracker, workflow, toId)
      if (fromId !== 0) requireValue(tracker, workflow, fromId)
      if (fromId === toId)
        throw new Invalid('A transition leads from one value to another: `from_id` and `to_id` are the same', {
          reason: 'parameter.range',
        })
      const fromValueId = fromId === 0 ? null : fromId
      if (workflow.transitions.some(one => one.fromValueId === fromValueId && one.toValueId === toId))
        throw new Invalid('This transition is there already', { reason: 'conflict' })

      const siblings = workflow.transitions.filter(one => one.toValueId === toId)
      const reference = workflow.isAdvanced ? undefined : referenceTransition(siblings)
      const id = await insertTransition(tx, trackerId, fromValueId, toId)
      if (reference) await copyTransitionSettings(tx, [{ fromId: reference.id, toId: id }])
      return {
        event: {
          kind: 'workflow.transition_created',
          payload: { transition_id: id, from_id: fromValueId, to_id: toId },
        },
        result: id,
      }
    })
  }

const requireWorkflow = ({ workflow }: Tracker): Workflow => {
  if (!workflow) throw new NotFound('The tracker has no workflow')
  return workflow
}

const requireValue = ({ fieldById }: Tracker, { fieldId }: Workflow, valueId: number): void => {
  const bind = fieldById.get(fieldId)?.bind
  if (bind?.type !== 'static' || !bind.byId.has(valueId))
    throw new NotFound(`${valueId} is not a value of the field of the workflow`)
}
