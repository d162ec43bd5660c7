import { isDeepStrictEqual } from 'node:util'
import type { Field } from '../../fields/index.ts'
import { idOfKey, type PresentState, type StateTrigger, type Tracker } from '../../trackers/index.ts'
import type { TrackerEdit } from './change-tracker.ts'
import { resolveValue, type ValueInput } from '../model/value-inputs.ts'
import type { Names } from '../model/definition-names.ts'
import type { TriggersInput } from '../model/rules.schema.ts'

type TriggerInput = TriggersInput['triggers'][number]

/** Replaces all triggers that change artifacts of the tracker. An existing trigger may stay, even if the hierarchy has changed since. */
export const replaceTriggers =
  (given: TriggersInput): TrackerEdit =>
  (present, names) => {
    const faults: string[] = []
    const triggers: StateTrigger[] = []
    given.triggers.forEach((one, index) => {
      const place = `triggers[${index}]`
      const trigger = parseTrigger(one, present, names, text => faults.push(`${place}: ${text}`))
      if (triggers.some(other => isDeepStrictEqual(other, trigger))) faults.push(`${place}: it is there twice.`)
      triggers.push(trigger)
    })
    const { id, parentId, value } = present
    return { state: { id, parentId, value, triggers }, faults }
  }

const parseTrigger = (
  given: TriggerInput,
  present: PresentState,
  names: Names,
  fault: (text: string) => void,
): StateTrigger => {
  const direction = given.direction ?? 'up'
  const target = resolveFieldValue(present.tracker, given.target, fault)
  const sources = given.sources.map(source => {
    const tracker = names.tracker(source.tracker_id)
    const isRelated = direction === 'up' ? tracker?.parentId === present.id : tracker?.id === present.parentId
    const isKnown = present.triggers.some(
      trigger => trigger.direction === direction && trigger.sources.some(one => one.trackerId === source.tracker_id),
    )
    // The message reveals nothing about an unrelated tracker, not even whether it exists.
    if (!tracker || !(isRelated || isKnown)) {
      const relative = direction === 'up' ? 'no child' : 'not the parent'
      fault(`the tracker ${source.tracker_id} is ${relative} of this one.`)
      return { trackerId: source.tracker_id, fieldId: 0, valueId: 0 }
    }
    return { trackerId: tracker.id, ...resolveFieldValue(tracker, source, fault) }
  })
  const isTwice = sources.some((one, index) => sources.findIndex(other => isDeepStrictEqual(other, one)) < index)
  if (isTwice) fault('a value is there twice among its sources.')
  return {
    direction,
    condition: given.condition,
    target: { field: `F${target.fieldId}`, value: `V${target.valueId}` },
    // In the order of a read, so that equal sources are no change.
    sources: sources.toSorted((a, b) => a.fieldId - b.fieldId || a.valueId - b.valueId),
  }
}

interface TriggerFieldValue {
  readonly fieldId: number
  readonly valueId: number
}

const UNRESOLVED: TriggerFieldValue = { fieldId: 0, valueId: 0 }

const resolveFieldValue = (
  tracker: Tracker,
  given: { field_id: number; value_id?: number; value_label?: string | null },
  fault: (text: string) => void,
): TriggerFieldValue => {
  const field = tracker.fieldById.get(given.field_id)
  if (!field?.isUsed) {
    fault(`the tracker "${tracker.itemName}" has no field ${given.field_id} in use.`)
    return UNRESOLVED
  }
  const values = valuesOf(field)
  if (!values) {
    fault(`the field "${field.name}" of "${tracker.itemName}" is no list with values of its own (sb, rb, msb, cb).`)
    return UNRESOLVED
  }
  const value: ValueInput = { id: given.value_id, label: given.value_label }
  const key = resolveValue({ name: field.name, values }, value, 'no none', fault)
  return { fieldId: field.id, valueId: (key !== null && idOfKey(key)) || 0 }
}

const valuesOf = ({ type, bind }: Field) =>
  bind?.type === 'static' && ['sb', 'rb', 'msb', 'cb'].includes(type)
    ? bind.values.map(({ id, label }) => ({ id, key: `V${id}`, label }))
    : undefined

export const representTriggers = (present: PresentState, names: Names): object => {
  const place = (tracker: Tracker | undefined, fieldId: number, valueId: number) => {
    const field = tracker?.fieldById.get(fieldId)
    return {
      field_id: fieldId,
      field_name: field?.name ?? null,
      value_id: valueId,
      value_label: (field?.bind?.type === 'static' ? field.bind.byId.get(valueId)?.label : undefined) ?? null,
    }
  }
  return {
    triggers: present.triggers.map(trigger => ({
      direction: trigger.direction,
      condition: trigger.condition,
      target: place(present.tracker, idOfKey(trigger.target.field) ?? 0, idOfKey(trigger.target.value) ?? 0),
      sources: trigger.sources.map(source => ({
        tracker_id: source.trackerId,
        tracker_name: names.trackerName(source.trackerId) ?? null,
        ...place(names.tracker(source.trackerId), source.fieldId, source.valueId),
      })),
    })),
  }
}
