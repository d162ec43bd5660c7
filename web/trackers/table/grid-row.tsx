import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useNewest } from '../../artifacts/use-newest.ts'
import type { Field, FieldValue } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import { isDateField, isNumberField, type Column } from './columns.ts'
import type { Row } from './rows.ts'

export interface GridRowProps {
  readonly index: number
  readonly row: Row | undefined
  readonly columns: readonly Column[]
  readonly trackerId: number
  readonly projectId: number
  /** Key of this list, for "previous" and "next" on the page of the artifact. */
  readonly list: string
  /** The reader opens the artifact of the row. */
  readonly onFollow: (row: number) => void
  readonly statusFieldId: number | undefined
  /** Column that holds the focus, if it is in this row. */
  readonly focused: number | undefined
  readonly isOpen: boolean
  readonly start: number
  readonly measure: ((element: HTMLElement | null) => void) | undefined
}

/** A row of the grid; a grey line of the same height until the artifact is there. */
export const GridRow = memo((props: GridRowProps) => {
  const { index, row, columns, focused, isOpen, start, measure } = props
  return (
    <div
      ref={measure}
      data-index={index}
      role="row"
      aria-rowindex={index + 2}
      aria-busy={row === undefined || undefined}
      className={`grid-row${isOpen ? ' grid-row-open' : ''}${row ? '' : ' grid-waiting'}`}
      style={{ transform: `translateY(${start}px)` }}
    >
      {row ? (
        <RowCells {...props} row={row} />
      ) : (
        <div
          className="grid-cell grid-cell-title"
          role="gridcell"
          aria-colindex={1}
          data-row={index}
          data-column={0}
          tabIndex={focused === undefined ? -1 : 0}
        >
          <span className="bone" aria-hidden="true" />
        </div>
      )}
      {!row &&
        columns.map(({ field }, at) => (
          <div key={field.field_id} className="grid-cell" role="gridcell" aria-colindex={at + 2} />
        ))}
    </div>
  )
})

const RowCells = ({
  index,
  row,
  columns,
  trackerId,
  projectId,
  list,
  onFollow,
  statusFieldId,
  focused,
}: GridRowProps & { readonly row: Row }) => {
  const artifact = useNewest(row)
  const values = new Map((artifact.values ?? []).map(value => [value.field_id, value]))
  const scope = { projectId, trackerId, artifactId: row.id }
  return (
    <>
      <div
        className="grid-cell grid-cell-title"
        role="gridcell"
        aria-colindex={1}
        data-row={index}
        data-column={0}
        tabIndex={focused === 0 ? 0 : -1}
      >
        <span className="grid-id">{row.id}</span>
        <Link
          to="/artifacts/$id"
          params={{ id: String(row.id) }}
          search={{ list }}
          onClick={() => onFollow(index)}
          tabIndex={-1}
          className="grid-title cut"
          dir="auto"
        >
          {artifact.title === null || artifact.title === '' ? artifact.xref : artifact.title}
        </Link>
      </div>
      {columns.map(({ field }, at) => (
        <Cell
          key={field.field_id}
          field={field}
          isStatus={field.field_id === statusFieldId}
          value={values.get(field.field_id)}
          scope={scope}
          isOpen={artifact.is_open}
          row={index}
          column={at + 1}
          isFocused={focused === at + 1}
        />
      ))}
    </>
  )
}

interface CellProps {
  readonly field: Field
  readonly isStatus: boolean
  readonly value: FieldValue | undefined
  readonly scope: { readonly projectId: number; readonly trackerId: number; readonly artifactId: number }
  readonly isOpen: boolean
  readonly row: number
  readonly column: number
  readonly isFocused: boolean
}

const Cell = ({ field, isStatus, value, scope, isOpen, row, column, isFocused }: CellProps) => {
  const view = viewOf(field.type)
  const kind = isStatus
    ? ' grid-cell-status'
    : isNumberField(field)
      ? ' grid-cell-number'
      : isDateField(field)
        ? ' grid-cell-date'
        : field.bindings.type === 'users'
          ? ' grid-cell-person'
          : ''
  return (
    <div
      className={`grid-cell${kind}`}
      role="gridcell"
      aria-colindex={column + 1}
      data-row={row}
      data-column={column}
      tabIndex={isFocused ? 0 : -1}
    >
      {view.isEmpty(value) ? (
        <span className="faint">–</span>
      ) : (
        <view.Cell field={field} value={value} scope={scope} isOpen={isOpen} isStatus={isStatus} />
      )}
    </div>
  )
}
