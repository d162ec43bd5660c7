import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { ErrorState } from '../feedback/error-state.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import './table.css'

export interface Column<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** The cell that names the row. */
  readonly isRowHeader?: boolean
  readonly align?: 'start' | 'end'
  /** Buttons of the row: only screen readers read the heading. */
  readonly isActions?: boolean
  /** Hidden on a narrow screen, where the other columns are enough. */
  readonly isSecondary?: boolean
}

export interface TableProps<Row> {
  /** The content of the table, for screen readers. */
  readonly label: string
  readonly columns: readonly Column<Row>[]
  /** undefined: loading. */
  readonly rows: readonly Row[] | undefined
  readonly rowKey: (row: Row) => string | number
  /** Shown if there are no rows: an `EmptyState`. */
  readonly empty?: ReactNode
  readonly error?: unknown
  readonly onRetry?: () => void
}

/** Rows with their states: loading, empty and failed. A table that is too wide scrolls itself, never the page. */
export const Table = <Row,>({ label, columns, rows, rowKey, empty, error, onRetry }: TableProps<Row>) => {
  const { t } = useLingui()
  if (error && !rows) return <ErrorState error={error} onRetry={onRetry} />
  if (!rows) return <Skeleton lines={5} />
  if (rows.length === 0 && empty !== undefined) return empty
  return (
    <div className="table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="table">
        <thead>
          <tr>
            {columns.map(column => (
              <th key={column.id} scope="col" className={classOf(column)}>
                {column.isActions === true ? (
                  <span className="visually-hidden">{column.header || t`Actions`}</span>
                ) : (
                  column.header
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={rowKey(row)}>
              {columns.map(column =>
                column.isRowHeader === true ? (
                  <th key={column.id} scope="row" className={classOf(column)}>
                    {column.cell(row)}
                  </th>
                ) : (
                  <td key={column.id} className={classOf(column)}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const classOf = <Row,>({ align, isActions, isSecondary }: Column<Row>): string | undefined =>
  [
    align === 'end' || isActions === true ? 'table-end' : '',
    isActions === true ? 'table-actions' : '',
    isSecondary === true ? 'table-secondary' : '',
  ]
    .join(' ')
    .trim() || undefined
