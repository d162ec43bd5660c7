import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import {
  memo,
  Suspense,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
} from 'react'
import { isApiError } from '../../api/api-error.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { FaultList } from '../../design/feedback/error-state.tsx'
import type { Tracker } from '../tracker-queries.ts'
import { trackerSearch } from '../tracker-search.ts'
import { ColumnHead } from './column-head.tsx'
import { columnOf, isEditable, type Column, type SortKey } from './columns.ts'
import './grid.css'
import { keyOfList, type KeepList } from '../use-list-view.ts'
import { GridRow } from './grid-row.tsx'
import type { GridGroups } from './grid-groups.ts'
import { layoutOf, type RowSection } from '../rows/row-sections.ts'
import { useRows, type Row } from '../rows/rows.ts'
import type { RowsQuery } from '../rows/rows-query.ts'
import { useBlock } from './use-block.tsx'
import { useCellEdits } from './use-cell-edits.ts'
import { useGridFocus } from './use-grid-focus.ts'
import { useRowHeight } from '../rows/use-row-height.ts'
import { useRowWindow, type RowRange } from '../rows/use-row-window.ts'
import { useStable } from '../use-stable.ts'
import type { Total } from './totals.ts'
import { ChooseAll, NOTHING, useChoice } from './use-choice.tsx'

const TotalsRow = lazyPart(() => import('./totals-row.tsx'), 'TotalsRow')
const loadCellLayer = () => import('./cell-layer.tsx')
const CellLayer = lazyPart(loadCellLayer, 'CellLayer')

const ROWS_BEYOND = 20
const CARDS_BEYOND = 6
/** As in the styles. */
const HEAD_HEIGHT = 32
const TITLE_WIDTH = 384

export interface GridHandle {
  /** Opens the artifact of another row, loading its page if needed. */
  readonly openRow: (row: number) => void
  /** Gives the focus back to the cell that keys begin at. */
  readonly focusRow: () => void
  /** The artifacts of the list that are loaded. */
  readonly loadedRows: () => readonly Row[]
}

/** `cell`: typing edits; `row`: letters are commands. `refusal`: why the last try to edit failed. */
export interface GridPlace {
  readonly keys: 'row' | 'cell'
  readonly refusal?: string | undefined
}

export interface GridProps {
  readonly tracker: Tracker
  readonly query: RowsQuery
  readonly columns: readonly Column[]
  readonly label: string
  /** Stores the list of an artifact that the reader opens. */
  readonly keepList: KeepList
  /** Undefined: one list without groups. */
  readonly groups?: GridGroups | undefined
  /** Artifact in the side panel. */
  readonly open: number | undefined
  /** Index of the first row in sight when the page opens. */
  readonly at: number | undefined
  readonly onScroll: (row: number) => void
  readonly onOpen: (id: number | undefined) => void
  /** Reports the index of the open artifact, once its row is there. */
  readonly onOpenRow: (row: number | undefined) => void
  readonly ref: React.Ref<GridHandle>
  readonly onSort: (sort: readonly SortKey[]) => void
  readonly onColumns: (columns: readonly Column[]) => void
  /** Groups the rows, as in the address. Undefined: this list has no groups. */
  readonly onGroup: ((group: string) => void) | undefined
  /** Figures below the columns. */
  readonly totals: readonly Total[]
  readonly onTotals: (totals: readonly Total[]) => void
  readonly chosen: ReadonlySet<number>
  readonly onChosen: (chosen: ReadonlySet<number>) => void
  /** Reports the exact number of artifacts, when it is known. */
  readonly onTotal: (total: number | undefined) => void
  /** The reader is signed in: cells can be edited, as far as rights and workflow allow. */
  readonly isSignedIn: boolean
  /** Artifacts that the query finds no longer. */
  readonly left: ReadonlySet<number>
  /** The reader changed an artifact in its row; with the query of the list that the row is in. */
  readonly onSaved: (id: number, tql: string) => void
  /** Reports the keys that hold where the focus is. */
  readonly onPlace: (place: GridPlace) => void
  readonly onError: (error: unknown) => void
  readonly empty: React.ReactNode
  /** Instead of rows, while the server refuses the query; its mistakes stand beside its text. */
  readonly refused: React.ReactNode
}

/** The artifacts of a tracker as a table of any length: only rows in sight are rendered and fetched. */
export const Grid = memo((props: GridProps) => {
  const {
    tracker,
    query,
    columns,
    label,
    keepList,
    groups,
    open,
    at,
    onScroll,
    onOpen,
    onOpenRow,
    ref,
    onSort,
    onColumns,
    onGroup,
    totals,
    onTotals,
    chosen,
    onChosen,
    onTotal,
    isSignedIn,
    left,
    onSaved,
    onPlace,
    onError,
    empty,
    refused,
  } = props
  const { t } = useLingui()
  const router = useRouter()
  const { sort } = query
  const { height, isCards } = useRowHeight()
  const [total, setTotal] = useState<number | undefined>(undefined)
  const [lastTotal, setLastTotal] = useState(0)
  const sections = useSections(query, groups)
  const layout = useMemo(() => layoutOf(sections), [sections])
  const count = layout.count ?? total ?? lastTotal
  const listKey = useMemo(() => `${keyOfList(query)} ${groups?.by ?? ''}`, [query, groups?.by])
  const scroller = useRef<HTMLDivElement>(null)

  const beyond = isCards ? CARDS_BEYOND : ROWS_BEYOND
  const reportScroll = useScrollReport(at ?? 0, onScroll)
  const shown = useRowWindow({
    scroller,
    count,
    height,
    isMeasured: isCards,
    headHeight: isCards ? 0 : HEAD_HEIGHT,
    beyond,
    firstRow: at ?? 0,
    onRest: reportScroll.later,
  })
  const { sight, rendered, startAt } = shown
  const rows = useRows({
    key: `${listKey} ${query.fields.toSorted().join()} ${query.generation}`,
    sections,
    layout,
    sight,
    beyond,
    isPaused: shown.isScrolling,
  })
  const found = groups ? groups.total : rows.total
  if (found !== total) {
    setTotal(found)
    if (found !== undefined) setLastTotal(found)
  }
  // The rows beyond the sight render after those in sight, also when their artifacts come with the same page.
  const lateRowAt = useDeferredValue(rows.rowAt)
  const tell = useEffectEvent(onTotal)
  useEffect(() => tell(found), [found])
  const tellError = useEffectEvent(onError)
  useEffect(() => tellError(rows.error), [rows.error])

  const { ref: tableRef, ...focus } = useGridFocus({
    rows: count,
    columns: columns.length + 1,
    pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? height) / height) - 2),
    scrollToRow: shown.scrollToRow,
  })
  useStartOfList(listKey, () => {
    const { at: row = 0 } = trackerSearch(router.state.location.search)
    startAt(row)
    focus.markRow(row)
  })

  const follow = useStable((row: number) => {
    reportScroll.now(shown.topRow())
    // Otherwise the history would join this change of the address with the next page.
    router.history.flush()
    const { section = 0, row: place = row } = layout.placeOf(row) ?? {}
    const list = sections[section]
    if (list)
      keepList(list.query, { around: place, total: list.count ?? count, rowAt: at => rows.rowAt(row - place + at) })
  })
  /** Keys of the lists, for the pages of their artifacts. */
  const lists = useMemo(() => sections.map(section => keyOfList(section.query)), [sections])
  /** The query of the list that holds the row of an artifact. */
  const tqlOf = (id: number): string => {
    const index = indexesOf(rendered).find(at => rows.rowAt(at)?.id === id)
    const place = index === undefined ? undefined : layout.placeOf(index)
    return (place && sections[place.section]?.query.tql) ?? query.tql
  }
  const openRow = (row: number): void => {
    const artifact = rows.rowAt(row)
    if (artifact) onOpen(artifact.id)
  }
  const choice = useChoice({ chosen, onChosen, loaded: rows.loaded, rowAt: rows.rowAt })
  const hasEdits = isSignedIn && !isCards && tracker.fields.some(isEditable)
  const cells = useCellEdits({
    tracker,
    columns,
    position: focus.position,
    rowAt: rows.rowAt,
    moveTo: focus.moveTo,
    isOff: !hasEdits,
  })
  const block = useBlock({
    tracker,
    sourceOf: () => ({
      fields: columns.map(({ field }) => field),
      ...focus.position,
      count,
      rowAt: rows.rowAt,
      isHead: index => groups !== undefined && layout.placeOf(index)?.row === undefined,
      chosen: rows.loaded.filter(({ id }) => chosen.has(id)),
    }),
    grid: scroller,
    canWrite: hasEdits,
  })
  const isCell = hasEdits && focus.position.column > 0
  const tellPlace = useStable((refusal?: string) => onPlace({ keys: isCell ? 'cell' : 'row', refusal }))
  // The place alone: the focus that comes back to the cell leaves the reason in sight.
  const { row: rowOfFocus, column: columnOfFocus } = focus.position
  useEffect(() => tellPlace(), [isCell, rowOfFocus, columnOfFocus, tellPlace])
  const openAt = indexOfOpen(open, focus.position.row, rendered, rows.rowAt)
  const tellOpenRow = useEffectEvent(onOpenRow)
  useEffect(() => tellOpenRow(openAt), [openAt])
  useImperativeHandle(ref, () => ({
    openRow: row => {
      focus.markRow(row)
      openRow(row)
    },
    focusRow: () => focus.moveTo(focus.position),
    loadedRows: () => rows.loaded,
  }))
  const onKeyDown = (event: KeyboardEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')
    // Menus and editors in a cell have their own keys.
    if (cell !== event.target) return
    const place = layout.placeOf(focus.position.row)
    if (groups && place && place.row === undefined && groups.onHeadKey(event.key, place.section)) {
      event.preventDefault()
      return
    }
    if (block.onKeyDown(event)) return
    if (choice.onKeyDown(event, focus.position.row, isCell)) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
        focus.moveTo({
          row: Math.max(0, focus.position.row + (event.key === 'ArrowDown' ? 1 : -1)),
          column: focus.position.column,
        })
      return
    }
    if (focus.onKeyDown(event)) {
      // The panel follows the focused row.
      if (open !== undefined && (event.key === 'ArrowDown' || event.key === 'ArrowUp'))
        openRow(focus.position.row + (event.key === 'ArrowDown' ? 1 : -1))
      return
    }
    const artifact = rows.rowAt(focus.position.row)
    if (!artifact || !place) return
    if (cells.onKeyDown(event)) return
    if (event.key === ' ') {
      event.preventDefault()
      onOpen(open === artifact.id ? undefined : artifact.id)
    } else if ((event.key === 'Enter' && focus.position.column === 0) || isLetter(event, 'o', isCell)) {
      event.preventDefault()
      follow(focus.position.row)
      void router.navigate({
        to: '/artifacts/$id',
        params: { id: String(artifact.id) },
        search: { list: lists[place.section] ?? '' },
      })
    } else if (event.key === 'Escape' && (open !== undefined || chosen.size > 0)) {
      event.preventDefault()
      if (open === undefined) onChosen(NOTHING)
      else onOpen(undefined)
    }
  }

  const style = useMemo(() => gridStyle(columns), [columns])
  const hasTotals = query.criteria === '' && columns.some(({ field }) => totals.some(({ name }) => name === field.name))
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
      onFocus={event => {
        focus.onFocus(event)
        if (hasEdits) void loadCellLayer()
        block.prepare()
      }}
      onDoubleClick={cells.onDoubleClick}
      onScroll={shown.onScroll}
    >
      {rows.error !== null && rows.total === undefined ? (
        <GridError error={rows.error} query={query} refused={refused} />
      ) : total === 0 ? (
        empty
      ) : (
        <div
          ref={tableRef}
          role="grid"
          aria-label={label}
          aria-multiselectable
          aria-rowcount={count + (hasTotals ? 2 : 1)}
          aria-colcount={columns.length + 1}
          className="grid-table"
          style={style}
        >
          <div className="grid-row grid-head" role="row" aria-rowindex={1}>
            <div className="grid-cell grid-cell-title" role="columnheader" aria-colindex={1}>
              <ChooseAll choice={choice} chosen={chosen} />
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
                onGroup={onGroup}
                totals={totals}
                // Criteria that TQL cannot say have no figures.
                onTotals={query.criteria === '' ? onTotals : undefined}
              />
            ))}
          </div>
          <div role="presentation" className="grid-body" style={{ blockSize: `${shown.size}px` }}>
            {indexesOf(rendered).map(index => {
              const place = layout.placeOf(index)
              if (groups && place && place.row === undefined)
                return (
                  <groups.Head
                    key={index}
                    index={index}
                    place={place.section}
                    columns={columns}
                    isFocused={focus.position.row === index}
                    start={shown.startOf(index)}
                    measure={shown.measure}
                  />
                )
              const isInSight = index >= sight.from && index <= sight.to
              const row = (isInSight ? rows.rowAt : lateRowAt)(index)
              if (!row && !isInSight) return null
              return (
                <GridRow
                  key={index}
                  index={index}
                  row={row}
                  isGone={row === undefined && rows.isGoneAt(index)}
                  columns={columns}
                  trackerId={tracker.id}
                  projectId={tracker.project.id}
                  list={lists[place?.section ?? 0] ?? ''}
                  onFollow={follow}
                  statusFieldId={tracker.semantics.status?.field_id}
                  focused={focus.position.row === index ? focus.position.column : undefined}
                  isOpen={row !== undefined && row.id === open}
                  hasEdits={hasEdits}
                  hasLeft={row !== undefined && left.has(row.id)}
                  isChosen={row !== undefined && chosen.has(row.id)}
                  onChoose={choice.toggle}
                  start={shown.startOf(index)}
                  measure={shown.measure}
                />
              )
            })}
          </div>
          {hasTotals && (
            <Suspense fallback={null}>
              <TotalsRow query={query} columns={columns} totals={totals} count={total ?? lastTotal} rows={count} />
            </Suspense>
          )}
        </div>
      )}
      {block.dialog}
      {cells.edits.length > 0 && (
        <Suspense fallback={null}>
          <CellLayer
            edits={cells.edits}
            style={style}
            startOf={shown.startOf}
            open={open}
            onTyped={cells.onTyped}
            onClosed={cells.onClosed}
            onEnd={cells.onEnd}
            onRefused={tellPlace}
            onSaved={id => onSaved(id, tqlOf(id))}
          />
        </Suspense>
      )}
    </div>
  )
})

interface GridErrorProps {
  readonly error: unknown
  readonly query: RowsQuery
  readonly refused: React.ReactNode
}

/** Instead of rows. The mistakes of a query stand beside its text. */
export const GridError = ({ error, query, refused }: GridErrorProps) =>
  query.tql !== '' && isApiError(error, 400) ? (
    refused
  ) : (
    <div className="grid-error">
      <FaultList error={error} />
    </div>
  )

/** The lists of the table: one, or that of each group. */
const useSections = (query: RowsQuery, groups: GridGroups | undefined): readonly RowSection[] =>
  useMemo(
    () =>
      groups
        ? groups.groups.map(({ key, tql, count, isOpen }) => ({
            key,
            query: { ...query, tql, criteria: '' },
            count,
            hasHead: true,
            isOpen,
          }))
        : [{ key: '', query, count: undefined, hasHead: false, isOpen: true }],
    [query, groups],
  )

/** A letter as a command: plain, or with `Alt` where typing edits. */
const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, wanted: string, isTyped: boolean): boolean =>
  key.toLowerCase() === wanted && !ctrlKey && !metaKey && altKey === isTyped

/** The row of the artifact in the side panel: mostly the one that has the focus. */
const indexOfOpen = (
  open: number | undefined,
  focused: number,
  rendered: RowRange,
  rowAt: (index: number) => Row | undefined,
): number | undefined => {
  if (open === undefined) return undefined
  if (focused >= 0 && rowAt(focused)?.id === open) return focused
  return indexesOf(rendered).find(index => rowAt(index)?.id === open)
}

/** The columns as tracks of each row, whatever stands in it. */
const gridStyle = (columns: readonly Column[]): React.CSSProperties => {
  const width = TITLE_WIDTH + columns.reduce((sum, column) => sum + column.width, 0)
  return {
    '--columns': `minmax(${TITLE_WIDTH}px, 1fr) ${columns.map(column => `${column.width}px`).join(' ')}`,
    '--grid-width': `${width}px`,
  } as React.CSSProperties
}

const indexesOf = ({ from, to }: RowRange): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index)

/** Begins at the top, or at the row of the address, when the list has other rows or another order. */
const useStartOfList = (key: string, start: () => void): void => {
  const router = useRouter()
  const shown = useRef(key)
  const begin = useEffectEvent(start)
  useLayoutEffect(() => {
    if (shown.current === key) return undefined
    shown.current = key
    begin()
    // The router puts what has scrolled back to where it stood before the navigation.
    const unsubscribe = router.subscribe('onRendered', () => {
      unsubscribe()
      begin()
    })
    return unsubscribe
  }, [router, key])
}

const REPORT_AFTER_MS = 150

interface ScrollReport {
  /** Tells the row a moment later: a new address takes the time of the rows that arrive then. */
  readonly later: (row: number) => void
  /** Tells the row before the reader leaves. */
  readonly now: (row: number) => void
}

const useScrollReport = (firstRow: number, onScroll: (row: number) => void): ScrollReport => {
  const told = useRef(firstRow)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const now = useStable((row: number) => {
    clearTimeout(timer.current)
    if (row === told.current) return
    told.current = row
    onScroll(row)
  })
  const later = useStable((row: number) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(now, REPORT_AFTER_MS, row)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return useMemo(() => ({ later, now }), [later, now])
}
