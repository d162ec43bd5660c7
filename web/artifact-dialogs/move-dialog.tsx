import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, bodyOf, done } from '../api/api.ts'
import { Button } from '../design/controls/button.tsx'
import { Form } from '../design/controls/form.tsx'
import { Dialog } from '../design/feedback/dialog.tsx'
import { FaultList } from '../design/feedback/error-state.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { viewOf } from '../fields/registry.ts'
import { Nothing } from '../fields/shared/nothing.tsx'
import { useArtifact } from '../artifacts/artifact-context.tsx'
import { artifactKey } from '../artifacts/artifact-queries.ts'
import './move-dialog.css'
import { MoveTarget } from './move-target.tsx'
import { valueOf } from '../artifacts/writing/artifact-values.ts'

/** Moves into another tracker, after it has told which values go along, change, or are lost. */
export const MoveDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui()
  const { id, artifact, tracker } = useArtifact()
  const queries = useQueryClient()
  const [trackerId, setTrackerId] = useState<number>()
  const move = (dry_run: boolean) => ({
    params: { path: { id } },
    body: { move: { tracker_id: trackerId ?? 0, dry_run, should_populate_feedback_on_success: false } },
  })
  const preview = useQuery({
    queryKey: ['artifact', id, 'move', trackerId],
    queryFn: async () => (await bodyOf(api.PATCH('/artifacts/{id}', move(true)))).dry_run,
    enabled: trackerId !== undefined,
    retry: false,
  })
  const run = useMutation({
    mutationFn: () => done(api.PATCH('/artifacts/{id}', move(false))),
    onSuccess: async () => {
      toast(t`The artifact is moved`)
      onClose()
      await queries.invalidateQueries({ queryKey: artifactKey(id) })
      await queries.invalidateQueries({ queryKey: ['tracker'] })
    },
  })
  const fields = preview.data?.fields
  const lost = fields?.fields_not_migrated ?? []
  return (
    <Dialog title={t`Move ${artifact.xref}`} isOpen onClose={onClose}>
      <Form
        onSubmit={() => {
          if (trackerId !== undefined) run.mutate()
        }}
        isPending={run.isPending}
        error={run.error}
        submitLabel={t`Move`}
        isDanger={lost.length > 0}
        secondary={<Button onPress={onClose}>{t`Cancel`}</Button>}
      >
        <MoveTarget project={artifact.project} trackerId={tracker.id} target={trackerId} onTarget={setTrackerId} />
        {preview.error && <FaultList error={preview.error} />}
        {fields && (
          <div>
            <FieldNames title={t`Goes over`} fields={fields.fields_migrated} />
            <FieldNames title={t`Changes`} fields={fields.fields_partially_migrated} />
            {lost.length > 0 && (
              <>
                <p>
                  <strong>
                    <Trans>Is lost</Trans>
                  </strong>
                </p>
                <dl className="move-lost">
                  {lost.map(each => (
                    <Lost key={each.field_id} fieldId={each.field_id} label={each.label} />
                  ))}
                </dl>
              </>
            )}
          </div>
        )}
      </Form>
      <p className="muted small">
        <Trans>The address of the artifact stays the same.</Trans>
      </p>
    </Dialog>
  )
}

const FieldNames = ({
  title,
  fields,
}: {
  readonly title: string
  readonly fields: readonly { readonly field_id: number; readonly label: string }[]
}) =>
  fields.length === 0 ? null : (
    <p>
      <strong>{title}:</strong> {fields.map(({ label }) => label).join(', ')}
    </p>
  )

/** A field that the other tracker has not, with the value that goes. */
const Lost = ({ fieldId, label }: { readonly fieldId: number; readonly label: string }) => {
  const { artifact, tracker, scope } = useArtifact()
  const field = tracker.fields.find(each => each.field_id === fieldId)
  const value = valueOf(artifact, fieldId)
  const view = field && viewOf(field.type)
  return (
    <>
      <dt>{label}</dt>
      <dd>{view && !view.isEmpty(value) ? <view.Cell field={field} value={value} scope={scope} /> : <Nothing />}</dd>
    </>
  )
}
