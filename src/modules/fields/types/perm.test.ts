import { describe, expect, it } from 'vitest'
import {
  aField,
  describeContext,
  importContext,
  parseContext,
  representContext,
  userGroup,
  xmlNode,
} from '../../../../test/harness/fields.ts'
import { perm } from './perm.ts'

const field = aField('perm')
const entry = (granted_groups: unknown, more: object = {}) => ({ value: { granted_groups, ...more } })

describe('writing permissions of an artifact (§3.10)', () => {
  it('takes REST ids, numbers and bare numbers of system groups, once each', async () => {
    expect(await perm.parse(entry(['101_3', 3, 4, '105', 105, 2]), field, parseContext())).toEqual({
      value: [3, 4, 105, 2],
    })
  })

  it('refuses groups of another project, unknown ones and names', async () => {
    expect(await perm.parse(entry(['102_3', 999, 'keepers', null, 1e300]), field, parseContext())).toEqual({
      fault: 'Field "A field" (7): no such user group in the project: "102_3", 999, "keepers", null, 1e+300.',
      reason: 'field.value',
    })
  })

  it('lifts the restriction with [], unless a restriction is asked for', async () => {
    expect(await perm.parse(entry([]), field, parseContext())).toEqual({ value: [] })
    expect(await perm.parse(entry([], { is_used_by_default: true }), field, parseContext())).toHaveProperty('fault')
    expect(await perm.parse(entry('', { is_used_by_default: 'true' }), field, parseContext())).toHaveProperty('fault')
  })

  it('is untouched by an entry that was read', async () => {
    expect(
      await perm.parse({ granted_groups: ['keepers'], granted_groups_ids: ['105'] }, field, parseContext()),
    ).toEqual({ unchanged: true })
  })

  it('changes with the set of groups; never restricted equals no longer restricted', () => {
    expect(perm.same([3, 105], [105, 3])).toBe(true)
    expect(perm.same([3], [105])).toBe(false)
    expect(perm.same(undefined, [])).toBe(true)
  })
})

describe('reading permissions of an artifact (§3.10)', () => {
  it('shows labels and ids', () => {
    expect(perm.represent([3, 105], field, representContext())).toEqual({
      granted_groups: ['Project members', 'keepers'],
      granted_groups_ids: ['101_3', '105'],
    })
    expect(perm.represent(undefined, field, representContext())).toBeNull()
  })

  it('describes the groups of the project', () => {
    expect(perm.describe(field, describeContext()).values).toEqual({
      is_used_by_default: false,
      ugroup_representations: [3, 4, 105, 106].map(userGroup),
    })
  })
})

describe('permissions in an archive (import.md §6.3)', () => {
  const change = (use_perm: string, ...groups: Record<string, string>[]) =>
    xmlNode(
      'field_change',
      { type: 'permissions_on_artifact', use_perm },
      groups.map(attributes => xmlNode('ugroup', attributes)),
    )

  it('finds groups by name, and by number up to 100', () => {
    const context = importContext()
    expect(
      perm.importValue?.(
        change('1', { ugroup_name: 'keepers' }, { ugroup_id: '3' }, { ugroup_id: '105' }),
        field,
        context,
      ),
    ).toEqual([105, 3])
    expect(context.warnings).toHaveLength(1)
    expect(perm.importValue?.(change('0', { ugroup_name: 'keepers' }), field, context)).toEqual([])
  })

  it('keeps an artifact restricted if none of its groups is known', () => {
    const context = importContext()
    expect(perm.importValue?.(change('1', { ugroup_name: 'strangers' }), field, context)).toEqual([4])
    expect(context.warnings).toHaveLength(2)
    expect(perm.importValue?.(change('1'), field, context)).toBeUndefined()
  })
})
