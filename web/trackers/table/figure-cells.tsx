import { useLingui } from '@lingui/react/macro'
import { useNumberFormat } from '../../design/format.tsx'
import type { Column } from './columns.ts'
import type { Total } from './totals.ts'

export interface FigureCellsProps {
  readonly columns: readonly Column[]
  readonly totals: readonly Total[]
  /** Figures by `sum:effort`; undefined: they are not there yet. */
  readonly figures: Readonly<Record<string, number | null>> | undefined
}

const MAX_DIGITS = 2

/** The cells of a row of figures, below the table or in the head of a group. */
export const FigureCells = ({ columns, totals, figures }: FigureCellsProps) => {
  const { t } = useLingui()
  const format = useNumberFormat({ maximumFractionDigits: MAX_DIGITS })
  const words = { sum: t`Sum`, avg: t`Average`, min: t`Least`, max: t`Greatest` }
  return columns.map(({ field }, index) => {
    const total = totals.find(({ name }) => name === field.name)
    const figure = total && figures?.[`${total.kind}:${total.name}`]
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
  })
}
