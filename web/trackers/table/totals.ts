// Figures of whole columns, below the table. The address holds them as `sum:effort,avg:cost`.
import { queryOptions } from '@tanstack/react-query'
import type { Field } from '../../fields/field-view.ts'
import { readAggregates } from '../grouping/read-aggregates.ts'
import type { Tracker } from '../tracker-queries.ts'
import type { RowsQuery } from '../rows/rows-query.ts'

export const TOTAL_KINDS = ['sum', 'avg', 'min', 'max'] as const
export type TotalKind = (typeof TOTAL_KINDS)[number]

export interface Total {
  /** Short name of the field. */
  readonly name: string
  readonly kind: TotalKind
}

/** The server takes no more. */
const MAX_TOTALS = 10
const SUMMED: ReadonlySet<string> = new Set(['int', 'float'])

export const hasTotal = ({ type }: Field): boolean => SUMMED.has(type)

const isKind = (word: string): word is TotalKind => (TOTAL_KINDS as readonly string[]).includes(word)

/** One figure for a field at most; names that the reader does not see are left out. */
export const parseTotals = (text: string, tracker: Tracker): readonly Total[] => {
  const totals = new Map<string, Total>()
  for (const part of text.split(',')) {
    const [kind = '', name = ''] = part.split(':')
    const field = tracker.fields.find(each => each.name === name && each.is_used)
    if (field && hasTotal(field) && isKind(kind) && totals.size < MAX_TOTALS) totals.set(name, { name, kind })
  }
  return [...totals.values()]
}

export const formatTotals = (totals: readonly Total[]): string =>
  totals.map(({ name, kind }) => `${kind}:${name}`).join(',')

/** Figures by `kind:name`, of all artifacts that the query finds. */
export const totalsQuery = ({ trackerId, tql, generation }: RowsQuery, totals: readonly Total[]) =>
  queryOptions({
    queryKey: ['tracker', trackerId, 'totals', { tql, generation, measures: formatTotals(totals) }],
    queryFn: async ({ signal }) =>
      (await readAggregates({ trackerId, tql, measures: formatTotals(totals) }, signal)).measures,
    enabled: totals.length > 0,
    meta: { isSignedOutFine: true },
  })
