import { describe, expect, it } from 'vitest'
import {
  aField,
  describeContext,
  fullUser,
  groupsBind,
  importContext,
  parseContext,
  representContext,
  staticBind,
  userGroup,
  usersBind,
  xmlNode,
} from '../../../../../test/harness/fields.ts'
import { tbl } from './tbl.ts'

const statics = aField('tbl', {
  bind: staticBind(
    [
      { id: 201, label: 'oil' },
      { id: 202, label: 'wax', isHidden: true, colorName: 'teddy-brown' },
    ],
    [{ id: 4, label: 'soap', isHidden: false }],
  ),
})
const people = aField('tbl', { bind: usersBind() })
const groups = aField('tbl', { bind: groupsBind([{ id: 1, groupId: 105 }]) })
const objects = (...bind_value_objects: unknown[]) => ({ value: { bind_value_objects } })

describe('writing an open list (§3.7)', () => {
  it('creates the unknown labels in one call, each once', async () => {
    const context = parseContext()
    const parsed = await tbl.parse(
      objects({ label: 'tar' }, { label: 'oil' }, { label: 'a, b' }, { label: 'tar' }),
      statics,
      context,
    )
    expect(parsed).toEqual({ value: [{ open: 50 }, 201, { open: 51 }] })
    expect(context.questions).toEqual(['openValueIds'])
  })

  it('compares labels exactly', async () => {
    expect(await tbl.parse({ bind_value_ids: ['Oil', ' oil', 'wax', 'soap'] }, statics, parseContext())).toEqual({
      value: [{ open: 50 }, { open: 51 }, 202, { open: 4 }],
    })
  })

  it('creates nothing if an item is faulty', async () => {
    const context = parseContext()
    const parsed = await tbl.parse(objects({ label: 'tar' }, { id: 999 }, { id: 'o9' }), statics, context)
    expect(parsed).toEqual({
      fault: 'Field "A field" (7): there is no value 999; there is no value "o9".',
      reason: 'field.value',
    })
    expect(context.questions).toEqual([])
  })

  it('resolves an account by its address and keeps an unknown address', async () => {
    expect(
      await tbl.parse(
        objects({ email: 'kim@example.com' }, { email: 'new@example.com' }, { id: null, username: null, email: 'b@c' }),
        people,
        parseContext(),
      ),
    ).toEqual({ value: [104, { email: 'new@example.com' }, { email: 'b@c' }] })
  })

  it('accepts its own output, however names are shown, and edits of it', async () => {
    const entry = {
      bind_type: 'users',
      bind_value_objects: [{ ...fullUser(102), display_name: 'ann (Ann Lee)' }, fullUser(0, 'x@example.org')],
      bind_value_ids: ['ann (Ann Lee)', 'x@example.org'],
    }
    expect(await tbl.parse(entry, people, parseContext())).toEqual({ value: [102, { email: 'x@example.org' }] })
    expect(await tbl.parse({ ...entry, bind_value_ids: ['ann (Ann Lee)', 'kim'] }, people, parseContext())).toEqual({
      value: [102, 104],
    })
    const shown = tbl.represent([3, 105], groups, representContext())!
    expect(shown['bind_value_ids']).toEqual(['Project members', 'keepers'])
    expect(await tbl.parse(shown, groups, parseContext())).toEqual({ value: [3, 105] })
  })

  it('takes any group of the project by id or name', async () => {
    expect(await tbl.parse(objects({ id: '101_3' }, { short_name: 'painters' }), groups, parseContext())).toEqual({
      value: [3, 106],
    })
    expect(await tbl.parse({ bind_value_ids: ['strangers'] }, groups, parseContext())).toEqual({
      fault: 'Field "A field" (7): there is no user group "strangers" in the project.',
      reason: 'field.value',
    })
  })
})

describe('reading an open list (§3.7)', () => {
  it('shows bound and open values, accounts and addresses, groups', () => {
    expect(tbl.represent([202, { open: 4 }], statics, representContext())).toEqual({
      bind_type: 'static',
      bind_value_objects: [
        { id: 202, label: 'wax', color: null, tlp_color: 'teddy-brown', is_hidden: true },
        { id: 'o4', label: 'soap' },
      ],
      bind_value_ids: ['wax', 'soap'],
    })
    expect(tbl.represent([102, { email: 'x@y' }], people, representContext())).toEqual({
      bind_type: 'users',
      bind_value_objects: [fullUser(102), fullUser(0, 'x@y')],
      bind_value_ids: ['Ann Lee (ann)', 'x@y'],
    })
    expect(tbl.represent([], groups, representContext())).toEqual({
      bind_type: 'ugroups',
      bind_value_objects: [],
      bind_value_ids: [],
    })
  })

  it('keeps open values apart from bound ones in the index', () => {
    expect(tbl.index([201, { open: 4 }, { email: 'x@y' }], statics)).toEqual([201, -4])
    expect(tbl.same([201, { open: 4 }], [{ open: 4 }, 201])).toBe(true)
    expect(tbl.same([4], [{ open: 4 }])).toBe(false)
  })

  it('lists the accounts that it shows', () => {
    expect(tbl.userIds?.([102, { email: 'x@y' }], representContext().artifact, people)).toEqual([102])
    expect(tbl.userIds?.([201], representContext().artifact, statics)).toEqual([])
  })

  it('describes the values that a user can choose (§4)', () => {
    const hint = 'Type in a search term'
    expect(tbl.describe(statics, describeContext())).toEqual({
      values: [
        { id: 201, label: 'oil', is_hidden: false, value_color: '' },
        { id: 202, label: 'wax', is_hidden: true, value_color: 'teddy-brown' },
        { id: 'o4', label: 'soap', is_hidden: false, value_color: '' },
      ],
      bindings: { type: 'static', list: [] },
      default_value: [],
      specific_properties: { hint },
      extra: { hint },
    })
    expect(tbl.describe(people, describeContext()).values).toEqual({
      resource: { type: 'users', uri: 'users/?query=' },
    })
    expect(tbl.describe(groups, describeContext()).values).toEqual([3, 4, 105, 106].map(userGroup))
  })
})

describe('an open list in an archive (import.md §6.3)', () => {
  const change = (bind: string, ...values: ReturnType<typeof xmlNode>[]) =>
    xmlNode('field_change', { field_name: 'a_field', type: 'open_list', bind }, values)
  const value = (text: string, format?: string) => xmlNode('value', format ? { format } : {}, text)

  it('finds bound values by key and label, and creates open values without splitting them', () => {
    const context = importContext()
    const read = tbl.importValue?.(
      change('static', value('b201', 'id'), value('wax', 'label'), value('a, b'), value('')),
      statics,
      context,
    )
    expect(read).toEqual([201, 202, { open: 1004 }])
    expect(context.warnings).toEqual([])
  })

  it('finds users by reference, login and address, and warns of raw ids', () => {
    const context = importContext()
    const values = [
      value('ann', 'username'),
      value('ben'),
      value('kim@example.com'),
      value('x@y.org'),
      value('104', 'id'),
      value('nobody'),
    ]
    expect(tbl.importValue?.(change('users', ...values), people, context)).toEqual([
      102,
      103,
      104,
      { email: 'x@y.org' },
    ])
    expect(context.warnings).toHaveLength(2)
  })

  it('empties the list without a value, but not if all values are lost', () => {
    const context = importContext()
    expect(tbl.importValue?.(change('ugroups', value('')), groups, context)).toEqual([])
    expect(tbl.importValue?.(change('ugroups', value('b9', 'id')), groups, context)).toBeUndefined()
    expect(context.warnings).toHaveLength(1)
  })
})
