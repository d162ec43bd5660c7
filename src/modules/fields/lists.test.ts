import { describe, expect, it } from 'vitest'
import {
  aField,
  describeContext,
  exportContext,
  fullUser,
  groupsBind,
  importContext,
  parseContext,
  representContext,
  staticBind,
  userGroup,
  usersBind,
  xmlNode,
} from '../../../test/harness/fields.ts'
import { cb } from './types/lists/cb.ts'
import { msb } from './types/lists/msb.ts'
import { rb } from './types/lists/rb.ts'
import { sb } from './types/lists/sb.ts'

const colours = staticBind([
  { id: 201, label: 'Red', colorName: 'fiesta-red', isDefault: true },
  { id: 202, label: 'Blue', legacyColor: { r: 1, g: 2, b: 3 } },
  { id: 203, label: '7.5', isHidden: true, isDefault: true },
])
const statics = aField('sb', { bind: colours })
const people = aField('msb', { bind: usersBind(['group_members', 'artifact_submitters', 'ugroup_105'], [103, 100]) })
const groups = aField('cb', {
  bind: groupsBind([
    { id: 1, groupId: 3 },
    { id: 2, groupId: 105, isDefault: true },
    { id: 3, groupId: 106, isHidden: true },
  ]),
})
const artifact = representContext().artifact

describe('writing a list (§3.5, §3.6)', () => {
  it('names what is not among the values', async () => {
    const parsed = await sb.parse({ bind_value_ids: [999] }, statics, parseContext())
    expect(parsed).toEqual({ fault: 'Field "A field" (7): not among its values: 999.', reason: 'field.value' })
    const many = await msb.parse({ bind_value_ids: ['x', 1, 2, 3, 4, 5, 6] }, statics, parseContext())
    expect((many as { fault: string }).fault).toContain('"x", 1, 2, 3, 4 …')
  })

  it('takes a hidden value: it exists', async () => {
    expect(await sb.parse({ bind_value_ids: [203] }, statics, parseContext())).toEqual({ value: [203] })
  })

  it('takes ids in either notation, once each', async () => {
    expect(await cb.parse({ bind_value_ids: ['202', 201, 202] }, statics, parseContext())).toEqual({
      value: [202, 201],
    })
  })

  it('drops None beside real values of a multiple list, refuses it in a single one', async () => {
    expect(await msb.parse({ bind_value_ids: [100, 201] }, statics, parseContext())).toEqual({ value: [201] })
    expect(await rb.parse({ bind_value_ids: [100, 201] }, statics, parseContext())).toHaveProperty('fault')
    expect(await rb.parse({ bind_value_ids: [0, 201] }, statics, parseContext())).toEqual({ value: [201] })
  })

  it('takes users that the bind offers, and users already chosen', async () => {
    expect(await msb.parse({ bind_value_ids: [102, 104] }, people, parseContext())).toEqual({
      fault: 'Field "A field" (7): not among its values: 104.',
      reason: 'field.value',
    })
    expect(await msb.parse({ bind_value_ids: [102, 104] }, people, parseContext({ current: [104] }))).toEqual({
      value: [102, 104],
    })
  })

  it('takes REST ids of groups, not names, and only those of the bind', async () => {
    expect(await cb.parse({ bind_value_ids: ['101_3', 105] }, groups, parseContext())).toEqual({ value: [3, 105] })
    expect(await cb.parse({ bind_value_ids: ['keepers'] }, groups, parseContext())).toHaveProperty('fault')
    expect(await cb.parse({ bind_value_ids: ['101_4'] }, groups, parseContext())).toHaveProperty('fault')
    const one = { ...groups, type: 'sb' as const }
    expect(await sb.parse({ bind_value_ids: ['105', 105] }, one, parseContext())).toEqual({ value: [105] })
    expect(await sb.parse({ bind_value_ids: ['105', 100] }, one, parseContext())).toHaveProperty('fault')
  })

  it('offers nothing without a bind', async () => {
    const bare = aField('sb')
    expect(await sb.parse({ bind_value_ids: [1] }, bare, parseContext())).toHaveProperty('fault')
    expect(await sb.parse({ bind_value_ids: [] }, bare, parseContext())).toEqual({ value: [] })
  })

  it('starts with its defaults, a single list with one of them (artifacts.md §5)', () => {
    const context = parseContext()
    expect(sb.defaultValue(statics, context)).toEqual([201])
    expect(msb.defaultValue(statics, context)).toEqual([201, 203])
    expect(msb.defaultValue(people, context)).toEqual([103])
    expect(cb.defaultValue(groups, context)).toEqual([105])
    expect(sb.defaultValue(aField('sb'), context)).toEqual([])
  })

  it('changes with the set of values, not with their order', () => {
    expect(msb.same([201, 202], [202, 201])).toBe(true)
    expect(msb.same([201, 202], [201, 203])).toBe(false)
    expect(msb.same(undefined, [])).toBe(false)
  })
})

describe('reading a list (§3.5, §3.6)', () => {
  it('shows static values with their colours', () => {
    expect(msb.represent([202, 201], statics, representContext())).toEqual({
      values: [
        { id: 202, label: 'Blue', color: { r: 1, g: 2, b: 3 }, tlp_color: null, is_hidden: false },
        { id: 201, label: 'Red', color: null, tlp_color: 'fiesta-red', is_hidden: false },
      ],
      bind_value_ids: [202, 201],
    })
  })

  it('builds the shape of a static value once for all readers', () => {
    const [one] = msb.represent([201], statics, representContext())!['values'] as object[]
    const [two] = sb.represent([201], statics, representContext())!['values'] as object[]
    expect(one).toBe(two)
  })

  it('shows None by the bind: nothing, or the anonymous user and 100', () => {
    expect(sb.represent([], statics, representContext())).toEqual({ values: [], bind_value_ids: [] })
    expect(cb.represent([], groups, representContext())).toEqual({ values: [], bind_value_ids: [] })
    expect(msb.represent([], people, representContext())).toEqual({ values: [fullUser(0)], bind_value_ids: [100] })
    expect(msb.represent(undefined, people, representContext())).toBeNull()
  })

  it('shows users and groups in full, groups by REST id', () => {
    expect(msb.represent([102], people, representContext())).toEqual({ values: [fullUser(102)], bind_value_ids: [102] })
    expect(cb.represent([3, 105], groups, representContext())).toEqual({
      values: [userGroup(3), userGroup(105)],
      bind_value_ids: ['101_3', '105'],
    })
  })

  it('gives labels to flat lists and messages (artifacts.md §10)', () => {
    const context = representContext()
    expect(msb.flat([201, 202], statics, context)).toEqual(['Red', 'Blue'])
    expect(msb.flat([102], people, context)).toEqual(['Ann Lee (ann)'])
    expect(cb.flat([3], groups, context)).toEqual(['Project members'])
    expect(msb.flat([], people, context)).toEqual([])
    expect(msb.plainText([201, 202], statics)).toBe('Red, Blue')
    expect(msb.plainText([102, 103], people, context)).toBe('Ann Lee (ann), Ben Kay (ben)')
    expect(msb.plainText([102], people)).toBe('102')
  })

  it('names the accounts that it shows only where they are accounts', () => {
    expect(msb.userIds?.([102, 103], artifact, people)).toEqual([102, 103])
    expect(msb.userIds?.([201], artifact, statics)).toEqual([])
  })

  it('adds its label to sums when it is a drop-down list and the label a number (§3.11)', () => {
    expect(sb.addend?.([203], statics)).toBe(7.5)
    expect(sb.addend?.([201], statics)).toBeUndefined()
    expect(sb.addend?.([], statics)).toBeUndefined()
    expect('addend' in rb).toBe(false)
  })
})

describe('describing a list (§1, §4)', () => {
  it('lists static values, hidden ones too', () => {
    expect(sb.describe(statics, describeContext())).toEqual({
      values: [
        { id: 201, label: 'Red', is_hidden: false, value_color: 'fiesta-red' },
        { id: 202, label: 'Blue', is_hidden: false, value_color: '' },
        { id: 203, label: '7.5', is_hidden: true, value_color: '' },
      ],
      bindings: { type: 'static', list: [] },
      default_value: [{ id: 201, label: 'Red' }],
      specific_properties: [],
    })
  })

  it('lists the users offered and where they come from', () => {
    expect(msb.describe(people, describeContext())).toEqual({
      values: [
        { id: 102, label: 'ann', user_reference: { id: 102, username: 'ann' } },
        { id: 103, label: 'ben', user_reference: { id: 103, username: 'ben' } },
      ],
      bindings: {
        type: 'users',
        list: [
          { id: 3, label: 'Project members' },
          { id: 0, label: 'Artifact submitters' },
          { id: 105, label: 'keepers' },
        ],
      },
      default_value: [fullUser(103)],
      specific_properties: { size: 7 },
    })
  })

  it('lists nobody when it is bound to all registered users', () => {
    expect(sb.describe(aField('sb', { bind: usersBind(['ugroup_2']) }), describeContext()).values).toEqual([])
  })

  it('lists groups with the ids of their values, and the groups themselves', () => {
    expect(cb.describe(groups, describeContext())).toMatchObject({
      values: [
        { id: 1, label: 'Project members', ugroup_reference: userGroup(3) },
        { id: 2, label: 'keepers', ugroup_reference: userGroup(105) },
      ],
      bindings: { type: 'ugroups', list: [] },
      default_value: [userGroup(105)],
    })
  })
})

describe('a list in an archive (import.md §6.3)', () => {
  const change = (bind: string | undefined, ...values: ReturnType<typeof xmlNode>[]) =>
    xmlNode('field_change', { field_name: 'a_field', type: 'list', ...(bind && { bind }) }, values)
  const value = (text: string, format?: string) => xmlNode('value', format ? { format } : {}, text)

  it('finds values by the number of their key, or by label', () => {
    const context = importContext()
    expect(msb.importValue?.(change('static', value('201', 'id'), value('Blue')), statics, context)).toEqual([201, 202])
    expect(
      sb.importValue?.(
        change('static', value('V203', 'id')),
        statics,
        importContext({ findBindValue: key => (key === 'V203' ? 203 : undefined) }),
      ),
    ).toEqual([203])
    expect(sb.importValue?.(change(undefined, value('')), statics, context)).toEqual([])
    expect(sb.importValue?.(change('static'), statics, context)).toEqual([])
    expect(context.warnings).toEqual([])
  })

  it('loses only the value that it does not know, with a warning', () => {
    const context = importContext()
    expect(msb.importValue?.(change('static', value('201', 'id'), value('999', 'id')), statics, context)).toEqual([201])
    expect(context.warnings).toHaveLength(1)
    // All values are unknown: that is different from None.
    expect(sb.importValue?.(change('static', value('Pink')), statics, context)).toBeUndefined()
    expect(context.warnings).toHaveLength(2)
  })

  it('skips several values for a single list, and values of another bind', () => {
    const context = importContext()
    expect(sb.importValue?.(change('static', value('Red'), value('Blue')), statics, context)).toBeUndefined()
    expect(sb.importValue?.(change('users', value('ann', 'username')), statics, context)).toBeUndefined()
    expect(context.warnings).toHaveLength(2)
  })

  it('finds users by reference, None being nobody', () => {
    const context = importContext()
    expect(
      msb.importValue?.(change('users', value('ann', 'username'), value('None', 'username')), people, context),
    ).toEqual([102])
    expect(msb.importValue?.(change('users', value('')), people, context)).toEqual([])
    expect(context.warnings).toEqual([])
  })

  it('finds groups by the key of their item, other forms being None', () => {
    const context = importContext({ findBindValue: key => (key === 'V30' ? 105 : undefined) })
    expect(cb.importValue?.(change('ugroups', value('30', 'id')), groups, context)).toEqual([105])
    expect(cb.importValue?.(change('ugroups', value('keepers')), groups, context)).toEqual([])
  })

  it('accepts and ignores the size of lists that have none, and tells of other properties', () => {
    const warnings: string[] = []
    const properties = xmlNode('properties', { size: '3', shape: 'round' })
    expect(sb.importSettings(properties, message => warnings.push(message))).toEqual({})
    expect(msb.importSettings(properties, () => {})).toEqual({ size: 3 })
    expect(warnings).toEqual(['Property shape is not known here; it is ignored.'])
  })

  it('writes None as an empty value', () => {
    expect(sb.exportValue?.([], statics, exportContext)).toEqual({
      name: 'field_change',
      attributes: { field_name: 'a_field', type: 'list', bind: 'static' },
      children: [{ name: 'value' }],
    })
  })
})
