import { Invalid } from '../../../platform/errors.ts'
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
}

export type TqlNode = TqlChain | TqlComparison | TqlRelation
export type TqlTree = TqlChain | { readonly kind: 'select' }

/** Text of a query → tree; throws an Invalid with position, word and expectation. */
export const parseTql = (text: string): TqlChain => {
  const tree = parseTree(text)
  if (tree.kind === 'select')
    throw new Invalid(
      'SELECT … FROM … WHERE is not possible in the query of one tracker: only the condition, without ORDER BY, is expected',
      { reason: 'parameter.range' },
    )
  return tree
}

const parseTree = (text: string): TqlTree => {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new Invalid(describeSyntaxError(error, text), {
        reason: 'parameter.range',
        position: error.location.start.offset + 1,
      })
    // The parser recurses for each parenthesis.
    if (error instanceof RangeError)
      throw new Invalid('The query is too complex: too many parentheses inside each other', { reason: 'limit.size' })
    throw error
  }
}

const describeSyntaxError = ({ expected, location }: SyntaxError, text: string): string => {
  const { offset } = location.start
  const expectations = [...new Set((expected ?? []).flatMap(describeExpectation))].sort()
  return `Syntax error at ${wordAt(text, offset)}: expected ${expectations.join(', ') || 'something else'}`
}

/** `position 5, "foo"`: positions are counted from 1. */
export const wordAt = (text: string, offset: number): string => {
  const word = /^(?:[\w-]+|.)/su.exec(text.slice(offset, offset + 100))?.[0]
  return `position ${offset + 1}, ${word === undefined ? 'the end of the query' : `"${word}"`}`
}

/** `position 5, "foo"` for a part of the tree, as written. */
export const locationText = (text: string, { start, end }: SourceLocation): string => {
  const written = text.slice(start, end).trim()
  return `position ${start + 1}, ${written.length > 60 ? `${written.slice(0, 59)}…` : written}`
}

const describeExpectation = ({ type, text, description }: Expectation): string[] => {
  if (type === 'end') return ['the end of the query']
  if (type === 'literal') return [`"${text ?? ''}"`]
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
