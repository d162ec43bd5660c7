import { MEMBERS_GROUP } from '../../projects/index.ts'
import type { NewTransition, NewWorkflow, NewWorkflowAction } from '../../trackers/index.ts'
import type { ActionDefinition, TransitionDefinition, WorkflowDefinition } from '../model/definition.schema.ts'
import { groupIds, keepOrder, type DefinitionParser, type PartKeys } from '../model/definition-parsing.ts'

export const parseWorkflow = (
  given: WorkflowDefinition,
  present: NewWorkflow | null,
  parts: PartKeys,
  parsing: DefinitionParser,
): NewWorkflow => {
  const field = parts.field(given.field, 'workflow.field')
  return {
    field,
    isUsed: given.is_enabled ?? true,
    isLegacy: given.is_legacy ?? false,
    isAdvanced: given.mode === 'advanced',
    transitions: given.transitions.map(transition => parseTransition(transition, field, present, parts, parsing)),
  }
}

const parseTransition = (
  given: TransitionDefinition,
  field: string,
  present: NewWorkflow | null,
  parts: PartKeys,
  parsing: DefinitionParser,
): NewTransition => {
  const place = `workflow.transitions[${given.from ?? 'new artifact'} → ${given.to}]`
  const fromValue = given.from === null ? null : parts.value(field, given.from, place)
  const toValue = parts.value(field, given.to, place)
  const old = present?.transitions.find(one => one.fromValue === fromValue && one.toValue === toValue)
  const groups = groupIds(given.groups, place, parsing)
  return {
    fromValue,
    toValue,
    // No user could take a transition without groups, so it gets the platform's default (import.md §5.7).
    authorizedUserGroupIds: keepOrder(old?.authorizedUserGroupIds, groups.length > 0 ? groups : [MEMBERS_GROUP]),
    notEmptyFields: (given.not_empty ?? []).map(name => parts.field(name, place)),
    isCommentRequired: given.is_comment_required ?? false,
    actions: (given.actions ?? []).flatMap(action => parseAction(action, place, parts, parsing)),
  }
}

const parseAction = (
  given: ActionDefinition,
  place: string,
  parts: PartKeys,
  parsing: DefinitionParser,
): NewWorkflowAction[] => {
  switch (given.type) {
    case 'set_field_value': {
      if (given.field === undefined || given.value === undefined) {
        parsing.fault(place, 'set_field_value needs a field and a value.')
        return []
      }
      const field = parts.field(given.field, place)
      const type = parts.typeOf(field)
      const value = type === 'date' ? dateValue(given.value) : numberValue(given.value)
      if (type === undefined) return []
      if ((type !== 'date' && type !== 'int' && type !== 'float') || value === undefined) {
        parsing.fault(place, `set_field_value sets a date to "current" or "", an int or a float to a number.`)
        return []
      }
      if (type === 'int' && !Number.isInteger(value)) parsing.fault(place, `"${given.field}" takes whole numbers only.`)
      return [{ type: given.type, field, fieldType: type, value }]
    }
    case 'run_job':
      if (given.job_url === undefined || !isAddress(given.job_url)) {
        parsing.fault(place, 'run_job needs the address of a job (http or https).')
        return []
      }
      return [{ type: given.type, jobUrl: given.job_url }]
    case 'frozen_fields':
    case 'hidden_fieldsets': {
      const names = given.fields ?? []
      if (names.length === 0) parsing.fault(place, `${given.type} needs the names of form elements.`)
      const keys = names.map(name => parts.field(name, place))
      return [
        given.type === 'frozen_fields' ? { type: given.type, fields: keys } : { type: given.type, fieldsets: keys },
      ]
    }
    case 'add_to_top_backlog':
      return [{ type: given.type }]
  }
}

const dateValue = (value: number | string): '' | 'current' | undefined =>
  value === '' || value === 'current' ? value : undefined

const numberValue = (value: number | string): number | undefined => {
  const number = typeof value === 'number' ? value : value.trim() === '' ? NaN : Number(value)
  return Number.isFinite(number) ? number : undefined
}

export const isAddress = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')
