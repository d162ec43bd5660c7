import { afterFailure, afterSuccess, type FailedDelivery, type WebhookAfter } from './after-attempt.ts'
import { isSuccess } from './retries.ts'
import type { Attempt, PauseReason, Webhook } from './webhook.ts'

/** The result of one attempt. */
export interface AttemptResult<Delivery extends FailedDelivery> {
  readonly delivery: Delivery
  readonly attempt: Attempt
}

interface DeliveryAfter {
  readonly state: 'done' | 'waiting' | 'skipped'
  readonly nextAttempt: Date | null
  readonly failures: number
  readonly refusedSince: Date | null
}

/** The state of a webhook and its deliveries after some attempts. */
export interface AfterResults<Result> {
  readonly deliveries: readonly { readonly result: Result; readonly after: DeliveryAfter }[]
  /** The new values of the webhook. */
  readonly changes: WebhookAfter
  /** Why the results pause the webhook. */
  readonly pausedBecause: PauseReason | null
  /** The webhook failed before, and all its deliveries are due now. */
  readonly isBack: boolean
}

/** Judges results of a webhook in the order in which they came. */
export const afterResults = <Result extends AttemptResult<FailedDelivery>>(
  webhook: Webhook,
  results: readonly Result[],
  now: Date,
): AfterResults<Result> => {
  let current = webhook
  let changes: WebhookAfter = {}
  let pausedBecause: PauseReason | null = null
  let isBack = false
  let deliveries: AfterResults<Result>['deliveries'] = []
  const note = (noted: WebhookAfter): void => {
    changes = { ...changes, ...noted }
    current = { ...current, ...noted }
  }
  for (const result of results) {
    const { delivery, attempt } = result
    if (isSuccess(attempt)) {
      // One success, and all go: also those that failed before it.
      if (current.state === 'failing') {
        isBack = true
        deliveries = deliveries.map(({ result: one, after }) => ({
          result: one,
          after: after.state === 'waiting' ? { ...after, nextAttempt: now } : after,
        }))
      }
      note(afterSuccess(current, now))
      const { failures, refusedSince } = delivery
      deliveries = [...deliveries, { result, after: { state: 'done', nextAttempt: null, failures, refusedSince } }]
      continue
    }
    const after = afterFailure(current, delivery, attempt, now)
    deliveries = [...deliveries, { result, after: after.delivery }]
    // A pause that an administrator set meanwhile stays.
    if (current.state === 'paused') continue
    pausedBecause = after.webhook.pausedBecause
    note(after.webhook)
  }
  return { deliveries, changes, pausedBecause, isBack }
}
