import { Plural, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNumberFormat } from '../../design/format.tsx'
import type { Column } from './columns.ts'
import type { RowsQuery } from '../rows/rows-query.ts'
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

const MAX_DIGITS = 2

/** Figures of the whole result, not only of the rows that are loaded. */
export const TotalsRow = ({ query, columns, totals, count, rows }: TotalsRowProps) => {
  const { t } = useLingui()
  const format = useNumberFormat({ maximumFractionDigits: MAX_DIGITS })
  const { data, error } = useQuery({ ...totalsQuery(query, totals), placeholderData: keepPreviousData })
  const words = { sum: t`Sum`, avg: t`Average`, min: t`Least`, max: t`Greatest` }
  return (
    <div className="grid-row grid-foot" role="row" aria-rowindex={rows + 2} aria-busy={!data && !error}>
      <div className="grid-cell grid-cell-title" role="rowheader" aria-colindex={1}>
        <Plural value={count} one="Total of #" other="Total of #" />
      </div>
      {columns.map(({ field }, index) => {
        const total = totals.find(({ name }) => name === field.name)
        const figure = total && data?.[`${total.kind}:${total.name}`]
        return (
          <div key={field.field_id} className="grid-cell grid-cell-number" role="gridcell" aria-colindex={index + 2}>
            {total && (
              <>
                <span className="grid-foot-kind">{words[total.kind]}</span>{' '}
                <span>{typeof figure === 'number' ? format(figure) : '–'}</span>
              </>
            )}
          </div>
        )
      })}
    </div>
  )
}
