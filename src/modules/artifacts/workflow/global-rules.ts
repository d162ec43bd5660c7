import { DateTime } from 'luxon'
import type { Fault } from '../../../platform/errors.ts'
import type { Field } from '../../fields/index.ts'
import type { DateRule, ListRule, Tracker } from '../../trackers/index.ts'
import { faultAt } from '../model/fault-at.ts'
import { valueAfter, type ProposedChange } from './transitions.ts'

/** Id of "None" in list rules; a document stores the empty list. */
const NONE_VALUE_ID = 100

type RuleInput = Pick<ProposedChange, 'tracker' | 'before' | 'values' | 'refusedFieldIds' | 'timezone'>

/**
 * Checks the rules that apply with and without workflow, on all values after the change, sent or not (trackers.md §6.4). Returns one fault
 * for each pair of fields that breaks a rule.
 */
export const globalRuleFaults = (change: RuleInput): Fault[] => {
  const { dateRules, listRules } = change.tracker
  if (dateRules.length === 0 && listRules.length === 0) return []
  return [...dateFaults(change), ...listFaults(change)]
}

const usedField = ({ tracker, refusedFieldIds }: RuleInput, fieldId: number): Field | undefined => {
  const field = tracker.fieldById.get(fieldId)
  return field?.isUsed && !refusedFieldIds?.has(fieldId) ? field : undefined
}

const name = (field: Field): string => `\`${field.name}\` (${field.label})`

const RELATIONS: Readonly<Record<DateRule['comparator'], readonly [text: string, holds: (order: number) => boolean]>> =
  {
    '<': ['before', order => order < 0],
    '≤': ['before or at', order => order <= 0],
    '=': ['the same as', order => order === 0],
    '≥': ['after or at', order => order >= 0],
    '>': ['after', order => order > 0],
    '≠': ['another than', order => order !== 0],
  }

const dateFaults = (change: RuleInput): Fault[] =>
  change.tracker.dateRules.flatMap(rule => {
    const source = usedField(change, rule.sourceFieldId)
    const target = usedField(change, rule.targetFieldId)
    if (source?.type !== 'date' || target?.type !== 'date') return []
    const sourceDate = valueAfter(change, source.id)
    const targetDate = valueAfter(change, target.id)
    // A rule ignores a missing date.
    if (typeof sourceDate !== 'string' || typeof targetDate !== 'string') return []
    const [relation, holds] = RELATIONS[rule.comparator]
    if (holds(compareDates(sourceDate, targetDate, change.timezone))) return []
    const text = `The date in the field ${name(source)} must be ${relation} the date in the field ${name(target)}.`
    return [faultAt(target, 'field.date_rule', text)]
  })

const DAY_LENGTH = 'YYYY-MM-DD'.length

/** Compares to the minute if both dates have a time, otherwise by the day in the platform's time zone. */
const compareDates = (left: string, right: string, timezone: string): number => {
  const isByDay = left.length === DAY_LENGTH || right.length === DAY_LENGTH
  const part = (date: string): string => (isByDay ? dayOf(date, timezone) : date)
  return part(left) < part(right) ? -1 : part(left) > part(right) ? 1 : 0
}

const dayOf = (date: string, timezone: string): string =>
  date.length === DAY_LENGTH ? date : DateTime.fromISO(date, { zone: timezone }).toFormat('yyyy-MM-dd')

interface RulePair {
  readonly source: Field
  readonly target: Field
  readonly rules: readonly ListRule[]
}

/** Rules by their two fields. A cached tracker is immutable, so they are grouped once. */
const pairs = new WeakMap<Tracker, readonly RulePair[]>()

const pairsOf = (tracker: Tracker): readonly RulePair[] => {
  let found = pairs.get(tracker)
  if (!found) {
    const byFields = Map.groupBy(tracker.listRules, rule => `${rule.sourceFieldId} ${rule.targetFieldId}`)
    found = [...byFields.values()].flatMap(rules => {
      const source = tracker.fieldById.get(rules[0]?.sourceFieldId ?? 0)
      const target = tracker.fieldById.get(rules[0]?.targetFieldId ?? 0)
      return source?.isUsed && target?.isUsed ? [{ source, target, rules }] : []
    })
    pairs.set(tracker, found)
  }
  return found
}

const listFaults = (change: RuleInput): Fault[] =>
  pairsOf(change.tracker).flatMap(({ source, target, rules }) => {
    if (!usedField(change, source.id) || !usedField(change, target.id)) return []
    const sources = chosen(valueAfter(change, source.id))
    const wrong = chosen(valueAfter(change, target.id)).filter(value => !isPossible(rules, sources, value))
    if (wrong.length === 0) return []
    const because = `with ${labels(source, sources)} in the field ${name(source)}`
    const text = `The field ${name(target)} cannot have the value ${labels(target, wrong)} ${because}.`
    return [faultAt(target, 'field.dependency', text)]
  })

const chosen = (value: unknown): readonly number[] => {
  const ids = Array.isArray(value) ? value.filter(id => typeof id === 'number') : []
  return ids.length > 0 ? ids : [NONE_VALUE_ID]
}

/** Whether a value of the source allows the target value. None is also possible if no value of the source allows any. */
const isPossible = (rules: readonly ListRule[], sources: readonly number[], value: number): boolean => {
  const ofSources = rules.filter(rule => sources.includes(rule.sourceValueId))
  return ofSources.some(rule => rule.targetValueId === value) || (value === NONE_VALUE_ID && ofSources.length === 0)
}

const labels = (field: Field, ids: readonly number[]): string =>
  ids
    .map(id => {
      if (id === NONE_VALUE_ID) return 'None'
      return `"${(field.bind?.type === 'static' ? field.bind.byId.get(id)?.label : undefined) ?? id}"`
    })
    .join(', ')
