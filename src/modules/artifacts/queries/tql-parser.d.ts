// Types of the generated tql-parser.js.
import type { TqlOperand, TqlTree } from './tql.ts'

export interface Expectation {
  readonly type: 'literal' | 'class' | 'any' | 'end' | 'other'
  readonly text?: string
  readonly description?: string
  /** Of a class: characters, and ranges as pairs. */
  readonly parts?: readonly (string | readonly [string, string])[]
}

export declare class SyntaxError extends Error {
  readonly expected: readonly Expectation[] | null
  readonly found: string | null
  readonly location: { readonly start: { readonly offset: number; readonly line: number; readonly column: number } }
}

export interface ParserOptions {
  /** Called for each operand, also for one in an attempt that the parser gives up. */
  readonly onOperand?: (operand: TqlOperand) => void
}

export declare const parse: (text: string, options?: ParserOptions) => TqlTree
