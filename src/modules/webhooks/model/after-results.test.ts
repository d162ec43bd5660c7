import { describe, expect, it } from 'vitest'
import { afterResults } from './after-results.ts'
import { DAY } from './retries.ts'
import type { Webhook } from './webhook.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const active = {
  state: 'active',
  pausedBecause: null,
  failedLanes: [],
  failures: 0,
  failedSince: null,
  nextAttempt: null,
  lastSuccess: null,
} as unknown as Webhook
const failing = { ...active, state: 'failing', failures: 1, failedSince: NOW } as const
const result = (lane: string, status: number) => ({
  delivery: { lane, failures: 0, refusedSince: null },
  attempt: { at: NOW.toISOString(), duration_ms: 1, status, error: null, response_body: '' },
})
const lanes = ['a', 'b', 'c', 'd', 'e']

describe('results that are recorded together', () => {
  it('count failures in a row over all of them (integrators.md §3, 3)', () => {
    const failures = lanes.map(lane => result(lane, 500))
    expect(afterResults(active, failures, NOW).changes).toMatchObject({ state: 'failing', failedLanes: lanes })
    const interrupted = [...failures.slice(0, 4), result('x', 204), ...failures.slice(4)]
    expect(afterResults(active, interrupted, NOW).changes).toMatchObject({ state: 'active', failedLanes: ['e'] })
  })

  it('make all due after one success, also those that failed before it', () => {
    const { deliveries, changes, isBack } = afterResults(
      failing,
      [result('a', 500), result('b', 204), result('c', 500)],
      NOW,
    )
    expect(isBack).toBe(true)
    expect(changes).toMatchObject({ state: 'active', failures: 0 })
    expect(deliveries[0]?.after).toMatchObject({ state: 'waiting', failures: 1, nextAttempt: NOW })
    expect(deliveries[1]?.after).toMatchObject({ state: 'done', nextAttempt: null })
    expect(deliveries[2]?.after.nextAttempt?.getTime()).toBeGreaterThan(NOW.getTime())
  })

  it('pause once, whatever follows', () => {
    const gone = afterResults(active, [result('a', 410), result('b', 500), result('c', 204)], NOW)
    expect(gone).toMatchObject({ pausedBecause: 'gone', changes: { state: 'paused', pausedBecause: 'gone' } })
    const old = { ...failing, failedSince: new Date(NOW.getTime() - 3 * DAY) }
    expect(afterResults(old, [result('a', 500)], NOW).pausedBecause).toBe('failures')
  })

  it('leave a pause of an administrator as it is', () => {
    const paused = { ...active, state: 'paused', pausedBecause: 'request' } as const
    const { changes, pausedBecause, deliveries } = afterResults(paused, [result('a', 410)], NOW)
    expect({ changes, pausedBecause }).toEqual({ changes: {}, pausedBecause: null })
    expect(deliveries).toHaveLength(1)
  })
})
