import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { Button } from '../design/controls/button.tsx'
import { Segments } from '../design/controls/segments.tsx'
import { EmptyState } from '../design/feedback/empty-state.tsx'
import { ErrorState } from '../design/feedback/error-state.tsx'
import { Skeleton } from '../design/feedback/skeleton.tsx'
import { toastError } from '../design/feedback/toast.tsx'
import { DateTime, useNumberFormat } from '../design/format.tsx'
import { Pagination } from '../design/layout/pagination.tsx'
import { IconRetry } from '../design/page-icons.tsx'
import { RowTime } from '../design/row-time.tsx'
import { ValueDot } from '../design/values/value.tsx'
import { useWebhookWords } from './use-webhook-words.ts'
import {
  DELIVERIES_LIMIT,
  deliveriesQuery,
  retryDelivery,
  type Delivery,
  type DeliveryState,
  type Webhook,
} from './webhooks.ts'

export interface DeliveriesProps {
  readonly webhook: Webhook
  readonly onChange: () => void
}

/** The deliveries of a webhook, newest first; an opened row shows request and answer. */
export const Deliveries = ({ webhook, onChange }: DeliveriesProps) => {
  const { t } = useLingui()
  const [state, setState] = useState<DeliveryState | 'all'>('all')
  const [offset, setOffset] = useState(0)
  const [openId, setOpenId] = useState<number>()
  const { data, error, refetch } = useQuery({
    ...deliveriesQuery(webhook.id, state === 'all' ? undefined : state, offset),
    placeholderData: keepPreviousData,
  })
  const deliveries = data?.items ?? []
  const choose = (chosen: DeliveryState | 'all') => {
    setState(chosen)
    setOffset(0)
  }
  return (
    <>
      <div className="deliveries-bar">
        <h3>
          <Trans>Deliveries</Trans>
        </h3>
        <Segments
          label={t`Which deliveries`}
          value={state}
          onChange={choose}
          segments={[
            { value: 'all', label: t`All` },
            { value: 'waiting', label: t`Waiting`, count: webhook.waiting },
            { value: 'done', label: t`Arrived` },
            { value: 'skipped', label: t`Skipped` },
          ]}
        />
      </div>
      {!data ? (
        error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={5} />
        )
      ) : deliveries.length === 0 ? (
        <EmptyState title={t`No delivery`}>
          <Trans>Deliveries stay for 30 days.</Trans>
        </EmptyState>
      ) : (
        <ul className="deliveries" aria-label={t`Deliveries`}>
          {deliveries.map(delivery => (
            <DeliveryItem
              key={delivery.id}
              delivery={delivery}
              all={deliveries}
              isOpen={delivery.id === openId}
              onOpen={() => setOpenId(delivery.id === openId ? undefined : delivery.id)}
              onChange={onChange}
            />
          ))}
        </ul>
      )}
      {data && <Pagination offset={offset} limit={DELIVERIES_LIMIT} total={data.total} onChange={setOffset} />}
    </>
  )
}

interface DeliveryItemProps {
  readonly delivery: Delivery
  readonly all: readonly Delivery[]
  readonly isOpen: boolean
  readonly onOpen: () => void
  readonly onChange: () => void
}

const DeliveryItem = ({ delivery, all, isOpen, onOpen, onChange }: DeliveryItemProps) => {
  const words = useWebhookWords()
  const seconds = useSeconds()
  const { change, attempts } = delivery
  const at = change?.at ?? attempts[0]?.at
  const last = attempts.at(-1)
  const retry = useMutation({
    mutationFn: () => retryDelivery(delivery.webhook_id, delivery.id),
    onSettled: onChange,
    onError: toastError,
  })
  const canRetry = change !== null && (delivery.state === 'done' || delivery.state === 'skipped')
  return (
    <li>
      <div className={isOpen ? 'delivery-row webhook-chosen' : 'delivery-row'}>
        <span className="meta">{at !== undefined && <RowTime value={at} />}</span>
        <span className="delivery-artifact meta">
          {typeof change?.artifact_id === 'number' && (
            <Link to="/artifacts/$id" params={{ id: String(change.artifact_id) }}>
              #{change.artifact_id}
            </Link>
          )}
        </span>
        <button type="button" className="delivery-open row-link" aria-expanded={isOpen} onClick={onOpen}>
          {words.delivery(delivery)}
          {typeof change?.artifact_id === 'number' && <span className="visually-hidden"> #{change.artifact_id}</span>}
        </button>
        <span>
          <StateOf delivery={delivery} all={all} />
        </span>
        <span className="delivery-more meta">{last && seconds(last.duration_ms / 1_000)}</span>
        <span className="delivery-more meta">
          {attempts.length > 0 && <Plural value={attempts.length} one="# try" other="# tries" />}
        </span>
        <span className="delivery-action">
          {canRetry && (
            <Button size="small" variant="quiet" isPending={retry.isPending} onPress={() => retry.mutate()}>
              <IconRetry /> <Trans>Send again</Trans>
            </Button>
          )}
        </span>
      </div>
      {isOpen && <DeliveryDetails delivery={delivery} />}
    </li>
  )
}

const useSeconds = () => useNumberFormat({ style: 'unit', unit: 'second', maximumFractionDigits: 1 })

const StateOf = ({ delivery, all }: { readonly delivery: Delivery; readonly all: readonly Delivery[] }): ReactNode => {
  const { t } = useLingui()
  const status = delivery.attempts.at(-1)?.status
  const answer = delivery.attempts.length === 0 ? '' : typeof status === 'number' ? String(status) : t`no answer`
  if (delivery.state === 'done') return <ValueDot colour="green">{answer}</ValueDot>
  if (delivery.state === 'skipped') return <ValueDot colour="amber">{t`${answer} skipped`}</ValueDot>
  if (delivery.state === 'running') return <ValueDot colour="grey">{t`under way`}</ValueDot>
  if (delivery.waits_for !== null) {
    const before = all.find(({ id }) => id === delivery.waits_for)
    return (
      <ValueDot colour="grey">
        {before?.change ? (
          <Trans>
            waits for <RowTime value={before.change.at} />
          </Trans>
        ) : (
          t`waits in its row`
        )}
      </ValueDot>
    )
  }
  return (
    <>
      {answer !== '' && <ValueDot colour="red">{answer}</ValueDot>}{' '}
      {delivery.next_attempt !== null && (
        <span className="meta">
          <Trans>
            next <DateTime value={delivery.next_attempt} as="relative" />
          </Trans>
        </span>
      )}
    </>
  )
}

const DeliveryDetails = ({ delivery }: { readonly delivery: Delivery }) => {
  const { t } = useLingui()
  const seconds = useSeconds()
  const last = delivery.attempts.at(-1)
  const headers = Object.entries(delivery.request?.headers ?? {})
    .filter(([name]) => name.startsWith('webhook-'))
    .map(([name, value]) => `${name}: ${value}`)
  return (
    <div className="delivery" role="group" aria-label={t`Delivery`}>
      <div>
        <h3>
          <Trans>Attempts</Trans>
        </h3>
        <ol className="webhook-attempts">
          {delivery.attempts.map(attempt => (
            <li key={attempt.at}>
              <RowTime value={attempt.at} /> <span>{attempt.status ?? attempt.error}</span>
              <span className="meta">{seconds(attempt.duration_ms / 1_000)}</span>
            </li>
          ))}
        </ol>
      </div>
      {delivery.request && (
        <div>
          <h3>
            <Trans>Sent</Trans>
          </h3>
          <pre className="webhook-text" tabIndex={0}>{`${headers.join('\n')}\n\n${pretty(delivery.request.body)}`}</pre>
        </div>
      )}
      {last?.response_body && (
        <div>
          <h3>
            <Trans>Answer</Trans>
          </h3>
          <pre className="webhook-text" tabIndex={0}>
            {last.response_body}
          </pre>
        </div>
      )}
    </div>
  )
}

const pretty = (json: string): string => JSON.stringify(JSON.parse(json), undefined, 2)
