import { DAY, GONE, isRefusal, pauseAfter } from './retries.ts'
import type { Attempt, PauseReason, Webhook } from './webhook.ts'

/** Lanes that fail one after another until the webhook itself counts as failing. */
const FAILED_LANES = 5
/** A change that only the receiver refuses is skipped after this time, while others get through. */
const REFUSED_FOR = DAY
/** A webhook without any success is paused after this time. */
export const DAYS_WITHOUT_SUCCESS = 3
const FAILED_FOR = DAYS_WITHOUT_SUCCESS * DAY

/** A success is noted at most this often, unless it ends failures. */
const NOTED_EVERY_MS = 60_000

type WebhookBefore = Pick<Webhook, 'state' | 'failedLanes' | 'failures' | 'failedSince' | 'lastSuccess' | 'nextAttempt'>

/** The members of a webhook that attempts change. */
export type WebhookAfter = Partial<WebhookBefore & Pick<Webhook, 'pausedBecause'>>

export interface FailedDelivery {
  readonly lane: string
  /** Failures before this one. */
  readonly failures: number
  readonly refusedSince: Date | null
}

/** The state of a delivery and its webhook after a failed attempt. */
export interface AfterFailure {
  readonly delivery: {
    readonly state: 'waiting' | 'skipped'
    readonly nextAttempt: Date | null
    readonly failures: number
    readonly refusedSince: Date | null
  }
  readonly webhook: {
    readonly state: 'active' | 'failing' | 'paused'
    readonly pausedBecause: PauseReason | null
    readonly failedLanes: readonly string[]
    readonly failures: number
    readonly failedSince: Date
    readonly nextAttempt: Date | null
  }
}

/** The rules of integrators.md §3, points 2 to 5. */
export const afterFailure = (
  webhook: WebhookBefore,
  delivery: FailedDelivery,
  attempt: Pick<Attempt, 'status' | 'response_headers'>,
  now: Date,
  random: number = Math.random(),
): AfterFailure => {
  const later = (failures: number): Date => new Date(now.getTime() + pauseAfter(attempt, failures, now, random))
  const failures = delivery.failures + 1
  const refusedSince = isRefusal(attempt) ? (delivery.refusedSince ?? now) : null
  const isPoisoned =
    refusedSince !== null &&
    now.getTime() - refusedSince.getTime() >= REFUSED_FOR &&
    webhook.lastSuccess !== null &&
    webhook.lastSuccess > refusedSince
  const failedLanes = webhook.failedLanes.includes(delivery.lane)
    ? webhook.failedLanes
    : [...webhook.failedLanes, delivery.lane].slice(-FAILED_LANES)
  const failedSince = webhook.failedSince ?? now
  const pausedBecause: PauseReason | null =
    attempt.status === GONE ? 'gone' : now.getTime() - failedSince.getTime() >= FAILED_FOR ? 'failures' : null
  const isFailing = webhook.state === 'failing' || failedLanes.length >= FAILED_LANES
  // Attempts that were under way when the webhook began to fail do not delay it further.
  const isCounted = webhook.nextAttempt === null || webhook.nextAttempt <= now
  const failuresOfAll = isFailing ? webhook.failures + (isCounted ? 1 : 0) : 0
  const nextOfAll = isCounted ? later(failuresOfAll) : webhook.nextAttempt
  return {
    delivery: isPoisoned
      ? { state: 'skipped', nextAttempt: null, failures, refusedSince }
      : { state: 'waiting', nextAttempt: later(failures), failures, refusedSince },
    webhook: {
      state: pausedBecause !== null ? 'paused' : isFailing ? 'failing' : 'active',
      pausedBecause,
      failedLanes,
      failures: failuresOfAll,
      failedSince,
      nextAttempt: isFailing && pausedBecause === null ? nextOfAll : null,
    },
  }
}

/** The changes of a webhook after a success. */
export const afterSuccess = ({ state, failedSince, lastSuccess }: WebhookBefore, now: Date): WebhookAfter => {
  const isNoted = lastSuccess !== null && now.getTime() - lastSuccess.getTime() < NOTED_EVERY_MS
  if (failedSince === null && state !== 'failing') return isNoted ? {} : { lastSuccess: now }
  return {
    lastSuccess: now,
    failedLanes: [],
    failures: 0,
    failedSince: null,
    nextAttempt: null,
    ...(state === 'failing' && { state: 'active' as const }),
  }
}
