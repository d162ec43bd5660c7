import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, IconButton } from '../design/controls/button.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { toast, toastError } from '../design/feedback/toast.tsx'
import { DateTime } from '../design/format.tsx'
import { IconTrash } from '../design/icons.tsx'
import { Pagination } from '../design/layout/pagination.tsx'
import { Table } from '../design/layout/table.tsx'
import { SettingsFrame, useSettingsTracker } from '../tracker-settings/settings-frame.tsx'
import { LostParts } from './lost-parts.tsx'
import { PurgeDialog } from './purge-dialog.tsx'
import {
  lostQuery,
  restoreArtifact,
  trashKey,
  trashQuery,
  TRASH_LIMIT,
  type LostPart,
  type TrashedArtifact,
} from './trash-queries.ts'
import { TrashedDialog } from './trashed-dialog.tsx'
import './trash.css'

const route = getRouteApi('/shell/projects/$project/trackers/$tracker/settings/trash')

interface OpenDialog {
  readonly kind: 'look' | 'purge'
  readonly artifact: TrashedArtifact
}

/** The deleted artifacts of a tracker: looked at, restored, and erased for good. */
export const TrackerTrashPage = () => {
  const { t } = useLingui()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { offset = 0 } = route.useSearch()
  const tracker = useSettingsTracker()
  const { data, error, refetch } = useQuery({ ...trashQuery(tracker.id, offset), placeholderData: keepPreviousData })
  const [open, setOpen] = useState<OpenDialog>()
  const [lost, setLost] = useState<readonly LostPart[]>([])
  const nameOf = (artifact: TrashedArtifact): string =>
    artifact.title === null || artifact.title === '' ? `${tracker.item_name} #${artifact.artifact_id}` : artifact.title
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: trashKey })
  }

  const restore = useMutation({
    mutationFn: async ({ artifact, isAsked }: { readonly artifact: TrashedArtifact; readonly isAsked: boolean }) => {
      // A restore with losses is asked for twice: the dialog tells the losses.
      if (!isAsked && (await queries.fetchQuery(lostQuery(artifact.artifact_id))).length > 0) return undefined
      return restoreArtifact(artifact.artifact_id)
    },
    onSuccess: async (parts, { artifact }) => {
      if (!parts) return setOpen({ kind: 'look', artifact })
      setLost(parts)
      setOpen(undefined)
      const to = String(artifact.artifact_id)
      toast(t`${nameOf(artifact)} is back`, {
        action: { label: t`Open`, run: () => void navigate({ to: '/artifacts/$id', params: { id: to } }) },
      })
      await Promise.all([
        refresh(),
        queries.invalidateQueries({ queryKey: ['tracker', tracker.id] }),
        queries.invalidateQueries({ queryKey: ['projects', tracker.project.id] }),
        queries.invalidateQueries({ queryKey: ['artifact', artifact.artifact_id] }),
      ])
    },
    onError: (cause, { isAsked }) => {
      // The open dialog shows the refusal itself.
      if (!isAsked) toastError(cause)
    },
  })
  const actionsOf = (artifact: TrashedArtifact) =>
    artifact.can_restore && (
      <span className="trash-actions">
        <Button
          size="small"
          isPending={restore.isPending && restore.variables.artifact.artifact_id === artifact.artifact_id}
          aria-label={t`Restore ${nameOf(artifact)}`}
          onPress={() => restore.mutate({ artifact, isAsked: false })}
        >
          <Trans>Restore</Trans>
        </Button>
        <IconButton
          label={t`Delete ${nameOf(artifact)} for good`}
          size="small"
          onPress={() => setOpen({ kind: 'purge', artifact })}
        >
          <IconTrash />
        </IconButton>
      </span>
    )

  return (
    <SettingsFrame
      title={t`Trash`}
      description={
        <Trans>
          Deleted artifacts wait here until the day on which they are erased. Links, lists and searches do not show
          them.
        </Trans>
      }
    >
      <LostParts tracker={tracker} lost={lost} isRestored />
      <Table
        label={t`Deleted artifacts`}
        rows={data?.items}
        error={error}
        onRetry={() => void refetch()}
        rowKey={artifact => artifact.artifact_id}
        empty={
          <EmptyState title={t`The trash is empty`}>
            <Trans>A deleted artifact can be restored from here for some days.</Trans>
          </EmptyState>
        }
        columns={[
          {
            id: 'artifact',
            header: t`Artifact`,
            isRowHeader: true,
            cell: artifact => (
              <>
                <button
                  type="button"
                  className="trash-title"
                  onClick={() => {
                    restore.reset()
                    setOpen({ kind: 'look', artifact })
                  }}
                >
                  <bdi>{nameOf(artifact)}</bdi>
                </button>
                <div className="trash-facts">
                  #{artifact.artifact_id} ·{' '}
                  <Plural value={artifact.changesets} one="# changeset" other="# changesets" />
                  <span className="trash-narrow">
                    {' · '}
                    <Trans>
                      deleted <DateTime value={artifact.deleted_at} as="relative" />, erased on{' '}
                      <DateTime value={artifact.purge_on} as="day" />
                    </Trans>
                  </span>
                </div>
              </>
            ),
          },
          {
            id: 'deleted',
            header: t`Deleted`,
            isSecondary: true,
            cell: ({ deleted_at, deleted_by }) => (
              <>
                <DateTime value={deleted_at} as="relative" />
                <div className="trash-facts">
                  <bdi>{deleted_by?.real_name || deleted_by?.username}</bdi>
                </div>
              </>
            ),
          },
          {
            id: 'until',
            header: t`Erased on`,
            isSecondary: true,
            cell: ({ purge_on }) => <DateTime value={purge_on} as="day" />,
          },
          { id: 'actions', header: '', isActions: true, cell: actionsOf },
        ]}
      />
      {data && (
        <Pagination
          offset={offset}
          limit={TRASH_LIMIT}
          total={data.total}
          onChange={next => void navigate({ to: '.', search: next > 0 ? { offset: next } : {} })}
        />
      )}
      {open?.kind === 'look' && (
        <TrashedDialog
          tracker={tracker}
          projectId={tracker.project.id}
          artifact={open.artifact}
          name={nameOf(open.artifact)}
          isRestoring={restore.isPending}
          error={restore.variables?.isAsked ? restore.error : null}
          onRestore={() => restore.mutate({ artifact: open.artifact, isAsked: true })}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open?.kind === 'purge' && (
        <PurgeDialog
          artifact={open.artifact}
          name={nameOf(open.artifact)}
          onClose={() => setOpen(undefined)}
          onDone={refresh}
        />
      )}
    </SettingsFrame>
  )
}
