import { Invalid } from '../../../platform/errors.ts'
import type { Reason } from '../../../platform/reasons.ts'
import type { Comparison, QueryValue } from '../../fields/index.ts'
import { parse, SyntaxError, type Expectation } from './tql-parser.js'

/** Range in the text of a query; offsets from 0. */
export interface SourceLocation {
  readonly start: number
  readonly end: number
}

export type TqlValue = QueryValue & { readonly spot: SourceLocation }

export interface TqlOperand {
  /** `@comments`. */
  readonly isMeta: boolean
  readonly name: string
  readonly spot: SourceLocation
}

export interface TqlComparison {
  readonly kind: 'comparison'
  readonly operand: TqlOperand
  readonly comparison: Comparison
  readonly values: readonly TqlValue[]
  readonly spot: SourceLocation
}

export type TqlLinkOther =
  | { readonly kind: 'artifact'; readonly id: number; readonly spot: SourceLocation }
  | { readonly kind: 'tracker'; readonly isNegated: boolean; readonly name: string; readonly spot: SourceLocation }

export interface TqlRelation {
  readonly kind: 'relation'
  readonly isNegated: boolean
  readonly direction: 'forward' | 'reverse'
  /** null = any type; the spot is null if the keyword of the relation implies the type. */
  readonly type: { readonly text: string; readonly spot: SourceLocation | null } | null
  readonly other: TqlLinkOther | null
  readonly spot: SourceLocation
}

/** Exists also around a single part: the complexity counts it. */
export interface TqlChain {
  readonly kind: 'or' | 'and'
  readonly parts: readonly TqlNode[]
  /** With its parentheses. */
  readonly spot: SourceLocation
}

export type TqlNode = TqlChain | TqlComparison | TqlRelation
export type TqlTree = TqlChain | { readonly kind: 'select' }

/** A mistake in a query, as a value. */
export interface TqlFault {
  /** null: the query as a whole. */
  readonly location: SourceLocation | null
  /** Description of the mistake, without its place. */
  readonly text: string
  readonly reason: Reason
  readonly limit?: number
}

/** Text of a query → tree; throws an Invalid with position, word and expectation. */
export const parseTql = (text: string): TqlChain => {
  const tree = readTql(text)
  if ('kind' in tree) return tree
  const { location, text: said, reason } = tree
  if (!location) throw new Invalid(said, { reason })
  throw new Invalid(`Syntax error at ${wordAt(text, location.start)}: ${said}`, {
    reason,
    position: location.start + 1,
  })
}

/** Text of a query → tree, or its first mistake. */
export const readTql = (text: string): TqlChain | TqlFault => {
  try {
    const tree = parse(text)
    if (tree.kind !== 'select') return tree
    return {
      location: null,
      text: 'SELECT … FROM … WHERE is not possible in the query of one tracker: only the condition, without ORDER BY, is expected',
      reason: 'parameter.range',
    }
  } catch (error) {
    if (error instanceof SyntaxError) {
      const { offset: start } = error.location.start
      const expectations = [...new Set((error.expected ?? []).flatMap(describeExpectation))].sort()
      return {
        location: { start, end: start + (wordFrom(text, start)?.length ?? 0) },
        text: `expected ${expectations.join(', ') || 'something else'}`,
        reason: 'parameter.range',
      }
    }
    // The parser recurses for each parenthesis.
    if (error instanceof RangeError)
      return {
        location: null,
        text: 'The query is too complex: too many parentheses inside each other',
        reason: 'limit.size',
      }
    throw error
  }
}

const wordFrom = (text: string, offset: number): string | undefined =>
  /^(?:[\w-]+|.)/su.exec(text.slice(offset, offset + 100))?.[0]

/** The grammar's expectations at a place of a query. */
export interface TqlExpectations {
  /** Start of the token that the caret is in; the caret itself between tokens. */
  readonly start: number
  /** Keywords, operators and other literals. */
  readonly literals: readonly string[]
  /** Names of the grammar's rules, such as `the name of a field`. */
  readonly rules: readonly string[]
  /** The operand before the place. */
  readonly operand: TqlOperand | undefined
}

/** No query contains it, so the parser stops there and says its expectations. */
const STOP = '\u0000'

/** The expectations at a caret; undefined if the text before it is wrong. */
export const expectationsAt = (text: string, caret: number): TqlExpectations | undefined => {
  const before = text.slice(0, caret)
  const word = /@?[\w.-]*$/.exec(before)?.[0] ?? ''
  const atWord = expectAfter(before.slice(0, before.length - word.length))
  if (!atWord || atWord.start === before.length - word.length) return atWord
  // The parser stopped before the word: in a text in quotes, or in a keyword or operator of several parts.
  const begun = before.slice(atWord.start)
  const isBegun =
    /^["'][^\r\n]*$/.test(begun) || atWord.literals.some(literal => literal.startsWith(begun.toUpperCase()))
  return isBegun ? expectAfter(before.slice(0, atWord.start)) : undefined
}

const expectAfter = (before: string): TqlExpectations | undefined => {
  let operand: TqlOperand | undefined
  try {
    parse(`${before}${STOP}`, {
      onOperand: found => {
        if (!operand || found.spot.start >= operand.spot.start) operand = found
      },
    })
    return undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    if (!(error instanceof SyntaxError)) throw error
    const expected = error.expected ?? []
    return {
      start: error.location.start.offset,
      literals: [...new Set(expected.flatMap(literalsOf))],
      rules: [...new Set(expected.flatMap(({ type, description = '' }) => (type === 'other' ? [description] : [])))],
      operand,
    }
  }
}

/** `position 5, "foo"`: positions are counted from 1. */
export const wordAt = (text: string, offset: number): string => {
  const word = wordFrom(text, offset)
  return `position ${offset + 1}, ${word === undefined ? 'the end of the query' : `"${word}"`}`
}

/** `position 5, "foo"` for a part of the tree, as written. */
export const locationText = (text: string, { start, end }: SourceLocation): string => {
  const written = text.slice(start, end).trim()
  return `position ${start + 1}, ${written.length > 60 ? `${written.slice(0, 59)}…` : written}`
}

/** Texts that an expectation names. The parser joins literals of one character to a class: `=`, `<` and `>` to the range from < to >. */
const literalsOf = ({ type, text = '', parts = [] }: Expectation): string[] => {
  if (type === 'literal') return [text]
  return type === 'class' ? parts.flatMap(part => (typeof part === 'string' ? [part] : charactersOf(part))) : []
}

const charactersOf = ([first, last]: readonly [string, string]): string[] => {
  const from = first.charCodeAt(0)
  return Array.from({ length: last.charCodeAt(0) - from + 1 }, (_, index) => String.fromCharCode(from + index))
}

const describeExpectation = (expectation: Expectation): string[] => {
  const { type, description } = expectation
  if (type === 'end') return ['the end of the query']
  if (type !== 'other') return literalsOf(expectation).map(text => `"${text}"`)
  return description === undefined || description === 'a blank' ? [] : [description]
}

/** Number of values of one comparison that add 1 to the complexity: the specification counts no values, but thousands of them are slow. */
const VALUES_AT_ONCE = 10

/** trackers.md §4.2: comparisons, relations and the nodes of AND and OR count 1 each; a single comparison is 3. */
export const complexityOf = (node: TqlNode): number => {
  switch (node.kind) {
    case 'or':
    case 'and':
      return node.parts.reduce((sum, part) => sum + complexityOf(part), node.parts.length)
    case 'comparison':
      return Math.max(1, Math.ceil(node.values.length / VALUES_AT_ONCE))
    case 'relation':
      return 1
  }
}
