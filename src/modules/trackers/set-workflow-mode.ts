import { announceChange, inTransaction, type Db } from '../../platform/db/db.ts'
import { Invalid } from '../../platform/errors.ts'
import { appendEvents } from '../../platform/events/event-log.store.ts'
import type { Actor } from '../users/index.ts'
import { loadTrackers } from './load-trackers.ts'
import type { WorkflowTransition } from './tracker.ts'
import { copyTransitionSettings, deleteActionsOfTypes, lockWorkflow, writeWorkflowMode } from './workflow.store.ts'

export type WorkflowMode = 'simple' | 'advanced'

/**
 * trackers.md §6.1: in simple mode all transitions to a state have the same settings, those of its reference transition; in
 * advanced mode there are no frozen fields and hidden fieldsets. Answers whether anything changed.
 */
export const setWorkflowMode =
  (db: Db) =>
  async (trackerId: number, mode: WorkflowMode, actor: Actor): Promise<boolean> =>
    inTransaction(db, async tx => {
      const locked = await lockWorkflow(tx, trackerId)
      if (!locked) throw new Invalid('The tracker has no workflow', { localised: 'The tracker has no workflow.' })
      const isAdvanced = mode === 'advanced'
      if (locked.isAdvanced === isAdvanced) return false

      await writeWorkflowMode(tx, trackerId, isAdvanced)
      const tracker = (await loadTrackers(tx, [trackerId])).get(trackerId)
      if (isAdvanced) await deleteActionsOfTypes(tx, trackerId, ['frozen_fields', 'hidden_fieldsets'])
      else await copyTransitionSettings(tx, copiesToReference(tracker?.workflow?.transitions ?? []))
      await appendEvents(tx, [
        {
          kind: 'workflow.mode_changed',
          actorId: actor.userId,
          means: actor.means,
          ...(tracker ? { projectId: tracker.projectId } : {}),
          trackerId,
          payload: { mode },
        },
      ])
      await announceChange(tx, 'tracker', trackerId)
      return true
    })

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
