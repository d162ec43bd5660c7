import type { Key, NewTracker, StateTrigger, TrackerState } from '../../trackers/index.ts'
import { withContent } from '../../trackers/index.ts'
import { newDeadEnds } from '../model/check-dependencies.ts'
import type { TrackerDefinition, TriggerDefinition } from '../model/definition.schema.ts'
import { notificationLevels, trackerRights } from '../model/describe-definition.ts'
import { valueReferences, type Names } from '../model/definition-names.ts'
import { groupIds, UNRESOLVED, type DefinitionParser, type PartKeys } from '../model/definition-parsing.ts'
import { parseElements } from './parse-elements.ts'
import { parseReports } from './parse-reports.ts'
import { parseRules, parseSemantics } from './parse-semantics.ts'
import { parseWorkflow } from './parse-workflow.ts'

/** The state that a definition describes; with faults the state must not be used. */
export interface ParsedDefinition {
  readonly state: TrackerState
  readonly faults: readonly string[]
  /** Notes on parts that are left out because they cannot be created yet. */
  readonly warnings: readonly string[]
  readonly merges: ReadonlyMap<Key, Key>
}

/** Turns names into the wanted state: existing parts keep their keys, and so their values. */
export const parseDefinition = (
  definition: TrackerDefinition,
  present: TrackerState,
  names: Names,
): ParsedDefinition => {
  const faults: string[] = []
  const warnings: string[] = []
  const merges = new Map<Key, Key>()
  let last = 0
  const parsing: DefinitionParser = {
    names,
    fault: (place, text) => void faults.push(`${place}: ${text}`),
    warn: (place, text) => void warnings.push(`${place}: ${text}`),
    newKey: () => `+${++last}`,
    merge: (from, into) => void merges.set(from, into),
  }
  const before = present.value
  const elements = definition.form ? parseElements(definition.form, before, parsing) : before.elements
  const parts = partsOf({ ...before, elements }, parsing)
  const { general, notifications, semantics, rules, workflow, reports, permissions } = definition
  const value: NewTracker = {
    ...before,
    ...(general && parseGeneral(general)),
    ...(notifications && parseNotifications(notifications)),
    elements,
    ...(permissions && {
      permissions: Object.fromEntries(
        trackerRights.map(right => [right, groupIds(permissions[right], `permissions.${right}`, parsing)]),
      ),
    }),
    ...(semantics && { semantics: parseSemantics(semantics, parts, parsing) }),
    ...(rules && parseRules(rules, parts)),
    ...(workflow !== undefined && {
      workflow: workflow && parseWorkflow(workflow, before.workflow, parts, parsing),
    }),
    ...(definition.canned_responses && { cannedResponses: definition.canned_responses }),
    ...(definition.webhooks && { webhooks: definition.webhooks }),
    ...(reports && { reports: parseReports(reports, before.reports, parts, parsing) }),
  }
  const state: TrackerState = {
    id: present.id,
    value,
    parentId: definition.hierarchy ? parseParent(definition.hierarchy.parent, parsing) : present.parentId,
    triggers: definition.triggers
      ? definition.triggers.flatMap((trigger, index) => parseTrigger(trigger, `triggers[${index}]`, parts, parsing))
      : present.triggers,
  }
  // A file of another platform may contain dead ends and must still be applicable.
  return { state, faults, merges, warnings: [...warnings, ...newDeadEnds(present, state)] }
}

export const parseGeneral = (general: NonNullable<TrackerDefinition['general']>): Partial<NewTracker> => ({
  name: general.name.trim(),
  itemName: general.item_name.trim(),
  description: general.description ?? '',
  color: general.color ?? 'inca-silver',
  submitInstructions: general.submit_instructions ?? '',
  browseInstructions: general.browse_instructions ?? '',
  instantiateForNewProjects: general.instantiate_for_new_projects ?? false,
  allowCopy: general.allow_copy ?? true,
  enableEmailGateway: general.enable_email_gateway ?? false,
  logPriorityChanges: general.log_priority_changes ?? false,
  isDisplayedInNewDropdown: general.is_displayed_in_new_dropdown ?? false,
  usePrivateComments: general.use_private_comments ?? true,
  enableMoveArtifacts: general.enable_move_artifacts ?? true,
})

const parseNotifications = (notifications: NonNullable<TrackerDefinition['notifications']>): Partial<NewTracker> => ({
  notificationsLevel: notificationLevels.indexOf(notifications.level ?? 'all') as NewTracker['notificationsLevel'],
  shouldSendEventInNotification: notifications.should_send_event ?? false,
})

const partsOf = (value: NewTracker, parsing: DefinitionParser): PartKeys => {
  const elements = withContent(value.elements)
  const byName = new Map(elements.map(element => [element.name, element]))
  const byKey = new Map(elements.map(element => [element.key, element]))
  const values = new Map(
    elements.flatMap(({ key, bind }) => {
      if (bind?.type !== 'static') return []
      const references = valueReferences(bind.values.map(one => one.label))
      return [[key, new Map(bind.values.map((one, index) => [references[index], one.key]))] as const]
    }),
  )
  return {
    field: (name, place) => {
      const element = byName.get(name)
      if (!element) parsing.fault(place, `there is no field "${name}" in the form.`)
      return element?.key ?? UNRESOLVED
    },
    value: (field, name, place) => {
      if (field === UNRESOLVED) return UNRESOLVED
      const key = values.get(field)?.get(name)
      if (key === undefined) parsing.fault(place, `the list "${byKey.get(field)?.name ?? ''}" has no value "${name}".`)
      return key ?? UNRESOLVED
    },
    typeOf: key => byKey.get(key)?.type,
  }
}

const parseParent = (name: string | null, parsing: DefinitionParser): number | null => {
  if (name === null) return null
  const parent = parsing.names.tracker(name)
  if (!parent) parsing.fault('hierarchy.parent', `there is no tracker "${name}".`)
  return parent?.id ?? null
}

/** Parent and child each name the other: the first one that is applied cannot find the second. So a missing tracker is no fault. */
const parseTrigger = (
  trigger: TriggerDefinition,
  place: string,
  parts: PartKeys,
  parsing: DefinitionParser,
): StateTrigger[] => {
  const field = parts.field(trigger.set.field, place)
  const target = { field, value: parts.value(field, trigger.set.value, place) }
  const sources = trigger.when.map(source => {
    const tracker = parsing.names.tracker(source.tracker)
    const found = tracker?.fieldByName.get(source.field)
    const bind = found?.bind?.type === 'static' ? found.bind : undefined
    const references = valueReferences(bind?.values.map(one => one.label) ?? [])
    const value = bind?.values[references.indexOf(source.value)]
    if (tracker && found && value) return { trackerId: tracker.id, fieldId: found.id, valueId: value.id }
    parsing.warn(
      place,
      `left out, because there is no value "${source.value}" of a list "${source.field}" in a tracker "${source.tracker}"; apply the definition again once there is.`,
    )
    return undefined
  })
  if (sources.length === 0) parsing.fault(place, 'a trigger needs something to look at.')
  const known = sources.filter(source => source !== undefined)
  return known.length < sources.length
    ? []
    : [
        {
          direction: trigger.direction ?? 'up',
          condition: trigger.condition,
          target,
          sources: known.toSorted((a, b) => a.fieldId - b.fieldId || a.valueId - b.valueId),
        },
      ]
}
