import type { Viewer } from '../../users/index.ts'
import { changeDefinition, type AdministrationDependencies } from '../definition/change-definition.ts'
import { requireChangeableTransition, transitionIn } from './get-transition.ts'
import { deleteTransitionRow } from '../store/workflow.store.ts'

/** DELETE /tracker_workflow_transitions/{id} (trackers.md §6.2). */
export const deleteTransition =
  (deps: AdministrationDependencies) =>
  async (viewer: Viewer, transitionId: number): Promise<void> => {
    const { id: trackerId } = await requireChangeableTransition(deps, viewer, transitionId)
    await changeDefinition(deps, trackerId, viewer, async (tx, tracker) => {
      const { fromValueId, toValueId } = transitionIn(tracker, transitionId)
      await deleteTransitionRow(tx, transitionId)
      return {
        event: {
          kind: 'workflow.transition_deleted',
          payload: { transition_id: transitionId, from_id: fromValueId, to_id: toValueId },
        },
        result: undefined,
      }
    })
  }
