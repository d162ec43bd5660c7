import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '../app/lazy-part.ts'
import { Button } from '../design/controls/button.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { IconPlus } from '../design/icons.tsx'
import { WebhookPart } from './webhook-part.tsx'
import { WebhookRow } from './webhook-row.tsx'
import { webhooksQuery, type WebhooksPlace } from './webhooks.ts'
import './webhooks.css'

const WebhookDialog = lazyPart(() => import('./webhook-dialogs.tsx'), 'WebhookDialog')
const SecretDialog = lazyPart(() => import('./webhook-dialogs.tsx'), 'SecretDialog')

export interface WebhooksViewProps {
  readonly place: WebhooksPlace
  /** Names the list for readers by ear. */
  readonly title: string
  /** Id of the webhook whose deliveries are shown. Default: the first. */
  readonly chosen: number | undefined
  readonly onChoose: (id: number) => void
}

/** The webhooks of a place, and the deliveries of the chosen one. */
export const WebhooksView = ({ place, title, chosen: chosenId, onChoose }: WebhooksViewProps) => {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [secret, setSecret] = useState<string>()
  const { data, error, refetch } = useQuery(webhooksQuery(place))
  const chosen = data?.items.find(({ id }) => id === chosenId) ?? data?.items[0]
  const refresh = () => void queries.invalidateQueries({ queryKey: ['webhooks'] })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />
  if (data.items.length === 0)
    return (
      <EmptyState title={t`No program is told of changes`}>
        <Trans>A webhook calls another program about each change: in order for each artifact, until it arrives.</Trans>
      </EmptyState>
    )
  return (
    <>
      <ul className="webhook-rows" aria-label={title}>
        {data.items.map(webhook => (
          <WebhookRow
            key={webhook.id}
            webhook={webhook}
            isChosen={webhook.id === chosen?.id}
            onChoose={() => onChoose(webhook.id)}
          />
        ))}
      </ul>
      {chosen && <WebhookPart key={chosen.id} webhook={chosen} place={place} onSecret={setSecret} onChange={refresh} />}
      <Suspense>
        {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
      </Suspense>
    </>
  )
}

/** Makes a webhook; it stands in the heading of the page. */
export const NewWebhookButton = ({ place, onMade }: NewWebhookButtonProps) => {
  const { t } = useLingui()
  const [isAdding, setAdding] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <Button variant="primary" onPress={() => setAdding(true)}>
        <IconPlus />
        {t`Webhook`}
      </Button>
      <Suspense>
        {isAdding && (
          <WebhookDialog
            place={place}
            onClose={() => setAdding(false)}
            onCreated={made => {
              setAdding(false)
              setSecret(made.secret)
              onMade(made.id)
            }}
          />
        )}
        {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
      </Suspense>
    </>
  )
}

export interface NewWebhookButtonProps {
  readonly place: WebhooksPlace
  readonly onMade: (id: number) => void
}
