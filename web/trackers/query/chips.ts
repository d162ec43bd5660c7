// Chips of a query: the parts that AND joins. Each keeps its own text until somebody changes it.
import type { FilterChip } from '../../fields/field-view.ts'
import { chipToTql, isUnquoted } from './to-tql.ts'
import type { QueryNode, QueryValue } from './query-tree.ts'

export interface QueryChip {
  /** The text in the query. */
  readonly text: string
  /** The comparison; undefined for a part that a chip cannot show, which people edit as text. */
  readonly filter: FilterChip | undefined
  /** The text needs brackets beside other chips. */
  readonly isOr: boolean
}

export const chipOf = (filter: FilterChip): QueryChip => ({ text: chipToTql(filter), filter, isOr: false })

/** A comparison that a form made, or a part in TQL. */
export type NewChip = FilterChip | string

export const chipOfNew = (chip: NewChip): QueryChip =>
  typeof chip === 'string' ? { text: chip, filter: undefined, isOr: false } : chipOf(chip)

/** A query that could not be read yet, or has mistakes. */
export const unreadChip = (tql: string): QueryChip => ({ text: tql, filter: undefined, isOr: true })

export const chipsOf = (tree: QueryNode, tql: string): QueryChip[] => {
  const parts = tree.kind === 'and' && !tql.slice(tree.from, tree.to).startsWith('(') ? tree.parts : [tree]
  return parts.map(part => {
    const text = tql.slice(part.from, part.to)
    return { text, filter: filterOf(part), isOr: part.kind === 'or' && !text.startsWith('(') }
  })
}

export const joinChips = (chips: readonly QueryChip[]): string =>
  chips.map(({ text, isOr }) => (isOr && chips.length > 1 ? `(${text})` : text)).join(' AND ')

const filterOf = (node: QueryNode): FilterChip | undefined => {
  if (node.kind === 'comparison') {
    const { field, operator, values } = node
    return values.every(isPlain)
      ? { field, operator: operator as FilterChip['operator'], values: values.map(({ text }) => text) }
      : undefined
  }
  if (node.kind === 'relation') return undefined
  // `(status = "New" OR status = "")`: a list of values with None, which IN does not take.
  const [first, ...more] = node.parts.map(filterOf)
  const [single, several] = node.kind === 'or' ? (['=', 'IN'] as const) : (['!=', 'NOT IN'] as const)
  const isListed = (filter: FilterChip | undefined): filter is FilterChip =>
    filter?.field === first?.field && (filter?.operator === single || filter?.operator === several)
  if (!isListed(first) || !more.every(isListed)) return undefined
  const values = [first, ...more.filter(isListed)].flatMap(filter => filter.values)
  // Only a list of values with None is written so: words of a text are not values of a list.
  return values.includes('') ? { field: first.field, operator: several, values } : undefined
}

/** A chip writes functions without quotes, so a text that looks like a function is no value of a chip. */
const isPlain = ({ kind, text }: QueryValue): boolean => kind !== 'text' || !isUnquoted(text) || /^\d/.test(text)
