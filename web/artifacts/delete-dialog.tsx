import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, done } from '../api/api.ts'
import { Button } from '../design/controls/button.tsx'
import { Form } from '../design/controls/form.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { Dialog } from '../design/feedback/dialog.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { useArtifact } from './artifact-context.tsx'
import { artifactKey } from './artifact-queries.ts'

/** Deletes for good: the person types the number of the artifact. */
export const DeleteDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui()
  const { id, artifact, tracker } = useArtifact()
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationFn: () => done(api.DELETE('/artifacts/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      toast(t`${artifact.xref} is deleted`)
      onClose()
      await navigate({ href: `/trackers/${tracker.id}`, replace: true })
      queries.removeQueries({ queryKey: artifactKey(id) })
      await queries.invalidateQueries({ queryKey: ['tracker'] })
    },
  })
  const isTyped = typed.trim().replace(/^#/, '') === String(id)
  return (
    <Dialog title={t`Delete ${artifact.xref}?`} isOpen onClose={onClose} isAlert>
      <Form
        onSubmit={() => {
          if (isTyped) remove.mutate()
        }}
        isPending={remove.isPending}
        error={remove.error}
        submitLabel={t`Delete`}
        isDanger
        secondary={<Button onPress={onClose}>{t`Cancel`}</Button>}
      >
        <p>
          <Trans>The artifact, its comments and its files go for good. Links to it end.</Trans>
        </p>
        <TextField
          label={t`Type ${String(id)} to confirm`}
          value={typed}
          onChange={setTyped}
          autoFocus
          isRequired
          {...(typed !== '' && !isTyped && { error: t`This is not the number of the artifact.` })}
        />
      </Form>
    </Dialog>
  )
}
