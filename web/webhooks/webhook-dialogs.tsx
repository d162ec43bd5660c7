import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../design/controls/button.tsx'
import { Checkbox, CheckboxGroup } from '../design/controls/checkbox.tsx'
import { CopyField } from '../design/controls/copy-field.tsx'
import { Form } from '../design/controls/form.tsx'
import { Select } from '../design/controls/select.tsx'
import { TextField } from '../design/controls/text-field.tsx'
import { Dialog, DialogActions } from '../design/feedback/dialog.tsx'
import { Notice } from '../design/feedback/notice.tsx'
import { toast } from '../design/feedback/toast.tsx'
import { KINDS, useWebhookWords } from './use-webhook-words.ts'
import { createWebhook, replaceWebhook, type Webhook, type WebhooksPlace, type WebhookValues } from './webhooks.ts'

export interface WebhookDialogProps {
  readonly place: WebhooksPlace
  readonly webhook?: Webhook
  readonly onClose: () => void
  readonly onCreated: (made: { readonly id: number; readonly secret: string }) => void
}

/** A new webhook, or one to change. */
export const WebhookDialog = ({ place, webhook, onClose, onCreated }: WebhookDialogProps) => {
  const { t } = useLingui()
  const words = useWebhookWords()
  const queries = useQueryClient()
  const [values, setValues] = useState<WebhookValues>({
    url: webhook?.url ?? '',
    kinds: webhook?.kinds ?? [],
    tql: webhook?.tql ?? null,
    include: webhook?.include ?? 'none',
  })
  const save = useMutation({
    mutationFn: async () => {
      if (!webhook) return createWebhook(place, values)
      await replaceWebhook(webhook.id, values)
      return undefined
    },
    onSuccess: async made => {
      await queries.invalidateQueries({ queryKey: ['webhooks'] })
      if (made) return onCreated(made)
      toast(t`Saved`)
      onClose()
    },
  })
  return (
    <Dialog title={webhook ? t`Edit the webhook` : t`New webhook`} isOpen onClose={onClose} isKept={save.isPending}>
      <Form
        onSubmit={() => save.mutate()}
        isPending={save.isPending}
        error={save.error}
        submitLabel={webhook ? t`Save` : t`Make the webhook`}
        secondary={
          <Button onPress={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        }
      >
        <TextField
          name="url"
          label={t`Address`}
          description={t`It is called with each change: https://…`}
          type="url"
          value={values.url}
          onChange={url => setValues({ ...values, url })}
          isRequired
          isCode
          autoFocus
        />
        <CheckboxGroup
          label={t`Changes`}
          description={t`None chosen: all changes.`}
          value={values.kinds}
          onChange={kinds => setValues({ ...values, kinds })}
        >
          {KINDS.map(kind => (
            <Checkbox key={kind} value={kind} label={words.kind(kind)} />
          ))}
        </CheckboxGroup>
        {'tracker_id' in place && (
          <TextField
            name="tql"
            label={t`Only where`}
            description={t`A query, as in the table of the tracker. Losses and deletions are told in any case.`}
            value={values.tql ?? ''}
            onChange={tql => setValues({ ...values, tql: tql === '' ? null : tql })}
            isOptional
            isCode
          />
        )}
        <Select
          name="include"
          label={t`Artifact`}
          value={values.include}
          onChange={include => setValues({ ...values, include: include as WebhookValues['include'] })}
          options={(['none', 'values', 'full'] as const).map(value => ({ value, label: words.artifact[value] }))}
        />
      </Form>
    </Dialog>
  )
}

/** Shows the secret this one time. */
export const SecretDialog = ({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) => {
  const { t } = useLingui()
  return (
    <Dialog title={t`Secret of the webhook`} isOpen onClose={onClose} isKept>
      <Notice kind="warning">
        <Trans>Copy the secret now: it is not shown again.</Trans>
      </Notice>
      <CopyField
        label={t`Secret`}
        value={secret}
        description={t`The receiver checks the signature of each call with it (Standard Webhooks).`}
      />
      <DialogActions>
        <Button variant="primary" onPress={onClose}>
          <Trans>I have copied it</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
