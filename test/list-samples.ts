import type { Field, FieldTypeName } from '../src/modules/fields/index.ts'
import type { FieldSample } from './field-type-contract.ts'
import { groupsBind, staticBind, usersBind } from './harness/fields.ts'

const nothing: FieldSample = { accepted: [], refused: [] }

const colours = staticBind(
  [
    { id: 301, label: 'Red', isDefault: true, colorName: 'fiesta-red' },
    { id: 302, label: 'Green, dark', legacyColor: { r: 0, g: 80, b: 0 } },
    { id: 303, label: 'Blue', isHidden: true },
  ],
  [
    { id: 5, label: 'Mauve', isHidden: false },
    { id: 6, label: ' Grey; light ', isHidden: true },
  ],
)
const groups = groupsBind([
  { id: 1, groupId: 3, isDefault: true },
  { id: 2, groupId: 105 },
])

const single = (
  bind: Field['bind'],
  ids: readonly [number | string, number | string],
  stored: readonly [number, number],
) => ({
  field: { bind },
  accepted: [
    { entry: { bind_value_ids: [ids[0]] }, stored: [stored[0]] },
    { entry: { bind_value_ids: [String(ids[1])] }, stored: [stored[1]] },
    { entry: { bind_value_ids: [0, ids[0], ids[0]] }, stored: [stored[0]] },
    { entry: { bind_value_ids: [] }, stored: [] },
    { entry: { bind_value_ids: [0] }, stored: [] },
    { entry: { bind_value_ids: ['100'] }, stored: [] },
  ],
  refused: [
    {},
    { bind_value_ids: ids[0] as never },
    { bind_value_ids: [999] },
    { bind_value_ids: [1e300] },
    { bind_value_ids: [null] },
    { bind_value_ids: [{ id: ids[0] }] },
    { bind_value_ids: [...ids] },
    { bind_value_ids: [ids[0], 100] },
    { value: ids[0] },
  ],
})

const multiple = (...[bind, ids, stored]: Parameters<typeof single>) => ({
  field: { bind },
  accepted: [
    { entry: { bind_value_ids: [...ids] }, stored },
    { entry: { bind_value_ids: [ids[1], String(ids[1]), 100, 0] }, stored: [stored[1]] },
    { entry: { bind_value_ids: [0, 0] }, stored: [] },
  ],
  refused: [{}, { bind_value_ids: ids[0] as never }, { bind_value_ids: [ids[0], 999] }, { bind_value_ids: ['Red'] }],
})

/** Keys of the items of `groups` in an archive. */
const groupKeys = { findBindValue: (key: string) => ({ V1: 3, V2: 105 })[key] }

/** Samples for list fields, for each source of their values. */
export const listSamplesByBind = {
  single: {
    static: single(colours, [301, 303], [301, 303]),
    users: single(usersBind(), [101, 102], [101, 102]),
    ugroups: { ...single(groups, ['101_3', 105], [3, 105]), import: groupKeys },
  },
  multiple: {
    static: multiple(colours, [302, 301], [302, 301]),
    users: multiple(usersBind(), [102, 101], [102, 101]),
    ugroups: { ...multiple(groups, [105, '101_3'], [105, 3]), import: groupKeys },
  },
  open: {
    static: {
      field: { bind: colours },
      accepted: [
        {
          entry: { value: { bind_value_objects: [{ id: 302 }, { id: 'o6' }, { id: 'b301' }] } },
          stored: [302, { open: 6 }, 301],
        },
        { entry: { value: { bind_value_objects: [{ id: '301' }, { label: 'Red' }] } }, stored: [301] },
        { entry: { bind_value_ids: ['Red', 'Mauve', 'Green, dark', 'Mauve'] }, stored: [301, { open: 5 }, 302] },
        { entry: { value: { bind_value_objects: [] } }, stored: [] },
        { entry: { value: { bind_value_objects: '' } }, stored: [] },
        { entry: { bind_value_ids: [] }, stored: [] },
      ],
      refused: [
        {},
        { value: 'Red' },
        { value: {} },
        { value: { bind_value_objects: [{ id: 999 }] } },
        { value: { bind_value_objects: [{ id: 'o301' }] } },
        { value: { bind_value_objects: [{ id: 5 }] } },
        { value: { bind_value_objects: [{}] } },
        { value: { bind_value_objects: [{ username: 'ann' }] } },
        { value: { bind_value_objects: [{ label: ' ' }] } },
        { bind_value_ids: [' '] },
        { bind_value_ids: ['a\0b'] },
        { bind_value_ids: [{ label: 'Red' }] },
      ],
      stored: [[{ open: 6 }, 303]],
    },
    users: {
      field: { bind: usersBind() },
      accepted: [
        { entry: { value: { bind_value_objects: [{ id: 102 }, { username: 'ann' }] } }, stored: [102, 101] },
        {
          entry: { value: { bind_value_objects: [{ email: 'ann@example.org' }, { email: 'x@else.org' }] } },
          stored: [101, { email: 'x@else.org' }],
        },
        {
          entry: { bind_value_ids: ['ben', 'Ann (ann)', 'ann@example.org', 'y@else.org'] },
          stored: [102, 101, { email: 'y@else.org' }],
        },
        { entry: { value: { bind_value_objects: [{ id: 100 }] } }, stored: [] },
      ],
      refused: [
        { value: { bind_value_objects: [{ id: 999 }] } },
        { value: { bind_value_objects: [{ username: 'zoe' }] } },
        { value: { bind_value_objects: [{ email: 'no address' }] } },
        { value: { bind_value_objects: [{ label: 'ann' }] } },
        { bind_value_ids: ['zoe'] },
        { bind_value_ids: ['zoe@'] },
      ],
    },
    ugroups: {
      field: { bind: groups },
      import: groupKeys,
      accepted: [
        { entry: { value: { bind_value_objects: [{ id: '101_3' }, { short_name: 'group_105' }] } }, stored: [3, 105] },
        { entry: { bind_value_ids: ['project_admins'] }, stored: [4] },
      ],
      refused: [
        { value: { bind_value_objects: [{ id: '102_3' }] } },
        { value: { bind_value_objects: [{ short_name: 'nobody_knows' }] } },
        { value: { bind_value_objects: [{ label: 'project_admins' }] } },
        { bind_value_ids: ['nobody_knows'] },
      ],
    },
  },
} satisfies Record<string, Record<string, FieldSample>>

const storedFile = (id: number, given: object = {}) => ({
  id,
  name: `file-${id}.txt`,
  size: 12,
  type: 'text/plain',
  description: '',
  submittedBy: 101,
  ...given,
})

const twoLinks = [
  { id: 150, type: '' },
  { id: 151, type: '_is_child' },
]
const end = (id: number, type: string | null) => ({ type, id, uri: `artifacts/${id}`, tracker: { id: 7 } })

/** Samples for lists, links, files, permissions, sums and charts. */
export const listSamples: Partial<Record<FieldTypeName, FieldSample>> = {
  sb: listSamplesByBind.single.static,
  rb: listSamplesByBind.single.users,
  msb: { ...listSamplesByBind.multiple.static, settings: [{ size: 3 }] },
  cb: listSamplesByBind.multiple.ugroups,
  tbl: { ...listSamplesByBind.open.static, settings: [{ hint: 'Which "colour"?' }, { hint: '' }] },
  file: {
    accepted: [
      { entry: { value: [41, '40', 41] }, stored: [storedFile(41), storedFile(40)] },
      { entry: { value: [7] }, stored: [storedFile(7)], current: [storedFile(7), storedFile(8)] },
      { entry: { value: '' }, stored: [], current: [storedFile(7)] },
    ],
    refused: [{ value: 41 }, { value: 'x' }, { value: {} }, { value: ['x'] }, { value: [null] }],
    stored: [[storedFile(43)]],
  },
  art_link: {
    // All of them end with the links that `represent` shows below.
    accepted: [
      { entry: { links: [{ id: 150 }, { id: '151', type: '_is_child' }] }, stored: twoLinks },
      {
        entry: {
          links: [
            { id: 151, type: '_is_child' },
            { id: 150, type: null },
          ],
        },
        stored: twoLinks,
        current: twoLinks,
      },
      { entry: { parent: { id: '160' } }, stored: twoLinks, current: twoLinks },
      {
        entry: {
          all_links: [
            { id: 150, direction: 'forward', type: '' },
            { id: 151, direction: 'forward', type: '_is_child' },
            { id: 151, direction: 'reverse', type: '_is_child' },
          ],
        },
        stored: twoLinks,
      },
    ],
    refused: [
      {},
      { links: [], all_links: [] },
      { parent: { id: 150 }, all_links: [] },
      { links: [{ type: '' }] },
      { links: [150] },
      { links: [{ id: 99 }] },
      { links: [{ id: 1e300 }] },
      { links: [{ id: 150, type: 'unheard_of' }] },
      { links: [{ id: 150, type: '_covered_by' }] },
      { parent: {} },
      { parent: { id: 'x' } },
      { all_links: [{ id: 150, direction: 'forward' }] },
      { all_links: [{ id: 150, direction: 'both', type: '' }] },
      { all_links: [{ id: 0, direction: 'forward', type: '' }] },
    ],
    settings: [{ can_edit_reverse_links: 0 }],
    isAlwaysShown: true,
    represent: { forwardLinks: [end(150, ''), end(151, '_is_child')], reverseLinks: [end(160, null)] },
  },
  perm: {
    accepted: [
      { entry: { value: { granted_groups: ['101_3', 105, '105', 4, 2] } }, stored: [3, 105, 4, 2] },
      { entry: { value: { granted_groups: [], is_used_by_default: false } }, stored: [], current: [3] },
      { entry: { value: { granted_groups: '' } }, stored: [], current: [3] },
    ],
    refused: [
      { value: [] },
      { value: {} },
      { value: { granted_groups: '101_3' } },
      { value: { granted_groups: ['102_3'] } },
      { value: { granted_groups: [999] } },
      { value: { granted_groups: ['project_members'] } },
      { value: { granted_groups: [], is_used_by_default: true } },
    ],
  },
  computed: {
    accepted: [
      { entry: { manual_value: 2.5 }, stored: { manual: 2.5 } },
      { entry: { manual_value: '-3' }, stored: { manual: -3 } },
      { entry: { manual_value: 0, is_autocomputed: false, value: 7 }, stored: { manual: 0 } },
      { entry: { is_autocomputed: true }, stored: null },
      { entry: { is_autocomputed: true, manual_value: '' }, stored: null },
    ],
    refused: [
      {},
      { value: 5 },
      { is_autocomputed: false },
      { is_autocomputed: true, manual_value: 5 },
      { manual_value: '' },
      { manual_value: 'five' },
      { manual_value: '1e999' },
      { manual_value: [5] },
      { manual_value: true },
    ],
    settings: [{ target_field_name: 'remaining_effort', default_value: 2.5 }],
    isAlwaysShown: true,
    isNeverEmpty: true,
    represent: { computedSum: () => 0.3 },
  },
  subby: nothing,
  luby: nothing,
  burndown: {
    ...nothing,
    represent: {
      chart: () => ({
        start_date: '2024-05-06T00:00:00+02:00',
        duration: 5,
        capacity: null,
        points: [3.5],
        is_under_calculation: false,
        opening_days: [1, 2, 3, 4, 5],
        points_with_date: [{ date: '2024-05-06T23:59:59+02:00', remaining_effort: 3.5 }],
      }),
    },
  },
  burnup: {
    ...nothing,
    represent: {
      chart: () => ({
        start_date: null,
        duration: null,
        capacity: null,
        is_under_calculation: true,
        opening_days: null,
        points_with_date: [],
        points_with_date_count_elements: [],
      }),
    },
  },
}
