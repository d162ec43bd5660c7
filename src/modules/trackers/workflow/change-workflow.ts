import { Invalid, NotFound } from '../../../platform/errors.ts'
import type { Reason } from '../../../platform/reasons.ts'
import { isObject, parseObject } from '../../../platform/json-object.ts'
import type { Viewer } from '../../users/index.ts'
import {
  changeDefinition,
  requireChangeable,
  type AdministrationDependencies,
  type DefinitionChange,
} from '../definition/change-definition.ts'
import { switchMode } from './set-workflow-mode.ts'
import type { Tracker, Workflow } from '../model/tracker.ts'
import { deleteWorkflow, insertWorkflow, leaveLegacyMode, writeWorkflowUse } from '../store/workflow.store.ts'
import type { Tx } from '../../../platform/db/db.ts'

/** The change by `PATCH /trackers/{id}?query=` (trackers.md §6.1). */
export type WorkflowChange =
  | { readonly action: 'delete' }
  | { readonly action: 'create'; readonly fieldId: number }
  | { readonly action: 'use'; readonly isUsed: boolean }
  | { readonly action: 'leaveLegacy' }
  | { readonly action: 'setMode'; readonly isAdvanced: boolean }

const refused = (text: string, reason: Reason = 'parameter.range'): Invalid =>
  new Invalid('', { localised: text, reason })

/** Parses `{"workflow": {…}}`; if there are several actions, the first in the order of the table counts. */
export const parseWorkflowChange = (query: string): WorkflowChange => {
  const asked = membersOf(parseObject(query)?.['workflow'])
  if (!asked) throw refused('The query is to be a JSON object with the member "workflow", an object.', 'parameter.type')
  const { delete_transitions_rules: isDeletion, set_transitions_rules: setting, is_legacy, is_advanced } = asked
  if (isDeletion !== undefined && setting !== undefined)
    throw refused(
      'A workflow cannot be deleted and set at once: give one of "delete_transitions_rules" and "set_transitions_rules".',
    )
  if (isDeletion !== undefined) {
    if (isDeletion !== true) throw refused('"delete_transitions_rules" can only be true.')
    return { action: 'delete' }
  }
  if (setting !== undefined) return parseSetting(membersOf(setting))
  if (is_legacy !== undefined) {
    if (is_legacy !== false) throw refused('"is_legacy" can only be false: nothing goes back to the legacy mode.')
    return { action: 'leaveLegacy' }
  }
  if (is_advanced !== undefined) {
    if (typeof is_advanced !== 'boolean') throw refused('"is_advanced" is to be true or false.', 'parameter.type')
    return { action: 'setMode', isAdvanced: is_advanced }
  }
  throw refused(
    'The query asks for nothing that is known: "delete_transitions_rules", "set_transitions_rules", "is_legacy" or "is_advanced".',
  )
}

const parseSetting = (setting: Readonly<Record<string, unknown>> | undefined): WorkflowChange => {
  const { field_id: fieldId, is_used: isUsed } = setting ?? {}
  if (fieldId !== undefined) {
    if (!Number.isInteger(fieldId)) throw refused('"field_id" is to be the number of a field.', 'parameter.type')
    return { action: 'create', fieldId: fieldId as number }
  }
  if (typeof isUsed === 'boolean') return { action: 'use', isUsed }
  throw refused('"set_transitions_rules" is to be an object with "field_id", a number, or "is_used", true or false.')
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  isObject(value) ? value : undefined

/** PATCH /trackers/{id}?query={"workflow":{…}}: creates, deletes or switches a workflow. */
export const changeWorkflow =
  (deps: AdministrationDependencies) =>
  async (viewer: Viewer, trackerId: number, query: string): Promise<void> => {
    await requireChangeable(deps, viewer, trackerId)
    const change = parseWorkflowChange(query)
    await changeDefinition(deps, trackerId, viewer, (tx, tracker) => apply(tx, tracker, change))
  }

const NOTHING: DefinitionChange<undefined> = { event: null, result: undefined }
const changeEvent = (kind: string, payload: Readonly<Record<string, unknown>> = {}): DefinitionChange<undefined> => ({
  event: { kind, payload },
  result: undefined,
})

const apply = async (tx: Tx, tracker: Tracker, change: WorkflowChange): Promise<DefinitionChange<undefined>> => {
  if (change.action === 'create') return create(tx, tracker, change.fieldId)
  const workflow = requireWorkflow(tracker)
  switch (change.action) {
    case 'delete':
      await deleteWorkflow(tx, tracker.id)
      return changeEvent('workflow.deleted', { field_id: workflow.fieldId })
    case 'use':
      if (workflow.isUsed === change.isUsed) return NOTHING
      await writeWorkflowUse(tx, tracker.id, change.isUsed)
      return changeEvent(change.isUsed ? 'workflow.enabled' : 'workflow.disabled')
    case 'leaveLegacy':
      if (!workflow.isLegacy) return NOTHING
      await leaveLegacyMode(tx, tracker.id)
      return changeEvent('workflow.legacy_mode_left')
    case 'setMode':
      return switchMode(tx, tracker, change.isAdvanced ? 'advanced' : 'simple')
  }
}

const create = async (tx: Tx, tracker: Tracker, fieldId: number): Promise<DefinitionChange<undefined>> => {
  if (tracker.workflow) throw refused('The tracker has a workflow already.', 'conflict')
  const field = tracker.fieldById.get(fieldId)
  if (!field?.isUsed) throw new NotFound('', { localised: 'There is no such field in use in the tracker.' })
  if (!canHoldStates(field)) throw refused('A workflow needs a list with fixed values of which one is chosen.')
  await insertWorkflow(tx, tracker.id, fieldId)
  return changeEvent('workflow.created', { field_id: fieldId })
}

/** Whether the field holds one value at a time, from a list that the tracker itself defines. */
const canHoldStates = ({ type, bind }: Tracker['fields'][number]): boolean =>
  (type === 'sb' || type === 'rb') && bind?.type === 'static'

const requireWorkflow = ({ workflow }: Tracker): Workflow => {
  if (!workflow) throw refused('The tracker has no workflow.', 'conflict')
  return workflow
}
