import { describe, expect, it } from 'vitest'
import { completionAt, continueList, insertLink, markLines, surround, type TextSelection } from './markdown-edits.ts'
import { countTasks, toggleTask } from './tasks.ts'

/** `|` marks both ends of the selection, or the cursor. */
const at = (marked: string): TextSelection => {
  const from = marked.indexOf('|')
  const rest = marked.slice(0, from) + marked.slice(from + 1)
  const to = rest.indexOf('|')
  return to < 0 ? { text: rest, from, to: from } : { text: rest.slice(0, to) + rest.slice(to + 1), from, to }
}
const shown = ({ text, from, to }: TextSelection): string =>
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
    expect(completionAt('ask @maë', 8)).toEqual({ kind: 'person', from: 4, word: 'maë' })
    expect(completionAt('@', 1)).toEqual({ kind: 'person', from: 0, word: '' })
    expect(completionAt('me@example', 10)).toBeUndefined()
    expect(completionAt('ask @maë now', 12)).toBeUndefined()
  })

  it('knows the reference to an artifact at the cursor, and no heading', () => {
    expect(completionAt('see #12', 7)).toEqual({ kind: 'artifact', from: 4, word: '12' })
    expect(completionAt('(#fog ho', 8)).toEqual({ kind: 'artifact', from: 1, word: 'fog ho' })
    expect(completionAt('# Heading', 9)).toBeUndefined()
    expect(completionAt('#', 1)).toBeUndefined()
    expect(completionAt('C#12', 4)).toBeUndefined()
  })

  it('knows the ready answer that somebody types at the start of a line', () => {
    expect(completionAt('Hello\n/need lo', 14)).toEqual({ kind: 'response', from: 6, word: 'need lo' })
    expect(completionAt('/', 1)).toEqual({ kind: 'response', from: 0, word: '' })
    expect(completionAt('and/or', 6)).toBeUndefined()
  })

  it('marks lines, and takes the marks away', () => {
    expect(shown(markLines(at('a\nb|\nc|\nd'), '> '))).toBe('a\n|> b\n> c|\nd')
    expect(shown(markLines(at('a\n|> b\n> c|\nd'), '> '))).toBe('a\n|b\nc|\nd')
    expect(shown(markLines(at('|'), '- '))).toBe('|- |')
  })

  it('makes a link of words, of an address and of nothing', () => {
    expect(shown(insertLink(at('see |the plan|.')))).toBe('see [the plan](|https://|).')
    expect(shown(insertLink(at('|https://x.org/a|')))).toBe('[|](https://x.org/a)')
    expect(shown(insertLink(at('|')))).toBe('[|](https://)')
  })

  it('ticks one task, and no line of code', () => {
    const text = '- [ ] one\n```\n- [ ] code\n```\n1. [x] two\n> * [ ] three\n- [ ]four'
    expect(countTasks(text)).toBe(3)
    expect(toggleTask(text, 0)).toBe(text.replace('[ ] one', '[x] one'))
    expect(toggleTask(text, 1)).toBe(text.replace('[x] two', '[ ] two'))
    expect(toggleTask(text, 2)).toBe(text.replace('[ ] three', '[x] three'))
    expect(toggleTask(text, 3)).toBe(text)
  })
})
