import type { Attempt } from './webhook.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Pauses after the first, second … failure; the last one repeats. */
const PAUSES = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR]
const LONGEST_PAUSE = 6 * HOUR
const SPREAD = 0.1

/** Too early, or too many calls: the receiver does not refuse this change. */
const LATER: readonly number[] = [408, 425, 429]
const HAS_RETRY_AFTER: readonly number[] = [429, 503]

export const GONE = 410

export const isSuccess = ({ status }: Pick<Attempt, 'status'>): boolean =>
  status !== null && status >= 200 && status < 300

/** The receiver refuses the change itself, so that a later attempt will most likely be refused too. */
export const isRefusal = ({ status }: Pick<Attempt, 'status'>): boolean =>
  status !== null && status >= 400 && status < 500 && !LATER.includes(status)

/** The pause after an attempt that failed; `failures` counts it. `random` is between 0 and 1. */
export const pauseAfter = (
  attempt: Pick<Attempt, 'status' | 'response_headers'>,
  failures: number,
  now: Date,
  random: number = Math.random(),
): number => {
  const asked =
    attempt.status !== null && HAS_RETRY_AFTER.includes(attempt.status)
      ? retryAfter(attempt.response_headers?.['retry-after'], now)
      : undefined
  if (asked !== undefined) return Math.min(asked, LONGEST_PAUSE)
  const pause = PAUSES[Math.min(failures, PAUSES.length) - 1] ?? LONGEST_PAUSE
  return Math.round(pause * (1 - SPREAD + 2 * SPREAD * random))
}

/** The milliseconds of a `Retry-After`: seconds, or a date. */
const retryAfter = (header: string | undefined, now: Date): number | undefined => {
  if (header === undefined) return undefined
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * SECOND
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime())
}
