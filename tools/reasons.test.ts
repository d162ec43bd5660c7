import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { reasons } from '../src/platform/reasons.ts'

const read = (file: string): Promise<string> => readFile(new URL(`../${file}`, import.meta.url), 'utf8')

/** English texts of the pages by reason, as the source has them: `{0}` and names stand for values. */
const textsOfPages = async (): Promise<ReadonlyMap<string, string>> => {
  const source = await read('web/design/reason-texts.ts')
  const lines = source.matchAll(/^ {6}'?([a-z_.]+)'?: .*?t`([^`]*)`,$/gm)
  return new Map([...lines].map(([, reason = '', text = '']) => [reason, text.replaceAll('${', '{')]))
}

/** Texts of a catalog by their English ones. */
const catalog = async (language: string): Promise<ReadonlyMap<string, string>> => {
  const entries = (await read(`web/locales/${language}/design.po`)).split('\n\n')
  const textOf = (entry: string, key: string): string => {
    const [, lines = ''] = new RegExp(`^${key} ((?:"[^]*?"(?:\n|$))+)`, 'm').exec(entry) ?? []
    return [...lines.matchAll(/^"(.*)"$/gm)].map(([, text = '']) => text.replaceAll('\\\\"', '"')).join('')
  }
  return new Map(entries.map(entry => [textOf(entry, 'msgid'), textOf(entry, 'msgstr')]))
}

describe('a reason of refusals (integrators.md §8)', () => {
  it('has a sentence on the pages', async () => {
    expect([...(await textsOfPages()).keys()].sort()).toEqual(Object.keys(reasons).sort())
  })

  it.each(['en', 'fr'])('has its sentence in the language %s', async language => {
    const translated = await catalog(language)
    const missing = [...(await textsOfPages())].filter(([, text]) => (translated.get(text) ?? '') === '')
    expect(missing).toEqual([])
  })

  it('is in the table of the documentation', async () => {
    const rows = (await read('docs/reasons.md')).matchAll(/^\| `([a-z_.]+)`/gm)
    expect([...rows].map(([, reason]) => reason)).toEqual(Object.keys(reasons))
  })
})
