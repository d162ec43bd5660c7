import type { TqlContext } from './check-tql.ts'
import { fieldOfOperand } from './check-tql.ts'
import type { TqlNode, TqlOperand, TqlValue } from './tql.ts'

interface Place {
  /** Characters of the query before and after which the node ends. */
  readonly from: number
  readonly to: number
}

/** A node of a query by the names of the tracker (web-trackers.md §3, A5). */
export type DescribedNode =
  | ({ readonly kind: 'and' | 'or'; readonly parts: readonly DescribedNode[] } & Place)
  | ({
      readonly kind: 'comparison'
      readonly field: string
      readonly operator: string
      readonly values: readonly DescribedValue[]
    } & Place)
  | ({ readonly kind: 'relation'; readonly text: string } & Place)

export interface DescribedValue {
  readonly kind: 'text' | 'number' | 'function'
  readonly text: string
}

/** The tree of a query without faults. A chain of one part is that part. */
export const describeTree = (node: TqlNode, query: string, context: TqlContext): DescribedNode => {
  const { start: from, end } = node.spot
  const to = from + query.slice(from, end).trimEnd().length
  switch (node.kind) {
    case 'and':
    case 'or': {
      const [only, ...more] = node.parts
      // The parentheses around a single part belong to it.
      if (only && more.length === 0) return { ...describeTree(only, query, context), from, to }
      return { kind: node.kind, parts: node.parts.map(part => describeTree(part, query, context)), from, to }
    }
    case 'comparison':
      return {
        kind: 'comparison',
        field: nameOf(node.operand, context),
        operator: node.comparison,
        values: node.values.map(describeValue),
        from,
        to,
      }
    case 'relation':
      return { kind: 'relation', text: query.slice(from, to), from, to }
  }
}

/** Metadata is in lower case, and a field has the case of the tracker. */
const nameOf = (operand: TqlOperand, context: TqlContext): string =>
  operand.isMeta ? `@${operand.name.toLowerCase()}` : (fieldOfOperand(context, operand)?.name ?? operand.name)

const describeValue = (value: TqlValue): DescribedValue => {
  switch (value.kind) {
    case 'string':
      return { kind: 'text', text: value.text }
    case 'number':
      return { kind: 'number', text: value.text }
    case 'myself':
      return { kind: 'function', text: 'MYSELF()' }
    case 'open':
      return { kind: 'function', text: 'OPEN()' }
    case 'now': {
      const { offset } = value
      const period = offset ? ` ${offset.sign === 1 ? '+' : '-'} ${offset.count}${offset.unit}` : ''
      return { kind: 'function', text: `NOW()${period}` }
    }
  }
}
