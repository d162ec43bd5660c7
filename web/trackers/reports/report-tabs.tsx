import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { Button as AriaButton, Menu as AriaMenu, MenuTrigger, Popover } from 'react-aria-components'
import { lazyPart } from '../../app/lazy-part.ts'
import { Button } from '../../design/controls/button.tsx'
import { toast, toastError } from '../../design/feedback/toast.tsx'
import { IconChevronDown } from '../../design/icons.tsx'
import { MenuItem, MenuSection } from '../../design/layout/menu.tsx'
import { TabList } from '../../design/layout/tabs.tsx'
import type { Tracker } from '../tracker-queries.ts'
import type { TrackerView } from '../view-state.ts'
import type { ReportDialog } from './report-dialogs.tsx'
import { reportsQuery, type Report } from './report-queries.ts'
import './report-tabs.css'

const ReportDialogs = lazyPart(() => import('./report-dialogs.tsx'), 'ReportDialogs')

/** Tabs in sight; the others are in the menu "More". */
const MAX_TABS = 6

export interface ReportTabsProps {
  readonly tracker: Tracker
  readonly projectName: string
  readonly reports: readonly Report[]
  /** Undefined: all artifacts, without a report. */
  readonly current: Report | undefined
  readonly view: TrackerView
  readonly canSave: boolean
  readonly isAdministrator: boolean
}

/** The reports of the tracker: the default report, then public reports and the reader's own. */
export const ReportTabs = (props: ReportTabsProps) => {
  const { tracker, projectName, reports, current, view, canSave, isAdministrator } = props
  const { t } = useLingui()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [dialog, setDialog] = useState<ReportDialog>()
  const shown = reports.slice(0, MAX_TABS)
  // The current report is always in sight.
  const hidden = reports.slice(MAX_TABS)
  const extra = hidden.find(report => report.id === current?.id)
  const tabs = extra ? [...shown.slice(0, -1), extra] : shown
  const rest = reports.filter(report => !tabs.includes(report))
  const canOverwrite = current !== undefined && canSave && (!current.is_public || isAdministrator)
  const params = { project: projectName, tracker: tracker.item_name }

  // The address without changes.
  const saved = current && !current.is_default ? { report: current.id } : {}
  const revert = () => void navigate({ to: '/projects/$project/trackers/$tracker', params, search: saved })

  const overwrite = async (isForced = false) => {
    if (!current) return
    const { saveReport } = await import('./save-report.ts')
    try {
      const result = await saveReport(tracker, current, view, { isForced })
      setDialog(result === 'changed' ? 'conflict' : undefined)
      if (result === 'changed') return
    } catch (error) {
      return toastError(error)
    }
    await queries.invalidateQueries({ queryKey: reportsQuery(tracker.id).queryKey })
    await navigate({ to: '/projects/$project/trackers/$tracker', params, search: { report: current.id } })
    toast(t`The report ${current.label} is saved`)
  }
  return (
    <div className="report-tabs">
      <TabList label={t`Reports`}>
        {reports.length === 0 && (
          <Link
            to="/projects/$project/trackers/$tracker"
            params={params}
            search={{}}
            className="tab"
            aria-current="page"
          >
            <Trans>All artifacts</Trans>
          </Link>
        )}
        {tabs.map(report => (
          <Link
            key={report.id}
            to="/projects/$project/trackers/$tracker"
            params={params}
            search={{ report: report.id }}
            className="tab"
            activeProps={{}}
            aria-current={report.id === current?.id ? 'page' : undefined}
          >
            <bdi>{report.label}</bdi>
            {report.id === current?.id && view.isChanged && <ChangedMark />}
          </Link>
        ))}
        {(rest.length > 0 || current || view.isChanged) && (
          <MenuTrigger>
            <AriaButton className="tab">
              <Trans>More</Trans>
              <IconChevronDown />
            </AriaButton>
            <Popover className="menu-popover" placement="bottom start">
              <AriaMenu className="menu" aria-label={t`More reports`}>
                {rest.length > 0 && (
                  <MenuSection label={t`Reports`}>
                    {rest.map(report => (
                      <MenuItem
                        key={report.id}
                        href={`/projects/${projectName}/trackers/${tracker.item_name}?report=${report.id}`}
                      >
                        {report.label}
                      </MenuItem>
                    ))}
                  </MenuSection>
                )}
                {canSave && (
                  <MenuSection label={t`This report`}>
                    {view.isChanged && canOverwrite ? (
                      <MenuItem onAction={() => void overwrite()}>{t`Save`}</MenuItem>
                    ) : null}
                    <MenuItem onAction={() => setDialog('save')}>{t`Save as…`}</MenuItem>
                    {view.isChanged ? <MenuItem onAction={revert}>{t`Revert`}</MenuItem> : null}
                    <MenuItem isDisabled={!canOverwrite} isDanger onAction={() => setDialog('delete')}>
                      {t`Delete…`}
                    </MenuItem>
                  </MenuSection>
                )}
              </AriaMenu>
            </Popover>
          </MenuTrigger>
        )}
      </TabList>
      {view.isChanged && (
        <div className="report-tabs-unsaved">
          <span className="meta">
            <Trans>Changed</Trans>
          </span>
          {canOverwrite && (
            <Button variant="quiet" size="small" onPress={() => void overwrite()}>
              <Trans>Save</Trans>
            </Button>
          )}
          {canSave && (
            <Button variant="quiet" size="small" onPress={() => setDialog('save')}>
              <Trans>Save as…</Trans>
            </Button>
          )}
          <Link
            to="/projects/$project/trackers/$tracker"
            params={params}
            search={saved}
            className="button button-quiet button-small"
          >
            <Trans>Revert</Trans>
          </Link>
        </div>
      )}
      {dialog && (
        <Suspense fallback={null}>
          <ReportDialogs
            kind={dialog}
            tracker={tracker}
            report={current}
            view={view}
            isAdministrator={isAdministrator}
            onKind={setDialog}
            onShow={async search => {
              await queries.invalidateQueries({ queryKey: reportsQuery(tracker.id).queryKey })
              await navigate({ to: '/projects/$project/trackers/$tracker', params, search })
            }}
            onOverwrite={() => void overwrite(true)}
          />
        </Suspense>
      )}
    </div>
  )
}

const ChangedMark = () => {
  const { t } = useLingui()
  return <span className="changed-mark" role="img" aria-label={t`changed, not saved`} title={t`changed, not saved`} />
}
