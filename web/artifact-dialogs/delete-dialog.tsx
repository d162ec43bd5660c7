import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, done } from '../api/api.ts'
import { Button } from '../design/controls/button.tsx'
import { Form } from '../design/controls/form.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { Dialog } from '../design/feedback/dialog.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { DateTime } from '../design/format.tsx'
import { useArtifact } from '../artifacts/artifact-context.tsx'
import { artifactKey } from '../artifacts/artifact-queries.ts'
import { deletionsQuery } from './deletions-query.ts'
import { useRestore } from '../artifacts/use-restore.ts'

/** Deletes an artifact: the person types its number. */
export const DeleteDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useLingui()
  const { id, artifact, tracker } = useArtifact()
  const [typed, setTyped] = useState('')
  const navigate = useNavigate()
  const queries = useQueryClient()
  const deletions = useQuery(deletionsQuery).data
  const restore = useRestore()
  const undo = {
    label: t`Undo`,
    run: () =>
      restore(id, artifact.xref, {
        label: t`Open`,
        run: () => void navigate({ to: '/artifacts/$id', params: { id: String(id) } }),
      }),
  }
  const remove = useMutation({
    mutationFn: () => done(api.DELETE('/artifacts/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['deletions'] })
      toast(t`${artifact.xref} is deleted`, deletions?.until === undefined ? {} : { action: undo })
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
          if (isTyped && deletions?.remaining !== 0) remove.mutate()
        }}
        isPending={remove.isPending}
        error={remove.error}
        submitLabel={t`Delete`}
        isDanger
        secondary={<Button onPress={onClose}>{t`Cancel`}</Button>}
      >
        <p aria-busy={deletions === undefined}>
          {deletions?.until === undefined ? (
            <Trans>The artifact, its comments and its files go for good. Links to it end.</Trans>
          ) : (
            <Trans>
              Until <DateTime value={deletions.until} as="day" /> administrators of the tracker can restore it from its
              trash. Then the artifact, its comments and its files go for good.
            </Trans>
          )}
        </p>
        {deletions &&
          (deletions.remaining > 0 ? (
            <p className="muted small">
              <Plural
                value={deletions.remaining}
                one="You may delete # artifact until tomorrow."
                other="You may delete # artifacts until tomorrow."
              />
            </p>
          ) : (
            <Notice kind="warning">
              {deletions.next_free_at === null ? (
                <Trans>On this platform nobody deletes artifacts.</Trans>
              ) : (
                <Trans>
                  You have deleted as many artifacts as one may in a day. You may delete again{' '}
                  <DateTime value={deletions.next_free_at} as="relative" />.
                </Trans>
              )}
            </Notice>
          ))}
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
