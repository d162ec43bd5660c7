import { expect, it } from 'vitest'
import { excerptOf, markWords } from './excerpt.ts'

const shown = (text: string, words: readonly string[]): string =>
  excerptOf(text, words)
    .map(({ text: part, is_hit: isHit }) => (isHit ? `[${part}]` : part))
    .join('')

it('marks all words in a line around the first one', () => {
  expect(shown('The fog\n  came  in. FOG!', ['fog'])).toBe('The [fog] came in. [FOG]!')
  const long = `${'word '.repeat(60)}lamp${' more'.repeat(60)}`
  const excerpt = shown(long, ['lamp'])
  expect(excerpt).toMatch(/^…(word ){4,9}\[lamp\]( more)+…$/)
  expect(excerpt.length).toBeLessThan(170)
})

it('joins words that overlap, and begins at the first line without one', () => {
  expect(shown('lampshade', ['lamp', 'mpsh'])).toBe('[lampsh]ade')
  expect(shown('Nothing here', ['lamp'])).toBe('Nothing here')
  expect(shown('', ['lamp'])).toBe('')
})

it('marks nothing where letters have another length in lower case', () => {
  expect(markWords('İstanbul lamp', ['lamp'])).toEqual([{ text: 'İstanbul lamp', is_hit: false }])
})
