// A tracker as a board: the values of a list are columns, its artifacts are cards.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useMemo, useRef, useState, type PointerEvent, type RefObject } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { artifactWriter } from '../artifacts/writing/artifact-writers.ts'
import { Button } from '../design/controls/button.tsx'
import { PHONE, useMedia } from '../design/use-media.ts'
import type { Field, FieldScope } from '../fields/field-view.ts'
import { announce } from '../live/announcer.tsx'
import { useAccount } from '../session/account.ts'
import { formatFolded, formatLimits } from '../trackers/board-settings.ts'
import { formatSort } from '../trackers/table/columns.ts'
import { CountLine, type TrackerTableProps } from '../trackers/table/tracker-table.tsx'
import type { ListedArtifact } from '../trackers/tracker-queries.ts'
import { useLiveRefresh } from '../trackers/use-live-refresh.ts'
import { usePanel } from '../trackers/use-panel.ts'
import { useStable } from '../trackers/use-stable.ts'
import { columnsOf, shownColumns, type BoardColumn } from './board-columns.ts'
import { boardFieldOf, boardFields } from './board-field.ts'
import { boardKey, figuresQuery, type BoardQuery } from './board-queries.ts'
import { BoardStatus, ColumnTabs } from './board-parts.tsx'
import { CardGhost, type CardActions } from './card.tsx'
import { cardFactsOf, fieldNamesOf } from './card-facts.ts'
import { Column } from './column.tsx'
import './board.css'
import { useBoardKeys } from './use-board-keys.ts'
import { useCards } from './use-cards.ts'
import { columnAt, scrollAtEdges } from './board-places.ts'
import { useDrag } from '../design/use-drag.ts'
import { useMoves } from './use-moves.ts'
import { useReasons } from './use-reasons.ts'

const ArtifactPanel = lazyPart(() => import('../artifacts/artifact-panel.tsx'), 'ArtifactPanel')
const StepDialog = lazyPart(() => import('../artifacts/form/transition-dialog.tsx'), 'StepDialog')

export interface BoardProps extends Omit<TrackerTableProps, 'report' | 'isAdministrator'> {
  readonly scope: FieldScope
  readonly canSubmit: boolean
  /** Texts by name of field that every artifact of the query has. */
  readonly values: Readonly<Record<string, string>>
}

export const Board = (props: BoardProps) => {
  const { tracker, view, notice, onGo } = props
  const field = boardFieldOf(tracker, view.group)
  if (field) return <OpenBoard key={field.field_id} {...props} field={field} />
  const offered = boardFields(tracker)
  return (
    <>
      {notice}
      <div className="grid-empty board-choice">
        {offered.length === 0 ? (
          <p>
            <Trans>A board needs a list with one value.</Trans>
          </p>
        ) : (
          <>
            <p>
              <Trans>The values of a list are the columns of the board. Which list?</Trans>
            </p>
            {offered.map(({ name, label }) => (
              <Button key={name} size="small" onPress={() => onGo({ group: name }, true)}>
                {label}
              </Button>
            ))}
          </>
        )}
      </div>
    </>
  )
}

const OpenBoard = (props: BoardProps & { readonly field: Field }) => {
  const { tracker, field, view, search, scope, canSubmit, values, problem, notice, onGo } = props
  const { t } = useLingui()
  const queries = useQueryClient()
  const account = useAccount()
  const isPhone = useMedia(PHONE)
  const { query, facts, figures, all, columns } = useBoardQuery(props)
  const refresh = useStable(async () => {
    await queries.invalidateQueries({ queryKey: boardKey(tracker.id) })
  })
  useLiveRefresh(tracker.project.id, tracker.id, refresh)

  const reasons = useReasons(tracker, field)
  const { moves, move, forget, openStep, closeStep } = useMoves({ field, reasons, refresh })
  const { onCards, rowOf } = useCards()
  const board = useRef<HTMLDivElement>(null)
  const keepFocus = useKeptFocus(board)
  const columnOf = (key: string): BoardColumn | undefined => all.find(column => column.key === key)
  const begin = useStable((row: ListedArtifact, from: string, to: BoardColumn | undefined): void => {
    const source = columnOf(from)
    if (!source || !to) return
    const { reason } = reasons.judge(row, to)
    if (reason === undefined) void move(row, source, to)
    else announce(reason)
  })
  const moveFocused = useStable((row: ListedArtifact, from: string, to: BoardColumn) => {
    keepFocus(row.id)
    begin(row, from, to)
  })

  const ghost = useRef<HTMLDivElement>(null)
  const { drag, onPointerDown } = useDrag<ListedArtifact>({
    ghost,
    placeAt: columnAt,
    onScroll: (x, y) => scrollAtEdges(board.current, x, y),
    onDrop: (row, from, to) => begin(row, from, columnOf(to)),
  })
  const [focusId, setFocusId] = useState<number>()
  const [menuId, setMenuId] = useState<number>()
  const [addingTo, setAddingTo] = useState<string>()
  const [tab, setTab] = useState<string>()
  const shownTab = columns.some(({ key }) => key === tab) ? tab : columns[0]?.key
  const panelId = usePanel(search.open)
  const setOpen = (id: number | undefined) => onGo({ open: id }, search.open !== undefined && id !== undefined)
  const onKeyDown = useBoardKeys({
    board,
    columns,
    reasons,
    rowOf,
    canAdd: canSubmit,
    onMove: moveFocused,
    onOpen: id => setOpen(search.open === id ? undefined : id),
    onMenu: setMenuId,
    onAdd: setAddingTo,
    onRefresh: () => void refresh(),
  })
  const targetsOf = useStable((row: ListedArtifact) =>
    columns.map(column => ({ column, ...reasons.judge(row, column) })),
  )
  const press = useStable((event: PointerEvent, row: ListedArtifact, from: string) => {
    if (!isPhone && account) onPointerDown(event, row, from)
  })
  const onForget = useStable(forget)
  const { limits, folded } = view.board
  const { setLimit, fold } = useColumnSettings(props)
  const actions = useMemo<CardActions>(
    () => ({
      targetsOf,
      onMove: moveFocused,
      onForget,
      onPointerDown: press,
      onFocusCard: setFocusId,
      onMenu: setMenuId,
    }),
    [targetsOf, moveFocused, onForget, press],
  )
  const canAdd = (column: BoardColumn) =>
    canSubmit && Boolean(account) && (column.choice === undefined || field.permissions.includes('create'))
  const adding = { tracker, field, values, onClose: () => setAddingTo(undefined), onAdded: refresh }
  if (figures.error && view.tql !== '') return <>{props.refused}</>
  return (
    <>
      <CountLine total={figures.data?.total} problem={problem} unknown={view.unknown} />
      {notice}
      {isPhone && <ColumnTabs columns={columns} figures={figures.data?.columns} shown={shownTab} onShow={setTab} />}
      <div className={problem === undefined ? 'tracker-split' : 'tracker-split tracker-split-dimmed'}>
        <div
          ref={board}
          className={drag ? 'board board-dragging' : 'board'}
          role="group"
          aria-label={t`Board by ${field.label}`}
          onKeyDown={onKeyDown}
        >
          {columns
            .filter(({ key }) => !isPhone || key === shownTab)
            .map(column => (
              <Column
                key={column.key}
                column={column}
                query={query}
                figures={figures.data ? (figures.data.columns.get(column.key) ?? NO_CARDS) : undefined}
                facts={facts}
                scope={scope}
                actions={actions}
                moves={moves}
                judgement={drag && column.key !== drag.from ? reasons.judge(drag.item, column) : undefined}
                isOver={drag !== undefined && drag.over === column.key && drag.from !== column.key}
                limit={limits.get(column.key)}
                isFolded={folded.has(column.key) && !isPhone}
                // A report keeps limits by the values of the list; people are none.
                onLimit={column.choice === undefined || field.bindings.type === 'static' ? setLimit : undefined}
                onFold={fold}
                heldId={drag?.item.id}
                focusId={focusId}
                openId={panelId}
                menuId={menuId}
                add={
                  canAdd(column)
                    ? { ...adding, isOpen: addingTo === column.key, onOpen: () => setAddingTo(column.key) }
                    : undefined
                }
                onCards={onCards}
              />
            ))}
          {drag && <CardGhost ref={ghost} row={drag.item} facts={facts} scope={scope} width={drag.width} />}
        </div>
        {panelId !== undefined && (
          <Suspense fallback={<aside className="panel" aria-busy="true" />}>
            <ArtifactPanel
              id={panelId}
              onClose={() => {
                keepFocus(panelId)
                setOpen(undefined)
              }}
            />
          </Suspense>
        )}
      </div>
      <BoardStatus />
      {openStep && (
        <Suspense fallback={null}>
          <StepDialog
            {...openStep}
            scope={{ ...scope, artifactId: openStep.id }}
            writer={artifactWriter(openStep.id, queries)}
            onClose={closeStep}
          />
        </Suspense>
      )}
    </>
  )
}

/** Changes limits and folded columns in the address. The functions stay the same, so that columns rest. */
const useColumnSettings = ({ field, view, onGo }: BoardProps & { readonly field: Field }) => {
  const { limits, folded } = view.board
  const setLimit = useStable((key: string, limit: number | undefined) => {
    const next = new Map(limits)
    if (limit === undefined) next.delete(key)
    else next.set(key, limit)
    onGo({ limits: formatLimits(next), group: field.name }, true)
  })
  const fold = useStable((key: string) => {
    const next = new Set(folded)
    if (!next.delete(key)) next.add(key)
    onGo({ folded: formatFolded(next), group: field.name }, true)
  })
  return { setLimit, fold }
}

const NO_CARDS = { count: 0, sum: null }

/** The query of the board, its figures, and its columns: all, and those that are shown. */
const useBoardQuery = ({ tracker, field, view, onTotal, onError }: BoardProps & { readonly field: Field }) => {
  const { t } = useLingui()
  const facts = useMemo(() => cardFactsOf(tracker, view.columns, field), [tracker, view.columns, field])
  const query = useMemo<BoardQuery>(
    () => ({
      trackerId: tracker.id,
      field,
      tql: view.tql,
      criteria: view.criteria,
      sort: formatSort(view.sort),
      fields: fieldNamesOf(tracker, field, facts),
      sum: view.totals[0],
    }),
    [tracker, field, view, facts],
  )
  const figures = useQuery(figuresQuery(query))
  const all = useMemo(() => columnsOf(field, query, t`None`), [field, query, t])
  const hasFigures = view.tql !== '' || view.criteria === ''
  const columns = shownColumns(field, all, { figures: figures.data?.columns, hasFigures })
  const { error } = figures
  const total = figures.data?.total
  useEffect(() => onTotal(total), [total, onTotal])
  useEffect(() => onError(error), [error, onError])
  return { query, facts, figures, all, columns }
}

/** A card that moves takes the focus along: it is another element in its new column. */
const useKeptFocus = (board: RefObject<HTMLElement | null>): ((id: number) => void) => {
  const wanted = useRef<number>(undefined)
  useEffect(() => {
    const link =
      wanted.current === undefined
        ? null
        : board.current?.querySelector<HTMLElement>(`[data-card="${wanted.current}"] > a`)
    if (!link) return
    wanted.current = undefined
    link.focus()
  })
  return useStable((id: number) => void (wanted.current = id))
}
