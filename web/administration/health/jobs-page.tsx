import { Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, bodyOf, done } from '../../api/api.ts'
import { ConfirmDialog } from '../../design/feedback/dialog.tsx'
import { EmptyState } from '../../design/feedback/empty-state.tsx'
import { DateTime } from '../../design/format.tsx'
import { IconMore } from '../../design/icons.tsx'
import { Menu, MenuItem, MenuSection } from '../../design/layout/menu.tsx'
import { Pagination } from '../../design/layout/pagination.tsx'
import { Select } from '../../design/controls/select.tsx'
import { Table, type Column } from '../../design/layout/table.tsx'
import { toast, toastError } from '../../design/feedback/toast.tsx'
import { useSignedIn } from '../../session/account.ts'
import { AdministrationPage } from '../administration-page.tsx'
import { canChange } from '../areas.ts'
import { JobStateBadge, useJobStateNames } from '../state-badges.tsx'
import { jobStates, type JobState } from '../states.ts'

const route = getRouteApi('/shell/signed-in/administration/jobs')

const LIMIT = 25
/** Jobs start and end without the reader, so the page reads them again. */
const REFRESHED_MS = 10_000
const jobsKey = ['site', 'jobs'] as const

const readJobs = (state: JobState | undefined, offset: number, signal: AbortSignal) =>
  bodyOf(api.GET('/site/jobs', { params: { query: { limit: LIMIT, offset, ...(state && { state }) } }, signal }))

type Jobs = Awaited<ReturnType<typeof readJobs>>
type Job = Jobs['jobs'][number]

/** Background jobs that are waiting, running or failed. */
export const JobsPage = () => {
  const { t } = useLingui()
  const { status, offset = 0 } = route.useSearch()
  const state = status as JobState | undefined
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const mayChange = canChange(useSignedIn(), 'jobs')
  const names = useJobStateNames()
  const [removed, setRemoved] = useState<Job>()
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [...jobsKey, state, offset],
    queryFn: ({ signal }) => readJobs(state, offset, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESHED_MS,
  })
  const refresh = () => queries.invalidateQueries({ queryKey: jobsKey })
  const retry = useMutation({
    mutationFn: ({ id }: Job) => done(api.POST('/site/jobs/{id}/retry', { params: { path: { id } } })),
    onSuccess: async () => {
      await refresh()
      toast(t`The job is tried again.`)
    },
    onError: toastError,
  })
  const remove = async () => {
    if (!removed) return
    await done(api.DELETE('/site/jobs/{id}', { params: { path: { id: removed.id } } }))
    await refresh()
    toast(t`The job is deleted.`)
  }
  const columns = useJobColumns({ mayChange, onRetry: job => retry.mutate(job), onRemove: setRemoved })
  const total = data ? (state ? data[state] : data.waiting + data.running + data.failed) : 0
  return (
    <AdministrationPage
      area="jobs"
      title={t`Jobs`}
      description={<Trans>Work in the background: mails, webhooks, imports. What is done is not listed.</Trans>}
    >
      <div className="list-filter">
        <div className="list-filter-status">
          <Select
            label={t`State`}
            value={state ?? ''}
            onChange={value => void navigate({ search: value === '' ? {} : { status: value } })}
            options={[
              { value: '', label: t`All` },
              ...jobStates.map(value => ({ value, label: data ? `${names[value]} (${data[value]})` : names[value] })),
            ]}
          />
        </div>
      </div>
      <div className="administration-list" aria-busy={isPlaceholderData}>
        <Table
          label={t`Jobs`}
          rows={data?.jobs}
          error={error}
          onRetry={() => void refetch()}
          rowKey={job => job.id}
          empty={
            <EmptyState title={t`There is nothing to do`}>
              <Trans>Jobs stand here while they wait, while they run, and when they failed.</Trans>
            </EmptyState>
          }
          columns={columns}
        />
        {data && (
          <Pagination
            offset={offset}
            limit={LIMIT}
            total={total}
            onChange={next => void navigate({ search: { ...(state && { status: state }), offset: next } })}
          />
        )}
      </div>
      <ConfirmDialog
        title={t`Delete the job?`}
        confirmLabel={t`Delete`}
        isOpen={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        onConfirm={remove}
      >
        <Trans>
          What it was to do (<code>{removed?.task}</code>) is never done. This cannot be undone.
        </Trans>
      </ConfirmDialog>
    </AdministrationPage>
  )
}

interface JobActions {
  readonly mayChange: boolean
  readonly onRetry: (job: Job) => void
  readonly onRemove: (job: Job) => void
}

const useJobColumns = ({ mayChange, onRetry, onRemove }: JobActions): readonly Column<Job>[] => {
  const { t } = useLingui()
  return [
    {
      id: 'task',
      header: t`Job`,
      isRowHeader: true,
      cell: job => (
        <>
          <code>{job.task}</code>
          {job.last_error !== null && <div className="administration-error">{job.last_error}</div>}
        </>
      ),
    },
    { id: 'state', header: t`State`, cell: job => <JobStateBadge state={job.state} /> },
    {
      id: 'attempts',
      header: t`Attempts`,
      align: 'end',
      isSecondary: true,
      cell: job => `${job.attempts} / ${job.max_attempts}`,
    },
    {
      id: 'due',
      header: t`Due`,
      isSecondary: true,
      cell: job => <DateTime value={job.run_at} as="relative" />,
    },
    ...(mayChange
      ? [
          {
            id: 'actions',
            header: '',
            isActions: true,
            cell: (job: Job) =>
              job.state !== 'running' && (
                <Menu label={t`Actions for ${job.task}`} icon={<IconMore />}>
                  <MenuSection label={t`Job`} isLabelHidden>
                    <MenuItem onAction={() => onRetry(job)}>{t`Try again`}</MenuItem>
                  </MenuSection>
                  <MenuSection label={t`Cannot be undone`} isLabelHidden>
                    <MenuItem isDanger onAction={() => onRemove(job)}>{t`Delete`}</MenuItem>
                  </MenuSection>
                </Menu>
              ),
          },
        ]
      : []),
  ]
}
