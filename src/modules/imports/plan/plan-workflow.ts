import { childNamed, childrenNamed, childText, isTrue, type XmlNode } from '../../../platform/xml/node.ts'
import { MEMBERS_GROUP, NOBODY_GROUP, type UserGroupId } from '../../projects/index.ts'
import type { NewTransition, NewWorkflow, NewWorkflowAction } from '../../trackers/index.ts'
import {
  elementOf,
  isStaticList,
  refOf,
  valueOf,
  type ElementDraft,
  type DeclaredKeys,
} from '../archive/declared-keys.ts'
import type { Groups } from '../archive/archive-groups.ts'
import type { Messages } from '../archive/import-messages.ts'

export interface WorkflowContext {
  readonly keys: DeclaredKeys
  readonly messages: Messages
  readonly groups: Groups
  readonly trackerKey: string
}

/** The origin of a new artifact, in archives. */
const NEW_ARTIFACT = 'null'

/** `workflow` (advanced) or `simple_workflow` (import.md §5.7). */
export const planWorkflow = (tracker: XmlNode, context: WorkflowContext): NewWorkflow | null => {
  const simple = childNamed(tracker, 'simple_workflow')
  const advanced = childNamed(tracker, 'workflow')
  const node = [simple, advanced].find(candidate => candidate && childNamed(candidate, 'field_id'))
  const reference = node && childNamed(node, 'field_id')
  if (!node || !reference) return null
  const loss = 'the workflow was skipped'
  const field = elementOf(reference, context.trackerKey, context, { isStrict: true, loss })
  if (!field) return null
  if (!isStaticList(field)) {
    context.messages.warn(reference, `"${field.name}" is no list of static values: ${loss}`)
    return null
  }
  const isAdvanced = node === advanced
  const transitions = isAdvanced ? planTransitions(node, field, context) : planStates(node, field, context)
  return {
    field: field.key,
    isUsed: childNamed(node, 'is_used') === undefined || isTrue(childText(node, 'is_used')),
    isLegacy: false,
    isAdvanced,
    transitions: withoutRepetition(transitions, context.messages),
  }
}

interface TransitionDraft extends NewTransition {
  readonly node: XmlNode
}

const planTransitions = (workflow: XmlNode, field: ElementDraft, context: WorkflowContext): TransitionDraft[] =>
  childrenNamed(childNamed(workflow, 'transitions') ?? workflow, 'transition').flatMap(node => {
    const to = targetOf(node, field, context)
    if (to === undefined) return []
    const from = originOf(node, field, context)
    return [
      {
        node,
        fromValue: from,
        toValue: to,
        ...planConditions(node, from, context),
        actions: planActions(node, true, context),
      },
    ]
  })

/** Each state gives one transition per origin, with the state's conditions and actions. */
const planStates = (workflow: XmlNode, field: ElementDraft, context: WorkflowContext): TransitionDraft[] =>
  childrenNamed(childNamed(workflow, 'states') ?? workflow, 'state').flatMap(state => {
    const to = targetOf(state, field, context)
    if (to === undefined) return []
    const actions = planActions(state, false, context)
    return childrenNamed(childNamed(state, 'transitions') ?? state, 'transition').map(node => {
      const from = originOf(node, field, context)
      return { node, fromValue: from, toValue: to, ...planConditions(state, from, context), actions }
    })
  })

const targetOf = (node: XmlNode, field: ElementDraft, context: WorkflowContext): string | undefined => {
  const reference = childNamed(node, 'to_id')
  return reference && valueOf(reference, field, context, { isStrict: true, loss: 'this transition was skipped' })?.key
}

/** A missing value counts as "new artifact". */
const originOf = (node: XmlNode, field: ElementDraft, context: WorkflowContext): string | null => {
  const reference = childNamed(node, 'from_id')
  if (!reference || refOf(reference) === NEW_ARTIFACT || refOf(reference) === '') return null
  const options = { isStrict: true, loss: 'the transition starts from a new artifact' }
  return valueOf(reference, field, context, options)?.key ?? null
}

const withoutRepetition = (transitions: readonly TransitionDraft[], messages: Messages): NewTransition[] => {
  const seen = new Set<string>()
  return transitions.flatMap(({ node, ...transition }) => {
    const pair = JSON.stringify([transition.fromValue, transition.toValue])
    if (seen.has(pair)) {
      messages.warn(node, 'this transition is there already: it was skipped')
      return []
    }
    seen.add(pair)
    return [transition]
  })
}

const planConditions = (
  owner: XmlNode,
  from: string | null,
  context: WorkflowContext,
): Pick<NewTransition, 'authorizedUserGroupIds' | 'notEmptyFields' | 'isCommentRequired'> => {
  const conditions = childNamed(owner, 'conditions')?.children ?? []
  const ofType = (type: string): XmlNode | undefined =>
    conditions.find(condition => condition.attributes['type']?.trim() === type)
  const notEmpty = ofType('notempty')
  const comment = ofType('commentnotempty')
  const permissions = childNamed(ofType('perms') ?? owner, 'permissions')
  const groups = new Set<UserGroupId>()
  for (const line of permissions?.children ?? []) {
    const name = (line.attributes['ugroup'] ?? '').trim()
    const group = context.groups.findForRight(name)
    if (group === undefined)
      context.messages.warn(line, `there is no user group "${name}": it was left out of the condition`)
    else if (group !== NOBODY_GROUP) groups.add(group)
  }
  return {
    // §5.7: without a condition, or without a known group in it: project members.
    authorizedUserGroupIds: groups.size === 0 ? [MEMBERS_GROUP] : [...groups],
    notEmptyFields: notEmpty
      ? fieldsOf(notEmpty, 'field', 'it was left out of the condition', context).map(one => one.key)
      : [],
    isCommentRequired: from !== null && isTrue(comment?.attributes['is_comment_required']?.trim()),
  }
}

const fieldsOf = (node: XmlNode, child: string, loss: string, context: WorkflowContext): ElementDraft[] => [
  ...new Set(
    childrenNamed(node, child).flatMap(
      reference => elementOf(reference, context.trackerKey, context, { isStrict: true, loss }) ?? [],
    ),
  ),
]

const planActions = (owner: XmlNode, isAdvanced: boolean, context: WorkflowContext): NewWorkflowAction[] => {
  const actions: NewWorkflowAction[] = []
  for (const node of childNamed(owner, 'postactions')?.children ?? []) {
    const reader = Object.hasOwn(actionReaders, node.name) ? actionReaders[node.name] : undefined
    const action = reader?.(node, isAdvanced, context)
    if (action) actions.push(action)
  }
  return actions
}

type ActionReader = (node: XmlNode, isAdvanced: boolean, context: WorkflowContext) => NewWorkflowAction | undefined

const LOSS = 'this action was skipped'

const setsValue =
  (
    fieldType: 'date' | 'int' | 'float',
    valueIn: (node: XmlNode) => number | '' | 'current' | undefined,
  ): ActionReader =>
  (node, _isAdvanced, context) => {
    const [field] = fieldsOf(node, 'field_id', LOSS, context)
    if (!field) return undefined
    const value = valueIn(node)
    if (field.type === fieldType && value !== undefined)
      return { type: 'set_field_value', field: field.key, fieldType, value }
    const why =
      value === undefined ? 'its value is not one of the field' : `"${field.name}" is not of the kind ${fieldType}`
    context.messages.warn(node, `${why}: ${LOSS}`)
    return undefined
  }

const numberIn =
  (pattern: RegExp) =>
  (node: XmlNode): number | undefined => {
    const text = (node.attributes['value'] ?? '').trim()
    return pattern.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined
  }

const onlySimple = (node: XmlNode, isAdvanced: boolean, context: WorkflowContext): boolean => {
  if (isAdvanced) context.messages.warn(node, `<${node.name}> only works in simple workflows: ${LOSS}`)
  return !isAdvanced
}

const toProgramBacklog: ActionReader = (node, _isAdvanced, context) => {
  context.messages.warn(node, `there is no backlog of programs here to add artifacts to: ${LOSS}`)
  return undefined
}

const actionReaders: Readonly<Record<string, ActionReader>> = {
  postaction_field_date: setsValue('date', node => {
    const kind = node.attributes['valuetype']?.trim()
    return kind === '1' ? '' : kind === '2' ? 'current' : undefined
  }),
  postaction_field_int: setsValue('int', numberIn(/^[+-]?\d+$/)),
  postaction_field_float: setsValue('float', numberIn(/^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/)),
  postaction_ci_build: node => ({ type: 'run_job', jobUrl: (node.attributes['job_url'] ?? '').trim() }),
  postaction_frozen_fields: (node, isAdvanced, context) => {
    const fields = fieldsOf(node, 'field_id', LOSS, context).map(field => field.key)
    return onlySimple(node, isAdvanced, context) && fields.length > 0 ? { type: 'frozen_fields', fields } : undefined
  },
  postaction_hidden_fieldsets: (node, isAdvanced, context) => {
    const elements = fieldsOf(node, 'fieldset_id', LOSS, context)
    const fieldsets = elements.filter(element => element.type === 'fieldset').map(element => element.key)
    if (fieldsets.length < elements.length)
      context.messages.warn(node, 'only fieldsets can be hidden: other elements were left out')
    return onlySimple(node, isAdvanced, context) && fieldsets.length > 0
      ? { type: 'hidden_fieldsets', fieldsets }
      : undefined
  },
  postaction_add_to_top_backlog: () => ({ type: 'add_to_top_backlog' }),
  postaction_add_to_program_top_backlog: toProgramBacklog,
}
