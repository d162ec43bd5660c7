import { Invalid, faultOf, type Fault } from '../../../platform/errors.ts'
import type { Viewer } from '../../users/index.ts'
import { changeDefinition, type AdministrationDependencies } from '../definition/change-definition.ts'
import { isModuleAction, type ModuleAction, type Tracker, type WorkflowAction } from '../model/tracker.ts'
import type { ModuleActionChecks } from './module-actions.ts'
import { requireChangeableTransition, transitionIn, withSameSettings } from './get-transition.ts'
import type { SentAction } from './workflow.schema.ts'
import { writeActions } from '../store/workflow.store.ts'

/** PUT /tracker_workflow_transitions/{id}/actions (trackers.md §6.3): replaces all actions; in simple mode for the whole state. */
export const replaceActions =
  (deps: AdministrationDependencies & Pick<ModuleActionChecks, 'faultsOfActions'>) =>
  async (viewer: Viewer, transitionId: number, actions: readonly SentAction[]): Promise<void> => {
    const changeable = await requireChangeableTransition(deps, viewer, transitionId)
    const moduleTypes = actions.flatMap(({ type }) => (isModuleAction(type) ? [type] : []))
    const moduleFaults = await deps.faultsOfActions(changeable, moduleTypes)
    await changeDefinition(deps, changeable.id, viewer, async (tx, tracker) => {
      const transition = transitionIn(tracker, transitionId)
      const faults = [...actionFaults(tracker, actions), ...moduleFaults.flatMap(text => faultOf('post_actions', text))]
      if (faults.length > 0) throw new Invalid(faults)
      if (tracker.workflow)
        await writeActions(tx, withSameSettings(tracker.workflow, transition), toDefinitions(actions))
      return {
        event: { kind: 'workflow.actions_changed', payload: { transition_id: transitionId } },
        result: undefined,
      }
    })
  }

const actionFaults = (tracker: Tracker, actions: readonly SentAction[]): Fault[] => {
  const targets = new Set<number>()
  const types = new Set<ModuleAction>()
  const faults = actions.flatMap((action, index) =>
    textsOfFaults(tracker, action, targets, types).flatMap(text =>
      faultOf(`post_actions[${index}]`, `\`post_actions[${index}]\`: ${text}`),
    ),
  )
  return [...faults, ...frozenDatesFaults(tracker, actions)]
}

/** If both dates of a rule are frozen, no user can make them obey the rule. */
const frozenDatesFaults = ({ dateRules, fieldById }: Tracker, actions: readonly SentAction[]): Fault[] => {
  const frozen = new Set(actions.flatMap(action => (action.type === 'frozen_fields' ? action.field_ids : [])))
  const name = (fieldId: number): string => `\`${fieldById.get(fieldId)?.name ?? fieldId}\``
  return dateRules
    .filter(rule => frozen.has(rule.sourceFieldId) && frozen.has(rule.targetFieldId))
    .flatMap(rule =>
      faultOf(
        'post_actions',
        `the dates ${name(rule.sourceFieldId)} and ${name(rule.targetFieldId)} are tied by a rule: they cannot both be frozen`,
      ),
    )
}

/** `targets`: fields that earlier actions set. `types`: types of earlier actions that a transition has only once. */
const textsOfFaults = (
  tracker: Tracker,
  action: SentAction,
  targets: Set<number>,
  types: Set<ModuleAction>,
): string[] => {
  switch (action.type) {
    case 'run_job':
      return isJobUrl(action.job_url) ? [] : ['`job_url` is not an http or https address']
    case 'set_field_value':
      return targetFaults(tracker, action, targets)
    case 'frozen_fields':
      return [...onlySimple(tracker), ...repeated(action.field_ids), ...frozenFaults(tracker, action.field_ids)]
    case 'hidden_fieldsets':
      return [...onlySimple(tracker), ...repeated(action.fieldset_ids), ...fieldsetFaults(tracker, action.fieldset_ids)]
    case 'add_to_top_backlog':
      if (types.has(action.type)) return [`a transition has the action ${action.type} once at the most`]
      types.add(action.type)
      return []
  }
}

/** Maximum length of an address. */
const MAX_URL = 2_000

const isJobUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && text.length <= MAX_URL
}

const targetFaults = (
  { fieldById }: Tracker,
  { field_id, field_type }: Extract<SentAction, { type: 'set_field_value' }>,
  targets: Set<number>,
): string[] => {
  if (targets.has(field_id)) return [`field ${field_id} is set by another action already`]
  targets.add(field_id)
  const field = fieldById.get(field_id)
  return field?.isUsed && field.type === field_type
    ? []
    : [`${field_id} is not a field in use of the type ${field_type}`]
}

const onlySimple = ({ workflow }: Tracker): string[] =>
  workflow?.isAdvanced ? ['fields are frozen and fieldsets hidden by simple workflows only, this one is advanced'] : []

const repeated = (ids: readonly number[]): string[] => {
  const twice = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))]
  return twice.length > 0 ? [`these ids are there more than once: ${twice.join(', ')}`] : []
}

const frozenFaults = ({ fieldById, workflow, listRules }: Tracker, fieldIds: readonly number[]): string[] => {
  const dependent = new Set(listRules.flatMap(rule => [rule.sourceFieldId, rule.targetFieldId]))
  return fieldIds.flatMap(fieldId => {
    const field = fieldById.get(fieldId)
    if (!field?.isUsed || isLayout(field.type)) return [`${fieldId} is not a field in use of the tracker`]
    if (fieldId === workflow?.fieldId) return [`the field \`${field.name}\` is the workflow's own: it cannot be frozen`]
    return dependent.has(fieldId) ? [`the field \`${field.name}\` is part of a dependency: it cannot be frozen`] : []
  })
}

const LAYOUT: readonly string[] = ['fieldset', 'column', 'linebreak', 'separator', 'staticrichtext']
const isLayout = (type: string): boolean => LAYOUT.includes(type)

const fieldsetFaults = ({ fieldById }: Tracker, fieldsetIds: readonly number[]): string[] =>
  fieldsetIds.flatMap(fieldsetId => {
    const element = fieldById.get(fieldsetId)
    return element?.isUsed && element.type === 'fieldset'
      ? []
      : [`${fieldsetId} is not a fieldset in use of the tracker`]
  })

/** Converts actions to their stored form. Several lists of frozen fields, or of hidden fieldsets, become one. */
const toDefinitions = (actions: readonly SentAction[]): Pick<WorkflowAction, 'type' | 'definition'>[] => {
  const frozen = [...new Set(actions.flatMap(action => (action.type === 'frozen_fields' ? action.field_ids : [])))]
  const hidden = [
    ...new Set(actions.flatMap(action => (action.type === 'hidden_fieldsets' ? action.fieldset_ids : []))),
  ]
  return [
    ...actions.flatMap((action): Pick<WorkflowAction, 'type' | 'definition'>[] => {
      if (isModuleAction(action.type)) return [{ type: action.type, definition: {} }]
      if (action.type === 'run_job') return [{ type: 'run_job', definition: { job_url: action.job_url } }]
      if (action.type !== 'set_field_value') return []
      const { type, field_id, field_type, value } = action
      return [{ type, definition: { field_id, field_type, value } }]
    }),
    ...(frozen.length > 0 ? [{ type: 'frozen_fields', definition: { field_ids: frozen } } as const] : []),
    ...(hidden.length > 0 ? [{ type: 'hidden_fieldsets', definition: { fieldset_ids: hidden } } as const] : []),
  ]
}
