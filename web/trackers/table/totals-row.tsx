import { Plural } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Column } from './columns.ts'
import type { RowsQuery } from '../rows/rows-query.ts'
import { FigureCells } from './figure-cells.tsx'
import { totalsQuery, type Total } from './totals.ts'

export interface TotalsRowProps {
  readonly query: RowsQuery
  readonly columns: readonly Column[]
  readonly totals: readonly Total[]
  /** Number of artifacts. */
  readonly count: number
  /** Number of rows before this one. */
  readonly rows: number
}

/** Figures of the whole result, not only of the rows that are loaded. */
export const TotalsRow = ({ query, columns, totals, count, rows }: TotalsRowProps) => {
  const { data, error } = useQuery({ ...totalsQuery(query, totals), placeholderData: keepPreviousData })
  return (
    <div className="grid-row grid-foot" role="row" aria-rowindex={rows + 2} aria-busy={!data && !error}>
      <div className="grid-cell grid-cell-title" role="rowheader" aria-colindex={1}>
        <Plural value={count} one="Total of #" other="Total of #" />
      </div>
      <FigureCells columns={columns} totals={totals} figures={data} />
    </div>
  )
}
