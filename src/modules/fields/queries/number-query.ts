import { NONE, not, type Bounds, type Condition, type NumberColumn } from '../condition.ts'
import type { Field } from '../field.ts'
import {
  emptyNotSupported,
  isEmptyText,
  literalText,
  withNegation,
  type Compare,
  type Comparisons,
  type Criterion,
  type FieldQuery,
  type QueryFault,
  type QueryValue,
} from '../field-query.ts'
import { readPattern } from './text-query.ts'

/** Conditions on the numbers of a field, for one place in which they are stored. */
interface NumberSource {
  readonly within: (field: Field, bounds: Bounds) => Condition
  readonly like: (field: Field, pattern: string) => Condition
  /** Condition for = "". */
  readonly unset: (field: Field) => Condition
}

const indexSource: NumberSource = {
  within: (field, bounds) => ({ kind: 'range', fieldId: field.id, bounds }),
  like: (field, pattern) => ({ kind: 'numberPattern', fieldId: field.id, pattern }),
  unset: field => not({ kind: 'anyValue', fieldId: field.id }),
}

const columnSource = (column: NumberColumn): NumberSource => ({
  within: (_field, bounds) => ({ kind: 'column', column, bounds }),
  like: (_field, pattern) => ({ kind: 'columnPattern', column, pattern }),
  // Every artifact has these numbers.
  unset: () => NONE,
})

const readNumber = (text: string): number | undefined => {
  const trimmed = text.trim()
  const isNumber = trimmed.length <= 400 && /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i.test(trimmed)
  return isNumber && Number.isFinite(Number(trimmed)) ? Number(trimmed) : undefined
}

const numberOf = (value: QueryValue | undefined, comparison: string): number | QueryFault => {
  if (!value) return { fault: 'a number is missing' }
  if (isEmptyText(value)) return emptyNotSupported(comparison)
  const text = literalText(value)
  if (typeof text !== 'string') return text
  return readNumber(text) ?? { fault: `"${text.slice(0, 100)}" is not a number` }
}

const comparisonsIn = (source: NumberSource): Comparisons => {
  const equals: Compare = ([value], field) => {
    if (isEmptyText(value)) return source.unset(field)
    const number = numberOf(value, '=')
    return typeof number === 'number' ? source.within(field, { gte: number, lte: number }) : number
  }
  const bounded =
    (comparison: string, boundsOf: (number: number) => Bounds): Compare =>
    ([value], field) => {
      const number = numberOf(value, comparison)
      return typeof number === 'number' ? source.within(field, boundsOf(number)) : number
    }
  const between: Compare = ([first, second], field) => {
    const from = numberOf(first, 'BETWEEN')
    if (typeof from !== 'number') return from
    const to = numberOf(second, 'BETWEEN')
    return typeof to === 'number' ? source.within(field, { gte: from, lte: to }) : to
  }
  return {
    ...withNegation(equals, ['=', '!='], not),
    '<': bounded('<', number => ({ lt: number })),
    '<=': bounded('<=', number => ({ lte: number })),
    '>': bounded('>', number => ({ gt: number })),
    '>=': bounded('>=', number => ({ gte: number })),
    BETWEEN: between,
  }
}

const NUMBER = String.raw`[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?`
const comparison = new RegExp(`^(<=|>=|<|>|=)?\\s*(${NUMBER})$`)
const span = new RegExp(`^(${NUMBER})\\s*-\\s*(${NUMBER})$`)

const boundsByOperator: Readonly<Record<string, (number: number) => Bounds>> = {
  '=': number => ({ gte: number, lte: number }),
  '<': number => ({ lt: number }),
  '<=': number => ({ lte: number }),
  '>': number => ({ gt: number }),
  '>=': number => ({ gte: number }),
}

/** Reads `5`, `<5`, `<=5`, `>5`, `>=5`, `1-5` or `/regex/` (trackers.md §4.1). */
const criterionIn =
  (source: NumberSource): Criterion =>
  (value, field) => {
    if (typeof value === 'number') return source.within(field, { gte: value, lte: value })
    if (typeof value !== 'string') return { fault: 'a number is expected, or a text such as ">=5", "1-5" or "/^1/"' }
    const text = value.trim()
    if (text === '') return 'ignored'
    const found = readPattern(text)
    if (found && 'fault' in found) return found
    if (found) {
      const condition = source.like(field, found.pattern)
      return found.isNegated ? not(condition) : condition
    }
    if (text.length > 1_000) return { fault: 'the text is too long for a number' }
    const single = comparison.exec(text)
    if (single) {
      const bounds = boundsByOperator[single[1] ?? '='] as (number: number) => Bounds
      return source.within(field, bounds(Number(single[2])))
    }
    const both = span.exec(text)
    if (both) return source.within(field, { gte: Number(both[1]), lte: Number(both[2]) })
    return { fault: `"${text.slice(0, 100)}" is neither a number nor one of the forms <5, <=5, >5, >=5, 1-5, /regex/` }
  }

/** Queries for int and float. */
export const numberQuery: FieldQuery = {
  comparisons: comparisonsIn(indexSource),
  criteria: { contains: criterionIn(indexSource) },
  sortKey: field => ({ kind: 'number', fieldId: field.id, isOnEach: false }),
}

/** Queries for the manual values of computed fields. The index holds no sums. */
export const manualNumberQuery: FieldQuery = {
  tqlComparisons: comparisonsIn(indexSource),
  criteria: { contains: criterionIn(indexSource) },
  sortKey: field => ({ kind: 'number', fieldId: field.id, isOnEach: false }),
}

/** Queries for numbers of the artifact itself. */
export const columnQuery = (column: NumberColumn): FieldQuery => ({
  tqlComparisons: comparisonsIn(columnSource(column)),
  criteria: { contains: criterionIn(columnSource(column)) },
  sortKey: () => ({ kind: 'column', column }),
})
