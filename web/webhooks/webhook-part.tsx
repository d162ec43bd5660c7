import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { Button } from '../design/controls/button.tsx'
import { ConfirmDialog } from '../design/feedback/dialog.tsx'
import { toast, toastError } from '../design/feedback/toast.tsx'
import { DateTime } from '../design/format.tsx'
import { IconWarning } from '../design/icons.tsx'
import { Part } from '../design/layout/part.tsx'
import { IconPause, IconPlay } from '../design/page-icons.tsx'
import { DayInput } from '../fields/dates/day-input.tsx'
import { Deliveries } from './deliveries.tsx'
import { useWebhookWords } from './use-webhook-words.ts'
import {
  deleteWebhook,
  pauseWebhook,
  renewSecret,
  replayWebhook,
  resumeWebhook,
  testWebhook,
  type Webhook,
  type WebhooksPlace,
} from './webhooks.ts'

const WebhookDialog = lazyPart(() => import('./webhook-dialogs.tsx'), 'WebhookDialog')

export interface WebhookPartProps {
  readonly webhook: Webhook
  readonly place: WebhooksPlace
  readonly onSecret: (secret: string) => void
  readonly onChange: () => void
}

/** One webhook: what it does by itself now, what a person can do, and its deliveries. */
export const WebhookPart = ({ webhook, place, onSecret, onChange }: WebhookPartProps) => {
  const { t } = useLingui()
  const [open, setOpen] = useState<'edit' | 'delete' | 'secret'>()
  const { id, state } = webhook
  const act = useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
    onSuccess: onChange,
    onError: toastError,
  })
  const test = async () => {
    const { attempts } = await testWebhook(id)
    const [attempt] = attempts
    const status = attempt?.status ?? 0
    toast(status === 0 ? t`There was no answer: ${attempt?.error ?? ''}` : t`The receiver answered ${status}.`)
  }
  const close = () => setOpen(undefined)
  const renew = async () => onSecret((await renewSecret(id)).secret)
  const remove = async () => {
    await deleteWebhook(id)
    onChange()
  }
  const address = webhook.url.replace(/^https?:\/\//, '')
  return (
    <Part
      title={address}
      tools={
        <>
          <Button variant="quiet" size="small" onPress={() => act.mutate(test)}>
            <Trans>Test</Trans>
          </Button>
          {state === 'paused' ? (
            <Button variant="quiet" size="small" onPress={() => act.mutate(() => resumeWebhook(id))}>
              <IconPlay /> <Trans>Resume</Trans>
            </Button>
          ) : (
            <Button variant="quiet" size="small" onPress={() => act.mutate(() => pauseWebhook(id))}>
              <IconPause /> <Trans>Pause</Trans>
            </Button>
          )}
          <Button variant="quiet" size="small" onPress={() => setOpen('secret')}>
            <Trans>New secret</Trans>
          </Button>
          <Button variant="quiet" size="small" onPress={() => setOpen('edit')}>
            <Trans>Edit</Trans>
          </Button>
          <Button variant="quiet" size="small" onPress={() => setOpen('delete')}>
            <Trans>Delete</Trans>
          </Button>
        </>
      }
    >
      <StateNotice webhook={webhook} onTry={() => act.mutate(() => resumeWebhook(id))} />
      <Replay webhook={webhook} onChange={onChange} />
      <Deliveries webhook={webhook} onChange={onChange} />
      <Suspense>
        {open === 'edit' && <WebhookDialog place={place} webhook={webhook} onClose={close} onCreated={close} />}
      </Suspense>
      {open === 'secret' && (
        <ConfirmDialog
          title={t`Make a new secret?`}
          confirmLabel={t`New secret`}
          isOpen
          onClose={close}
          onConfirm={renew}
        >
          <Trans>For 24 hours the former secret signs too, so that the receiver can change without a gap.</Trans>
        </ConfirmDialog>
      )}
      {open === 'delete' && (
        <ConfirmDialog
          title={t`Delete the webhook?`}
          confirmLabel={t`Delete`}
          isOpen
          onClose={close}
          onConfirm={remove}
        >
          <Trans>Its deliveries go with it, and what waits is not told.</Trans>
        </ConfirmDialog>
      )}
    </Part>
  )
}

const StateNotice = ({ webhook, onTry }: { readonly webhook: Webhook; readonly onTry: () => void }) => {
  const words = useWebhookWords()
  if (webhook.state === 'active') return null
  const reason = words.pause(webhook)
  return (
    <p className="webhook-warning">
      <IconWarning />
      <span>
        {webhook.state === 'paused' ? (
          <Trans>Paused: {reason}. Changes wait, nothing is lost; it goes on where it stopped.</Trans>
        ) : (
          <>
            <Trans>
              Five artifacts in a row could not be told. One attempt at a time until one arrives. Nothing is lost.
            </Trans>{' '}
            {webhook.next_attempt !== null && (
              <Trans>
                The next one: <DateTime value={webhook.next_attempt} as="relative" />.
              </Trans>
            )}{' '}
            <button type="button" className="webhook-link" onClick={onTry}>
              <Trans>Try now</Trans>
            </button>
          </>
        )}
      </span>
    </p>
  )
}

/** As the server reads a date: the inputs hold the time of this computer. */
const instantOf = (value: string): string => new Date(value).toISOString()

const Replay = ({ webhook, onChange }: { readonly webhook: Webhook; readonly onChange: () => void }) => {
  const { t } = useLingui()
  const [since, setSince] = useState<string | null>(null)
  const [until, setUntil] = useState<string | null>(null)
  const replay = useMutation({
    mutationFn: (from: string) =>
      replayWebhook(webhook.id, instantOf(from), until === null ? undefined : instantOf(until)),
    onSuccess: ({ estimated }) => {
      toast(t`About ${estimated} changes are told again, each with an id of its own.`)
      onChange()
    },
    onError: toastError,
  })
  return (
    <form
      className="webhook-replay"
      aria-label={t`Replay`}
      onSubmit={event => {
        event.preventDefault()
        if (since !== null) replay.mutate(since)
      }}
    >
      <b>
        <Trans>Replay</Trans>
      </b>
      <span className="muted">
        <Trans>changes since</Trans>
      </span>
      <DayInput label={t`Changes since`} placeholder={t`yesterday, -3d`} value={since} hasTime onChange={setSince} />
      <span className="muted">
        <Trans>until</Trans>
      </span>
      <DayInput label={t`Changes until`} placeholder={t`now`} value={until} hasTime onChange={setUntil} />
      <Button type="submit" size="small" isDisabled={since === null} isPending={replay.isPending}>
        <Trans>Replay</Trans>
      </Button>
    </form>
  )
}
