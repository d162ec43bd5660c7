import { describe, expect, it } from 'vitest'
import {
  aField,
  describeContext,
  importContext,
  parseContext,
  representContext,
  xmlNode,
} from '../../../../test/harness/fields.ts'
import { Invalid } from '../../../platform/errors.ts'
import { art_link } from './art_link.ts'

const field = aField('art_link')
const link = (id: number, type = '') => ({ id, type })
const fault = (parsed: unknown) => (parsed as { fault: string }).fault

describe('writing links (artifacts.md §6)', () => {
  it('replaces forward links: removes, changes types, adds, and keeps the written order', async () => {
    const context = parseContext({ current: [link(1), link(2), link(3, 'fixed_in')] })
    const entry = { links: [{ id: 5 }, { id: '3', type: '_is_child' }, { id: 1 }] }
    expect(await art_link.parse(entry, field, context)).toEqual({ value: [link(1), link(3, '_is_child'), link(5)] })
    expect(context.questions).toEqual(['findLinkTargets'])
  })

  it('takes a missing or odd type for untyped, and the last of two links to one artifact', async () => {
    expect(
      await art_link.parse(
        { links: [{ id: 1, type: null }, { id: 2, type: 5 }, { id: 3, type: 'fixed_in' }, { id: 3 }] },
        field,
        parseContext(),
      ),
    ).toEqual({
      value: [link(1), link(2), link(3)],
    })
  })

  it('keeps links that the requester cannot see', async () => {
    const current = [link(18, '_is_child'), link(1), link(99)]
    expect(await art_link.parse({ links: [] }, field, parseContext({ current }))).toEqual({
      value: [link(18, '_is_child'), link(99)],
    })
    expect(await art_link.parse({ all_links: [] }, field, parseContext({ current }))).toEqual({
      value: [link(18, '_is_child'), link(99)],
      reverseLinks: { wanted: [], isComplete: true },
    })
  })

  it('refuses targets that do not exist, are not visible or not active, each by name', async () => {
    const parsed = await art_link.parse(
      { links: [{ id: 99 }, { id: 18 }, { id: 19 }, { id: 2 ** 70 }] },
      field,
      parseContext(),
    )
    expect(fault(parsed)).toBe(
      'Field "A field" (7): there is no artifact 99 to link to; there is no artifact 18 to link to; ' +
        'artifact 19 belongs to a project that is not active; there is no artifact of that number to link to.',
    )
  })

  it('refuses unknown, disabled and reserved types unless nothing changes', async () => {
    expect(fault(await art_link.parse({ links: [{ id: 1, type: 'odd' }] }, field, parseContext()))).toContain('"odd"')
    expect(fault(await art_link.parse({ links: [{ id: 1, type: '_in_folder' }] }, field, parseContext()))).toContain(
      '"_in_folder"',
    )
    const context = parseContext({ current: [link(1, '_in_folder'), link(2, 'gone'), link(18, 'gone')] })
    const same = [link(1, '_in_folder'), link(2, 'gone'), link(18, 'gone')]
    expect(await art_link.parse({ links: same }, field, context)).toEqual({ value: same })
    expect(fault(await art_link.parse({ links: [link(2, '_in_folder')] }, field, context))).toContain('"_in_folder"')
  })

  it('makes a child of the parent and leaves forward links alone', async () => {
    const context = parseContext({ current: [link(1)] })
    expect(await art_link.parse({ parent: { id: '4' } }, field, context)).toEqual({
      value: [link(1)],
      reverseLinks: { wanted: [link(4, '_is_child')], isComplete: false },
    })
    expect(await art_link.parse({ parent: { id: 4 }, links: [{ id: 2 }] }, field, context)).toEqual({
      value: [link(2)],
      reverseLinks: { wanted: [link(4, '_is_child')], isComplete: false },
    })
    expect(context.questions).toEqual(['findLinkTargets', 'findLinkTargets'])
  })

  it('writes both directions with all_links', async () => {
    const all_links = [
      { id: 1, direction: 'forward', type: '' },
      { id: 1, direction: 'reverse', type: 'fixed_in' },
      { id: 2, direction: 'reverse', type: '' },
    ]
    expect(await art_link.parse({ all_links }, field, parseContext({ operation: 'create', artifactId: 0 }))).toEqual({
      value: [link(1)],
      reverseLinks: { wanted: [link(1, 'fixed_in'), link(2)], isComplete: true },
    })
  })

  it.each([
    ['unknown', 99],
    ['invisible', 18],
    ['of a suspended project', 19],
    ['of a tracker without links', 20],
    ['the artifact itself', 12],
  ])('refuses reverse links from an artifact that is %s, in the words of the user', async (_name, id) => {
    const refusal: unknown = await Promise.resolve(art_link.parse({ parent: { id } }, field, parseContext())).catch(
      (error: unknown) => error,
    )
    expect(refusal).toBeInstanceOf(Invalid)
    expect((refusal as Invalid).localised).toContain('A field')
  })

  it('keeps existing reverse links that could not be created now', async () => {
    const all_links = [{ id: 20, direction: 'reverse', type: '_in_folder' }]
    const context = parseContext({ findReverseLinks: () => Promise.resolve([link(20, '_in_folder')]) })
    expect(await art_link.parse({ all_links }, field, context)).toMatchObject({
      reverseLinks: { wanted: [link(20, '_in_folder')] },
    })
  })

  it('ignores the order when it looks for changes', () => {
    expect(art_link.same([link(1), link(2)], [link(2), link(1)])).toBe(true)
    expect(art_link.same([link(1)], [link(1, 'fixed_in')])).toBe(false)
    expect(art_link.same(undefined, [])).toBe(true)
  })
})

describe('reading links (§3.9)', () => {
  it('always shows both directions', () => {
    expect(art_link.represent(undefined, field, representContext())).toEqual({ links: [], reverse_links: [] })
  })

  it('describes the types that can be used (§1)', () => {
    expect(art_link.describe(field, describeContext())).toMatchObject({
      specific_properties: { can_edit_reverse_links: 1 },
      extra: { allowed_types: [{ shortname: '_is_child', forward_label: 'Child', reverse_label: 'Parent' }] },
    })
  })
})

describe('links in an archive (import.md §6.3)', () => {
  const change = (...values: [string, string?][]) =>
    xmlNode(
      'field_change',
      { type: 'art_link' },
      values.map(([text, nature]) => xmlNode('value', nature === undefined ? {} : { nature }, text)),
    )

  it('are the complete set; unknown artifacts are left out, unknown types become none', () => {
    const context = importContext({ current: [link(3), link(4)] })
    expect(
      art_link.importValue?.(change(['7', '_is_child'], ['4', ''], ['999'], ['8', 'odd']), field, context),
    ).toEqual([link(4), link(7, '_is_child'), link(8)])
    expect(context.warnings).toHaveLength(2)
    expect(art_link.importValue?.(change(), field, context)).toEqual([])
  })
})
