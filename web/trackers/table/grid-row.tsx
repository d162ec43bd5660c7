import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { memo, type MouseEvent } from 'react'
import { useNewest } from '../../artifacts/use-newest.ts'
import type { Field, FieldValue } from '../../fields/field-view.ts'
import { viewOf } from '../../fields/registry.ts'
import { IconLock } from '../../design/page-icons.tsx'
import { isDateField, isEditable, isNumberField, type Column } from './columns.ts'
import type { Row } from '../rows/rows.ts'
import type { RowWindow } from '../rows/use-row-window.ts'

export interface GridRowProps {
  readonly index: number
  readonly row: Row | undefined
  /** The artifact was deleted, or hidden from the reader, since the list was made. */
  readonly isGone: boolean
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
  /** Cells can be edited: one that cannot shows a lock while it has the focus. */
  readonly hasEdits: boolean
  /** The reader's own change made the query find the artifact no longer. */
  readonly hasLeft: boolean
  readonly isChosen: boolean
  /** Chooses the row, or no longer; with `isRange` all rows from the last one. */
  readonly onChoose: (row: number, isRange: boolean) => void
  readonly start: number
  readonly measure: RowWindow['measure']
}

/** A row of the grid; a grey line of the same height until the artifact is there, a note if it is gone. */
export const GridRow = memo((props: GridRowProps) => {
  const { index, row, isGone, columns, focused, isOpen, isChosen, start, measure } = props
  return (
    <div
      ref={measure}
      data-index={index}
      role="row"
      aria-rowindex={index + 2}
      aria-busy={(row === undefined && !isGone) || undefined}
      aria-selected={isChosen}
      className={`grid-row${isOpen ? ' grid-row-open' : ''}${isChosen ? ' grid-row-chosen' : ''}${row ? '' : ' grid-waiting'}`}
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
          {isGone ? (
            <span className="grid-gone">
              <Trans>No longer there</Trans>
            </span>
          ) : (
            <span className="bone" aria-hidden="true" />
          )}
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
  hasEdits,
  hasLeft,
  isChosen,
  onChoose,
}: GridRowProps & { readonly row: Row }) => {
  const { t } = useLingui()
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
        <input
          type="checkbox"
          className="grid-choice"
          tabIndex={-1}
          aria-label={t`Choose ${artifact.xref}`}
          checked={isChosen}
          onChange={event =>
            onChoose(index, (event.nativeEvent as unknown as { shiftKey?: boolean }).shiftKey === true)
          }
        />
        <span className="grid-id">{row.id}</span>
        <TitleLink id={row.id} list={list} onFollow={() => onFollow(index)}>
          {artifact.title === null || artifact.title === '' ? artifact.xref : artifact.title}
        </TitleLink>
        {hasLeft && (
          <span className="grid-left">
            <Trans>no longer listed here</Trans>
          </span>
        )}
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
          isLocked={hasEdits && !isEditable(field)}
        />
      ))}
    </>
  )
}

const FORESEE_AFTER_MS = 60
let foreseen: ReturnType<typeof setTimeout> | undefined

/** Runs after the pointer has rested on a title; the pointer crosses many on its way. */
const foresee = (run: (() => void) | undefined): void => {
  clearTimeout(foreseen)
  foreseen = run && setTimeout(run, FORESEE_AFTER_MS)
}

interface TitleLinkProps {
  readonly id: number
  readonly list: string
  readonly onFollow: () => void
  readonly children: string
}

/** A link that does not watch the router: sixty links of the router would render with each change of the address. */
const TitleLink = ({ id, list, onFollow, children }: TitleLinkProps) => {
  const router = useRouter()
  const target = { to: '/artifacts/$id', params: { id: String(id) }, search: { list } } as const
  const follow = (event: MouseEvent) => {
    onFollow()
    // The browser opens other tabs and windows by itself.
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void router.navigate(target)
  }
  return (
    <a
      href={`/artifacts/${id}?list=${encodeURIComponent(list)}`}
      onClick={follow}
      onPointerEnter={() => foresee(() => void router.preloadRoute(target))}
      onPointerLeave={() => foresee(undefined)}
      tabIndex={-1}
      className="grid-title cut"
      dir="auto"
    >
      {children}
    </a>
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
  readonly isLocked: boolean
}

const Cell = ({ field, isStatus, value, scope, isOpen, row, column, isFocused, isLocked }: CellProps) => {
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
      aria-readonly={isLocked || undefined}
    >
      {view.isEmpty(value) ? (
        <span className="faint">–</span>
      ) : (
        <view.Cell field={field} value={value} scope={scope} isOpen={isOpen} isStatus={isStatus} />
      )}
      {isFocused && isLocked && (
        <span className="grid-lock" aria-hidden="true">
          <IconLock />
        </span>
      )}
    </div>
  )
}
