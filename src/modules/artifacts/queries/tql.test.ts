import { expect, it } from 'vitest'
import { complexityOf, parseTql } from './tql.ts'

const values = (count: number): string => Array.from({ length: count }, (_, index) => `"v${index}"`).join(', ')

it.each([
  ['a = 1', 3],
  ['a = 1 AND b = 2', 5],
  ['a = 1 OR b = 2', 6],
  ['WITH CHILDREN AND a = 1', 5],
  ['a BETWEEN(1, 2)', 3],
  [`a IN (${values(10)})`, 3],
  [`a IN (${values(11)})`, 4],
  [`a NOT IN (${values(5_000)})`, 502],
])('a query costs as much as it asks for (trackers.md §4.2): %.30s', (text, cost) => {
  expect(complexityOf(parseTql(text))).toBe(cost)
})
