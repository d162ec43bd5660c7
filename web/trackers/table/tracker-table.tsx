import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useMemo, useRef, useState, type ReactNode } from 'react'
import { lazyPart } from '../../app/lazy-part.ts'
import { useCommands } from '../../commands/registry.ts'
import { announce } from '../../live/announcer.tsx'
import { useAccount } from '../../session/account.ts'
import type { Report } from '../reports/report-queries.ts'
import type { Tracker } from '../tracker-queries.ts'
import type { TrackerSearch } from '../tracker-search.ts'
import { MAX_COUNTED, useListChanges, type ListChanges } from '../use-list-changes.ts'
import { keyOfList, useKeepList } from '../use-list-view.ts'
import { usePanel } from '../use-panel.ts'
import { useStable } from '../use-stable.ts'
import type { TrackerView } from '../view-state.ts'
import { formatColumns, formatSort, type Column, type SortKey } from './columns.ts'
import { groupingOf } from '../grouping/groupings.ts'
import { Grid, type GridHandle, type GridPlace } from './grid.tsx'
import { rowsQueryOf } from '../rows/rows-query.ts'
import { formatTotals, type Total } from './totals.ts'
import { NOTHING } from './use-choice.tsx'
import { useLeftRows } from '../rows/use-left-rows.ts'

const StatusLine = lazyPart(() => import('./status-line.tsx'), 'StatusLine')
const GroupedGrid = lazyPart(() => import('./grouped-grid.tsx'), 'GroupedGrid')
const BulkBar = lazyPart(() => import('../../bulk/bulk-bar.tsx'), 'BulkBar')
const ArtifactPanel = lazyPart(() => import('../../artifacts/artifact-panel.tsx'), 'ArtifactPanel')

export interface TrackerTableProps {
  readonly tracker: Tracker
  readonly report: Report | undefined
  readonly view: TrackerView
  readonly search: TrackerSearch
  readonly isAdministrator: boolean
  readonly canSubmit: boolean
  /** Values by name of field that a new artifact of the list begins with. */
  readonly values: Readonly<Record<string, string>>
  readonly total: number | undefined
  readonly error: unknown
  /** First mistake of a query that was written and not run. */
  readonly problem: string | undefined
  /** A fault of the address, above the rows. */
  readonly notice: ReactNode
  readonly empty: ReactNode
  readonly refused: ReactNode
  /** Changes the address; `undefined` removes a part, which then follows the report. */
  readonly onGo: (change: Partial<Record<keyof TrackerSearch, string | number | undefined>>, replace?: boolean) => void
  readonly onTotal: (total: number | undefined) => void
  readonly onError: (error: unknown) => void
}

/** The rows of the report with the side panel, and the bar for many chosen ones. */
export const TrackerTable = (props: TrackerTableProps) => {
  const {
    tracker,
    report,
    view,
    search,
    isAdministrator,
    canSubmit,
    values,
    total,
    error,
    problem,
    notice,
    onGo: go,
  } = props
  const { t } = useLingui()
  const account = useAccount()
  const [generation, setGeneration] = useState(0)
  const [firstAt] = useState(search.at)
  const query = useMemo(() => rowsQueryOf(tracker.id, view, generation), [tracker.id, view, generation])
  const setSort = useStable((keys: readonly SortKey[]) => go({ sort: formatSort(keys), at: undefined }))
  const setColumns = useStable((shown: readonly Column[]) => go({ columns: formatColumns(shown) }, true))
  const setTotals = useStable((next: readonly Total[]) => go({ totals: formatTotals(next) }, true))
  const setGroup = useStable((group: string) => go({ group, closed: undefined, at: undefined }))
  const setClosed = useStable((closed: ReadonlySet<string>) =>
    go({ closed: [...closed].join() || undefined, at: undefined }, true),
  )
  const closed = useMemo(() => new Set(search.closed?.split(',')), [search.closed]) as ReadonlySet<string>
  // Criteria that TQL cannot say have no groups.
  const grouping = useMemo(
    () => (view.group === undefined || query.criteria !== '' ? undefined : groupingOf(tracker, view.group)),
    [tracker, view.group, query.criteria],
  )
  const [groupsNote, setGroupsNote] = useState<string | undefined>(undefined)
  const setAt = useStable((row: number) => go({ at: row > 0 ? row : undefined }, true))
  const setOpen = useStable((id: number | undefined) => go({ open: id }, search.open !== undefined && id !== undefined))

  const grid = useRef<GridHandle>(null)
  const [openRow, setOpenRow] = useState<number | undefined>(undefined)
  const changes = useListChanges(tracker, query, account?.user.id, total !== undefined && error === null)
  const refresh = () => setGeneration(generation + 1)
  const keepList = useKeepList()
  const listKey = useMemo(() => keyOfList(query), [query])
  const panelId = usePanel(search.open, listKey)
  const closePanel = () => {
    setOpen(undefined)
    grid.current?.focusRow()
  }
  // Another list begins without a choice.
  const [choice, setChoice] = useState({ key: listKey, ids: NOTHING })
  const chosen = choice.key === listKey ? choice.ids : NOTHING
  const setChosen = useStable((ids: ReadonlySet<number>) => setChoice({ key: listKey, ids }))
  const queries = useQueryClient()
  const left = useLeftRows(tracker, query)
  const noteSaved = useStable((id: number, tql: string) => {
    void left.check(id, tql)
    void queries.invalidateQueries({ queryKey: ['tracker', tracker.id, 'totals'] })
    void queries.invalidateQueries({ queryKey: ['projects', tracker.project.id, 'tracker sizes'] })
  })
  const [place, setPlace] = useState<GridPlace>({ keys: 'row' })
  const notePlace = useStable((next: GridPlace) => {
    if (next.refusal !== undefined) announce(next.refusal)
    if (next.keys !== place.keys || next.refusal !== place.refusal) setPlace(next)
  })
  const statusLine = (
    <Suspense fallback={<div className="status-line" />}>
      <StatusLine isPanelOpen={panelId !== undefined} place={place} />
    </Suspense>
  )
  useCommands([
    {
      id: 'tracker.refresh',
      label: t`Show what has changed`,
      keys: 'r',
      section: t`Tracker`,
      run: refresh,
    },
  ])
  const gridProps = {
    tracker: tracker,
    query: query,
    columns: view.columns,
    label: report ? t`${tracker.label}, ${report.label}` : tracker.label,
    keepList,
    open: panelId,
    at: firstAt,
    onScroll: setAt,
    onOpen: setOpen,
    onOpenRow: setOpenRow,
    onSort: setSort,
    onColumns: setColumns,
    onGroup: query.criteria === '' ? setGroup : undefined,
    totals: view.totals,
    onTotals: setTotals,
    chosen: chosen,
    onChosen: setChosen,
    onTotal: props.onTotal,
    isSignedIn: Boolean(account),
    left: left.ids,
    onSaved: noteSaved,
    onPlace: notePlace,
    onError: props.onError,
    empty: props.empty,
    refused: props.refused,
  }
  return (
    <>
      <CountLine
        total={total}
        changes={changes}
        problem={problem}
        unknown={view.unknown}
        note={groupsNote}
        onRefresh={refresh}
      />
      {notice}
      <div className={problem === undefined ? 'tracker-split' : 'tracker-split tracker-split-dimmed'}>
        {grouping ? (
          <Suspense fallback={<div className="grid" aria-busy="true" />}>
            <GroupedGrid
              {...gridProps}
              ref={grid}
              grouping={grouping}
              closed={closed}
              onClosed={setClosed}
              values={values}
              canSubmit={canSubmit}
              onNote={setGroupsNote}
            />
          </Suspense>
        ) : (
          <Grid {...gridProps} ref={grid} />
        )}
        {panelId !== undefined && (
          <Suspense fallback={<aside className="panel" aria-busy="true" />}>
            <ArtifactPanel
              id={panelId}
              place={
                openRow === undefined || total === undefined
                  ? undefined
                  : { row: openRow, total, onRow: row => grid.current?.openRow(row) }
              }
              onClose={closePanel}
            />
          </Suspense>
        )}
      </div>
      {chosen.size > 0 && account ? (
        <Suspense fallback={statusLine}>
          <BulkBar
            tracker={tracker}
            view={view}
            chosen={chosen}
            total={total}
            isAdministrator={isAdministrator}
            rows={() => grid.current?.loadedRows().filter(({ id }) => chosen.has(id)) ?? []}
            onChosen={setChosen}
          />
        </Suspense>
      ) : (
        statusLine
      )}
    </>
  )
}

interface CountLineProps {
  readonly total: number | undefined
  /** Undefined: the list shows all changes by itself, or there are none. */
  readonly changes?: ListChanges | undefined
  readonly problem: string | undefined
  readonly unknown: readonly string[]
  readonly note?: string | undefined
  readonly onRefresh?: () => void
}

export const CountLine = ({ total, changes, problem, unknown, note, onRefresh }: CountLineProps) => {
  const { t } = useLingui()
  return (
    <div className="count-line">
      <span role="status">{total !== undefined && <Plural value={total} one="# artifact" other="# artifacts" />}</span>
      {changes && (
        <button type="button" className="list-changes" onClick={onRefresh} title={t`Key: R`}>
          {changes.count >= MAX_COUNTED ? (
            <Trans>More than {MAX_COUNTED} changed</Trans>
          ) : changes.count > 0 ? (
            <Plural value={changes.count} one="# changed" other="# changed" />
          ) : (
            <Trans>Changed</Trans>
          )}
          {' · '}
          <Trans>Show</Trans>
        </button>
      )}
      {note !== undefined && <span>{note}</span>}
      {problem !== undefined && (
        <span className="count-line-problem">
          <Trans>Not run: {problem}</Trans>
        </span>
      )}
      {unknown.length > 0 && (
        <span className="count-line-note">
          <Trans>Not shown, because you do not see it or it does not exist: {unknown.join(', ')}</Trans>
        </span>
      )}
    </div>
  )
}
