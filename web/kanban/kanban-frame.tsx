import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useState, type ReactNode } from 'react'
import { ApiError } from '../api/api-error.ts'
import { api, done } from '../api/api.ts'
import { lazyPart } from '../app/lazy-part.ts'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { IconMore } from '../design/icons.tsx'
import { Menu, MenuItem } from '../design/layout/menu.tsx'
import { TabLink, TabList } from '../design/layout/tabs.tsx'
import { useCopy } from '../design/use-copy.ts'
import { TrackerSquare } from '../design/values/value.tsx'
import { valueColour } from '../design/values/value-colour.ts'
import { ProjectFrame, useCurrentProject, type CurrentProject } from '../projects/project-frame.tsx'
import { kanbansQuery, useRights } from '../projects/project-queries.ts'
import { trackerQuery, type Tracker } from '../trackers/tracker-queries.ts'
import './kanban.css'
import { kanbanQuery, type Kanban } from './kanban-queries.ts'
import { useKanbanColumns } from './use-kanban-columns.ts'

const NameDialog = lazyPart(() => import('./dialogs/kanban-dialogs.tsx'), 'NameDialog')
const FiltersDialog = lazyPart(() => import('./dialogs/filters-dialog.tsx'), 'FiltersDialog')
const DeleteKanbanDialog = lazyPart(() => import('./dialogs/kanban-dialogs.tsx'), 'DeleteKanbanDialog')

export interface KanbanParts extends CurrentProject {
  readonly kanban: Kanban
  readonly tracker: Tracker
  readonly isAdministrator: boolean
  /** In the address. */
  readonly params: { readonly project: string; readonly kanban: string }
}

interface KanbanFrameProps {
  readonly tab: 'board' | 'flow'
  /** The report that both tabs keep. */
  readonly report: number | undefined
  readonly children: (parts: KanbanParts) => ReactNode
}

/** A page of the kanban of the address: its frame, or why it cannot be shown. */
export const KanbanFrame = ({ tab, report, children }: KanbanFrameProps) => {
  const { t } = useLingui()
  const { kanban: text = '' } = useParams({ strict: false })
  const id = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
  const { project, name } = useCurrentProject()
  const { is_administrator: isAdministrator } = useRights(project.id)
  const kanban = useQuery({ ...kanbanQuery(id ?? 0), enabled: id !== undefined })
  const trackerId = kanban.data?.tracker_id
  const tracker = useQuery({ ...trackerQuery(trackerId ?? 0), enabled: trackerId !== undefined })
  const isElsewhere = kanban.data !== undefined && kanban.data.tracker.project.id !== project.id
  const error = id === undefined || isElsewhere ? new ApiError(404, []) : (kanban.error ?? tracker.error)
  const isRead = kanban.data && tracker.data && !isElsewhere
  const params = { project: name, kanban: text }
  return (
    <ProjectFrame title={isRead ? kanban.data.label : t`Kanban`} width="full" hasOwnHeading>
      {isRead ? (
        <div className="kanban">
          <KanbanHead
            parts={{ project, name, kanban: kanban.data, tracker: tracker.data, isAdministrator, params }}
            tab={tab}
            report={report}
          />
          {children({ project, name, kanban: kanban.data, tracker: tracker.data, isAdministrator, params })}
        </div>
      ) : (
        <>
          <h1 className="visually-hidden">{t`Kanban`}</h1>
          {error ? (
            <ErrorState error={error} onRetry={() => void (kanban.error ? kanban.refetch() : tracker.refetch())} />
          ) : (
            <Skeleton lines={8} />
          )}
        </>
      )}
    </ProjectFrame>
  )
}

interface HeadProps {
  readonly parts: KanbanParts
  readonly tab: 'board' | 'flow'
  readonly report: number | undefined
}

/** Name, menu and tabs of the kanban. */
const KanbanHead = ({ parts, tab, report }: HeadProps) => {
  const { project, name, kanban, tracker, isAdministrator, params } = parts
  const { t } = useLingui()
  const copy = useCopy()
  const navigate = useNavigate()
  const { add, readAgain } = useKanbanColumns(kanban)
  const [dialog, setDialog] = useState<'rename' | 'add' | 'filters' | 'delete'>()
  const close = () => setDialog(undefined)
  const list = useQuery(kanbansQuery(project.id))
  const search = report === undefined ? {} : { report }
  return (
    <>
      <div className="kanban-head">
        <h1 className="kanban-name">
          <TrackerSquare colour={valueColour(tracker.color_name)} />
          <bdi>{kanban.label}</bdi>
        </h1>
        <p className="kanban-about cut">
          <Trans>Kanban of {tracker.label}</Trans>
        </p>
        <Menu label={t`More`} icon={<IconMore />}>
          <MenuItem onAction={() => copy(window.location.href)}>{t`Copy the address`}</MenuItem>
          {kanban.user_can_add_columns && <MenuItem onAction={() => setDialog('add')}>{t`Add a column…`}</MenuItem>}
          {isAdministrator && <MenuItem onAction={() => setDialog('rename')}>{t`Rename the kanban…`}</MenuItem>}
          {isAdministrator && <MenuItem onAction={() => setDialog('filters')}>{t`Reports of the kanban…`}</MenuItem>}
          {isAdministrator && (
            <MenuItem isDanger onAction={() => setDialog('delete')}>{t`Delete the kanban…`}</MenuItem>
          )}
        </Menu>
      </div>
      <div className="kanban-tabs">
        <TabList label={t`Views of the kanban`}>
          <TabLink link={{ to: '/projects/$project/kanban/$kanban', params, search }} isCurrent={tab === 'board'}>
            <Trans>Board</Trans>
          </TabLink>
          <TabLink link={{ to: '/projects/$project/kanban/$kanban/flow', params, search }} isCurrent={tab === 'flow'}>
            <Trans>Flow</Trans>
          </TabLink>
          <TabLink
            link={{
              to: '/projects/$project/trackers/$tracker',
              params: { project: name, tracker: tracker.item_name },
            }}
            isCurrent={false}
          >
            <Trans>Table</Trans>
          </TabLink>
        </TabList>
      </div>
      {dialog && (
        <Suspense fallback={null}>
          {dialog === 'rename' && (
            <NameDialog
              title={t`Rename the kanban`}
              label={t`Name`}
              name={kanban.label}
              submitLabel={t`Rename`}
              onName={async label => {
                await done(api.PATCH('/kanban/{id}', { params: { path: { id: kanban.id } }, body: { label } }))
                await Promise.all([readAgain(), list.refetch()])
              }}
              onClose={close}
            />
          )}
          {dialog === 'add' && (
            <NameDialog
              title={t`Add a column`}
              label={t`Name of the new value`}
              name=""
              submitLabel={t`Add`}
              onName={add}
              onClose={close}
            />
          )}
          {dialog === 'filters' && <FiltersDialog kanban={kanban} onDone={list.refetch} onClose={close} />}
          {dialog === 'delete' && (
            <DeleteKanbanDialog
              kanbanId={kanban.id}
              label={kanban.label}
              onDone={async () => {
                await list.refetch()
                await navigate({ to: '/projects/$project/kanban', params: { project: name } })
              }}
              onClose={close}
            />
          )}
        </Suspense>
      )}
    </>
  )
}
