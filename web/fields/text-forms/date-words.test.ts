import { expect, it } from 'vitest'
import { dayOfWords } from './date-words.ts'

// A Tuesday.
const today = new Date(2026, 10, 24)

it.each([
  ['today', '2026-11-24'],
  ['Tomorrow', '2026-11-25'],
  ['hier', '2026-11-23'],
  ['demain', '2026-11-25'],
  ['+3d', '2026-11-27'],
  ['+2w', '2026-12-08'],
  ['-1', '2026-11-23'],
  ['monday', '2026-11-30'],
  ['next tuesday', '2026-12-01'],
  ['mercredi prochain', '2026-11-25'],
  ['2026-12-31', '2026-12-31'],
  ['31/12/2026', '2026-12-31'],
  ['1.2.2027', '2027-02-01'],
])('%s is %s', (text, day) => {
  expect(dayOfWords(text, 'en-GB', today)).toBe(day)
})

it('takes the month first where people write it first', () => {
  expect(dayOfWords('12/31/2026', 'en-US', today)).toBe('2026-12-31')
  expect(dayOfWords('3/4/2026', 'en-US', today)).toBe('2026-03-04')
  expect(dayOfWords('3/4/2026', 'fr', today)).toBe('2026-04-03')
})

it.each(['', 'soon', '2026-12-31x', '1.2/2027', '2026-02-30', '32/01/2026', '+d', 'next'])(
  'knows no day for "%s"',
  text => {
    expect(dayOfWords(text, 'en-GB', today)).toBeUndefined()
  },
)
