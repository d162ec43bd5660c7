import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../design/controls/button.tsx'
import { Dialog, DialogActions } from '../design/feedback/dialog.tsx'
import { ErrorState, FaultList } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { DateTime } from '../design/format.tsx'
import { viewOf } from '../fields/registry.ts'
import type { Tracker } from '../trackers/tracker-queries.ts'
import { LostParts } from './lost-parts.tsx'
import { lostQuery, trashedQuery, type TrashedArtifact } from './trash-queries.ts'

export interface TrashedDialogProps {
  readonly tracker: Tracker
  readonly projectId: number
  readonly artifact: TrashedArtifact
  readonly name: string
  /** A restore runs. */
  readonly isRestoring: boolean
  readonly error: unknown
  readonly onRestore: () => void
  readonly onClose: () => void
}

/** A deleted artifact as it was, and the parts of it that a restore would not bring back. */
export const TrashedDialog = (props: TrashedDialogProps) => {
  const { tracker, projectId, artifact, name, isRestoring, error, onRestore, onClose } = props
  const { t } = useLingui()
  const id = artifact.artifact_id
  const whole = useQuery(trashedQuery(id))
  const lost = useQuery({ ...lostQuery(id), enabled: artifact.can_restore }).data ?? []
  return (
    <Dialog title={name} isOpen onClose={onClose} size="wide">
      {error ? <FaultList error={error} /> : null}
      <p className="muted small">
        <Trans>
          Deleted <DateTime value={artifact.deleted_at} as="relative" />, erased for good on{' '}
          <DateTime value={artifact.purge_on} as="day" />.
        </Trans>{' '}
        <Plural value={artifact.changesets} one="# changeset." other="# changesets." />
      </p>
      <LostParts tracker={tracker} lost={lost} />
      {whole.data ? (
        <ValuesOfTrashed tracker={tracker} projectId={projectId} values={whole.data.values ?? []} />
      ) : whole.error ? (
        <ErrorState error={whole.error} onRetry={() => void whole.refetch()} />
      ) : (
        <Skeleton lines={6} />
      )}
      <DialogActions>
        <Button onPress={onClose}>
          <Trans>Close</Trans>
        </Button>
        {artifact.can_restore && (
          <Button variant="primary" isPending={isRestoring} onPress={onRestore}>
            {t`Restore`}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

interface ValuesOfTrashedProps {
  readonly tracker: Tracker
  readonly projectId: number
  readonly values: readonly { readonly field_id: number }[]
}

/** The values that the reader may see, in the order of the tracker's fields; empty ones are left out. */
const ValuesOfTrashed = ({ tracker, projectId, values }: ValuesOfTrashedProps) => {
  const scope = { projectId, trackerId: tracker.id }
  const shown = tracker.fields.flatMap(field => {
    const { Read, isEmpty } = viewOf(field.type)
    const value = values.find(each => each.field_id === field.field_id) as Parameters<typeof isEmpty>[0]
    return isEmpty(value) ? [] : [{ field, Read, value }]
  })
  return (
    <dl className="trashed-values">
      {shown.map(({ field, Read, value }) => (
        <div key={field.field_id}>
          <dt>{field.label}</dt>
          <dd>
            <Read
              field={field}
              value={value}
              scope={scope}
              isStatus={field.field_id === tracker.semantics.status?.field_id}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}
