import { TooManyRequests } from '../errors.ts'
import { quotaHeaders, type Quota } from './quota-headers.ts'
import type { RateWindows, RateDecision } from './rate-windows.ts'

/** A counter of a call, and its limit per minute. */
export interface Charge {
  /** Name of the limit in `RateLimit-Policy`. */
  readonly policy: string
  readonly caller: string
  readonly limit: number
}

const WINDOW_SECONDS = 60

/**
 * Counts a call on all counters. Returns headers: `RateLimit` has all quotas, `X-RateLimit-…` the scarcest. Throws `TooManyRequests` when one is used
 * up.
 */
export const chargeCall = async (
  windows: RateWindows,
  charges: readonly Charge[],
  now: () => Date,
): Promise<Readonly<Record<string, string>>> => {
  let scarcest: RateDecision | undefined
  const quotas: Quota[] = []
  for (const { policy, caller, limit } of charges) {
    const verdict = await windows.consume(caller, limit)
    const seconds = Math.max(1, Math.ceil(verdict.resetAt - now().getTime() / 1_000))
    quotas.push({
      name: policy,
      limit,
      windowSeconds: WINDOW_SECONDS,
      remaining: verdict.remaining,
      resetSeconds: seconds,
    })
    if (!verdict.isAllowed) {
      throw new TooManyRequests(
        `at most ${limit} ${limit === 1 ? 'request' : 'requests'} in a minute; try again in ${seconds} s`,
        {
          reason: 'limit.calls',
          limit,
          remaining: 0,
          retry_at: new Date(verdict.resetAt * 1_000).toISOString(),
          headers: { 'Retry-After': String(seconds), ...headersOf(verdict, quotas) },
        },
      )
    }
    if (!scarcest || verdict.remaining < scarcest.remaining) scarcest = verdict
  }
  return scarcest ? headersOf(scarcest, quotas) : {}
}

const headersOf = ({ limit, remaining, resetAt }: RateDecision, quotas: readonly Quota[]): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resetAt),
  ...quotaHeaders(quotas),
})
