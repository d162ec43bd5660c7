import { expect, it } from 'vitest'
import { joinPayloads } from './announcement-payloads.ts'

it('joins words to payloads that announcements take, in their order', () => {
  const words = Array.from({ length: 3_000 }, (_, index) => `é${index}`)
  const payloads = joinPayloads(words, ' ')
  expect(payloads.join(' ').split(' ')).toEqual(words)
  expect(Math.max(...payloads.map(payload => Buffer.byteLength(payload)))).toBeLessThan(7_000)
  expect(payloads).toHaveLength(3)
  expect(joinPayloads([], ',')).toEqual([])
})
