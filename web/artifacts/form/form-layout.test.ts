import { describe, expect, it } from 'vitest'
import type { Field } from '../../fields/field-view.ts'
import type { CompleteTracker } from '../writing/artifact-values.ts'
import { formLayoutOf, type FormNode } from './form-layout.ts'

const fields = (...types: readonly (string | readonly [string, Partial<Field>])[]): Field[] =>
  types.map((each, index) => {
    const [type, members] = typeof each === 'string' ? [each, {}] : each
    return { field_id: index + 1, name: `f${index + 1}`, label: type, type, ...members } as Field
  })
const at = (id: number, content: unknown[] | null = null) => ({ id, content })
const tracker = (given: Field[], structure: unknown[], semantics: object = {}): CompleteTracker =>
  ({ fields: given, structure, semantics }) as unknown as CompleteTracker

const said = (nodes: readonly FormNode[]): unknown[] =>
  nodes.map(node =>
    node.kind === 'columns' ? node.columns.map(said) : node.kind === 'field' ? node.field.field_id : node.kind,
  )

describe('the layout of the form', () => {
  it('has fieldsets, columns side by side, breaks, and fields in none', () => {
    const given = fields('fieldset', 'column', 'column', 'string', 'int', 'linebreak', 'text', 'staticrichtext')
    const layout = formLayoutOf(tracker(given, [at(8), at(1, [at(2, [at(4)]), at(3, [at(5)]), at(6), at(7)])]))
    expect(layout.sections.map(section => [section.fieldset?.field_id, said(section.nodes)])).toEqual([
      [undefined, ['text']],
      [1, [[[4], [5]], 'linebreak', 7]],
    ])
  })

  it('leaves out what head, rail, attachments and links show, and fieldsets that become empty', () => {
    const given = fields(
      'fieldset',
      'string',
      'sb',
      'msb',
      'date',
      'subon',
      'file',
      'art_link',
      'fieldset',
      'text',
      'separator',
      'perm',
    )
    const layout = formLayoutOf(
      tracker(given, [at(1, [at(2), at(3), at(11), at(4), at(5), at(6), at(7), at(8)]), at(9, [at(10), at(12)])], {
        title: { field_id: 2 },
        status: { field_id: 3, value_ids: [] },
        contributor: { field_id: 4 },
        timeframe: { end_date_field_id: 5 },
      }),
    )
    expect(layout.sections.map(section => said(section.nodes))).toEqual([[10]])
    expect(layout.rail.map(group => group.fields.map(field => field.field_id))).toEqual([[3], [4], [5, 6]])
    expect([layout.title, layout.files[0], layout.links, layout.access].map(field => field?.field_id)).toEqual([
      2, 7, 8, 12,
    ])
  })

  it('passes over elements that the reader does not read, and over hidden fieldsets', () => {
    const given = fields('fieldset', ['fieldset', { is_hidden: true }], 'string', 'string')
    const layout = formLayoutOf(tracker(given, [at(1, [at(77), at(3)]), at(2, [at(4)]), at(78, [at(4)])]))
    expect(layout.sections.map(section => said(section.nodes))).toEqual([[3]])
  })
})
