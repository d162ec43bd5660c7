import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, bodyOf } from '../api/api.ts'
import { Button } from '../design/controls/button.tsx'
import { Form } from '../design/controls/form.tsx'
import { Select } from '../design/controls/select.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { Dialog } from '../design/feedback/dialog.tsx'
import { PageState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { IconPlus } from '../design/icons.tsx'
import '../design/layout/table.css'
import { ProjectFrame, useCurrentProject } from '../projects/project-frame.tsx'
import { kanbansQuery, projectQuery, useRights } from '../projects/project-queries.ts'
import { trackersQuery } from '../trackers/tracker-queries.ts'
import type { Kanban } from './kanban-queries.ts'

/** The kanbans of a project. A single one is shown at once. */
export const KanbansPage = () => {
  const { t } = useLingui()
  const { project, name } = useCurrentProject()
  const { is_administrator: isAdministrator } = useRights(project.id)
  const [isMaking, setMaking] = useState(false)
  const { data, error, refetch } = useQuery(kanbansQuery(project.id))
  const [only] = data?.items ?? []
  if (only && data?.items.length === 1)
    return (
      <Navigate to="/projects/$project/kanban/$kanban" params={{ project: name, kanban: String(only.id) }} replace />
    )
  const make = isAdministrator && (
    <Button variant="primary" onPress={() => setMaking(true)}>
      <IconPlus /> <Trans>New kanban</Trans>
    </Button>
  )
  return (
    <ProjectFrame title={t`Kanban`} actions={data && data.items.length > 0 ? make : undefined}>
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton lines={4} />
      ) : data.items.length === 0 ? (
        <PageState title={t`This project has no kanban`} action={make}>
          <Trans>
            A kanban shows the artifacts of a tracker in columns: the open values of its status, with a backlog before
            and an archive behind them.
          </Trans>
        </PageState>
      ) : (
        <KanbanTable kanbans={data.items} name={name} />
      )}
      {isMaking && (
        <MakeDialog
          projectId={project.id}
          name={name}
          taken={new Set(data?.items.map(({ tracker_id: id }) => id))}
          onClose={() => setMaking(false)}
        />
      )}
    </ProjectFrame>
  )
}

const KanbanTable = ({ kanbans, name }: { readonly kanbans: readonly Kanban[]; readonly name: string }) => {
  const { t } = useLingui()
  return (
    <table className="table" aria-label={t`Kanbans`}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Name</Trans>
          </th>
          <th scope="col">
            <Trans>Tracker</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {kanbans.map(({ id, label, tracker }) => (
          <tr key={id}>
            <td>
              <Link to="/projects/$project/kanban/$kanban" params={{ project: name, kanban: String(id) }} dir="auto">
                {label}
              </Link>
            </td>
            <td dir="auto">{tracker.label}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface MakeDialogProps {
  readonly projectId: number
  readonly name: string
  /** Trackers that have a kanban. */
  readonly taken: ReadonlySet<number>
  readonly onClose: () => void
}

const MakeDialog = ({ projectId, name, taken, onClose }: MakeDialogProps) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const trackers = useQuery(trackersQuery(projectId)).data?.items.filter(({ id }) => !taken.has(id)) ?? []
  const [chosen, setChosen] = useState<string>()
  const [label, setLabel] = useState('')
  const trackerId = Number(chosen ?? trackers[0]?.id)
  const tracker = trackers.find(({ id }) => id === trackerId)
  const make = useMutation({
    mutationFn: () =>
      bodyOf(
        api.POST('/projects/{id}/kanbans', {
          params: { path: { id: projectId } },
          body: { tracker_id: trackerId, label: label.trim() || (tracker?.label ?? '') },
        }),
      ),
    onSuccess: async ({ id }) => {
      await Promise.all([
        queries.invalidateQueries({ queryKey: kanbansQuery(projectId).queryKey }),
        queries.invalidateQueries({ queryKey: projectQuery(name).queryKey }),
      ])
      await navigate({
        to: '/projects/$project/kanban/$kanban',
        params: { project: name, kanban: String(id) },
      })
    },
  })
  return (
    <Dialog title={t`New kanban`} isOpen onClose={onClose}>
      {trackers.length === 0 ? (
        <p>
          <Trans>Every tracker that you see has a kanban, or the project has no tracker.</Trans>
        </p>
      ) : (
        <Form
          onSubmit={() => make.mutate()}
          isPending={make.isPending}
          error={make.error}
          submitLabel={t`Create`}
          secondary={
            <Button onPress={onClose}>
              <Trans>Cancel</Trans>
            </Button>
          }
        >
          <Select
            label={t`Tracker`}
            description={t`The open values of its status become the columns.`}
            options={trackers.map(({ id, label: text }) => ({ value: String(id), label: text }))}
            value={String(trackerId)}
            onChange={setChosen}
          />
          <TextField
            label={t`Name`}
            description={t`Without a name the kanban is called like its tracker.`}
            value={label}
            onChange={setLabel}
          />
        </Form>
      )}
    </Dialog>
  )
}
