import { describe, expect, it } from 'vitest'
import { chipOf, chipsOf, joinChips, unreadChip } from './chips.ts'
import type { QueryNode, QueryValue } from './query-tree.ts'

/** A comparison at the place of its text in the query. */
const at = (query: string, text: string) => ({ from: query.indexOf(text), to: query.indexOf(text) + text.length })
const word = (text: string): QueryValue => ({ kind: 'text', text })
const comparison = (
  query: string,
  text: string,
  field: string,
  operator: string,
  ...values: QueryValue[]
): QueryNode => ({
  kind: 'comparison',
  field,
  operator,
  values,
  ...at(query, text),
})

describe('chipsOf', () => {
  const query = 'title="x"  AND (a = 1 OR b = 2) and WITH CHILDREN'
  const or = '(a = 1 OR b = 2)'
  const tree: QueryNode = {
    kind: 'and',
    parts: [
      comparison(query, 'title="x"', 'title', '=', word('x')),
      {
        kind: 'or',
        parts: [
          comparison(query, 'a = 1', 'a', '=', { kind: 'number', text: '1' }),
          comparison(query, 'b = 2', 'b', '=', { kind: 'number', text: '2' }),
        ],
        ...at(query, or),
      },
      { kind: 'relation', text: 'WITH CHILDREN', ...at(query, 'WITH CHILDREN') },
    ],
    from: 0,
    to: query.length,
  }

  it('makes a chip of each part, with its own text', () => {
    expect(chipsOf(tree, query).map(({ text, filter }) => [text, filter?.field])).toEqual([
      ['title="x"', 'title'],
      [or, undefined],
      ['WITH CHILDREN', undefined],
    ])
  })

  it('leaves the text of untouched chips alone', () => {
    const [first, ...rest] = chipsOf(tree, query)
    if (!first) throw new Error('no chip')
    expect(joinChips([first, ...rest.slice(1)])).toBe('title="x" AND WITH CHILDREN')
    expect(joinChips([chipOf({ field: 'title', operator: '!=', values: ['y'] }), ...rest])).toBe(
      `title != "y" AND ${or} AND WITH CHILDREN`,
    )
  })

  it('puts an OR in brackets only beside other chips', () => {
    const text = 'a = 1 OR b = 2'
    const both = comparison(text, 'a = 1', 'a', '=', { kind: 'number', text: '1' })
    const chips = chipsOf(
      { kind: 'or', parts: [both, comparison(text, 'b = 2', 'b', '=')], from: 0, to: text.length },
      text,
    )
    expect(joinChips(chips)).toBe(text)
    expect(joinChips([...chips, chipOf({ field: 'c', operator: '=', values: ['3'] })])).toBe(`(${text}) AND c = 3`)
    expect(joinChips([unreadChip(text), chipOf({ field: 'c', operator: '=', values: ['3'] })])).toBe(
      `(${text}) AND c = 3`,
    )
  })

  it('shows values with None as one chip, and no text that looks like a function', () => {
    const text = '(s = "New" OR s = "")'
    const parts = [comparison(text, 's = "New"', 's', '=', word('New')), comparison(text, 's = ""', 's', '=', word(''))]
    expect(chipsOf({ kind: 'or', parts, from: 0, to: text.length }, text)[0]?.filter).toEqual({
      field: 's',
      operator: 'IN',
      values: ['New', ''],
    })
    const quoted = 'title = "MYSELF()"'
    const [chip] = chipsOf(comparison(quoted, quoted, 'title', '=', word('MYSELF()')), quoted)
    expect(chip?.filter).toBeUndefined()
  })
})
