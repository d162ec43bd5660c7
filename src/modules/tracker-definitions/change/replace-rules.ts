import { idOfKey, withContent, type Key, type NewFormElement, type PresentState } from '../../trackers/index.ts'
import type { TrackerEdit } from './change-tracker.ts'
import { newDeadEnds } from '../model/check-dependencies.ts'
import { NONE_VALUE_ID, resolveValue, type ValueInput } from '../model/value-inputs.ts'
import { UNRESOLVED } from '../model/definition-parsing.ts'
import type { RulesInput } from '../model/rules.schema.ts'

/**
 * Replaces all date rules and dependencies. Refuses pairs that leave no choice in a required field, because no administrator intends that.
 */
export const replaceRules =
  (given: RulesInput): TrackerEdit =>
  present => {
    const faults: string[] = []
    const elements = byKey(present)
    const field = (id: number, place: string): Key => {
      if (elements.has(`F${id}`)) return `F${id}`
      faults.push(`${place}: the tracker has no field ${id}.`)
      return UNRESOLVED
    }
    const value = (key: Key, one: ValueInput, place: string): Key | null => {
      const element = elements.get(key)
      if (!element) return UNRESOLVED
      const list = listOf(element)
      if (list) return resolveValue(list, one, 'none', text => faults.push(`${place}: ${text}`))
      faults.push(`${place}: the field "${element.name}" is no list with values of its own.`)
      return UNRESOLVED
    }
    const dateRules = given.dates.map((rule, index) => ({
      sourceField: field(rule.source_field_id, `rules.dates[${index}]`),
      targetField: field(rule.target_field_id, `rules.dates[${index}]`),
      comparator: rule.comparator,
    }))
    const listRules = given.lists.map((rule, index) => {
      const place = `rules.lists[${index}]`
      const sourceField = field(rule.source_field_id, place)
      const targetField = field(rule.target_field_id, place)
      return {
        sourceField,
        sourceValue: value(sourceField, { id: rule.source_value_id, label: rule.source_value_label }, place),
        targetField,
        targetValue: value(targetField, { id: rule.target_value_id, label: rule.target_value_label }, place),
      }
    })
    const { id, parentId, triggers } = present
    const state = { id, parentId, triggers, value: { ...present.value, dateRules, listRules } }
    return { state, faults: faults.length > 0 ? faults : newDeadEnds(present, state) }
  }

const byKey = ({ value }: PresentState): Map<Key, NewFormElement> =>
  new Map(withContent(value.elements).map(element => [element.key, element]))

const listOf = ({ name, bind }: NewFormElement) =>
  bind?.type === 'static'
    ? { name, values: bind.values.map(({ key, label }) => ({ id: idOfKey(key), key, label })) }
    : undefined

export const representRules = (present: PresentState): object => {
  const elements = byKey(present)
  const labels = new Map(
    [...elements.values()].flatMap(element => listOf(element)?.values.map(one => [one.key, one.label] as const) ?? []),
  )
  const field = (prefix: string, key: Key) => ({
    [`${prefix}_field_id`]: idOfKey(key),
    [`${prefix}_field_name`]: elements.get(key)?.name ?? null,
  })
  const value = (prefix: string, key: Key | null) => ({
    [`${prefix}_value_id`]: key === null ? NONE_VALUE_ID : idOfKey(key),
    [`${prefix}_value_label`]: key === null ? null : (labels.get(key) ?? null),
  })
  return {
    dates: present.value.dateRules.map(rule => ({
      ...field('source', rule.sourceField),
      comparator: rule.comparator,
      ...field('target', rule.targetField),
    })),
    lists: present.value.listRules.map(rule => ({
      ...field('source', rule.sourceField),
      ...value('source', rule.sourceValue),
      ...field('target', rule.targetField),
      ...value('target', rule.targetValue),
    })),
  }
}
