import { expect, it } from 'vitest'
import { formatFolded, formatLimits, parseFolded, parseLimits } from './board-settings.ts'

it('reads limits and folded columns of an address, and leaves out what is none', () => {
  expect([...parseLimits('205:4,none:3')]).toEqual([
    ['205', 4],
    ['none', 3],
  ])
  expect(formatLimits(parseLimits('205:4,none:3'))).toBe('205:4,none:3')
  expect(parseLimits('205:0,x:3,7:-1,8:1e3,9:,none').size).toBe(0)
  expect(formatFolded(parseFolded('205,none,<b>,'))).toBe('205,none')
})
