import { oneLine } from '../../../platform/single-line.ts'
import { childNamed, childrenNamed, childText, isTrue, type XmlNode } from '../../../platform/xml/node.ts'
import { defaultReport, reservedKeywords, trackerColors, type NewTracker } from '../../trackers/index.ts'
import {
  elementOf,
  finishElement,
  flatten,
  DeclaredKeys,
  valueOf,
  type ElementDraft,
} from '../archive/declared-keys.ts'
import type { Groups } from '../archive/archive-groups.ts'
import type { Messages } from '../archive/import-messages.ts'
import { planFormElements } from './plan-form-elements.ts'
import { planPermissions } from './plan-permissions.ts'
import { planReports } from './plan-reports.ts'
import { planDateRules, planListRules } from './plan-rules.ts'
import { planSemantics } from './plan-semantics.ts'
import { planWorkflow } from './plan-workflow.ts'
import type { UserReferences } from './user-references.ts'

/** A planned tracker, without its project and its artifacts. */
export interface PlannedTracker {
  readonly node: XmlNode
  readonly key: string
  readonly parentKey: string | null
  readonly value: Omit<NewTracker, 'projectId'>
  readonly elements: readonly ElementDraft[]
}

/** import.md §5.8, with keys. */
export interface PlannedTrigger {
  readonly target: FieldValueKey
  readonly condition: 'at_least_one' | 'all_of'
  readonly sources: readonly FieldValueKey[]
}

export interface FieldValueKey {
  readonly tracker: string
  readonly field: string
  readonly value: string
}

export interface TrackersContext {
  readonly messages: Messages
  readonly groups: Groups
  readonly references: UserReferences
  readonly linkTypes: ReadonlySet<string>
  readonly disabledLinkTypes: ReadonlySet<string>
  /** Existing trackers of the project. */
  readonly existing: readonly { readonly name: string; readonly itemName: string }[]
}

export interface PlannedTrackers {
  readonly keys: DeclaredKeys
  /** In the order of creation. */
  readonly trackers: readonly PlannedTracker[]
  readonly triggers: readonly PlannedTrigger[]
}

export const planTrackers = (root: XmlNode, context: TrackersContext): PlannedTrackers => {
  const { messages } = context
  const keys = new DeclaredKeys(messages)
  const container = childNamed(root, 'trackers')
  const nodes = container ? childrenNamed(container, 'tracker') : []
  const trackerKeys = new Set<string>()
  const keyed = nodes.map((node, index) => {
    const given = (node.attributes['id'] ?? '').trim()
    const isRepeated = trackerKeys.has(given)
    if (isRepeated) messages.error(node, `the key ${given} of a tracker is given twice`)
    // Ids are assigned by key, so each tracker gets a unique key, even if the archive repeats one. No key of an archive begins with a
    // blank.
    const key = given === '' || isRepeated ? ` ${index}` : given
    trackerKeys.add(key)
    return { node, key }
  })
  checkNames(keyed, context)

  // A reference may point forward: plans the elements of all trackers first, then the parts that refer to them.
  const forms = keyed.map(({ node, key }) => ({
    node,
    key,
    elements: planFormElements(childNamed(node, 'formElements'), {
      keys,
      messages,
      groups: context.groups,
      references: context.references,
      trackerKey: key,
    }),
  }))
  const planned = forms.map(form => planTracker(form, keys, trackerKeys, context))
  checkHierarchy(planned, trackerKeys, context)
  const trackers = planned.map(tracker =>
    tracker.parentKey !== null && context.disabledLinkTypes.has('_is_child')
      ? { ...tracker, parentKey: null }
      : tracker,
  )
  return {
    keys,
    // §5.4: a tracker with an inherited timeframe follows all others.
    trackers: [...trackers.filter(tracker => !inheritsTimeframe(tracker)), ...trackers.filter(inheritsTimeframe)],
    triggers: planTriggers(container, trackers, keys, messages),
  }
}

const inheritsTimeframe = ({ value: { semantics } }: PlannedTracker): boolean =>
  semantics.timeframe !== undefined && 'impliedFromTracker' in semantics.timeframe

interface Form {
  readonly node: XmlNode
  readonly key: string
  readonly elements: readonly ElementDraft[]
}

const planTracker = (
  { node, key, elements }: Form,
  keys: DeclaredKeys,
  trackerKeys: ReadonlySet<string>,
  context: TrackersContext,
): PlannedTracker => {
  const { messages, groups } = context
  const common = { keys, messages, groups, trackerKey: key }
  const rules = childNamed(node, 'rules')
  const semantics = planSemantics(childNamed(node, 'semantics'), {
    ...common,
    trackerKeys,
    isLinkType: name => context.linkTypes.has(name),
  })
  const options = optionsOf(node)
  if (
    options.shouldSendEventInNotification &&
    (!semantics.title || !semantics.timeframe || 'impliedFromTracker' in semantics.timeframe)
  )
    messages.error(node, 'should_send_event_in_notification needs a title and a timeframe of the tracker itself')
  const rights = planPermissions(childNamed(node, 'permissions'), flatten(elements), common)
  if (childNamed(node, 'timetracking'))
    messages.warn(
      childNamed(node, 'timetracking'),
      'there is no time tracking here: <timetracking> was skipped',
      'timetracking',
    )
  const reportsNode = childNamed(node, 'reports')
  const reports = planReports(reportsNode, common)
  const parent = (node.attributes['parent_id'] ?? '0').trim()
  const value: Omit<NewTracker, 'projectId'> = {
    key,
    name: oneLine(childText(node, 'name')),
    itemName: childText(node, 'item_name'),
    description: childText(node, 'description'),
    color: colorOf(node, messages),
    submitInstructions: childText(node, 'submit_instructions'),
    browseInstructions: childText(node, 'browse_instructions'),
    ...options,
    notificationsLevel: notificationsLevelOf(node, messages),
    cannedResponses: cannedResponsesOf(node),
    elements: elements.map(finishElement),
    semantics,
    dateRules: planDateRules(rules, common),
    listRules: planListRules(rules, childNamed(node, 'dependencies'), common),
    workflow: planWorkflow(node, common),
    reports,
    webhooks: (childNamed(node, 'webhooks')?.children ?? [])
      .filter(child => child.name === 'webhook')
      .map(webhook => (webhook.attributes['url'] ?? '').trim()),
    permissions: rights,
  }
  return {
    node,
    key,
    parentKey: parent === '0' || parent === '' ? null : parent,
    // §5.9: without the element the tracker gets a default report; an empty list means no report.
    value: reportsNode ? value : { ...value, reports: [defaultReport(value, `${key} default report`)] },
    elements,
  }
}

const cannedResponsesOf = (node: XmlNode) =>
  (childNamed(node, 'cannedResponses')?.children ?? [])
    .filter(child => child.name === 'cannedResponse')
    .map(response => ({ title: childText(response, 'title'), body: childNamed(response, 'body')?.text ?? '' }))

/** The options of a tracker that are attributes of its element. */
const optionsOf = ({ attributes }: XmlNode) => {
  const flag = (name: string, byDefault = false): boolean =>
    attributes[name] === undefined ? byDefault : isTrue(attributes[name].trim())
  return {
    instantiateForNewProjects: flag('instantiate_for_new_projects'),
    allowCopy: flag('allow_copy', true),
    enableEmailGateway: flag('enable_emailgateway'),
    logPriorityChanges: flag('log_priority_changes'),
    isDisplayedInNewDropdown: flag('is_displayed_in_new_dropdown'),
    usePrivateComments: flag('use_private_comments', true),
    enableMoveArtifacts: flag('enable_move_artifacts', true),
    shouldSendEventInNotification: flag('should_send_event_in_notification'),
  }
}

const colorOf = (node: XmlNode, messages: Messages): string => {
  const color = childText(node, 'color').replaceAll('_', '-')
  if (color === '' || trackerColors.includes(color)) return color || 'inca-silver'
  messages.error(childNamed(node, 'color'), `"${color}" is no colour of a tracker`)
  return 'inca-silver'
}

const notificationsLevelOf = (node: XmlNode, messages: Messages): 0 | 1 | 2 => {
  const text = (node.attributes['notifications_level'] ?? node.attributes['stop_notification'] ?? '0').trim()
  if (text === '0' || text === '1' || text === '2') return Number(text) as 0 | 1 | 2
  messages.error(node, `"${text}" is no level of notifications: 0, 1 or 2`)
  return 0
}

/** import.md §5.1: names and item names are unique in a project, and item names are keywords of references. */
const checkNames = (
  keyed: readonly { node: XmlNode; key: string }[],
  { existing, messages }: TrackersContext,
): void => {
  const names = new Set(existing.map(tracker => tracker.name.toLowerCase()))
  const itemNames = new Set(existing.map(tracker => tracker.itemName.toLowerCase()))
  for (const { node } of keyed) {
    const name = oneLine(childText(node, 'name'))
    const itemName = childText(node, 'item_name')
    if (name === '') messages.error(node, 'a tracker has no name')
    else if (names.has(name.toLowerCase())) messages.error(node, `the project has two trackers named "${name}"`)
    names.add(name.toLowerCase())
    if (itemName === '') messages.error(node, `the tracker "${name}" has no item name`)
    else if (!/^[A-Za-z0-9_]+$/.test(itemName))
      messages.error(node, `the item name "${itemName}" is not made of letters without accents, digits and _`)
    else if (reservedKeywords.has(itemName.toLowerCase()))
      messages.error(node, `the item name "${itemName}" is the keyword of another kind of reference`)
    else if (itemNames.has(itemName.toLowerCase()))
      messages.error(node, `the project has two trackers with the item name "${itemName}"`)
    itemNames.add(itemName.toLowerCase())
  }
}

const checkHierarchy = (
  planned: readonly PlannedTracker[],
  trackerKeys: ReadonlySet<string>,
  { messages, disabledLinkTypes }: TrackersContext,
): void => {
  const parents = new Map(planned.map(tracker => [tracker.key, tracker.parentKey]))
  for (const { node, key, parentKey } of planned) {
    if (parentKey === null) continue
    if (!trackerKeys.has(parentKey))
      messages.error(node, `the parent ${parentKey} of the tracker is not in the archive`)
    else if (disabledLinkTypes.has('_is_child'))
      messages.warn(node, 'the archive disables the link type _is_child: the tracker gets no parent')
    const seen = new Set([key])
    for (let next: string | null | undefined = parentKey; next; next = parents.get(next)) {
      if (seen.has(next)) {
        messages.error(node, 'the hierarchy of the trackers goes in a circle')
        break
      }
      seen.add(next)
    }
  }
}

const planTriggers = (
  container: XmlNode | undefined,
  trackers: readonly PlannedTracker[],
  keys: DeclaredKeys,
  messages: Messages,
): PlannedTrigger[] => {
  const parents = new Map(trackers.map(tracker => [tracker.key, tracker.parentKey]))
  const context = { keys, messages }
  const options = { isStrict: true, loss: 'this trigger was skipped' }
  const find = (node: XmlNode): FieldValueKey | undefined => {
    const fieldNode = childNamed(node, 'field_id')
    const valueNode = childNamed(node, 'field_value_id')
    if (!fieldNode || !valueNode) return undefined
    const known = keys.element((fieldNode.attributes['REF'] ?? '').trim())
    const trackerKey = typeof known === 'string' ? '' : known.trackerKey
    const field = elementOf(fieldNode, trackerKey, context, options)
    const value = field && valueOf(valueNode, field, context, options)
    return field && value ? { tracker: trackerKey, field: field.key, value: value.key } : undefined
  }
  const rules = container && childNamed(container, 'triggers')
  return (rules?.children ?? []).flatMap(rule => {
    if (rule.name !== 'trigger_rule') return []
    const condition = childText(rule, 'condition')
    if (condition !== 'at_least_one' && condition !== 'all_of') {
      messages.error(rule, `"${condition}" is no condition of a trigger: at_least_one or all_of`)
      return []
    }
    const targetNode = childNamed(rule, 'target')
    const target = targetNode && find(targetNode)
    const nodes = (childNamed(rule, 'triggers')?.children ?? []).filter(node => node.name === 'trigger')
    const sources = nodes.flatMap(node => {
      const source = find(node)
      if (!source || !target || parents.get(source.tracker) === target.tracker) return source ?? []
      messages.warn(node, 'the field of a trigger is not in a child of the tracker that it changes: it was skipped')
      return []
    })
    return target && sources.length > 0 ? [{ target, condition, sources }] : []
  })
}
