import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeTexts, textOf, type Choice } from './merge-texts.ts'

const merged = (base: string, theirs: string, mine: string, ...choices: Choice[]) =>
  textOf(mergeTexts(base, theirs, mine), choices)

describe('a three-way merge of texts', () => {
  it('joins changes of different lines', () => {
    expect(merged('one\ntwo\nthree\n', 'ONE\ntwo\nthree\n', 'one\ntwo\nthree\nfour')).toBe('ONE\ntwo\nthree\nfour')
    expect(merged('one\ntwo\nthree', 'two\nthree', 'one\ntwo')).toBe('two')
  })

  it('joins changes of different words of one line', () => {
    expect(
      merged(
        'The horn gives a second, shorter one. Eleven miles.',
        'The horn of series C gives a second one. Eleven miles.',
        'The horn gives a second, shorter one. Twelve miles. Below 5 °C it stops.',
      ),
    ).toBe('The horn of series C gives a second one. Twelve miles. Below 5 °C it stops.')
  })

  it('asks where both changed the same words, and puts the chosen ones in', () => {
    const [base, theirs, mine] = ['a\nold\nz\n', 'a\nred\nz\n', 'a\nblue\nz\n'] as const
    expect(mergeTexts(base, theirs, mine).filter(block => block.kind === 'conflict')).toEqual([
      { kind: 'conflict', base: 'old\n', theirs: 'red\n', mine: 'blue\n' },
    ])
    expect(merged(base, theirs, mine)).toBeUndefined()
    expect(merged(base, theirs, mine, 'theirs')).toBe('a\nred\nz\n')
    expect(merged(base, theirs, mine, 'mine')).toBe('a\nblue\nz\n')
    expect(merged(base, theirs, mine, 'both')).toBe('a\nred\nblue\nz\n')
  })

  it('takes the same change of both once', () => {
    expect(merged('old', 'new', 'new')).toBe('new')
    expect(merged('a\n', 'a\nb\n', 'a\nb\n')).toBe('a\nb\n')
  })

  /** Words of three kinds, so that each says where it comes from. */
  const separator = fc.constantFrom(' ', '\n', '\n\n')
  const edit = (letter: string) =>
    fc.record({
      removed: fc.array(fc.nat(30), { maxLength: 6 }),
      inserted: fc.array(fc.record({ at: fc.nat(30), separator }), { maxLength: 6 }),
      letter: fc.constant(letter),
    })
  const scene = fc.record({
    base: fc.array(separator, { maxLength: 25 }),
    theirs: edit('t'),
    mine: edit('m'),
  })
  interface Edit {
    readonly removed: readonly number[]
    readonly inserted: readonly { readonly at: number; readonly separator: string }[]
    readonly letter: string
  }
  const apply = (base: readonly string[], { removed, inserted, letter }: Edit) => {
    const added = inserted.map((each, index) => ({ ...each, text: `${letter}${index}x${each.separator}` }))
    const parts = Array.from({ length: base.length + 1 }, (_, index) => [
      ...added.filter(({ at }) => at % (base.length + 1) === index).map(({ text }) => text),
      ...(index < base.length && !removed.includes(index) ? [`b${index}x${base[index]}`] : []),
    ])
    return { text: parts.flat().join(''), words: added.map(({ text }) => text.trim()) }
  }
  const wordsIn = (text: string | undefined): ReadonlySet<string> => new Set(text?.split(/\s+/))

  it('loses no word that somebody wrote, and none that nobody removed', () => {
    fc.assert(
      fc.property(scene, ({ base, theirs, mine }) => {
        const [their, my] = [apply(base, theirs), apply(base, mine)]
        const blocks = mergeTexts(base.map((end, index) => `b${index}x${end}`).join(''), their.text, my.text)
        const result = wordsIn(
          textOf(
            blocks,
            blocks.map(() => 'both' as const),
          ),
        )
        for (const word of [...their.words, ...my.words]) expect(result).toContain(word)
        base.forEach((_, index) => {
          if (!theirs.removed.includes(index) && !mine.removed.includes(index)) expect(result).toContain(`b${index}x`)
        })
      }),
      { numRuns: 400 },
    )
  })

  it('is their text where only they wrote, and mine where only I did', () => {
    fc.assert(
      fc.property(scene, ({ base, theirs }) => {
        const before = base.map((end, index) => `b${index}x${end}`).join('')
        const { text } = apply(base, theirs)
        expect(merged(before, text, before)).toBe(text)
        expect(merged(before, before, text)).toBe(text)
      }),
    )
  })

  it('says the same whoever saves first, but for the order of conflicts', () => {
    fc.assert(
      fc.property(scene, ({ base, theirs, mine }) => {
        const before = base.map((end, index) => `b${index}x${end}`).join('')
        const [their, my] = [apply(base, theirs).text, apply(base, mine).text]
        const one = mergeTexts(before, their, my)
        const other = mergeTexts(before, my, their)
        expect(textOf(one, [])).toBe(textOf(other, []))
      }),
    )
  })
})
