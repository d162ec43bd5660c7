import type { Condition } from '../../fields/index.ts'
import type { SetExpression } from './select-ids.ts'
import type { SetKey } from './tracker-sets.store.ts'

/** The condition as operations on sets; undefined if sets cannot tell which artifacts match. */
export const setsOfCondition = (condition: Condition): SetExpression<SetKey> | undefined => {
  switch (condition.kind) {
    case 'all':
    case 'none':
      return { kind: condition.kind }
    case 'and':
    case 'or': {
      const parts = condition.parts.map(setsOfCondition)
      return parts.every(part => part !== undefined) ? { kind: condition.kind, parts } : undefined
    }
    case 'not': {
      const part = setsOfCondition(condition.part)
      return part && { kind: 'not', part }
    }
    case 'values':
      return anyOf(condition.values.map(value => ({ kind: 'value', fieldId: condition.fieldId, value })))
    case 'anyValue':
      return { kind: 'set', set: { kind: 'anyValue', fieldId: condition.fieldId } }
    case 'restricted':
      return condition.groupIds ? granted(condition.groupIds) : { kind: 'set', set: { kind: 'restricted' } }
    case 'granted':
      return {
        kind: 'or',
        parts: [{ kind: 'not', part: { kind: 'set', set: { kind: 'restricted' } } }, granted(condition.groupIds)],
      }
    default:
      return undefined
  }
}

const anyOf = (keys: readonly SetKey[]): SetExpression<SetKey> => ({
  kind: 'or',
  parts: keys.map(set => ({ kind: 'set', set })),
})

const granted = (groupIds: readonly number[]): SetExpression<SetKey> =>
  anyOf(groupIds.map(groupId => ({ kind: 'granted', groupId })))
