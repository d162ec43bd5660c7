import { changeWorkflow } from './change-workflow.ts'
import { createTransition } from './create-transition.ts'
import { deleteTransition } from './delete-transition.ts'
import { replaceActions } from './replace-actions.ts'
import { representActions, representTransition } from './transition.representation.ts'
import type { AdministrationDeps } from './administer-tracker.ts'
import type { TrackerOperations } from './trackers.operations.ts'
import { getTransition } from './transitions.ts'
import { updateTransition } from './update-transition.ts'
import type { Viewer } from '../users/index.ts'
import type { ActionRepresentation, TransitionRepresentation } from './workflow.schema.ts'

/** What the routes of workflows call. */
export interface WorkflowOperations extends Pick<TrackerOperations, 'requireTracker' | 'representComplete'> {
  readonly changeWorkflow: ReturnType<typeof changeWorkflow>
  readonly createTransition: ReturnType<typeof createTransition>
  readonly updateTransition: ReturnType<typeof updateTransition>
  readonly deleteTransition: ReturnType<typeof deleteTransition>
  readonly replaceActions: ReturnType<typeof replaceActions>
  readTransition(viewer: Viewer, id: number): Promise<TransitionRepresentation>
  readActions(viewer: Viewer, id: number): Promise<ActionRepresentation[]>
}

export const createWorkflowOperations = (
  deps: AdministrationDeps,
  { requireTracker, representComplete }: Pick<TrackerOperations, 'requireTracker' | 'representComplete'>,
): WorkflowOperations => ({
  requireTracker,
  representComplete,
  changeWorkflow: changeWorkflow(deps),
  createTransition: createTransition(deps),
  updateTransition: updateTransition(deps),
  deleteTransition: deleteTransition(deps),
  replaceActions: replaceActions(deps),
  readTransition: async (viewer, id) => {
    const { tracker, transition } = await getTransition(deps, viewer, id)
    return representTransition(deps.projects, tracker, transition)
  },
  readActions: async (viewer, id) => representActions((await getTransition(deps, viewer, id)).transition),
})
