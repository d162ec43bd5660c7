import { describe, expect, it } from 'vitest'
import { continueList, mentionAt, surround, type Selected } from './markdown-edits.ts'

/** `|` marks both ends of the selection, or the cursor. */
const at = (marked: string): Selected => {
  const from = marked.indexOf('|')
  const rest = marked.slice(0, from) + marked.slice(from + 1)
  const to = rest.indexOf('|')
  return to < 0 ? { text: rest, from, to: from } : { text: rest.slice(0, to) + rest.slice(to + 1), from, to }
}
const shown = ({ text, from, to }: Selected): string =>
  from === to
    ? `${text.slice(0, from)}|${text.slice(from)}`
    : `${text.slice(0, from)}|${text.slice(from, to)}|${text.slice(to)}`

describe('edits of Markdown', () => {
  it('puts marks around the selection, and takes them away', () => {
    expect(shown(surround(at('the |lamp| is out'), '**'))).toBe('the **|lamp|** is out')
    expect(shown(surround(at('the **|lamp|** is out'), '**'))).toBe('the |lamp| is out')
    expect(shown(surround(at('|'), '`'))).toBe('`|`')
  })

  it.each([
    ['- one|', '- one\n- |'],
    ['  * one|', '  * one\n  * |'],
    ['9. nine|', '9. nine\n10. |'],
    ['- [x] done|', '- [x] done\n- [ ] |'],
    ['a\n- |', 'a\n|'],
  ])('continues the list %s', (before, after) => {
    expect(shown(continueList(at(before)) ?? at('|'))).toBe(after)
  })

  it('leaves other lines alone', () => {
    expect(continueList(at('plain|'))).toBeUndefined()
    expect(continueList(at('- |one|'))).toBeUndefined()
  })

  it('knows the mention that somebody types', () => {
    expect(mentionAt('ask @maë', 8)).toEqual({ from: 4, word: 'maë' })
    expect(mentionAt('@', 1)).toEqual({ from: 0, word: '' })
    expect(mentionAt('me@example', 10)).toBeUndefined()
    expect(mentionAt('ask @maë now', 12)).toBeUndefined()
  })
})
