import { Plural, Trans } from '@lingui/react/macro'
import { Badge } from '../design/feedback/badge.tsx'
import { RowTime } from '../design/row-time.tsx'
import { PersonName } from '../design/values/person.tsx'
import { useWebhookWords } from './use-webhook-words.ts'
import type { Webhook } from './webhooks.ts'

const BADGES = { active: 'success', failing: 'warning', paused: 'neutral' } as const

export interface WebhookRowProps {
  readonly webhook: Webhook
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** A webhook in a row: its address, what it is told of, its owner, and how it goes. */
export const WebhookRow = ({ webhook, isChosen, onChoose }: WebhookRowProps) => {
  const words = useWebhookWords()
  const { owner } = webhook
  return (
    <li className={isChosen ? 'webhook-row webhook-chosen' : 'webhook-row'}>
      <span className="webhook-words">
        <button type="button" className="webhook-address row-link" aria-pressed={isChosen} onClick={onChoose}>
          {webhook.url}
        </button>
        <span className="meta">{words.about(webhook)}</span>
      </span>
      <span className="webhook-owner">
        <PersonName name={owner.real_name === '' ? owner.username : owner.real_name} id={owner.id} />
      </span>
      <span>
        <Badge kind={BADGES[webhook.state]}>{words.state[webhook.state]}</Badge>
      </span>
      <span className="webhook-about meta">
        <StateDetails webhook={webhook} />
      </span>
    </li>
  )
}

const StateDetails = ({ webhook }: { readonly webhook: Webhook }) => {
  const words = useWebhookWords()
  const { waiting, failing_since: since } = webhook
  return (
    <>
      {webhook.state === 'paused' && words.pause(webhook)}
      {since !== null && webhook.state === 'failing' && (
        <Trans>
          since <RowTime value={since} />
        </Trans>
      )}
      {waiting > 0 && (
        <>
          {webhook.state !== 'active' && ' · '}
          <Plural value={waiting} one="# waiting" other="# waiting" />
        </>
      )}
    </>
  )
}
