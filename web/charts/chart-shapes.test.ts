import { describe, expect, it } from 'vitest'
import { slicesOf, ticksOf } from './chart-shapes.ts'

describe('shapes of charts', () => {
  it('are slices by shares, a whole ring for one value, and nothing for none', () => {
    const [half, quarter, none, other] = slicesOf([2, 1, 0, 1], 100, 50)
    expect(half?.path).toBe('M0 -100A100 100 0 0 1 0 100L0 50A50 50 0 0 0 0 -50Z')
    expect([half?.x, half?.y].map(value => Math.abs(Math.round(value ?? 0)))).toEqual([75, 0])
    expect(quarter?.path).toContain('A100 100 0 0 1 -100 0')
    expect(none).toBeUndefined()
    expect(other?.path).toContain('0 -100')
    expect(slicesOf([5], 10, 5)[0]?.path.split('A')).toHaveLength(5)
    expect(slicesOf([0, 0], 10, 5)).toEqual([undefined, undefined])
  })

  it('have round ticks, whole ones for whole numbers', () => {
    expect(ticksOf(0)).toEqual([0])
    expect(ticksOf(3)).toEqual([0, 1, 2, 3])
    expect(ticksOf(97)).toEqual([0, 25, 50, 75, 100])
    expect(ticksOf(0.4)).toEqual([0, 0.1, 0.2, 0.30000000000000004, 0.4])
  })
})
