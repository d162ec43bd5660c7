import type { Db, Tx } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { Actor } from '../../users/index.ts'
import { changeDefinition, type DefinitionChange, type DefinitionRecorder } from '../definition/change-definition.ts'
import type { Tracker, WorkflowTransition } from '../model/tracker.ts'
import { copyTransitionSettings, deleteActionsOfTypes, writeWorkflowMode } from '../store/workflow.store.ts'

export type WorkflowMode = 'simple' | 'advanced'

/** For the administration command: switches a workflow without checking rights. Returns whether anything changed. */
export const setWorkflowMode =
  (db: Db, recorder?: DefinitionRecorder) =>
  (trackerId: number, mode: WorkflowMode, actor: Actor): Promise<boolean> =>
    changeDefinition({ db, ...(recorder && { recorder }) }, trackerId, actor, async (tx, tracker) => {
      if (!tracker.workflow) throw new Invalid('The tracker has no workflow', { reason: 'parameter.range' })
      const { event } = await switchMode(tx, tracker, mode)
      return { event, result: event !== null }
    })

/**
 * trackers.md §6.1: in simple mode all transitions to a state have the settings of its reference transition; in advanced mode there are no
 * frozen fields and hidden fieldsets. If the workflow has the mode already, nothing happens.
 */
export const switchMode = async (
  tx: Tx,
  { id, workflow }: Tracker,
  mode: WorkflowMode,
): Promise<DefinitionChange<undefined>> => {
  const isAdvanced = mode === 'advanced'
  if (!workflow || workflow.isAdvanced === isAdvanced) return { event: null, result: undefined }
  await writeWorkflowMode(tx, id, isAdvanced)
  if (isAdvanced) await deleteActionsOfTypes(tx, id, ['frozen_fields', 'hidden_fieldsets'])
  else await copyTransitionSettings(tx, copiesToReference(workflow.transitions))
  return { event: { kind: 'workflow.mode_changed', payload: { mode } }, result: undefined }
}

/** Pairs of transitions to copy settings: from the reference transition of a state to all others of the state. */
export const copiesToReference = (
  transitions: readonly Pick<WorkflowTransition, 'id' | 'fromValueId' | 'toValueId'>[],
): { fromId: number; toId: number }[] =>
  [...new Set(transitions.map(transition => transition.toValueId))].flatMap(state => {
    const ofState = transitions.filter(transition => transition.toValueId === state)
    const reference = referenceTransition(ofState)
    return ofState
      .filter(transition => transition.id !== reference?.id)
      .map(transition => ({ fromId: reference?.id ?? transition.id, toId: transition.id }))
  })

/**
 * trackers.md §6.2: the earliest created transition that does not start from "new artifact"; a transition from "new artifact" only if it is
 * alone.
 */
export const referenceTransition = <Transition extends Pick<WorkflowTransition, 'id' | 'fromValueId'>>(
  ofState: readonly Transition[],
): Transition | undefined => {
  const byAge = [...ofState].sort((a, b) => a.id - b.id)
  return byAge.find(transition => transition.fromValueId !== null) ?? byAge[0]
}
