import { NotFound } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import {
  requireAdministered,
  requireChangeable,
  type AdministrationDependencies,
} from '../definition/change-definition.ts'
import type { Tracker, Workflow, WorkflowTransition } from '../model/tracker.ts'
import { findTrackerOfTransition } from '../store/workflow.store.ts'

const noSuchTransition = (): NotFound => new NotFound('Transition does not exist')

const trackerOf = async ({ db }: AdministrationDependencies, transitionId: number): Promise<number> => {
  // There is no id beyond 2^53 (artifacts.md §0.3).
  const found = Number.isSafeInteger(transitionId) ? await findTrackerOfTransition(db.kysely, transitionId) : undefined
  if (found === undefined) throw noSuchTransition()
  return found
}

/** A transition of a tracker that the viewer administers. */
export const getTransition = async (
  deps: AdministrationDependencies,
  viewer: Viewer,
  transitionId: number,
): Promise<{ tracker: Tracker; transition: WorkflowTransition }> => {
  const { tracker } = await requireAdministered(deps, viewer, await trackerOf(deps, transitionId))
  return { tracker, transition: transitionIn(tracker, transitionId) }
}

/** The tracker of a transition that the viewer may change. */
export const requireChangeableTransition = async (
  deps: AdministrationDependencies,
  viewer: Viewer,
  transitionId: number,
): Promise<Tracker> => (await requireChangeable(deps, viewer, await trackerOf(deps, transitionId))).tracker

export const transitionIn = ({ workflow }: Tracker, transitionId: number): WorkflowTransition => {
  const transition = workflow?.transitions.find(one => one.id === transitionId)
  if (!transition) throw noSuchTransition()
  return transition
}

/** trackers.md §6.2: in simple mode all transitions to a state have the same settings; in advanced mode each has its own. */
export const withSameSettings = (workflow: Workflow, transition: WorkflowTransition): number[] =>
  workflow.isAdvanced
    ? [transition.id]
    : workflow.transitions.filter(one => one.toValueId === transition.toValueId).map(one => one.id)
