import type { Column, SortKey } from '../table/columns.ts'

export interface RowsQuery {
  readonly trackerId: number
  readonly tql: string
  readonly criteria: string
  readonly sort: readonly SortKey[]
  /** Short names of the columns: the rows have no other values. */
  readonly fields: readonly string[]
  /** Grows when the reader asks for the rows as they are now. */
  readonly generation: number
}

export const rowsQueryOf = (
  trackerId: number,
  view: Pick<RowsQuery, 'tql' | 'criteria' | 'sort'> & { readonly columns: readonly Column[] },
  generation: number,
): RowsQuery => ({
  trackerId,
  tql: view.tql,
  criteria: view.criteria,
  sort: view.sort,
  fields: view.columns.map(({ field }) => field.name),
  generation,
})
