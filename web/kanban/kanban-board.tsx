// The columns of a kanban beside each other: backlog, open values of the status, archive.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useMemo, useRef, useState, type PointerEvent } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { openNewArtifact } from '../artifacts/new-artifact/new-artifact-state.ts'
import { scrollAtEdges } from '../board/board-places.ts'
import '../board/board.css'
import { Count } from '../board/head-parts.tsx'
import { Button } from '../design/controls/button.tsx'
import { SearchBar } from '../design/controls/search-bar.tsx'
import { IconPlus } from '../design/icons.tsx'
import { IconStatus } from '../design/page-icons.tsx'
import { useDrag } from '../design/use-drag.ts'
import { useKeptFocus } from '../design/use-kept-focus.ts'
import { PHONE, useMedia } from '../design/use-media.ts'
import type { Field } from '../fields/field-view.ts'
import { textOfChoice } from '../fields/shared/choices.ts'
import { announce } from '../live/announcer.tsx'
import { useLive } from '../live/live.ts'
import { isShown } from '../planning/plan-filter.ts'
import type { Place } from '../planning/plan-move.ts'
import { useAccount } from '../session/account.ts'
import { useLiveRefresh } from '../trackers/use-live-refresh.ts'
import { usePanel } from '../trackers/use-panel.ts'
import { useStable } from '../trackers/use-stable.ts'
import { KanbanAdd } from './kanban-add.tsx'
import { KanbanGhost, type CardActions } from './kanban-card.tsx'
import { KanbanColumnView } from './kanban-column.tsx'
import { columnsOf, listKeyOf, type KanbanColumn } from './kanban-columns.ts'
import type { KanbanParts } from './kanban-frame.tsx'
import { placeAt, placeKey } from './kanban-places.ts'
import type { KanbanItem, ListKey } from './kanban-queries.ts'
import type { KanbanSearch } from './kanban-search.ts'
import { ReportChoice } from './report-choice.tsx'
import { useColumnTools } from './use-column-tools.tsx'
import { useFacts } from './use-facts.ts'
import { useJudge } from './use-judge.ts'
import { useKanbanColumns } from './use-kanban-columns.ts'
import { useKanbanKeys, type CardPlace } from './use-kanban-keys.ts'
import { useKanbanMoves } from './use-kanban-moves.ts'
import { useFolds, useLists } from './use-lists.ts'
import { useTargets } from './use-targets.ts'

const ArtifactPanel = lazyPart(() => import('../artifacts/artifact-panel.tsx'), 'ArtifactPanel')
const StepForm = lazyPart(() => import('./dialogs/step-form.tsx'), 'StepForm')
const MoveToMenu = lazyPart(() => import('../planning/move-to-menu.tsx'), 'MoveToMenu')

export interface KanbanBoardProps extends KanbanParts {
  /** The status of the tracker. */
  readonly field: Field
  readonly search: KanbanSearch
}

const NONE: readonly KanbanItem[] = []

export const KanbanBoard = (props: KanbanBoardProps) => {
  const { project, kanban, tracker, field, search, params, isAdministrator } = props
  const { t } = useLingui()
  const account = useAccount()
  const navigate = useNavigate()
  const isPhone = useMedia(PHONE)
  const board = useRef<HTMLDivElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const filter = search.q ?? ''
  const columns = useMemo(
    () => columnsOf(kanban, field, { backlog: t`Backlog`, archive: t`Archive` }),
    [kanban, field, t],
  )
  const columnOf = (list: ListKey) => columns.find(({ key }) => key === list)
  const { isFolded, fold } = useFolds(kanban.id, columns)
  const lists = useLists({ kanbanId: kanban.id, report: search.report, columns, isFolded, filter })
  const { pageOf } = lists
  const { facts, rows } = useFacts({
    kanbanId: kanban.id,
    tracker,
    field,
    report: search.report,
    hasArchive: !isFolded('archive'),
  })
  const judging = useJudge(tracker, field, rows)
  const { judge } = judging
  const { move, refresh, refusals, forget, openStep, closeStep } = useKanbanMoves({
    kanbanId: kanban.id,
    report: search.report,
    columns,
    field,
    ...judging,
  })
  useLiveRefresh(project.id, tracker.id, useStable(refresh))
  const { readAgain } = useKanbanColumns(kanban)
  // Columns and limits belong to the tracker.
  useLive({ projects: [project.id] }, ({ kind, data }) => {
    if (kind === 'tracker.changed' && data['tracker_id'] === tracker.id) void readAgain()
  })
  const go = (change: Partial<Record<keyof KanbanSearch, unknown>>, isReplacing = false): void =>
    void navigate({
      to: '/projects/$project/kanban/$kanban',
      params,
      search: { ...search, ...change } as KanbanSearch,
      replace: isReplacing,
    })

  const [focusId, setFocusId] = useState<number>()
  const [menu, setMenu] = useState<CardPlace>()
  const [addingTo, setAddingTo] = useState<ListKey>()
  const [tab, setTab] = useState<ListKey>('backlog')
  const shownTab = columns.some(({ key }) => key === tab) ? tab : 'backlog'
  const menuButton = useRef<HTMLButtonElement>(null)
  const focus = useKeptFocus(board, id => `[data-card="${id}"] > a`)
  const canMove = Boolean(account)

  const shownIn = (list: ListKey) => (pageOf(list)?.items ?? NONE).filter(item => isShown(item, filter))
  const itemOf = ({ id, list }: CardPlace) => pageOf(list)?.items.find(item => item.id === id)
  const moveTo = (card: CardPlace, to: Place<ListKey>): void => {
    const [item, source, target] = [itemOf(card), columnOf(card.list), columnOf(to.list)]
    if (!item || !source || !target || !canMove || to.before === card.id) return
    const { reason } = judge(item, source, target)
    if (reason !== undefined) return announce(reason)
    focus.keep(card.id)
    void move([{ item, from: card.list }], to)
  }
  const topOf = (list: ListKey): Place<ListKey> => ({ list, before: shownIn(list)[0]?.id })
  const step = ({ id, list }: CardPlace, by: -1 | 1): void => {
    const shown = shownIn(list)
    const at = shown.findIndex(item => item.id === id)
    const next = shown[at + by]
    if (next) moveTo({ id, list }, { list, before: by === -1 ? next.id : shown[at + 2]?.id })
  }
  const side = (card: CardPlace, by: -1 | 1): void => {
    const [item, at] = [itemOf(card), columns.findIndex(({ key }) => key === card.list)]
    const source = columns[at]
    if (!item || !source) return
    const onward = by === 1 ? columns.slice(at + 1) : columns.slice(0, at).toReversed()
    const target = onward.find(column => judge(item, source, column).reason === undefined)
    if (target) moveTo(card, { list: target.key, before: undefined })
    else announce(onward[0] ? (judge(item, source, onward[0]).reason ?? '') : t`There is no other column`)
  }
  const openMenu = (card: CardPlace): void => {
    if (!canMove) return
    menuButton.current =
      board.current?.querySelector<HTMLButtonElement>(`[data-card="${card.id}"] .board-card-move button`) ?? null
    setMenu(card)
  }
  // A report finds only a part of the column.
  const limitOf = ({ limit }: KanbanColumn) => (search.report === undefined ? limit : undefined)
  const targets = useTargets({ columns, judge, totalOf: list => pageOf(list)?.total, limitOf })

  const canAdd = ({ key, canAddInPlace, choices }: KanbanColumn): boolean =>
    key !== 'archive' &&
    Boolean(account) &&
    (canAddInPlace || (kanban.user_can_add_artifact && (key === 'backlog' || choices.length > 0)))
  const addTo = (list: ListKey | undefined): void => {
    const column = columnOf(list ?? (isPhone ? shownTab : 'backlog'))
    if (!column || !canAdd(column)) return
    if (column.canAddInPlace) {
      if (isFolded(column.key)) fold(column.key)
      return setAddingTo(column.key)
    }
    const [choice] = column.choices
    openNewArtifact(tracker.id, choice ? { [field.name]: textOfChoice(choice) } : {})
  }
  const panelId = usePanel(search.open)
  const setOpen = (id: number | undefined) => go({ open: id }, search.open !== undefined && id !== undefined)
  const onKeyDown = useKanbanKeys({
    board,
    canAdd: columns.some(canAdd),
    onStep: step,
    onSide: side,
    onTop: card => moveTo(card, topOf(card.list)),
    onMenu: openMenu,
    onAdd: addTo,
    onOpen: id => setOpen(search.open === id ? undefined : id),
    onFilter: () => page.current?.querySelector<HTMLElement>('input[type=search]')?.focus(),
    onRefresh: () => void refresh(),
  })

  const ghost = useRef<HTMLDivElement>(null)
  const { drag, onPointerDown } = useDrag<CardPlace & { readonly card: KanbanItem }>({
    ghost,
    placeAt,
    onScroll: (x, y) => scrollAtEdges(board.current, x, y),
    onDrop: (card, _from, to) => {
      const [list, before] = to.split(':')
      const key = listKeyOf(list)
      if (key !== undefined) moveTo(card, { list: key, before: before ? Number(before) : undefined })
    },
  })
  const press = useStable((event: PointerEvent, item: KanbanItem, list: ListKey) => {
    if (!isPhone && canMove) onPointerDown(event, { id: item.id, list, card: item }, placeKey(list, item.id))
  })
  const onMenu = useStable((id: number, list: ListKey) => openMenu({ id, list }))
  const onFocusCard = useStable((id: number) => {
    setFocusId(id)
    focus.forget(id)
  })
  const onForget = useStable(forget)
  const actions = useMemo<CardActions>(
    () => ({ onPointerDown: press, onFocusCard, onMenu, onForget }),
    [press, onFocusCard, onMenu, onForget],
  )
  const scope = useMemo(() => ({ projectId: project.id, trackerId: tracker.id }), [project.id, tracker.id])
  const held = drag && columnOf(drag.item.list)
  const menuItem = menu && itemOf(menu)
  const inWork = columns.filter(({ value }) => value).reduce((sum, { key }) => sum + (pageOf(key)?.total ?? 0), 0)
  const { toolsOf, dialog } = useColumnTools({ kanban, isAdministrator, columns })
  return (
    <div ref={page} className="kanban-view">
      <div className="kanban-line">
        <ReportChoice kanban={kanban} value={search.report} onChange={report => go({ report }, true)} />
        <SearchBar
          label={t`Filter the cards`}
          value={filter}
          onSearch={q => go({ q: q === '' ? undefined : q }, true)}
        />
        <span className="kanban-sum">
          <Plural value={inWork} one="# in work" other="# in work" />
        </span>
        {columns.some(canAdd) && (
          <Button variant="primary" size="small" onPress={() => addTo(undefined)}>
            <IconPlus /> <Trans>New {tracker.item_name}</Trans>
          </Button>
        )}
      </div>
      {isPhone && (
        <div className="board-tabs" role="group" aria-label={t`Columns`}>
          {columns.map(column => (
            <button
              key={column.key}
              type="button"
              className="tab"
              aria-pressed={column.key === shownTab}
              onClick={() => setTab(column.key)}
            >
              <bdi>{column.label}</bdi>
              <TabCount count={pageOf(column.key)?.total} limit={limitOf(column)} />
            </button>
          ))}
        </div>
      )}
      <div className="kanban-split">
        <div
          ref={board}
          className={drag ? 'board board-dragging' : 'board'}
          role="group"
          aria-label={t`Columns of ${kanban.label}`}
          onKeyDown={onKeyDown}
        >
          {columns
            .filter(({ key }) => !isPhone || key === shownTab)
            .map(column => (
              <KanbanColumnView
                key={column.key}
                column={column}
                page={pageOf(column.key)}
                error={lists.errorOf(column.key)}
                isReading={lists.isReading(column.key)}
                rows={rows}
                limit={limitOf(column)}
                isFolded={isFolded(column.key) && !isPhone}
                facts={facts}
                scope={scope}
                filter={filter}
                canMove={canMove}
                focusId={focusId}
                openId={panelId}
                menuId={menu?.id}
                heldId={drag?.item.id}
                refusals={refusals}
                judgement={drag && held && held.key !== column.key ? judge(drag.item.card, held, column) : undefined}
                drop={drag?.over}
                itemName={tracker.item_name}
                onAdd={canAdd(column) ? () => addTo(column.key) : undefined}
                adder={
                  addingTo === column.key && (
                    <KanbanAdd
                      kanbanId={kanban.id}
                      itemName={tracker.item_name}
                      column={column}
                      onAdded={refresh}
                      onClose={() => setAddingTo(undefined)}
                    />
                  )
                }
                tools={toolsOf(column)}
                actions={actions}
                onFold={fold}
                onMore={lists.onMore}
              />
            ))}
          {drag && (
            <KanbanGhost
              ref={ghost}
              item={drag.item.card}
              row={rows.get(drag.item.id)}
              list={drag.item.list}
              facts={facts}
              scope={scope}
              width={drag.width}
            />
          )}
        </div>
        {panelId !== undefined && (
          <Suspense fallback={<aside className="panel" aria-busy="true" />}>
            <ArtifactPanel
              id={panelId}
              onClose={() => {
                focus.keep(panelId)
                setOpen(undefined)
              }}
            />
          </Suspense>
        )}
      </div>
      <KanbanStatus />
      {menu && menuItem && (
        <Suspense fallback={null}>
          <MoveToMenu
            trigger={menuButton}
            targets={targets(menuItem, menu.list)}
            heading={t`Columns`}
            icon={<IconStatus />}
            onMoveTo={key => {
              if (key === 'top') moveTo(menu, topOf(menu.list))
              else if (key === 'foot') moveTo(menu, { list: menu.list, before: undefined })
              else moveTo(menu, { list: listKeyOf(key.slice('to '.length)) ?? menu.list, before: undefined })
            }}
            close={() => setMenu(undefined)}
          />
        </Suspense>
      )}
      {openStep && (
        <Suspense fallback={null}>
          <StepForm step={openStep} scope={scope} onClose={closeStep} />
        </Suspense>
      )}
      {dialog}
    </div>
  )
}

const TabCount = ({ count, limit }: { readonly count: number | undefined; readonly limit: number | undefined }) => (
  <span className={count !== undefined && limit !== undefined && count > limit ? 'board-over' : undefined}>
    <Count count={count} limit={limit} />
  </span>
)

/** The keys of the board, at the lower edge. */
const KanbanStatus = () => (
  <div className="kanban-keys">
    <span>
      <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> <Trans>walk</Trans>
    </span>
    <span>
      <kbd>Shift</kbd> <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd> <Trans>move</Trans>
    </span>
    <span>
      <kbd>M</kbd> <Trans>move to…</Trans>
    </span>
    <span>
      <kbd>N</kbd> <Trans>new here</Trans>
    </span>
    <span>
      <kbd>Space</kbd> <Trans>side panel</Trans>
    </span>
    <span>
      <kbd>?</kbd> <Trans>all keys</Trans>
    </span>
  </div>
)
