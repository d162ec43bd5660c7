import { isOneLine, NOT_ONE_LINE } from '../../../platform/single-line.ts'
import { fieldType, type Field, type FieldTypeName } from '../../fields/index.ts'
import {
  MODULE_ACTIONS,
  reservedKeywords,
  trackerColors,
  withContent,
  type Key,
  type NewFormElement,
  type NewTracker,
  type TrackerState,
  referencesOf,
} from '../../trackers/index.ts'
import type { XmlNode } from '../../../platform/xml/node.ts'
import { faultsOfDependencies } from '../model/check-dependencies.ts'
import { isAddress } from './parse-workflow.ts'
import { isList } from './parse-elements.ts'

/** Names and hierarchy of the project's other trackers, for checks. */
export interface SiblingTrackers {
  readonly names: readonly { readonly name: string; readonly itemName: string }[]
  /** Ids of the ancestors of a tracker in the hierarchy, nearest first. */
  readonly ancestorsOf: (trackerId: number) => readonly number[]
}

/**
 * All faults of a state, each with its position. Archives may bring faulty states, so callers compare with the faults before the change.
 */
export const faultsOfState = (state: TrackerState, neighbours: SiblingTrackers): string[] => {
  const { value } = state
  const elements = withContent(value.elements)
  return [
    ...faultsOfGeneral(value, neighbours),
    ...faultsOfHierarchy(state, neighbours),
    ...elements.flatMap(faultsOfElement),
    ...faultsOfForm(value, elements),
    ...faultsOfSemantics(value, elements),
    ...faultsOfRules(value, elements),
    ...faultsOfDependencies(value, elements),
    ...faultsOfWorkflow(value, elements),
    ...faultsOfReferences(state, elements),
    ...value.webhooks.flatMap(url => (isAddress(url) ? [] : [`webhooks: "${url}" is no address (http or https).`])),
    ...value.cannedResponses.flatMap(({ title }, index) =>
      title.trim() === '' ? [`canned_responses[${index}]: a response needs a title.`] : [],
    ),
  ]
}

const faultsOfGeneral = (value: NewTracker, { names }: SiblingTrackers): string[] => {
  const { name, itemName } = value
  const isTaken = (member: 'name' | 'itemName', text: string): boolean =>
    names.some(one => one[member].toLowerCase() === text.toLowerCase())
  return [
    ...(name === '' ? ['general.name: a tracker needs a name.'] : []),
    ...(isOneLine(name) ? [] : [`general.name: it ${NOT_ONE_LINE}.`]),
    ...(isTaken('name', name) ? [`general.name: another tracker of the project is called "${name}".`] : []),
    ...(/^[A-Za-z0-9_]+$/.test(itemName)
      ? []
      : [`general.item_name: "${itemName}" is not made of letters without accents, digits and underscores.`]),
    ...(reservedKeywords.has(itemName.toLowerCase())
      ? [`general.item_name: "${itemName}" is the keyword of another kind of reference.`]
      : []),
    ...(isTaken('itemName', itemName)
      ? [`general.item_name: another tracker of the project has the item name "${itemName}".`]
      : []),
    ...(value.shouldSendEventInNotification &&
    (!value.semantics.title || !value.semantics.timeframe || 'impliedFromTracker' in value.semantics.timeframe)
      ? ['notifications.should_send_event: it needs a title and a timeframe of the tracker itself.']
      : []),
  ]
}

const faultsOfHierarchy = ({ id, parentId }: TrackerState, { ancestorsOf }: SiblingTrackers): string[] => {
  if (parentId === null) return []
  return parentId === id || ancestorsOf(parentId).includes(id)
    ? ['hierarchy.parent: a tracker cannot be below itself.']
    : []
}

const MAX_NAME = 255

const faultsOfElement = (element: NewFormElement): string[] => {
  const place = `form.${element.name}`
  const { family } = fieldType(element.type)
  const takesValues = family === 'writable' || family === 'external'
  const rights = element.permissions
  const faults = [
    ...(/^[a-z0-9_-]+$/.test(element.name) && element.name.length <= MAX_NAME
      ? []
      : ['a name is made of small letters without accents, digits, "_" and "-".']),
    ...(element.label.trim() === '' ? ['a label is needed.'] : []),
    ...(element.isRequired && !takesValues ? [`a ${element.type} takes no value, so it cannot be required.`] : []),
    ...(!takesValues && ((rights.submit?.length ?? 0) > 0 || (rights.update?.length ?? 0) > 0)
      ? [`a ${element.type} takes no value: it can only be read.`]
      : []),
    ...faultsOfSettings(element),
    ...faultsOfBind(element),
  ]
  return faults.map(fault => `${place}: ${fault}`)
}

/** The field type defines its settings: the check reads again the settings that the type exports. */
const faultsOfSettings = (element: NewFormElement): string[] => {
  const type = fieldType(element.type)
  const members = (type.settings as { properties?: Record<string, { type?: string; anyOf?: { type?: string }[] }> })
    .properties
  const wrongTypes = Object.entries(members ?? {}).flatMap(([name, schema]) => {
    const accepted = schema.anyOf ? schema.anyOf.map(one => one.type) : [schema.type]
    const given = element.settings[name]
    const isRight = accepted.some(kind =>
      kind === 'null'
        ? given === null
        : kind === 'integer'
          ? Number.isSafeInteger(given) && Number(given) >= 0
          : typeof given === kind,
    )
    return isRight ? [] : [`the setting "${name}" is ${accepted.join(' or ')}, not ${JSON.stringify(given)}.`]
  })
  if (wrongTypes.length > 0) return wrongTypes
  const faults: string[] = []
  const attributes = type.exportSettings({ settings: element.settings, type: element.type } as Field)
  type.importSettings(
    { name: 'properties', attributes, children: [], text: '', file: '', line: 0 } satisfies XmlNode,
    text => faults.push(text.replace(/; (it is left out|there is none)\.$/, '.')),
  )
  return faults
}

const singles: readonly FieldTypeName[] = ['sb', 'rb']

const faultsOfBind = ({ type, bind, isRequired }: NewFormElement): string[] => {
  if (isList(type) && !bind) return ['a list needs something to draw from.']
  if (!bind) return []
  const colors = bind.type === 'static' ? bind.values.map(value => value.colorName) : []
  const defaults =
    bind.type === 'users' ? bind.defaultUserIds.length : bind.values.filter(value => value.isDefault).length
  return [
    ...(bind.type === 'static' && bind.values.some(value => value.label.trim() === '')
      ? ['a value needs a label.']
      : []),
    ...colors.flatMap(color =>
      color === null || trackerColors.includes(color) ? [] : [`"${color}" is no colour of the palette.`],
    ),
    ...(singles.includes(type) && defaults > 1 ? ['it takes one value only, so it has one default at most.'] : []),
    ...(isRequired && bind.type === 'users' && bind.functions.length === 0
      ? ['a required list of users needs a source.']
      : []),
  ]
}

const faultsOfForm = (value: NewTracker, elements: readonly NewFormElement[]): string[] => {
  const seen = new Set<string>()
  const twice = elements.flatMap(({ name }) => {
    const isSeen = seen.has(name)
    seen.add(name)
    return isSeen ? [`form.${name}: two elements have this name.`] : []
  })
  const nested = elements.flatMap(parent =>
    parent.children.flatMap(child =>
      child.type === 'fieldset' ? [`form.${child.name}: a fieldset stands in no other element.`] : [],
    ),
  )
  const loose = value.elements.flatMap(element =>
    element.type === 'column' ? [`form.${element.name}: a column stands in a fieldset.`] : [],
  )
  const links = elements.filter(element => element.type === 'art_link' && element.isUsed)
  return [
    ...twice,
    ...nested,
    ...loose,
    ...links.slice(1).map(element => `form.${element.name}: there is one field for links already.`),
  ]
}

type AllowedTypes = readonly FieldTypeName[]
const textual: AllowedTypes = ['string', 'text']
const choices: AllowedTypes = ['sb', 'rb', 'msb', 'cb']
const numeric: AllowedTypes = ['int', 'float', 'computed']

const elementFinder = (elements: readonly NewFormElement[]) => {
  const byKey = new Map(elements.map(element => [element.key, element]))
  return {
    find: (key: Key) => byKey.get(key),
    /** `faultsOfReferences` reports a missing field. */
    check: (place: string, key: Key, types: AllowedTypes, bind?: 'static' | 'users'): string[] => {
      const element = byKey.get(key)
      if (!element) return []
      if (!types.includes(element.type))
        return [`${place}: "${element.name}" is a ${element.type}; it must be one of ${types.join(', ')}.`]
      if (bind && element.bind?.type !== bind) return [`${place}: the list "${element.name}" must draw from ${bind}.`]
      return element.isUsed ? [] : [`${place}: "${element.name}" is not in use.`]
    },
  }
}

const faultsOfSemantics = ({ semantics }: NewTracker, elements: readonly NewFormElement[]): string[] => {
  const { check, find } = elementFinder(elements)
  const { title, description, status, done, contributor, initialEffort, timeframe, progress } = semantics
  const statusField = status && find(status.field)
  const statusValues = new Set(
    statusField?.bind?.type === 'static' ? statusField.bind.values.map(value => value.key) : [],
  )
  return [
    ...(title ? check('semantics.title', title.field, textual) : []),
    ...(description ? check('semantics.description', description.field, ['text']) : []),
    ...(status ? check('semantics.status', status.field, choices, 'static') : []),
    ...(contributor ? check('semantics.contributor', contributor.field, [...choices, 'tbl'], 'users') : []),
    ...(initialEffort ? check('semantics.initial_effort', initialEffort.field, [...numeric, ...choices]) : []),
    ...(timeframe && 'startDateField' in timeframe
      ? [
          ...check('semantics.timeframe', timeframe.startDateField, ['date']),
          ...('endDateField' in timeframe
            ? check('semantics.timeframe', timeframe.endDateField, ['date'])
            : check('semantics.timeframe', timeframe.durationField, numeric)),
        ]
      : []),
    ...(progress && 'totalEffortField' in progress
      ? [
          ...check('semantics.progress', progress.totalEffortField, numeric),
          ...check('semantics.progress', progress.remainingEffortField, numeric),
        ]
      : []),
    ...(done && done.closedValues.some(value => status?.openValues.includes(value))
      ? ['semantics.done: a value that is open cannot mean done.']
      : []),
    ...(statusField && status.openValues.some(value => !statusValues.has(value))
      ? ['semantics.status: an open value is none of the list.']
      : []),
  ]
}

const faultsOfRules = ({ dateRules, listRules }: NewTracker, elements: readonly NewFormElement[]): string[] => {
  const { check } = elementFinder(elements)
  const dates: AllowedTypes = ['date', 'lud', 'subon']
  return [
    ...dateRules.flatMap((rule, index) => [
      ...check(`rules.dates[${index}]`, rule.sourceField, dates),
      ...check(`rules.dates[${index}]`, rule.targetField, dates),
      ...(rule.sourceField === rule.targetField ? [`rules.dates[${index}]: a date stands to another one.`] : []),
    ]),
    ...listRules.flatMap((rule, index) => [
      ...check(`rules.lists[${index}]`, rule.sourceField, choices, 'static'),
      ...check(`rules.lists[${index}]`, rule.targetField, choices, 'static'),
      ...(rule.sourceField === rule.targetField ? [`rules.lists[${index}]: a list depends on another one.`] : []),
    ]),
  ]
}

const faultsOfWorkflow = ({ workflow }: NewTracker, elements: readonly NewFormElement[]): string[] => {
  if (!workflow) return []
  const { check, find } = elementFinder(elements)
  const field = find(workflow.field)
  const label = (key: Key | null): string =>
    key === null
      ? 'new artifact'
      : field?.bind?.type === 'static'
        ? (field.bind.values.find(value => value.key === key)?.label ?? key)
        : key
  const pairs = new Set<string>()
  return [
    ...check('workflow.field', workflow.field, ['sb', 'rb'], 'static'),
    ...workflow.transitions.flatMap(transition => {
      const place = `workflow.transitions[${label(transition.fromValue)} → ${label(transition.toValue)}]`
      const pair = `${transition.fromValue ?? ''} ${transition.toValue}`
      const isTwice = pairs.has(pair)
      pairs.add(pair)
      const states = transition.actions.some(
        action => action.type === 'frozen_fields' || action.type === 'hidden_fieldsets',
      )
      return [
        ...(isTwice ? [`${place}: it is there twice.`] : []),
        ...(transition.fromValue === transition.toValue ? [`${place}: it changes nothing.`] : []),
        ...MODULE_ACTIONS.filter(type => transition.actions.filter(action => action.type === type).length > 1).map(
          type => `${place}: the action ${type} is there twice.`,
        ),
        ...(workflow.isAdvanced && states
          ? [`${place}: fields are frozen and fieldsets hidden in simple mode only.`]
          : []),
        ...transition.actions.flatMap(action =>
          action.type === 'hidden_fieldsets'
            ? action.fieldsets.flatMap(key => check(place, key, ['fieldset']))
            : action.type === 'frozen_fields'
              ? action.fields.flatMap(key =>
                  key === workflow.field ? [`${place}: the field of the workflow cannot be frozen.`] : [],
                )
              : [],
        ),
      ]
    }),
  ]
}

/** Checks that every reference to a field or a value has a target. */
const faultsOfReferences = ({ value, triggers }: TrackerState, elements: readonly NewFormElement[]): string[] => {
  const fields = new Set(elements.map(element => element.key))
  const values = new Set(
    elements.flatMap(({ bind }) => (bind?.type === 'static' ? bind.values.map(one => one.key) : [])),
  )
  const lost = new Set<string>()
  const field = (place: string, ...keys: readonly (Key | null)[]): void => {
    for (const key of keys)
      if (key !== null && !fields.has(key)) lost.add(`${place}: it is about a field that the form does not have.`)
  }
  const listed = (place: string, ...keys: readonly (Key | null)[]): void => {
    for (const key of keys)
      if (key !== null && !values.has(key)) lost.add(`${place}: it is about a value that its list does not have.`)
  }
  const { semantics, workflow } = value
  for (const [name, part] of Object.entries(semantics) as [string, Record<string, unknown>][]) {
    const place = `semantics.${name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}`
    for (const [member, key] of Object.entries(part)) {
      const keys = (Array.isArray(key) ? key : [key]) as (Key | null)[]
      if (/values$/i.test(member)) listed(place, ...keys)
      else if (/fields?$/i.test(member)) field(place, ...keys)
    }
  }
  value.dateRules.forEach((rule, index) => field(`rules.dates[${index}]`, rule.sourceField, rule.targetField))
  value.listRules.forEach((rule, index) => {
    field(`rules.lists[${index}]`, rule.sourceField, rule.targetField)
    listed(`rules.lists[${index}]`, rule.sourceValue, rule.targetValue)
  })
  if (workflow) field('workflow.field', workflow.field)
  for (const transition of workflow?.transitions ?? []) {
    const place = 'workflow.transitions'
    listed(place, transition.fromValue, transition.toValue)
    field(place, ...transition.notEmptyFields)
    for (const action of transition.actions) {
      if (action.type === 'set_field_value') field(place, action.field)
      if (action.type === 'frozen_fields') field(place, ...action.fields)
      if (action.type === 'hidden_fieldsets') field(place, ...action.fieldsets)
    }
  }
  triggers.forEach((trigger, index) => {
    field(`triggers[${index}]`, trigger.target.field)
    listed(`triggers[${index}]`, trigger.target.value)
  })
  for (const report of value.reports) {
    const place = `reports.${report.name}`
    for (const criterion of report.criteria) {
      field(place, criterion.field)
      if (criterion.value !== null && typeof criterion.value !== 'string' && 'values' in criterion.value)
        listed(place, ...criterion.value.values)
    }
    for (const renderer of report.renderers)
      field(place, ...renderer.columns.map(column => column.field), ...renderer.sort.map(sort => sort.field))
    if (report.view) {
      const { fields, values } = referencesOf(report.view)
      field(place, ...fields)
      listed(place, ...values)
    }
  }
  return [...lost]
}
