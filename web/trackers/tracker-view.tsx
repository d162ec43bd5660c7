import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useCallback, useState } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { useCommands } from '../commands/registry.ts'
import { NewArtifactLink } from '../artifacts/new-artifact/new-artifact-link.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { IconPlus } from '../design/icons.tsx'
import type { Project } from '../projects/project-queries.ts'
import { useAccount } from '../session/account.ts'
import { FilterBar } from './query/filter-bar.tsx'
import { ReportTabs } from './reports/report-tabs.tsx'
import type { Report, ReportSummary } from './reports/report-queries.ts'
import { formatColumns, formatSort, type Column, type SortKey } from './table/columns.ts'
import { Grid } from './table/grid.tsx'
import { ColumnsMenu, SortMenu } from './table/view-menus.tsx'
import { StatusLine } from './table/status-line.tsx'
import { TrackerHead } from './tracker-head.tsx'
import './tracker-view.css'
import type { Tracker } from './tracker-queries.ts'
import type { TrackerSearch } from './tracker-search.ts'
import { MAX_COUNTED, useListChanges } from './use-list-changes.ts'
import { useListView } from './use-list-view.ts'
import { trackerViewOf } from './view-state.ts'

const ArtifactPanel = lazyPart(() => import('../artifacts/artifact-panel.tsx'), 'ArtifactPanel')

export interface TrackerViewProps {
  readonly project: Project
  readonly projectName: string
  readonly tracker: Tracker
  readonly reports: readonly ReportSummary[]
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
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const view = trackerViewOf(tracker, report, search)
  const params = { project: projectName, tracker: tracker.item_name }

  /** `undefined` removes a part from the address, which then follows the report. */
  const go = useCallback(
    (change: Partial<Record<keyof TrackerSearch, string | number | undefined>>, replace = false) =>
      void navigate({
        to: '/projects/$project/trackers/$tracker',
        params: { project: projectName, tracker: tracker.item_name },
        search: previous =>
          Object.fromEntries(Object.entries({ ...previous, ...change }).filter(([, value]) => value !== undefined)),
        replace,
      }),
    [navigate, projectName, tracker.item_name],
  )
  const setSort = (sort: readonly SortKey[]) => go({ sort: formatSort(sort), at: undefined })
  const setColumns = (columns: readonly Column[]) => go({ columns: formatColumns(columns) }, true)
  const setTql = (tql: string) => go({ tql, at: undefined })

  const query = {
    trackerId: tracker.id,
    tql: view.tql,
    criteria: view.criteria,
    sort: view.sort,
    fields: view.columns.map(({ field }) => field.name),
    generation,
  }
  const changes = useListChanges(tracker, query, account?.user.id, error === null)
  const refresh = () => setGeneration(generation + 1)
  const list = useListView(query)
  const canSubmit = tracker.fields.some(field => field.permissions.includes('create'))
  const isAdministrator = tracker.permissions_for_groups !== null
  const scope = { projectId: project.id, trackerId: tracker.id }

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
      <TrackerHead tracker={tracker} params={params} canSubmit={canSubmit} />
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
        <SortMenu tracker={tracker} sort={view.sort} onSort={setSort} />
        <ColumnsMenu tracker={tracker} columns={view.columns} onColumns={setColumns} />
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
          open={search.open}
          at={search.at}
          onScroll={row => go({ at: row > 0 ? row : undefined }, true)}
          onOpen={id => go({ open: id }, search.open !== undefined && id !== undefined)}
          onSort={setSort}
          onColumns={setColumns}
          onTotal={setTotal}
          onError={setError}
          empty={
            <EmptyTable
              isFiltered={view.tql !== '' || view.criteria !== ''}
              canSubmit={canSubmit}
              trackerId={tracker.id}
              params={params}
              onAll={() => setTql('')}
            />
          }
        />
        {search.open !== undefined && (
          <Suspense fallback={<aside className="panel" aria-busy="true" />}>
            <ArtifactPanel key={search.open} id={search.open} onClose={() => go({ open: undefined })} />
          </Suspense>
        )}
      </div>
      <StatusLine />
    </div>
  )
}

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
