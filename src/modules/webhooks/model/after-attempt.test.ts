import { describe, expect, it } from 'vitest'
import { afterFailure, type FailedDelivery } from './after-attempt.ts'
import { DAY, pauseAfter } from './retries.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const before = (milliseconds: number): Date => new Date(NOW.getTime() - milliseconds)
const fresh = {
  state: 'active',
  failedLanes: [],
  failures: 0,
  failedSince: null,
  lastSuccess: null,
  nextAttempt: null,
} as const
const delivery = (lane: string, given: Partial<FailedDelivery> = {}): FailedDelivery => ({
  lane,
  failures: 0,
  refusedSince: null,
  ...given,
})
const MIDDLE = 0.5
const after = (
  webhook: Parameters<typeof afterFailure>[0],
  failed: FailedDelivery,
  status: number | null = 500,
  headers: Record<string, string> = {},
) => afterFailure(webhook, failed, { status, response_headers: headers }, NOW, MIDDLE)
const secondsUntil = (date: Date | null): number => ((date?.getTime() ?? Number.NaN) - NOW.getTime()) / 1_000

describe('pauses after failures (integrators.md §3, 2)', () => {
  it('grow from 5 seconds to 6 hours', () => {
    const pauses = Array.from({ length: 9 }, (_, index) => pauseAfter({ status: 500 }, index + 1, NOW, MIDDLE) / 1_000)
    expect(pauses).toEqual([5, 30, 120, 600, 3_600, 10_800, 21_600, 21_600, 21_600])
  })

  it('spread by a tenth', () => {
    expect(pauseAfter({ status: 500 }, 1, NOW, 0)).toBe(4_500)
    expect(pauseAfter({ status: 500 }, 1, NOW, 1)).toBe(5_500)
  })

  it.each([
    [503, '90', 90_000],
    [429, 'Sun, 01 Mar 2026 12:10:00 GMT', 600_000],
    [429, '999999', 6 * 60 * 60 * 1_000],
    [503, 'soon', 5_000],
    [500, '90', 5_000],
  ])('obey Retry-After of %i: %s', (status, header, expected) => {
    expect(pauseAfter({ status, response_headers: { 'retry-after': header } }, 1, NOW, MIDDLE)).toBe(expected)
  })
})

describe('a failed attempt (integrators.md §3, 2 to 5)', () => {
  it('is repeated, and the webhook stays active', () => {
    const { delivery: row, webhook } = after(fresh, delivery('a1', { failures: 2 }))
    expect(row).toMatchObject({ state: 'waiting', failures: 3 })
    expect(secondsUntil(row.nextAttempt)).toBe(120)
    expect(webhook).toMatchObject({ state: 'active', failedLanes: ['a1'], failedSince: NOW })
  })

  it('makes the webhook fail after five different artifacts, not after five attempts of one', () => {
    const failed = { ...fresh, failedLanes: ['a1', 'a2', 'a3', 'a4'], failedSince: before(60_000) }
    expect(after(failed, delivery('a4')).webhook).toMatchObject({ state: 'active', nextAttempt: null })
    const { webhook } = after(failed, delivery('a5'))
    expect(webhook).toMatchObject({ state: 'failing', failures: 1, failedSince: before(60_000) })
    expect(secondsUntil(webhook.nextAttempt)).toBe(5)
  })

  it('of a failing webhook delays all of it, unless it was under way before', () => {
    const failing = {
      ...fresh,
      state: 'failing',
      failures: 3,
      failedLanes: ['a1'],
      failedSince: before(60_000),
      nextAttempt: NOW,
    } as const
    expect(secondsUntil(after(failing, delivery('a1')).webhook.nextAttempt)).toBe(600)
    const soon = new Date(NOW.getTime() + 1_000)
    expect(after({ ...failing, nextAttempt: soon }, delivery('a2')).webhook).toMatchObject({
      failures: 3,
      nextAttempt: soon,
    })
  })

  it('skips a change that was refused for a day while others got through', () => {
    const got = { ...fresh, lastSuccess: before(60_000) }
    const refused = delivery('a1', { failures: 9, refusedSince: before(DAY) })
    expect(after(got, refused, 422).delivery).toMatchObject({ state: 'skipped', nextAttempt: null })
    expect(after({ ...got, lastSuccess: before(2 * DAY) }, refused, 422).delivery.state).toBe('waiting')
    expect(after(got, { ...refused, refusedSince: before(DAY - 1) }, 422).delivery.state).toBe('waiting')
    expect(after(got, refused, 500).delivery).toMatchObject({ state: 'waiting', refusedSince: null })
    for (const status of [408, 425, 429]) expect(after(got, refused, status).delivery.state).toBe('waiting')
  })

  it('pauses the webhook after three days without a success, and at 410 at once', () => {
    const failed = { ...fresh, failedSince: before(3 * DAY) }
    expect(after(failed, delivery('a1'), null).webhook).toMatchObject({ state: 'paused', pausedBecause: 'failures' })
    expect(after({ ...fresh, failedSince: before(3 * DAY - 1) }, delivery('a1')).webhook.state).toBe('active')
    expect(after(fresh, delivery('a1'), 410)).toMatchObject({
      webhook: { state: 'paused', pausedBecause: 'gone' },
      delivery: { state: 'waiting' },
    })
  })
})
