import type { KeyboardEvent, ReactNode } from 'react'
import '../../design/layout/table.css'

/** A row or a column. Null: no value, or a new artifact. */
export interface MatrixLine {
  readonly name: string | null
  readonly label: string
}

export interface CheckMatrixProps<Column extends MatrixLine> {
  readonly label: string
  /** Names of rows and columns. */
  readonly corner: ReactNode
  readonly rows: readonly MatrixLine[]
  readonly columns: readonly Column[]
  readonly isSet: (row: MatrixLine, column: Column) => boolean
  readonly onToggle: (row: MatrixLine, column: Column, isSet: boolean) => void
  /** A cell without a box. */
  readonly isLeftOut?: (row: MatrixLine, column: Column) => boolean
  readonly isChosen?: (row: MatrixLine, column: Column) => boolean
  /** Enter on a box that is set. */
  readonly onOpen?: (row: MatrixLine, column: Column) => void
  /** Beside a box. */
  readonly renderMore?: (row: MatrixLine, column: Column) => ReactNode
}

/** Boxes for pairs of values. Arrows move, Space toggles. */
export const CheckMatrix = <Column extends MatrixLine>(props: CheckMatrixProps<Column>) => {
  const { label, corner, rows, columns, isSet, onToggle, isLeftOut, isChosen, onOpen, renderMore } = props
  return (
    <div className="table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="table settings-matrix">
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map(column => (
              <th key={column.name ?? ''} scope="col">
                <bdi>{column.label}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={row.name ?? ''}>
              <th scope="row">
                <bdi>{row.label}</bdi>
              </th>
              {columns.map((column, columnIndex) => (
                <td key={column.name ?? ''} data-chosen={isChosen?.(row, column) === true || undefined}>
                  {isLeftOut?.(row, column) !== true && (
                    <span className="settings-step">
                      <input
                        type="checkbox"
                        data-cell={`${rowIndex} ${columnIndex}`}
                        aria-label={`${row.label} → ${column.label}`}
                        checked={isSet(row, column)}
                        onChange={event => onToggle(row, column, event.target.checked)}
                        onKeyDown={event => {
                          if (event.key === 'Enter' && onOpen && isSet(row, column)) onOpen(row, column)
                          else moveFocus(event, rowIndex, columnIndex)
                        }}
                      />
                      {renderMore?.(row, column)}
                    </span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const STEPS: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** To the next cell with a box in the direction of the arrow, over one that has none. */
const moveFocus = (event: KeyboardEvent<HTMLInputElement>, row: number, column: number): void => {
  const step = STEPS[event.key]
  if (!step) return
  event.preventDefault()
  const table = event.currentTarget.closest('table')
  for (let distance = 1; distance <= 2; distance++) {
    const cell = `${row + step[0] * distance} ${column + step[1] * distance}`
    const next = table?.querySelector<HTMLInputElement>(`[data-cell="${cell}"]`)
    if (next) {
      next.focus()
      return
    }
  }
}
