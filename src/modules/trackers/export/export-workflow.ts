import type { XmlElement } from '../../../platform/xml/node.ts'
import { referenceTransition } from '../workflow/set-workflow-mode.ts'
import type { Tracker, Workflow, WorkflowAction, WorkflowTransition } from '../model/tracker.ts'
import { fieldRef, hasField, optional, refElement, textElement, fieldsThere, valueRef } from './elements.ts'
import type { TrackerExportContext } from './export-context.ts'
import { valueKey } from './export-names.ts'

export const exportWorkflow = (tracker: Tracker, context: TrackerExportContext): XmlElement[] => {
  const { workflow } = tracker
  if (!workflow || !hasField(tracker, workflow.fieldId)) return []
  const { isAdvanced, transitions } = workflow
  return [
    {
      name: isAdvanced ? 'workflow' : 'simple_workflow',
      children: [
        fieldRef('field_id', workflow.fieldId),
        textElement('is_used', workflow.isUsed ? '1' : '0'),
        ...(isAdvanced
          ? [
              {
                name: 'transitions',
                children: transitions.map(transition => exportTransition(transition, tracker, context)),
              },
            ]
          : // readers with a grammar require at least one
            optional('states', exportStates(workflow, tracker, context))),
      ],
    },
  ]
}

const exportTransition = (
  transition: WorkflowTransition,
  tracker: Tracker,
  context: TrackerExportContext,
): XmlElement => ({
  name: 'transition',
  children: [
    origin(transition),
    valueRef('to_id', transition.toValueId),
    ...transitionSettings(transition, tracker, context),
  ],
})

/** trackers.md §6.1: in simple mode the transitions to a state share the settings of its reference transition. */
const exportStates = ({ transitions }: Workflow, tracker: Tracker, context: TrackerExportContext): XmlElement[] =>
  [...new Set(transitions.map(transition => transition.toValueId))].map(state => {
    const ofState = transitions.filter(transition => transition.toValueId === state)
    const reference = referenceTransition(ofState)
    return {
      name: 'state',
      children: [
        valueRef('to_id', state),
        {
          name: 'transitions',
          children: ofState.map(transition => ({ name: 'transition', children: [origin(transition)] })),
        },
        ...(reference ? transitionSettings(reference, tracker, context) : []),
      ],
    }
  })

const origin = ({ fromValueId }: WorkflowTransition): XmlElement =>
  refElement('from_id', fromValueId === null ? 'null' : valueKey(fromValueId))

const transitionSettings = (
  transition: WorkflowTransition,
  tracker: Tracker,
  context: TrackerExportContext,
): XmlElement[] => {
  const notEmpty = fieldsThere(tracker, transition.notEmptyFieldIds)
  const condition = (type: string, children: readonly XmlElement[], attributes = {}): XmlElement => ({
    name: 'condition',
    attributes: { type, ...attributes },
    children,
  })
  return [
    ...optional(
      'postactions',
      transition.actions.flatMap(action => exportAction(action, tracker)),
    ),
    {
      name: 'conditions',
      children: [
        condition('perms', [
          {
            name: 'permissions',
            children: transition.authorizedUserGroupIds.map(groupId => ({
              name: 'permission',
              attributes: { ugroup: context.groups.ofRight(groupId) },
            })),
          },
        ]),
        ...(notEmpty.length > 0
          ? [
              condition(
                'notempty',
                notEmpty.map(id => fieldRef('field', id)),
              ),
            ]
          : []),
        ...(transition.isCommentRequired ? [condition('commentnotempty', [], { is_comment_required: '1' })] : []),
      ],
    },
  ]
}

const exportAction = ({ type, definition }: WorkflowAction, tracker: Tracker): XmlElement[] => {
  switch (type) {
    case 'set_field_value': {
      const { field_id, field_type, value } = definition as {
        field_id: number
        field_type: 'date' | 'int' | 'float'
        value: number | '' | 'current'
      }
      if (!hasField(tracker, field_id)) return []
      const attributes = field_type === 'date' ? { valuetype: value === 'current' ? '2' : '1' } : { value }
      return [{ name: `postaction_field_${field_type}`, attributes, children: [fieldRef('field_id', field_id)] }]
    }
    case 'run_job':
      return [{ name: 'postaction_ci_build', attributes: { job_url: definition['job_url'] as string } }]
    case 'frozen_fields':
      return optional(
        'postaction_frozen_fields',
        fieldsThere(tracker, definition['field_ids'] as number[]).map(id => fieldRef('field_id', id)),
      )
    case 'hidden_fieldsets':
      return optional(
        'postaction_hidden_fieldsets',
        fieldsThere(tracker, definition['fieldset_ids'] as number[]).map(id => fieldRef('fieldset_id', id)),
      )
    case 'add_to_top_backlog':
      return [{ name: 'postaction_add_to_top_backlog' }]
  }
}
