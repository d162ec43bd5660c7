import { changeWorkflow } from './change-workflow.ts'
import { createTransition } from './create-transition.ts'
import { deleteTransition } from './delete-transition.ts'
import { listTransitions } from './list-transitions.ts'
import type { ModuleActionChecks } from './module-actions.ts'
import { replaceActions } from './replace-actions.ts'
import { representActions, representTransition } from './transition.representation.ts'
import type { AdministrationDependencies } from '../definition/change-definition.ts'
import type { TrackerOperations } from '../read/trackers.operations.ts'
import { getTransition } from './get-transition.ts'
import { updateTransition } from './update-transition.ts'
import type { Viewer } from '../../users/index.ts'
import type { ActionRepresentation, TransitionRepresentation } from './workflow.schema.ts'

/** The operations that the routes of workflows call, each with its dependencies. */
export const createWorkflowOperations = (
  deps: AdministrationDependencies & Pick<ModuleActionChecks, 'faultsOfActions'>,
  { requireTracker, representComplete }: Pick<TrackerOperations, 'requireTracker' | 'representComplete'>,
) => ({
  requireTracker,
  representComplete,
  changeWorkflow: changeWorkflow(deps),
  createTransition: createTransition(deps),
  updateTransition: updateTransition(deps),
  deleteTransition: deleteTransition(deps),
  replaceActions: replaceActions(deps),
  listTransitions: listTransitions({ requireTracker }, deps.projects),
  getTransition: async (viewer: Viewer, id: number): Promise<TransitionRepresentation> => {
    const { tracker, transition } = await getTransition(deps, viewer, id)
    return representTransition(deps.projects, tracker, transition)
  },
  getActions: async (viewer: Viewer, id: number): Promise<ActionRepresentation[]> =>
    representActions((await getTransition(deps, viewer, id)).transition),
})

export type WorkflowOperations = ReturnType<typeof createWorkflowOperations>
