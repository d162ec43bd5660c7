import { TooManyRequests } from '../errors.ts'
import type { RateWindows, RateDecision } from './rate-windows.ts'

/** A counter of a call, and its limit per minute. */
export interface Charge {
  readonly caller: string
  readonly limit: number
}

/** Counts a call on all counters and returns headers with the quota of the scarcest. Throws `TooManyRequests` when one is used up. */
export const chargeCall = async (
  windows: RateWindows,
  charges: readonly Charge[],
  now: () => Date,
): Promise<Readonly<Record<string, string>>> => {
  let scarcest: RateDecision | undefined
  for (const { caller, limit } of charges) {
    const verdict = await windows.consume(caller, limit)
    if (!verdict.isAllowed) {
      const seconds = Math.max(1, Math.ceil(verdict.resetAt - now().getTime() / 1_000))
      throw new TooManyRequests(
        `at most ${limit} ${limit === 1 ? 'request' : 'requests'} in a minute; try again in ${seconds} s`,
        {
          reason: 'limit.calls',
          limit,
          remaining: 0,
          retry_at: new Date(verdict.resetAt * 1_000).toISOString(),
          headers: { 'Retry-After': String(seconds), ...headersOf(verdict) },
        },
      )
    }
    if (!scarcest || verdict.remaining < scarcest.remaining) scarcest = verdict
  }
  return scarcest ? headersOf(scarcest) : {}
}

const headersOf = ({ limit, remaining, resetAt }: RateDecision): Record<string, string> => ({
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resetAt),
})
