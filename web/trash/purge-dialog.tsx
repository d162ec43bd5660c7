import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../design/controls/button.tsx'
import { Form } from '../design/controls/form.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { Dialog } from '../design/feedback/dialog.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { purgeArtifact, type TrashedArtifact } from './trash-queries.ts'

export interface PurgeDialogProps {
  readonly artifact: TrashedArtifact
  readonly name: string
  readonly onClose: () => void
  /** The artifact is gone. */
  readonly onDone: () => Promise<void>
}

/** Deletes for good: the person types the number of the artifact. */
export const PurgeDialog = ({ artifact, name, onClose, onDone }: PurgeDialogProps) => {
  const { t } = useLingui()
  const id = artifact.artifact_id
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const isTyped = typed.trim().replace(/^#/, '') === String(id)
  const purge = useMutation({
    mutationFn: () => purgeArtifact(id),
    onSuccess: async () => {
      await onDone()
      toast(t`${name} is gone for good`)
      onClose()
    },
  })
  return (
    <Dialog title={t`Delete ${name} for good?`} isOpen onClose={onClose} isAlert>
      <Form
        onSubmit={() => {
          if (isTyped) purge.mutate()
          else setWrong(true)
        }}
        isPending={purge.isPending}
        error={purge.error}
        submitLabel={t`Delete for good`}
        isDanger
        secondary={<Button onPress={onClose}>{t`Cancel`}</Button>}
      >
        <p>
          <Trans>Its history, comments and files are erased. Nobody can bring them back.</Trans>
        </p>
        <TextField
          label={t`Type ${String(id)} to confirm`}
          value={typed}
          onChange={text => {
            setTyped(text)
            setWrong(false)
          }}
          autoFocus
          isRequired
        />
        {/* Not the fault of the field: that one stays until the focus leaves, and its end would move the button under the pointer. */}
        {isWrong && (
          <p className="field-error" role="alert">
            <Trans>This is not the number of the artifact.</Trans>
          </p>
        )}
      </Form>
    </Dialog>
  )
}
