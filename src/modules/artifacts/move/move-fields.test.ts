import { describe, expect, it } from 'vitest'
import { aField } from '../../../../test/harness/fields.ts'
import type { Bind, Field } from '../../fields/index.ts'
import type { Tracker } from '../../trackers/index.ts'
import { moveDelta, moveDocument, pairFields, type MoveContext } from './move-fields.ts'

const treeOf = (...fields: Field[]): Tracker =>
  ({
    fields,
    fieldById: new Map(fields.map(field => [field.id, field])),
    fieldByName: new Map(fields.map(field => [field.name, field])),
  }) as unknown as Tracker

const staticBind = (...labels: readonly (readonly [number, string])[]): Bind => {
  const values = labels.map(([id, label]) => ({
    id,
    label,
    description: '',
    isHidden: false,
    isDefault: false,
    colorName: null,
    legacyColor: null,
  }))
  return {
    type: 'static',
    isRankAlpha: false,
    values,
    byId: new Map(values.map(value => [value.id, value])),
    openValues: [],
    openById: new Map([[7, { id: 7, label: 'typed', isHidden: false }]]),
  }
}
const users: Bind = { type: 'users', functions: ['group_members'], defaultUserIds: [] }

const context: MoveContext = {
  isBoundUser: (_field, userId) => userId === 102,
  targetGroup: groupId => (groupId === 104 ? 204 : groupId < 100 ? groupId : undefined),
  openValueId: () => 99,
  isLinkTypeUsable: type => type !== 'off',
}

const move = (
  source: Partial<Field> & { type: Field['type'] },
  target: Partial<Field> & { type: Field['type'] },
  stored: unknown,
) => {
  const from = treeOf(aField(source.type, { id: 1, name: 'it', ...source }))
  const to = treeOf(aField(target.type, { id: 2, name: 'it', ...target }))
  const pairs = pairFields(from, to, true)
  const { document, report } = moveDocument(from, pairs, { 1: stored }, context)
  const list = report.migrated.length > 0 ? 'whole' : report.partiallyMigrated.length > 0 ? 'partly' : 'lost'
  return [list, document['2']]
}

describe('values that move to another tracker (artifacts.md §11)', () => {
  it.each([
    [{ type: 'string' }, { type: 'string' }, 'A', ['whole', 'A']],
    [{ type: 'string' }, { type: 'text' }, 'A', ['whole', { content: 'A', format: 'text' }]],
    [{ type: 'text' }, { type: 'string' }, { content: '<p>A</p>\n<p>B</p>', format: 'html' }, ['whole', 'A B']],
    [{ type: 'int' }, { type: 'float' }, 3, ['whole', 3]],
    [{ type: 'float' }, { type: 'int' }, -3.7, ['whole', -3]],
    [{ type: 'int' }, { type: 'string' }, 3, ['lost', undefined]],
    [{ type: 'date' }, { type: 'date' }, '2026-01-02', ['whole', '2026-01-02']],
    [{ type: 'ttmstepexec' }, { type: 'ttmstepexec' }, null, ['lost', undefined]],
    [{ type: 'string' }, { type: 'string', name: 'other' }, 'A', ['lost', undefined]],
  ] as const)('%j → %j: %j', (source, target, stored, expected) => {
    expect(move(source, target, stored)).toEqual(expected)
  })

  it('takes static values by label in any case, and reports lost values', () => {
    const from = staticBind([10, 'Red'], [11, 'Blue'])
    const to = staticBind([20, 'red'])
    expect(move({ type: 'sb', bind: from }, { type: 'rb', bind: to }, [10])).toEqual(['whole', [20]])
    expect(move({ type: 'msb', bind: from }, { type: 'cb', bind: to }, [10, 11])).toEqual(['partly', [20]])
    expect(move({ type: 'sb', bind: from }, { type: 'msb', bind: to }, [10])).toEqual(['lost', undefined])
    expect(move({ type: 'sb', bind: from }, { type: 'sb', bind: users }, [10])).toEqual(['lost', undefined])
  })

  it('takes people that the target offers', () => {
    expect(move({ type: 'msb', bind: users }, { type: 'msb', bind: users }, [102, 103])).toEqual(['partly', [102]])
  })

  it('adds typed values to an open list, or takes the value of that name', () => {
    const stored = [{ open: 7 }, { email: 'a@b.org' }]
    const plain = move({ type: 'tbl', bind: staticBind() }, { type: 'tbl', bind: staticBind() }, stored)
    expect(plain).toEqual(['whole', [{ open: 99 }, { email: 'a@b.org' }]])
    const named = move({ type: 'tbl', bind: staticBind() }, { type: 'tbl', bind: staticBind([20, 'Typed']) }, [
      { open: 7 },
    ])
    expect(named).toEqual(['whole', [20]])
  })

  it('takes groups of the same meaning, and links of types in use', () => {
    expect(move({ type: 'perm' }, { type: 'perm' }, [3, 104, 105])).toEqual(['partly', [3, 204]])
    const links = [
      { id: 5, type: '' },
      { id: 6, type: 'off' },
    ]
    expect(move({ type: 'art_link' }, { type: 'art_link' }, links)).toEqual(['partly', [links[0]]])
  })

  it('counts a field without value as migrated, and writes nothing for it', () => {
    expect(move({ type: 'string' }, { type: 'string' }, undefined)).toEqual(['whole', undefined])
  })

  it('leaves a field of permissions behind where the artifact has no restriction', () => {
    const tracker = treeOf(aField('perm', { id: 1, name: 'it' }))
    expect(pairFields(tracker, tracker, false).size).toBe(0)
  })

  it('shows history in the fields of the target', () => {
    const from = treeOf(aField('string', { id: 1, name: 'it' }), aField('int', { id: 3, name: 'gone' }))
    const to = treeOf(aField('text', { id: 2, name: 'it' }))
    const delta = { 1: { b: 'A', a: 'B' }, 3: { a: 4 } }
    expect(moveDelta(pairFields(from, to, true), delta, context)).toEqual({
      2: { b: { content: 'A', format: 'text' }, a: { content: 'B', format: 'text' } },
    })
  })
})
