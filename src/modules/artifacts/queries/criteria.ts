import { Invalid, type Fault } from '../../../platform/errors.ts'
import { and, fieldType, isFault, type Condition, type Field, type QueryContext } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import { canRead, type EffectiveRights } from '../model/artifacts.permissions.ts'
import { hasValues } from './check-tql.ts'

export interface CriteriaContext extends QueryContext {
  readonly tracker: Tracker
  readonly rights: EffectiveRights
}

/** One criterion: an operator in lower case and its value. */
export interface FieldCriterion {
  readonly field: Field
  readonly operator: string
  readonly value: unknown
}

/** Text of `query` → condition; throws an Invalid with all faults (trackers.md §4.1). */
export const checkCriteria = (text: string, context: CriteriaContext): Condition => {
  const { criteria, faults } = parseCriteria(parseObject(text), context.tracker)
  const conditions: Condition[] = []
  for (const criterion of criteria) {
    const answer = criterionCondition(criterion, context)
    if (typeof answer === 'string') faults.push(wrongCriterion(answer))
    else if (answer) conditions.push(answer)
  }
  if (faults.length > 0) throw new Invalid(faults)
  return and(...conditions)
}

const wrongCriterion = (text: string): Fault => ({ text, reason: 'parameter.range', parameter: 'query' })

const parseObject = (text: string): Record<string, unknown> => {
  let query: unknown
  try {
    query = JSON.parse(text)
  } catch (error) {
    throw new Invalid(`\`query\` is not valid JSON: ${(error as Error).message}`, {
      reason: 'parameter.type',
      parameter: 'query',
    })
  }
  if (!isPlainObject(query))
    throw new Invalid('`query` must be a JSON object: {"<field>": <value>, …}', {
      reason: 'parameter.type',
      parameter: 'query',
    })
  return query
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parseCriteria = (
  query: Record<string, unknown>,
  tracker: Tracker,
): { criteria: FieldCriterion[]; faults: Fault[] } => {
  const criteria: FieldCriterion[] = []
  const faults: Fault[] = []
  const unknown: string[] = []
  for (const [key, given] of Object.entries(query)) {
    const field = findFieldByKey(tracker, key)
    if (!field) {
      unknown.push(key.slice(0, 100))
      continue
    }
    const parsed = parseCriterion(given)
    if (typeof parsed === 'string') faults.push(wrongCriterion(`\`${key}\`: ${parsed}`))
    else criteria.push({ field, ...parsed })
  }
  if (unknown.length > 0)
    faults.unshift({ text: `Unknown fields: ${unknown.join(', ')}`, reason: 'field.unknown', parameter: 'query' })
  return { criteria, faults }
}

/** Finds a field by id, or by short name in any case. */
const findFieldByKey = (tracker: Tracker, key: string): Field | undefined => {
  const byId = /^\d{1,15}$/.test(key) ? tracker.fieldById.get(Number(key)) : undefined
  const wanted = key.toLowerCase()
  const field =
    byId ??
    tracker.fieldByName.get(key) ??
    [...tracker.fieldByName.values()].find(({ name }) => name.toLowerCase() === wanted)
  return field?.isUsed && hasValues(field) ? field : undefined
}

/** A plain value means `contains`; an object with neither key of a criterion counts as the list of its members. */
const parseCriterion = (given: unknown): { operator: string; value: unknown } | string => {
  if (given === null) return 'null is no criterion'
  if (!isPlainObject(given)) return { operator: 'contains', value: given }
  const { operator, value } = given
  if (!('operator' in given) && !('value' in given)) return { operator: 'contains', value: Object.values(given) }
  if (typeof operator !== 'string' || value === undefined || value === null)
    return 'a criterion is {"operator": "<operator>", "value": <value>}, with both'
  return { operator: operator.toLowerCase(), value }
}

/** undefined: the criterion sets no condition, or the viewer may not read the field. A text: the fault of the criterion. */
export const criterionCondition = (
  { field, operator, value }: FieldCriterion,
  context: CriteriaContext,
): Condition | string | undefined => {
  const offered = fieldType(field.type).query?.criteria
  if (!offered) return `\`${field.name}\`: fields of type ${field.type} cannot be searched with \`query\``
  const criterion = Object.hasOwn(offered, operator) ? offered[operator] : undefined
  if (!criterion)
    return `\`${field.name}\`: the operator "${operator.slice(0, 100)}" is none of ${Object.keys(offered).join(', ')}`
  const answer = criterion(value, field, context)
  if (answer === 'ignored') return undefined
  if (isFault(answer)) return `\`${field.name}\`: ${answer.fault}`
  // trackers.md §4.1: ignored, because a search must not reveal fields that the viewer may not read.
  return canRead(context.rights, field) ? answer : undefined
}
