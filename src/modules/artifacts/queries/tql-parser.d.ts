// Types of the generated tql-parser.js.
import type { TqlTree } from './tql.ts'

export interface Expectation {
  readonly type: 'literal' | 'class' | 'any' | 'end' | 'other'
  readonly text?: string
  readonly description?: string
}

export declare class SyntaxError extends Error {
  readonly expected: readonly Expectation[] | null
  readonly found: string | null
  readonly location: { readonly start: { readonly offset: number; readonly line: number; readonly column: number } }
}

export declare const parse: (text: string) => TqlTree
