import { describe, expect, it } from 'vitest'
import { categoriesFault, type Category } from './model/categories.ts'
import { fieldValuesFault } from './administration/project-fields.ts'
import { shortNameFault } from './model/short-name.ts'
import { accessFault, accessOf } from './model/visibility.ts'

const category = (id: number, parentId: number | null, values: Partial<Category> = {}): Category => ({
  id,
  parentId,
  name: `c${id}`,
  maxValues: 3,
  isMandatory: false,
  ...values,
})

describe('categoriesFault (projects.md §3.5)', () => {
  const tree = [category(1, null), category(2, 1), category(3, 2), category(4, null), category(5, 4)]

  it('takes any descendant of the root', () => {
    expect(
      categoriesFault(tree, [
        { categoryId: 1, valueId: 2 },
        { categoryId: 1, valueId: 3 },
      ]),
    ).toBeUndefined()
  })
  it.each([
    ['no root', 2, 3],
    ['a value of another root', 1, 5],
    ['the root itself', 1, 1],
    ['an unknown value', 1, 99],
    ['an unknown root', 99, 2],
  ])('refuses %s', (_name, categoryId, valueId) => {
    expect(categoriesFault(tree, [{ categoryId, valueId }])).toBeTypeOf('string')
  })
  it('counts all entries of a root, each value once', () => {
    const narrow = [category(1, null, { maxValues: 1 }), category(2, 1), category(3, 1)]
    expect(
      categoriesFault(narrow, [
        { categoryId: 1, valueId: 2 },
        { categoryId: 1, valueId: 2 },
      ]),
    ).toBeUndefined()
    expect(
      categoriesFault(narrow, [
        { categoryId: 1, valueId: 2 },
        { categoryId: 1, valueId: 3 },
      ]),
    ).toContain('at most 1')
  })
  it('asks for mandatory roots only where they have values', () => {
    expect(categoriesFault([category(1, null, { isMandatory: true })], [])).toBeUndefined()
    expect(categoriesFault([category(1, null, { isMandatory: true }), category(2, 1)], [])).toContain('"c1" (1)')
  })
  it('ends on a tree that is none', () => {
    expect(
      categoriesFault([category(1, null), category(2, 3), category(3, 2)], [{ categoryId: 1, valueId: 2 }]),
    ).toBeTypeOf('string')
  })
})

describe('fieldValuesFault (§3.6)', () => {
  const field = { id: 1, name: 'Sponsor', description: '', rank: 1, type: 'line' as const, isRequired: true }
  it('names mandatory fields without a value, then unknown ids', () => {
    expect(fieldValuesFault([field], [{ fieldId: 1, value: '' }])).toContain('Sponsor')
    expect(
      fieldValuesFault(
        [field],
        [
          { fieldId: 1, value: 'x' },
          { fieldId: 7, value: 'x' },
        ],
      ),
    ).toContain('7')
    expect(fieldValuesFault([field], [{ fieldId: 1, value: 'x' }])).toBeUndefined()
  })
})

describe('shortNameFault (§3.1)', () => {
  it('lets archives have underscores, and nothing else more', () => {
    expect(shortNameFault('a_b')).toContain('underscore')
    expect(shortNameFault('a_b', { allowsUnderscore: true })).toBeUndefined()
    expect(shortNameFault('_ab', { allowsUnderscore: true })).toContain('alphanumeric')
    expect(shortNameFault('forge__x', { allowsUnderscore: true })).toContain('reserved')
  })
})

describe('accessOf, accessFault (§3)', () => {
  it('needs restricted users for what speaks of them', () => {
    expect(accessOf(true, true)).toBe('unrestricted')
    expect(accessOf(false, null)).toBe('private')
    expect(accessFault('unrestricted', false)).toBeTypeOf('string')
    expect(accessFault('private-wo-restr', true)).toBeUndefined()
    expect(accessFault('private', false)).toBeUndefined()
  })
})
