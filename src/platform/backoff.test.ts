import { describe, expect, it } from 'vitest'
import { Backoff } from './backoff.ts'

describe('Backoff', () => {
  it('doubles the pause after each short run, up to half a minute', () => {
    const backoff = new Backoff(4_000)
    expect([0, 10, 60_000, 0, 0].map(ranMs => backoff.next(ranMs))).toEqual([4_000, 8_000, 16_000, 30_000, 30_000])
  })

  it('starts anew after a run of more than a minute', () => {
    const backoff = new Backoff(250)
    expect([0, 0, 60_001, 0].map(ranMs => backoff.next(ranMs))).toEqual([250, 500, 250, 500])
  })
})
