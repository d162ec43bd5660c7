import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldValue } from '../../fields/field-view.ts'
import { canHoldBoth, mergeLists, mergeValues } from './merge-values.ts'

const itself = (item: number): string => String(item)
const some = fc.uniqueArray(fc.nat(12))
const value = (members: object): FieldValue => ({ field_id: 5, label: '', ...members }) as unknown as FieldValue

describe('a merge of lists', () => {
  it('holds base + additions of both - removals of both', () => {
    fc.assert(
      fc.property(some, some, some, (base, theirs, mine) => {
        const all = new Set([...base, ...theirs, ...mine])
        const expected = [...all].filter(item =>
          base.includes(item) ? theirs.includes(item) && mine.includes(item) : true,
        )
        const merged = mergeLists(itself, base, theirs, mine)
        expect([...merged].sort()).toEqual(expected.sort())
        expect(new Set(merged).size).toBe(merged.length)
      }),
    )
  })
})

describe('a merge of values', () => {
  it('joins chosen values of a list, and their ids', () => {
    const list = (...ids: number[]) =>
      value({ type: 'msb', values: ids.map(id => ({ id, label: `v${id}` })), bind_value_ids: ids })
    expect(mergeValues(list(1, 2), list(2, 3), list(1, 2, 4))).toMatchObject({
      values: [{ id: 2 }, { id: 3 }, { id: 4 }],
      bind_value_ids: [2, 3, 4],
    })
  })

  it('drops None where somebody chose a person', () => {
    const nobody = value({ type: 'msb', values: [{ id: null, is_anonymous: true }], bind_value_ids: [100] })
    const person = (id: number) => value({ type: 'msb', values: [{ id, is_anonymous: false }], bind_value_ids: [id] })
    expect(mergeValues(nobody, person(102), person(103))).toMatchObject({ bind_value_ids: [102, 103] })
  })

  it('joins links by type and artifact, in both directions', () => {
    const link = (id: number, type: string) => ({ id, type })
    const links = (forward: object[], reverse: object[]) =>
      value({ type: 'art_link', links: forward, reverse_links: reverse })
    expect(
      mergeValues(
        links([link(1, '')], []),
        links([link(1, ''), link(2, '')], []),
        links([link(1, '_is_child')], [link(9, '')]),
      ),
    ).toMatchObject({ links: [link(2, ''), link(1, '_is_child')], reverse_links: [link(9, '')] })
  })

  it('leaves the choice to a person where there is one value', () => {
    expect(canHoldBoth('sb')).toBe(false)
    expect(
      mergeValues(undefined, value({ type: 'date', value: 'a' }), value({ type: 'date', value: 'b' })),
    ).toBeUndefined()
  })
})
