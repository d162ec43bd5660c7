import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react'
import { FaultList } from '../../design/feedback/error-state.tsx'
import type { Tracker } from '../tracker-queries.ts'
import { ColumnHead } from './column-head.tsx'
import { columnOf, type Column, type SortKey } from './columns.ts'
import './grid.css'
import type { ListViewOf } from '../use-list-view.ts'
import { GridRow } from './grid-row.tsx'
import { useRows, type RowsQuery } from './rows.ts'
import { useGridFocus } from './use-grid-focus.ts'
import { useRowHeight } from './use-row-height.ts'

const OVERSCAN = 20
const TITLE_WIDTH = 384

export interface GridProps {
  readonly tracker: Tracker
  readonly query: RowsQuery
  readonly columns: readonly Column[]
  readonly label: string
  readonly list: ListViewOf
  /** Artifact in the side panel. */
  readonly open: number | undefined
  /** Index of the first row in sight when the page opens. */
  readonly at: number | undefined
  readonly onScroll: (row: number) => void
  readonly onOpen: (id: number | undefined) => void
  readonly onSort: (sort: readonly SortKey[]) => void
  readonly onColumns: (columns: readonly Column[]) => void
  /** Reports the exact number of artifacts, when it is known. */
  readonly onTotal: (total: number | undefined) => void
  readonly onError: (error: unknown) => void
  readonly empty: React.ReactNode
}

/** The artifacts of a tracker as a table of any length: only rows in sight are rendered and fetched. */
export const Grid = (props: GridProps) => {
  const {
    tracker,
    query,
    columns,
    label,
    list,
    open,
    at,
    onScroll,
    onOpen,
    onSort,
    onColumns,
    onTotal,
    onError,
    empty,
  } = props
  const { t } = useLingui()
  const navigate = useNavigate()
  const { sort } = query
  const { height, isCards } = useRowHeight()
  const [total, setTotal] = useState<number | undefined>(undefined)
  const [lastTotal, setLastTotal] = useState(0)
  const count = total ?? lastTotal
  const scroller = useRef<HTMLDivElement>(null)

  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: isCards ? 6 : OVERSCAN,
    initialOffset: (at ?? 0) * height,
  })
  const items = virtualizer.getVirtualItems()
  const first = items[0]?.index ?? at ?? 0
  const last = items.at(-1)?.index ?? first
  const rows = useRows(query, first, last, virtualizer.isScrolling)
  if (rows.total !== total) {
    setTotal(rows.total)
    if (rows.total !== undefined) setLastTotal(rows.total)
  }
  const tell = useEffectEvent(onTotal)
  useEffect(() => tell(rows.total), [rows.total])
  const tellError = useEffectEvent(onError)
  useEffect(() => tellError(rows.error), [rows.error])
  useEffect(() => virtualizer.measure(), [virtualizer, height])
  // A page that opens at a later row asks for that offset before the list has its height, and the browser cuts it to 0.
  useLayoutEffect(() => {
    const element = scroller.current
    const offset = virtualizer.scrollOffset ?? 0
    if (element && count > 0 && Math.abs(element.scrollTop - offset) > 1) element.scrollTop = offset
  }, [virtualizer, count])
  useScrollReport(virtualizer.isScrolling, Math.floor((virtualizer.scrollOffset ?? 0) / height), onScroll)

  const scrollToRow = useCallback((row: number) => virtualizer.scrollToIndex(row), [virtualizer])
  const focus = useGridFocus({
    rows: count,
    columns: columns.length + 1,
    pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? height) / height) - 2),
    scrollToRow,
  })

  const follow = useStable((row: number) => list.keep(row, count, rows.rowAt))
  const openRow = (row: number): void => {
    const artifact = rows.rowAt(row)
    if (artifact) onOpen(artifact.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')
    // Menus and editors in a cell have their own keys.
    if (cell !== event.target) return
    if (focus.onKeyDown(event)) {
      // The panel follows the focused row.
      if (open !== undefined && (event.key === 'ArrowDown' || event.key === 'ArrowUp'))
        openRow(focus.position.row + (event.key === 'ArrowDown' ? 1 : -1))
      return
    }
    const artifact = rows.rowAt(focus.position.row)
    if (!artifact || focus.position.row < 0) return
    if (event.key === ' ') {
      event.preventDefault()
      onOpen(open === artifact.id ? undefined : artifact.id)
    } else if (event.key === 'Enter' && focus.position.column === 0) {
      event.preventDefault()
      follow(focus.position.row)
      void navigate({ to: '/artifacts/$id', params: { id: String(artifact.id) }, search: { list: list.key } })
    } else if (event.key === 'Escape' && open !== undefined) {
      event.preventDefault()
      onOpen(undefined)
    }
  }

  const style = useMemo(() => gridStyle(columns), [columns])
  const replace = (index: number, column: Column | undefined): readonly Column[] =>
    columns.flatMap((each, i) => (i === index ? (column ? [column] : []) : [each]))
  const swap = (index: number, by: -1 | 1): void => {
    const next = [...columns]
    const [moved] = next.splice(index, 1)
    if (moved) next.splice(index + by, 0, moved)
    onColumns(next)
    focus.moveTo({ row: -1, column: index + 1 + by })
  }

  return (
    <div
      ref={scroller}
      className={isCards ? 'grid grid-cards' : 'grid'}
      // The first row of the list is in sight at the start, so the list scrolls by keys even while no cell has the focus.
      onKeyDown={onKeyDown}
    >
      {rows.error !== null && rows.total === undefined ? (
        // A refused query is told beside its text.
        query.tql === '' && (
          <div className="grid-error">
            <FaultList error={rows.error} />
          </div>
        )
      ) : total === 0 ? (
        empty
      ) : (
        <div
          ref={focus.ref}
          role="grid"
          aria-label={label}
          aria-rowcount={count + 1}
          aria-colcount={columns.length + 1}
          className="grid-table"
          style={style}
        >
          <div className="grid-row grid-head" role="row" aria-rowindex={1}>
            <div className="grid-cell grid-cell-title" role="columnheader" aria-colindex={1}>
              <span className="grid-id">{t`No.`}</span>
              {t`Title`}
            </div>
            {columns.map((column, index) => (
              <ColumnHead
                key={column.field.field_id}
                column={column}
                index={index + 1}
                count={columns.length + 1}
                sort={sort}
                isFocused={focus.position.row === -1 && focus.position.column === index + 1}
                onSort={onSort}
                onMove={by => swap(index, by)}
                onHide={() => onColumns(replace(index, undefined))}
                onWidth={width => onColumns(replace(index, columnOf(column.field, width)))}
              />
            ))}
          </div>
          <div role="presentation" className="grid-body" style={{ blockSize: `${virtualizer.getTotalSize()}px` }}>
            {items.map(item => {
              const row = rows.rowAt(item.index)
              return (
                <GridRow
                  key={item.key}
                  index={item.index}
                  row={row}
                  columns={columns}
                  trackerId={tracker.id}
                  projectId={tracker.project.id}
                  list={list.key}
                  onFollow={follow}
                  statusFieldId={tracker.semantics.status?.field_id}
                  focused={focus.position.row === item.index ? focus.position.column : undefined}
                  isOpen={row !== undefined && row.id === open}
                  start={item.start}
                  measure={isCards ? virtualizer.measureElement : undefined}
                />
              )
            })}
          </div>
        </div>
      )}
    </div>
  )
}

/** The columns as tracks of each row, whatever stands in it. */
const gridStyle = (columns: readonly Column[]): React.CSSProperties => {
  const width = TITLE_WIDTH + columns.reduce((sum, column) => sum + column.width, 0)
  return {
    '--columns': `minmax(${TITLE_WIDTH}px, 1fr) ${columns.map(column => `${column.width}px`).join(' ')}`,
    '--grid-width': `${width}px`,
  } as React.CSSProperties
}

const useScrollReport = (isScrolling: boolean, row: number, onScroll: (row: number) => void): void => {
  const tell = useEffectEvent(onScroll)
  const hasScrolled = useRef(false)
  useEffect(() => {
    if (isScrolling) hasScrolled.current = true
    else if (hasScrolled.current) {
      hasScrolled.current = false
      tell(row)
    }
  }, [isScrolling, row])
}

/** A function that stays the same while the newest `run` is called: rows are rendered again only for their own changes. */
const useStable = <Argument,>(run: (argument: Argument) => void): ((argument: Argument) => void) => {
  const newest = useRef(run)
  useEffect(() => {
    newest.current = run
  })
  return useCallback(argument => newest.current(argument), [])
}
