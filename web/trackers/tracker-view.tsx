import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { useCommands } from '../commands/registry.ts'
import { NewArtifactLink } from '../artifacts/new-artifact/new-artifact-link.tsx'
import { prefillNewArtifacts } from '../artifacts/new-artifact/new-artifact-state.ts'
import { NARROW, useMedia } from '../design/use-media.ts'
import { Notice } from '../design/feedback/notice.tsx'
import { IconPlus } from '../design/icons.tsx'
import type { Project } from '../projects/project-queries.ts'
import { useAccount } from '../session/account.ts'
import { queryReading } from './query/query-tree.ts'
import { valuesOfQuery } from './query/values-of-query.ts'
import { FilterBar } from './query/filter-bar.tsx'
import { ReportTabs } from './reports/report-tabs.tsx'
import type { Report } from './reports/report-queries.ts'
import { formatColumns, formatSort, type Column, type SortKey } from './table/columns.ts'
import { Grid, type GridHandle } from './table/grid.tsx'
import { NOTHING } from './table/use-choice.tsx'
import { ColumnsButton, SortButton } from './table/view-buttons.tsx'
import { rowsQueryOf } from './table/rows.ts'
import { formatTotals, parseTotals, type Total } from './table/totals.ts'
import { StatusLine } from './table/status-line.tsx'
import { TrackerHead } from './tracker-head.tsx'
import './tracker-view.css'
import type { Tracker } from './tracker-queries.ts'
import type { TrackerSearch } from './tracker-search.ts'
import { MAX_COUNTED, useListChanges } from './use-list-changes.ts'
import { useListView } from './use-list-view.ts'
import { useStable } from './use-stable.ts'
import { trackerViewOf } from './view-state.ts'

const ExportDialog = lazyPart(() => import('./export-dialog.tsx'), 'ExportDialog')
const BulkBar = lazyPart(() => import('../bulk/bulk-bar.tsx'), 'BulkBar')
const ArtifactPanel = lazyPart(() => import('../artifacts/artifact-panel.tsx'), 'ArtifactPanel')

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
  const { t } = useLingui()
  const navigate = useNavigate()
  const account = useAccount()
  const [total, setTotal] = useState<number | undefined>(undefined)
  const [error, setError] = useState<unknown>(null)
  const [generation, setGeneration] = useState(0)
  const [isExporting, setExporting] = useState(false)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [firstAt] = useState(search.at)
  const { tql, sort, columns } = search
  // The address also holds the row and the open artifact: these leave the list as it is.
  const view = useMemo(
    () => trackerViewOf(tracker, report, { tql, sort, columns }),
    [tracker, report, tql, sort, columns],
  )
  const params = useMemo(() => ({ project: projectName, tracker: tracker.item_name }), [projectName, tracker.item_name])

  /** `undefined` removes a part from the address, which then follows the report. */
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
  const setSort = useStable((keys: readonly SortKey[]) => go({ sort: formatSort(keys), at: undefined }))
  const setColumns = useStable((shown: readonly Column[]) => go({ columns: formatColumns(shown) }, true))
  const totals = useMemo(() => parseTotals(search.totals ?? '', tracker), [search.totals, tracker])
  const setTotals = useStable((next: readonly Total[]) => go({ totals: formatTotals(next) || undefined }, true))
  const setTql = useStable((text: string) => go({ tql: text, at: undefined }))
  const setAt = useStable((row: number) => go({ at: row > 0 ? row : undefined }, true))
  const setOpen = useStable((id: number | undefined) => go({ open: id }, search.open !== undefined && id !== undefined))

  const grid = useRef<GridHandle>(null)
  const [openRow, setOpenRow] = useState<number | undefined>(undefined)
  // Without room beside the list the page of the artifact takes the place of the panel.
  const isNarrow = useMedia(NARROW)
  const panelId = isNarrow ? undefined : search.open
  const closePanel = () => {
    setOpen(undefined)
    grid.current?.focusRow()
  }

  const query = useMemo(() => rowsQueryOf(tracker.id, view, generation), [tracker.id, view, generation])
  const changes = useListChanges(tracker, query, account?.user.id, total !== undefined && error === null)
  const refresh = () => setGeneration(generation + 1)
  const list = useListView(query)
  // Another list begins without a choice.
  const [choice, setChoice] = useState({ key: list.key, ids: NOTHING })
  const chosen = choice.key === list.key ? choice.ids : NOTHING
  const setChosen = useStable((ids: ReadonlySet<number>) => setChoice({ key: list.key, ids }))
  useEffect(() => {
    if (isNarrow && search.open !== undefined)
      void navigate({
        to: '/artifacts/$id',
        params: { id: String(search.open) },
        search: { list: list.key },
        replace: true,
      })
  }, [isNarrow, search.open, list.key, navigate])
  const { data: read } = useQuery({ ...queryReading(tracker.id, view.tql), enabled: false })
  const login = account?.user.username
  const values = useMemo(() => valuesOfQuery(tracker, view.tql, read, login), [tracker, view.tql, read, login])
  useEffect(() => prefillNewArtifacts(tracker.id, values), [tracker.id, values])
  const canSubmit = tracker.fields.some(field => field.permissions.includes('create'))
  const isAdministrator = tracker.permissions_for_groups !== null
  const scope = { projectId: project.id, trackerId: tracker.id }

  const empty = useMemo(
    () => (
      <EmptyTable
        isFiltered={view.tql !== '' || view.criteria !== ''}
        canSubmit={canSubmit}
        trackerId={tracker.id}
        params={params}
        onAll={() => setTql('')}
      />
    ),
    [view, canSubmit, tracker.id, params, setTql],
  )

  const refused = useMemo(() => <RefusedQuery onAll={() => setTql('')} />, [setTql])

  useCommands([
    {
      id: 'tracker.refresh',
      label: t`Show what has changed`,
      keys: 'r',
      section: t`Tracker`,
      run: refresh,
    },
  ])

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
        <SortButton tracker={tracker} sort={view.sort} onSort={setSort} />
        <ColumnsButton tracker={tracker} columns={view.columns} onColumns={setColumns} />
      </FilterBar>
      <div className="count-line">
        <span role="status">
          {total !== undefined && <Plural value={total} one="# artifact" other="# artifacts" />}
        </span>
        {changes && (
          <button type="button" className="list-changes" onClick={refresh} title={t`Key: R`}>
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
        {problem !== undefined && (
          <span className="count-line-problem">
            <Trans>Not run: {problem}</Trans>
          </span>
        )}
        {view.unknown.length > 0 && (
          <span className="count-line-note">
            <Trans>Not shown, because you do not see it or it does not exist: {view.unknown.join(', ')}</Trans>
          </span>
        )}
      </div>
      {notice !== undefined && <Notice kind="warning">{notice}</Notice>}
      <div className={problem === undefined ? 'tracker-split' : 'tracker-split tracker-split-dimmed'}>
        <Grid
          tracker={tracker}
          query={query}
          columns={view.columns}
          label={report ? t`${tracker.label}, ${report.label}` : tracker.label}
          list={list}
          ref={grid}
          open={panelId}
          at={firstAt}
          onScroll={setAt}
          onOpen={setOpen}
          onOpenRow={setOpenRow}
          onSort={setSort}
          onColumns={setColumns}
          totals={totals}
          onTotals={setTotals}
          chosen={chosen}
          onChosen={setChosen}
          onTotal={setTotal}
          onError={setError}
          empty={empty}
          refused={refused}
        />
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
        <Suspense fallback={<StatusLine isPanelOpen={panelId !== undefined} />}>
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
        <StatusLine isPanelOpen={panelId !== undefined} />
      )}
    </div>
  )
}

const RefusedQuery = ({ onAll }: { readonly onAll: () => void }) => (
  <div className="grid-empty">
    <p>
      <Trans>The query has a mistake and was not run.</Trans>
    </p>
    <button type="button" className="button button-secondary button-small" onClick={onAll}>
      <Trans>Show all artifacts</Trans>
    </button>
  </div>
)

interface EmptyTableProps {
  readonly isFiltered: boolean
  readonly canSubmit: boolean
  readonly trackerId: number
  readonly params: { readonly project: string; readonly tracker: string }
  readonly onAll: () => void
}

const EmptyTable = ({ isFiltered, canSubmit, trackerId, params, onAll }: EmptyTableProps) =>
  isFiltered ? (
    <div className="grid-empty">
      <p>
        <Trans>No artifact matches the filters.</Trans>
      </p>
      <button type="button" className="button button-secondary button-small" onClick={onAll}>
        <Trans>Remove all filters</Trans>
      </button>
    </div>
  ) : (
    <div className="grid-empty">
      <p>
        <Trans>There is no artifact yet.</Trans>
      </p>
      {canSubmit && (
        <NewArtifactLink trackerId={trackerId} params={params} className="button button-secondary button-small">
          <IconPlus /> <Trans>New artifact</Trans>
        </NewArtifactLink>
      )}
    </div>
  )
