import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useMemo, useRef, useState, type PointerEvent } from 'react'
import type { components } from '../../client/index.ts'
import { api, done } from '../api/api.ts'
import { lazyPart } from '../app/lazy-part.ts'
import { Button } from '../design/controls/button.tsx'
import { SearchBar } from '../design/controls/search-bar.tsx'
import { IconCheck, IconPlus, IconWarning } from '../design/icons.tsx'
import { IconClock } from '../design/page-icons.tsx'
import { TabLink, TabList } from '../design/layout/tabs.tsx'
import { useDrag } from '../design/use-drag.ts'
import { useKeptFocus } from '../design/use-kept-focus.ts'
import { PHONE, useMedia } from '../design/use-media.ts'
import type { Project } from '../projects/project-queries.ts'
import { useAccount } from '../session/account.ts'
import { useLiveRefresh } from '../trackers/use-live-refresh.ts'
import { usePanel } from '../trackers/use-panel.ts'
import { useStable } from '../trackers/use-stable.ts'
import { figuresOf } from './figures.ts'
import type { RowActions } from './item-row.tsx'
import { MilestonePart, Period } from './milestone-part.tsx'
import { isShown } from './plan-filter.ts'
import { PlanList } from './plan-list.tsx'
import type { Moved, Place } from './plan-move.ts'
import { placeAt, scrollLists } from './plan-places.ts'
import {
  backlogQuery,
  changeList,
  itemsQuery,
  milestonesQuery,
  type Item,
  type ListKey,
  type Milestone,
} from './planning-queries.ts'
import type { PlanningSearch } from './planning-search.ts'
import './planning.css'
import { usePlanMoves } from './use-plan-moves.ts'
import { usePlanningKeys, type FocusedRow } from './use-planning-keys.ts'
import { useTargets } from './use-targets.ts'

const QuickPlan = lazyPart(() => import('./quick-plan.tsx'), 'QuickPlan')
const MoveToMenu = lazyPart(() => import('./move-to-menu.tsx'), 'MoveToMenu')
const ArtifactPanel = lazyPart(() => import('../artifacts/artifact-panel.tsx'), 'ArtifactPanel')

export interface PlanningViewProps {
  readonly project: Project
  readonly projectName: string
  readonly search: PlanningSearch
  /** The planning at the top. */
  readonly root: components['schemas']['Planning']
  /** The milestone whose inside is planned. */
  readonly milestone: Milestone | undefined
}

const NONE: readonly Item[] = []
type Adder = 'item' | 'milestone'

export const PlanningView = ({ project, projectName, search, root, milestone }: PlanningViewProps) => {
  const { t } = useLingui()
  const account = useAccount()
  const navigate = useNavigate()
  const isPhone = useMedia(PHONE)
  const page = useRef<HTMLDivElement>(null)
  const plan = usePlan(project.id, milestone, search.closed === true)
  const { place, milestones, keys, pageOf, mayPlan } = plan
  const nameOf = (list: ListKey): string =>
    list === 'backlog' ? t`the backlog` : (milestones.find(({ id }) => id === list)?.label ?? `#${list}`)
  const { move, refresh } = usePlanMoves({ place, keys, nameOf })
  useLiveRefresh(project.id, undefined, useStable(refresh))
  const go = (change: Partial<Record<keyof PlanningSearch, unknown>>, isReplacing = false): void =>
    void navigate({
      to: '/projects/$project/planning',
      params: { project: projectName },
      search: { ...search, ...change } as PlanningSearch,
      replace: isReplacing,
    })

  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [focusId, setFocusId] = useState<number>()
  const [menu, setMenu] = useState<FocusedRow>()
  const menuButton = useRef<HTMLButtonElement>(null)
  const openMenu = (row: FocusedRow): void => {
    menuButton.current =
      page.current?.querySelector<HTMLButtonElement>(`[data-item="${row.id}"] .plan-row-move button`) ?? null
    setMenu(row)
  }
  const [tab, setTab] = useState<ListKey>('backlog')
  const [adder, setAdder] = useState<Adder>()
  const filter = search.q ?? ''
  const focus = useKeptFocus(page, id => `[data-item="${id}"] > .plan-row-line .plan-row-title`)

  /** The artifact, or all chosen ones if it is one of them, in the order of the page. */
  const movedWith = (id: number, list: ListKey): Moved[] => {
    const all = keys.flatMap(from => (pageOf(from)?.items ?? NONE).map(item => ({ item, from })))
    return chosen.has(id)
      ? all.filter(({ item }) => chosen.has(item.id))
      : all.filter(({ item, from }) => item.id === id && from === list)
  }
  const moveTo = (id: number, list: ListKey, to: Place): void => {
    const moved = movedWith(id, list).filter(({ from }) => mayPlan(from))
    if (moved.length === 0 || !mayPlan(to.list) || moved.some(({ item }) => item.id === to.before)) return
    focus.keep(id)
    setChosen(new Set())
    void move(moved, to)
  }
  const shownIn = (list: ListKey): Item[] => (pageOf(list)?.items ?? []).filter(item => isShown(item, filter))
  const step = ({ id, list }: FocusedRow, by: -1 | 1): void => {
    const shown = shownIn(list)
    const at = shown.findIndex(item => item.id === id)
    const next = shown[at + by]
    if (next) moveTo(id, list, { list, before: by === -1 ? next.id : shown[at + 2]?.id })
  }
  const topOf = (list: ListKey): Place => ({ list, before: shownIn(list)[0]?.id })
  const targetsFor = useTargets({ milestones, pageOf, topOf })
  const setOpen = (id: number | undefined) => go({ open: id }, search.open !== undefined && id !== undefined)
  const panelId = usePanel(search.open)
  const choose = (id: number): void => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const onKeyDown = usePlanningKeys({
    page,
    onStep: step,
    onTop: ({ id, list }) => moveTo(id, list, topOf(list)),
    onMenu: openMenu,
    onChoose: choose,
    onOpen: id => setOpen(search.open === id ? undefined : id),
    onRefresh: () => void refresh(),
    onFilter: () => page.current?.querySelector<HTMLElement>('input[type=search]')?.focus(),
  })

  const ghost = useRef<HTMLDivElement>(null)
  const { drag, onPointerDown } = useDrag<FocusedRow & { readonly label: string }>({
    ghost,
    placeAt,
    onScroll: (x, y) => scrollLists(x, y),
    onDrop: ({ id, list }, _from, to) => {
      const [key, before] = to.split(':')
      moveTo(id, list, {
        list: key === 'backlog' ? 'backlog' : Number(key),
        before: before ? Number(before) : undefined,
      })
    },
  })
  const onMenu = useStable((item: Item, list: ListKey) => openMenu({ id: item.id, list }))
  const onFocusRow = useStable((id: number) => {
    setFocusId(id)
    focus.forget(id)
  })
  const press = useStable((event: PointerEvent, item: Item, list: ListKey) => {
    if (!isPhone && mayPlan(list)) onPointerDown(event, { id: item.id, list, label: item.label }, `${list}:${item.id}`)
  })
  const actions = useMemo<RowActions>(() => ({ onPointerDown: press, onFocusRow, onMenu }), [press, onFocusRow, onMenu])
  const listOf = (list: ListKey, name: string, empty: string) => (
    <PlanList
      list={list}
      name={name}
      projectId={project.id}
      page={pageOf(list)}
      error={plan.errorOf(list)}
      mayPlan={mayPlan(list)}
      filter={filter}
      chosen={chosen}
      focusId={focusId}
      openId={panelId}
      menuId={menu?.id}
      heldId={drag?.item.id}
      drop={drag?.over}
      empty={empty}
      actions={actions}
    />
  )
  const menuTargets = menu ? targetsFor(movedWith(menu.id, menu.list), menu.list) : []
  const backlog = pageOf('backlog')
  const backlogFigures = figuresOf(backlog?.items ?? NONE)
  const milestoneTracker = milestone ? milestone.sub_milestone_type : root.milestone_tracker
  const canAdd = Boolean(account) && mayPlan('backlog')
  const isListShown = (list: ListKey): boolean => !isPhone || tab === list
  const emptyBacklog = canAdd ? t`Nothing waits here. Add the first artifact.` : t`Nothing waits here.`
  const newMilestone = canAdd && milestoneTracker && (
    <Button variant="quiet" size="small" onPress={() => setAdder(adder === 'milestone' ? undefined : 'milestone')}>
      <IconPlus /> <Trans>New milestone</Trans>
    </Button>
  )
  const milestoneAdder = adder === 'milestone' && milestoneTracker && (
    <Suspense fallback={null}>
      <QuickPlan
        trackers={[milestoneTracker]}
        takesNumbers={false}
        plan={id => addMilestone(milestone?.id, id)}
        onAdded={refresh}
        onClose={() => setAdder(undefined)}
      />
    </Suspense>
  )
  return (
    <div ref={page} className={drag ? 'planning planning-dragging' : 'planning'} onKeyDown={onKeyDown}>
      <div className="planning-head">
        <h1 className="planning-name" dir="auto">
          {milestone ? milestone.label : t`Planning`}
        </h1>
        <p className="planning-about">
          {milestone && <Period milestone={milestone} />}
          {milestone && milestone.capacity !== null && (
            <span>
              <Trans>capacity {milestone.capacity}</Trans>
            </span>
          )}
        </p>
        <SearchBar
          label={t`Filter the lists`}
          value={filter}
          onSearch={q => go({ q: q === '' ? undefined : q }, true)}
        />
        {canAdd && (
          <Button variant="primary" onPress={() => setAdder(adder === 'item' ? undefined : 'item')}>
            <IconPlus /> <Trans>Add to the backlog</Trans>
          </Button>
        )}
      </div>
      <PlanTabs root={root} projectName={projectName} milestone={milestone} tops={plan.tops} />
      {isPhone && (
        <div className="plan-tabs" role="group" aria-label={t`Lists`}>
          {keys.map(key => {
            const found = milestones.find(({ id }) => id === key)
            const { count, points } = figuresOf(pageOf(key)?.items ?? NONE)
            const capacity = found?.capacity ?? null
            const isOver = capacity !== null && points > capacity
            return (
              <button key={key} type="button" className="tab" aria-pressed={key === tab} onClick={() => setTab(key)}>
                <bdi>{key === 'backlog' ? t`Backlog` : found?.label}</bdi>
                <span className={isOver ? 'tab-count plan-over' : 'tab-count'}>
                  {isOver && <IconWarning />}
                  {isOver ? t`${points} of ${capacity}` : count}
                </span>
              </button>
            )
          })}
          {newMilestone}
        </div>
      )}
      {isPhone && milestoneAdder}
      <div className="planning-body">
        <div className="planning-halves">
          {isListShown('backlog') && (
            <section className="plan-half" aria-label={t`Backlog`}>
              <div className="plan-half-head">
                <h2>
                  <Trans>Backlog</Trans>
                </h2>
                <span className="plan-figures">
                  {backlog && (
                    <>
                      {backlog.total}
                      {backlogFigures.points > 0 && (
                        <>
                          {' · '}
                          <Plural value={backlogFigures.points} one="# point" other="# points" />
                        </>
                      )}
                    </>
                  )}
                </span>
                {chosen.size > 0 && (
                  <span className="plan-chosen">
                    <Plural value={chosen.size} one="# chosen" other="# chosen" />
                    <Button variant="quiet" size="small" onPress={() => setChosen(new Set())}>
                      <Trans>Choose none</Trans>
                    </Button>
                  </span>
                )}
              </div>
              {adder === 'item' && plan.backlog && (
                <Suspense fallback={null}>
                  <QuickPlan
                    trackers={plan.backlog.trackers}
                    takesNumbers
                    plan={id => changeList(place, 'backlog', { add: [{ id }] })}
                    onAdded={refresh}
                    onClose={() => setAdder(undefined)}
                  />
                </Suspense>
              )}
              {listOf('backlog', t`Backlog`, emptyBacklog)}
            </section>
          )}
          {(!isPhone || tab !== 'backlog') && (
            <section className="plan-half plan-half-milestones" aria-label={milestoneTracker?.label ?? t`Milestones`}>
              <div className="plan-half-head">
                <h2>
                  <bdi>{milestoneTracker?.label ?? t`Milestones`}</bdi>
                </h2>
                <span className="plan-figures">{plan.hasMilestones && milestones.length}</span>
                <span className="plan-half-end">
                  <Button
                    variant="quiet"
                    size="small"
                    aria-pressed={search.closed === true}
                    onPress={() => go({ closed: search.closed ? undefined : true }, true)}
                  >
                    {search.closed && <IconCheck />} <Trans>Closed ones too</Trans>
                  </Button>
                  {!isPhone && newMilestone}
                </span>
              </div>
              {!isPhone && milestoneAdder}
              {plan.hasMilestones && milestones.length === 0 && (
                <p className="plan-empty">
                  {milestoneTracker
                    ? t`No milestone is open.`
                    : t`There are no milestones inside this one. Its backlog is what it plans.`}
                </p>
              )}
              {milestones
                .filter(({ id }) => isListShown(id))
                .map(one => (
                  <MilestonePart key={one.id} milestone={one} items={pageOf(one.id)?.items} projectName={projectName}>
                    {listOf(one.id, one.label, t`Nothing planned. Drag artifacts here, or press M on one.`)}
                  </MilestonePart>
                ))}
            </section>
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
      <PlanningStatus />
      {menu && (
        <Suspense fallback={null}>
          <MoveToMenu
            trigger={menuButton}
            targets={menuTargets}
            heading={t`Milestones`}
            icon={<IconClock />}
            onMoveTo={key => {
              const target = menuTargets.find(each => each.key === key)
              if (target) moveTo(menu.id, menu.list, target.place)
            }}
            close={() => setMenu(undefined)}
          />
        </Suspense>
      )}
      {drag && (
        <div ref={ghost} className="plan-ghost" aria-hidden="true">
          {drag.item.label}
          {chosen.has(drag.item.id) && chosen.size > 1 && <b>{chosen.size}</b>}
        </div>
      )}
    </div>
  )
}

const addMilestone = async (parentId: number | undefined, id: number): Promise<void> => {
  if (parentId === undefined) return
  await done(api.PATCH('/milestones/{id}/milestones', { params: { path: { id: parentId } }, body: { add: [{ id }] } }))
}

/** The lists of the page, with the rights of the reader. */
const usePlan = (projectId: number, milestone: Milestone | undefined, hasClosed: boolean) => {
  const milestoneId = milestone?.id
  const place = useMemo(() => ({ projectId, milestoneId }), [projectId, milestoneId])
  const tops = useQuery(milestonesQuery({ projectId, milestoneId: undefined }, false)).data?.items ?? []
  const found = useQuery(milestonesQuery(place, hasClosed))
  const milestones = found.data?.items ?? []
  const backlog = useQuery(backlogQuery(place)).data
  const keys: ListKey[] = ['backlog', ...milestones.map(({ id }) => id)]
  const lists = useQueries({ queries: keys.map(key => itemsQuery(place, key)) })
  const at = (list: ListKey) => lists[keys.indexOf(list)]
  return {
    place,
    tops,
    milestones,
    hasMilestones: found.data !== undefined,
    backlog,
    keys,
    pageOf: (list: ListKey) => at(list)?.data,
    errorOf: (list: ListKey) => at(list)?.error ?? null,
    mayPlan: (list: ListKey): boolean =>
      list === 'backlog'
        ? backlog?.mayPlan === true
        : milestones.find(({ id }) => id === list)?.has_user_priority_change_permission === true,
  }
}

interface PlanTabsProps extends Pick<PlanningViewProps, 'root' | 'projectName' | 'milestone'> {
  readonly tops: readonly Milestone[]
}

/** The milestones at the top that have others inside, each with its own planning. */
const PlanTabs = ({ root, projectName, milestone, tops }: PlanTabsProps) => {
  const { t } = useLingui()
  const shown = tops.filter(one => one.sub_milestone_type !== null)
  if (shown.length === 0 && !milestone) return null
  const link = (id: number | undefined) => ({
    to: '/projects/$project/planning' as const,
    params: { project: projectName },
    search: id === undefined ? {} : { milestone: id },
  })
  return (
    <div className="planning-tabs">
      <TabList label={t`Plans`}>
        <TabLink link={link(undefined)} isCurrent={milestone === undefined}>
          {t`All ${root.milestone_tracker.label}`}
        </TabLink>
        {shown.map(({ id, label }) => (
          <TabLink key={id} link={link(id)} isCurrent={id === milestone?.id}>
            <bdi>{label}</bdi>
          </TabLink>
        ))}
        {milestone && !shown.some(({ id }) => id === milestone.id) && (
          <TabLink link={link(milestone.id)} isCurrent>
            <bdi>{milestone.label}</bdi>
          </TabLink>
        )}
      </TabList>
    </div>
  )
}

const PlanningStatus = () => (
  <div className="planning-keys">
    <span>
      <kbd>↑</kbd> <kbd>↓</kbd> <Trans>walk</Trans>
    </span>
    <span>
      <kbd>Shift</kbd> <kbd>↑</kbd> <kbd>↓</kbd> <Trans>move</Trans>
    </span>
    <span>
      <kbd>M</kbd> <Trans>move to…</Trans>
    </span>
    <span>
      <kbd>T</kbd> <Trans>to the top</Trans>
    </span>
    <span>
      <kbd>X</kbd> <Trans>choose more</Trans>
    </span>
    <span>
      <kbd>Space</kbd> <Trans>side panel</Trans>
    </span>
    <span>
      <kbd>?</kbd> <Trans>all keys</Trans>
    </span>
  </div>
)
