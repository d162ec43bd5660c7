import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, done } from '../../api/api.ts'
import { Button } from '../../design/controls/button.tsx'
import { Form } from '../../design/controls/form.tsx'
import { TextField } from '../../design/controls/text-field.tsx'
import { ConfirmDialog, Dialog } from '../../design/feedback/dialog.tsx'

interface NameDialogProps {
  readonly title: string
  readonly label: string
  readonly name: string
  readonly submitLabel: string
  /** Writes the name; a refusal stays in the dialog. */
  readonly onName: (name: string) => Promise<void>
  readonly onClose: () => void
}

/** Asks for a name. */
export const NameDialog = ({ title, label, name, submitLabel, onName, onClose }: NameDialogProps) => {
  const [text, setText] = useState(name)
  const save = useMutation({ mutationFn: () => onName(text.trim()), onSuccess: onClose })
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form
        onSubmit={() => {
          if (text.trim() !== '') save.mutate()
        }}
        isPending={save.isPending}
        error={save.error}
        submitLabel={submitLabel}
        secondary={
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        }
      >
        <TextField label={label} value={text} onChange={setText} isRequired autoFocus />
      </Form>
    </Dialog>
  )
}

interface RemoveProps {
  readonly kanbanId: number
  readonly label: string
  readonly onDone: () => Promise<void>
  readonly onClose: () => void
}

export const RemoveColumnDialog = ({
  kanbanId,
  columnId,
  label,
  onDone,
  onClose,
}: RemoveProps & { readonly columnId: number }) => {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      title={t`Remove the column ${label}?`}
      confirmLabel={t`Remove`}
      isOpen
      onClose={onClose}
      onConfirm={async () => {
        await done(
          api.DELETE('/kanban_columns/{id}', {
            params: { path: { id: columnId }, query: { kanban_id: kanbanId } },
          }),
        )
        await onDone()
      }}
    >
      <p>
        <Trans>
          The value is hidden in the list of the tracker, and no longer open. Its cards keep it: they go to the archive.
        </Trans>
      </p>
    </ConfirmDialog>
  )
}

export const DeleteKanbanDialog = ({ kanbanId, label, onDone, onClose }: RemoveProps) => {
  const { t } = useLingui()
  return (
    <ConfirmDialog
      title={t`Delete the kanban ${label}?`}
      confirmLabel={t`Delete`}
      isOpen
      onClose={onClose}
      onConfirm={async () => {
        await done(api.DELETE('/kanban/{id}', { params: { path: { id: kanbanId } } }))
        await onDone()
      }}
    >
      <p>
        <Trans>Limits and folded columns are lost. The artifacts and the values of the list stay.</Trans>
      </p>
    </ConfirmDialog>
  )
}
