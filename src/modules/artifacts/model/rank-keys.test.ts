import { describe, expect, it } from 'vitest'
import { boundAbove, boundBelow, keysBetween } from './rank-keys.ts'

const inOrderOfBytes = (keys: readonly string[]): string[] =>
  [...keys].sort((left, right) => Buffer.compare(Buffer.from(left), Buffer.from(right)))

describe('keys of the order', () => {
  it('lie between their neighbours, in ascending order, none twice', () => {
    for (const [lower, upper, count] of [
      ['V000001', 'V000002', 1],
      ['V000001', 'V000009', 500],
      ['V00000z', 'V000010', 7],
      ['V000010', 'V0000101', 3],
      ['V000001zzzzzzzzz', 'V000002', 2],
    ] as const) {
      const keys = keysBetween(lower, upper, count)
      const all = [lower, ...keys, upper]
      expect(new Set(all).size).toBe(count + 2)
      expect(inOrderOfBytes(all)).toEqual(all)
    }
  })

  it('leave room everywhere, however often somebody moves to the same place', () => {
    let upper = 'V000002'
    const keys = [upper]
    for (let move = 0; move < 400; move++) keys.unshift((upper = keysBetween('V000001', upper, 1)[0] ?? ''))
    expect(inOrderOfBytes(keys)).toEqual(keys)
    expect(keys.slice(0, -1).every(key => key.length > 7 && !key.endsWith('0') && key > 'V000001')).toBe(true)
  })

  it('stay short at both ends', () => {
    let [first, last] = ['V000001', 'V000001']
    for (let move = 0; move < 1_000; move++) {
      const earlier = keysBetween(boundBelow(first), first, 1)[0] ?? ''
      const later = keysBetween(last, boundAbove(last), 1)[0] ?? ''
      expect(earlier < first && last < later && later < boundAbove('V000001')).toBe(true)
      expect(earlier.length).toBeLessThan(20)
      ;[first, last] = [earlier, move < 200 ? later : last]
    }
  })

  it('are refused where there is no place', () => {
    expect(() => keysBetween('V000002', 'V000002', 1)).toThrow('no key')
  })
})
