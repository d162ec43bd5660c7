import { describe, expect, it } from 'vitest'
import { sampleField } from '../../../test/field-type-contract.ts'
import { canReadField, canSubmitField, canUpdateField, fieldRights } from './fields.permissions.ts'
import { pseudoField, pseudoFields } from './index-rows.ts'
import { fieldType } from './registry.ts'

const field = (
  rights: Partial<Record<'read' | 'submit' | 'update', number[]>>,
  type: 'string' | 'fieldset' = 'string',
) =>
  sampleField(fieldType(type), {
    accepted: [],
    refused: [],
    field: {
      permissions: {
        read: new Set(rights.read),
        submit: new Set(rights.submit),
        update: new Set(rights.update),
      },
    },
  })
const groups = new Set([2, 3])

describe('rights on fields (artifacts.md §1.1, fields.md §1)', () => {
  it('come from the groups of the viewer', () => {
    expect(canReadField(groups, field({ read: [2] }), false)).toBe(true)
    expect(canReadField(groups, field({ read: [4] }), false)).toBe(false)
    expect(canSubmitField(groups, field({ submit: [3] }), false)).toBe(true)
    expect(canSubmitField(groups, field({ update: [3] }), false)).toBe(false)
    expect(canUpdateField(groups, field({ update: [3] }), false)).toBe(true)
    expect(canUpdateField(groups, field({ submit: [3] }), false)).toBe(false)
  })

  it('include reading for users who may update, but not for users who may only submit', () => {
    expect(canReadField(groups, field({ update: [3] }), false)).toBe(true)
    expect(canReadField(groups, field({ submit: [3] }), false)).toBe(false)
  })

  it('include every right for a site administrator, and for no other role', () => {
    const closed = field({})
    expect(fieldRights(new Set([4]), closed, false)).toEqual([])
    expect(fieldRights(new Set(), closed, true)).toEqual(['read', 'update', 'create'])
  })

  it('show containers to everybody and give nobody a way to write them', () => {
    expect(fieldRights(new Set(), field({}, 'fieldset'), false)).toEqual(['read'])
    expect(fieldRights(new Set(), field({}, 'fieldset'), true)).toEqual(['read'])
  })
})

describe('pseudo fields', () => {
  it('have negative ids that no other tracker has', () => {
    const ids = [1, 2, 3].flatMap(tracker => pseudoFields.map(name => pseudoField(tracker, name)))
    expect(new Set(ids).size).toBe(12)
    expect(ids.every(id => id < 0)).toBe(true)
    expect(pseudoField(5, 'lastUpdate')).toBe(-20)
  })
})
