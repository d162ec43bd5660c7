import { expect, it } from 'vitest'
import { number, wholeNumber } from './command-options.ts'

it('takes numbers within their bounds', () => {
  expect(number('--minutes', '0.5', 0.05, 10)).toBe(0.5)
  expect(wholeNumber('--rounds', '3', 1, 3)).toBe(3)
  expect(wholeNumber('--files', '1e6', 1)).toBe(1_000_000)
})

it.each([
  ['', '--n takes a number from 0 to 3, not "".'],
  ['many', '--n takes a number from 0 to 3, not "many".'],
  ['4', '--n takes a number from 0 to 3, not "4".'],
  ['-1', '--n takes a number from 0 to 3, not "-1".'],
  ['1.5', '--n takes whole numbers, not "1.5".'],
])('reports the fault of %j', (text, sentence) => {
  expect(() => wholeNumber('--n', text, 0, 3)).toThrow(sentence)
})

it('names no upper bound if none exists', () => {
  expect(() => number('--n', '0', 1)).toThrow('--n takes a number of at least 1, not "0".')
})
