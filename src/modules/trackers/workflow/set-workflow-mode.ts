import type { Db, Tx } from '../../../platform/db/db.ts'
import { Invalid } from '../../../platform/errors.ts'
import type { Actor } from '../../users/index.ts'
import { changeDefinition, type DefinitionChange } from '../definition/change-definition.ts'
import type { Tracker, WorkflowTransition } from '../model/tracker.ts'
import { copyTransitionSettings, deleteActionsOfTypes, writeWorkflowMode } from '../store/workflow.store.ts'

export type WorkflowMode = 'simple' | 'advanced'

/** The administration command: switches a workflow, whoever asks. Answers whether anything changed. */
export const setWorkflowMode =
  (db: Db) =>
  (trackerId: number, mode: WorkflowMode, actor: Actor): Promise<boolean> =>
    changeDefinition(db, trackerId, actor, async (tx, tracker) => {
      if (!tracker.workflow) throw new Invalid('The tracker has no workflow', { reason: 'parameter.range' })
      const { event } = await switchMode(tx, tracker, mode)
      return { event, result: event !== null }
    })

/**
 * trackers.md §6.1: in simple mode all transitions to a state have the same settings, those of its reference transition; in
 * advanced mode there are no frozen fields and hidden fieldsets. In the mode already: nothing happens.
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

/** Which transition takes the settings of which: all of a state those of its reference transition. */
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

/** trackers.md §6.2: the earliest created one that does not start from "new artifact"; that one only when it is alone. */
export const referenceTransition = <Transition extends Pick<WorkflowTransition, 'id' | 'fromValueId'>>(
  ofState: readonly Transition[],
): Transition | undefined => {
  const byAge = [...ofState].sort((a, b) => a.id - b.id)
  return byAge.find(transition => transition.fromValueId !== null) ?? byAge[0]
}
