import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { useCommands } from '../commands/registry.ts'
import { prefillNewArtifacts } from '../artifacts/new-artifact/new-artifact-state.ts'
import { Segments } from '../design/controls/segments.tsx'
import { ChoiceButton } from '../design/layout/choice-button.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { PHONE, useMedia } from '../design/use-media.ts'
import type { Project } from '../projects/project-queries.ts'
import { useAccount } from '../session/account.ts'
import { queryReading } from './query/query-tree.ts'
import { valuesOfQuery } from './query/values-of-query.ts'
import { FilterBar } from './query/filter-bar.tsx'
import { ReportTabs } from './reports/report-tabs.tsx'
import type { Report } from './reports/report-queries.ts'
import { GroupButton } from './grouping/group-button.tsx'
import { formatColumns, formatSort } from './table/columns.ts'
import { TrackerTable, type TrackerTableProps } from './table/tracker-table.tsx'
import { ColumnsButton, SortButton } from './table/view-buttons.tsx'
import { TrackerHead } from './tracker-head.tsx'
import './tracker-view.css'
import type { Tracker } from './tracker-queries.ts'
import type { TrackerSearch, ViewKind } from './tracker-search.ts'
import { useStable } from './use-stable.ts'
import { trackerViewOf, type TrackerView as TrackerViewState } from './view-state.ts'

const Board = lazyPart(() => import('../board/board.tsx'), 'Board')
const Charts = lazyPart(() => import('../charts/charts.tsx'), 'Charts')
const EmptyTable = lazyPart(() => import('./empty-table.tsx'), 'EmptyTable')
const RefusedQuery = lazyPart(() => import('./empty-table.tsx'), 'RefusedQuery')
const ExportDialog = lazyPart(() => import('./export-dialog.tsx'), 'ExportDialog')

export interface TrackerViewProps {
  readonly project: Project
  readonly projectName: string
  readonly tracker: Tracker
  readonly reports: readonly Report[]
  readonly report: Report | undefined
  readonly search: TrackerSearch
  readonly notice: string | undefined
}

export const TrackerView = (props: TrackerViewProps) => {
  const { project, projectName, tracker, reports, report, search, notice } = props
  const navigate = useNavigate()
  const account = useAccount()
  const [total, setTotal] = useState<number | undefined>(undefined)
  const [error, setError] = useState<unknown>(null)
  const [isExporting, setExporting] = useState(false)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const { tql, sort, columns, totals, group, limits, folded, charts } = search
  // The address also holds the row and the open artifact: these leave the list as it is.
  const view = useMemo(
    () =>
      trackerViewOf(tracker, report, {
        ...given({ tql, sort, columns, totals, group, limits, folded, charts, view: search.view }),
      }),
    [tracker, report, tql, sort, columns, totals, group, limits, folded, charts, search.view],
  )
  const params = useMemo(() => ({ project: projectName, tracker: tracker.item_name }), [projectName, tracker.item_name])
  const go = useStable(
    (change: Partial<Record<keyof TrackerSearch, string | number | undefined>>, replace?: boolean) =>
      void navigate({
        to: '/projects/$project/trackers/$tracker',
        params,
        search: previous =>
          Object.fromEntries(Object.entries({ ...previous, ...change }).filter(([, value]) => value !== undefined)),
        replace: replace === true,
      }),
  )
  const setTql = useStable((text: string) => go({ tql: text, at: undefined }))
  const setKind = useStable((kind: ViewKind) =>
    go({ view: kind === view.savedKind ? undefined : kind, open: undefined }),
  )
  useViewCommands(setKind)

  const { data: read } = useQuery({ ...queryReading(tracker.id, view.tql), enabled: false })
  const login = account?.user.username
  const values = useMemo(() => valuesOfQuery(tracker, view.tql, read, login), [tracker, view.tql, read, login])
  useEffect(() => prefillNewArtifacts(tracker.id, values), [tracker.id, values])
  const canSubmit = tracker.fields.some(field => field.permissions.includes('create'))
  const isAdministrator = tracker.permissions_for_groups !== null
  const scope = { projectId: project.id, trackerId: tracker.id }
  const empty = useMemo(
    () => (
      <Suspense fallback={null}>
        <EmptyTable
          isFiltered={view.tql !== '' || view.criteria !== ''}
          canSubmit={canSubmit}
          trackerId={tracker.id}
          params={params}
          onAll={() => setTql('')}
        />
      </Suspense>
    ),
    [view, canSubmit, tracker.id, params, setTql],
  )
  const refused = useMemo(
    () => (
      <Suspense fallback={null}>
        <RefusedQuery onAll={() => setTql('')} />
      </Suspense>
    ),
    [setTql],
  )
  const body = {
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
    notice: notice !== undefined && <Notice kind="warning">{notice}</Notice>,
    empty,
    refused,
    onGo: go,
    onTotal: setTotal,
    onError: setError,
  }
  return (
    <div className="tracker">
      <TrackerHead
        tracker={tracker}
        params={params}
        canSubmit={canSubmit}
        isAdministrator={isAdministrator}
        onExport={() => setExporting(true)}
        values={values}
      />
      {isExporting && (
        <Suspense fallback={null}>
          <ExportDialog tracker={tracker} view={view} total={total} onClose={() => setExporting(false)} />
        </Suspense>
      )}
      <ReportTabs
        tracker={tracker}
        projectName={projectName}
        reports={reports}
        current={report}
        view={view}
        canSave={account !== null && account !== undefined}
        isAdministrator={isAdministrator}
      />
      <FilterBar
        tracker={tracker}
        scope={scope}
        tql={view.tql}
        criteria={view.criteria}
        error={error}
        onTql={setTql}
        onProblem={setProblem}
      >
        <ViewTools tracker={tracker} view={view} onGo={go} onKind={setKind} />
      </FilterBar>
      {view.kind === 'table' ? (
        <TrackerTable {...body} />
      ) : (
        <Suspense fallback={<div className="tracker-split" aria-busy="true" />}>
          {view.kind === 'board' ? <Board {...body} scope={scope} /> : <Charts {...body} />}
        </Suspense>
      )}
    </div>
  )
}

/** Without members that are undefined. */
const given = <Members extends object>(members: Members): { [Name in keyof Members]?: NonNullable<Members[Name]> } =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never

/** `1`, `2` and `3` change the view. */
const useViewCommands = (onKind: (kind: ViewKind) => void): void => {
  const { t } = useLingui()
  useCommands([
    { id: 'tracker.table', label: t`Show as a table`, keys: '1', section: t`Tracker`, run: () => onKind('table') },
    { id: 'tracker.board', label: t`Show as a board`, keys: '2', section: t`Tracker`, run: () => onKind('board') },
    { id: 'tracker.chart', label: t`Show charts`, keys: '3', section: t`Tracker`, run: () => onKind('chart') },
  ])
}

interface ViewToolsProps {
  readonly tracker: Tracker
  readonly view: TrackerViewState
  readonly onGo: TrackerTableProps['onGo']
  readonly onKind: (kind: ViewKind) => void
}

/** Order, columns, and the switch between table, board and charts. */
const ViewTools = ({ tracker, view, onGo, onKind }: ViewToolsProps) => {
  const { t } = useLingui()
  const isBoard = view.kind === 'board'
  const isChart = view.kind === 'chart'
  // There is no room for them, and one column at a time is shown.
  const isPhone = useMedia(PHONE)
  const kinds = [
    { value: 'table', label: t`Table` },
    { value: 'board', label: t`Board` },
    { value: 'chart', label: t`Charts` },
  ] as const
  return (
    <>
      {!isChart && !isPhone && (
        <GroupButton
          tracker={tracker}
          isBoard={isBoard}
          group={view.group}
          onGroup={group =>
            onGo({ group, limits: undefined, folded: undefined, closed: undefined, at: undefined }, true)
          }
        />
      )}
      {!isChart && (
        <SortButton
          tracker={tracker}
          sort={view.sort}
          onSort={keys => onGo({ sort: formatSort(keys), at: undefined })}
        />
      )}
      {!isChart && !(isBoard && isPhone) && (
        <ColumnsButton
          tracker={tracker}
          columns={view.columns}
          label={isBoard ? t`Card` : t`Columns`}
          onColumns={shown => onGo({ columns: formatColumns(shown) }, true)}
        />
      )}
      {isPhone ? (
        <ChoiceButton label={t`View`} isLabelHidden choices={kinds} value={view.kind} onChange={onKind} />
      ) : (
        <Segments label={t`View`} segments={kinds} value={view.kind} onChange={onKind} />
      )}
    </>
  )
}
