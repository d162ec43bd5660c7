import { describe, expect, it } from 'vitest'
import { elementsOf, type ElementDefinition, type TrackerDefinition } from './definition.ts'
import { changesByPart } from './differences.ts'
import { usesOf } from './field-names.ts'
import {
  faultOfName,
  freeName,
  newElement,
  placeBeside,
  placeOf,
  placesFor,
  withAdded,
  withDouble,
  withMoved,
  withoutElement,
  withPutBack,
  withRenamed,
  withStepped,
  withTakenOff,
} from './form-edits.ts'

const field = (type: string, name: string, more: object = {}): ElementDefinition =>
  ({ type, name, label: name, is_used: true, ...more }) as unknown as ElementDefinition

const given = (): TrackerDefinition =>
  ({
    general: {},
    notifications: {},
    hierarchy: { parent: null },
    permissions: {},
    form: [
      field('fieldset', 'what', { content: [field('string', 'title'), field('text', 'details')] }),
      field('fieldset', 'where', {
        content: [
          field('column', 'left', { content: [field('sb', 'status'), field('date', 'begin')] }),
          field('column', 'right', { content: [field('date', 'end'), field('sb', 'old', { is_used: false })] }),
        ],
      }),
    ],
    semantics: {
      title: 'title',
      status: { field: 'status', open_values: ['New'] },
      done: { closed_values: ['Done'] },
      tooltip: ['title', 'status'],
      timeframe: { start_date: 'begin', end_date: 'end' },
      card_fields: { fields: ['status', 'end'], background_color: 'status' },
    },
    rules: {
      dates: [{ source: 'begin', comparator: '≤', target: 'end' }],
      lists: [{ source_field: 'status', source_value: 'New', target_field: 'old', target_value: null }],
    },
    workflow: {
      field: 'status',
      transitions: [
        {
          from: null,
          to: 'New',
          not_empty: ['title', 'end'],
          actions: [
            { type: 'set_field_value', field: 'begin', value: 'current' },
            { type: 'frozen_fields', fields: ['end', 'title'] },
          ],
        },
      ],
    },
    triggers: [{ condition: 'all_of', set: { field: 'status', value: 'Done' }, when: [] }],
    canned_responses: [],
    webhooks: [],
    reports: [
      {
        name: 'Open',
        expert_query: `end > NOW() AND title = 'the end' AND end_of = 1`,
        criteria: [{ field: 'status' }],
        tables: [{ name: 'Table', columns: [{ field: 'title' }, { field: 'end' }], sort: ['end'] }],
      },
    ],
  }) as unknown as TrackerDefinition

const treeOf = (form: readonly ElementDefinition[]): unknown =>
  form.map(({ name, content }) => (content ? [name, treeOf(content)] : name))

describe('the places of a form', () => {
  it('are for fieldsets the form alone, for columns the fieldsets, for fields everywhere', () => {
    const { form } = given()
    expect(placesFor(form, 'fieldset')).toEqual([
      { parent: null, before: 'what' },
      { parent: null, before: 'where' },
      { parent: null, before: null },
    ])
    expect(new Set(placesFor(form, 'column').map(({ parent }) => parent))).toEqual(new Set(['what', 'where']))
    expect(new Set(placesFor(form, 'int').map(({ parent }) => parent))).toEqual(
      new Set([null, 'what', 'where', 'left', 'right']),
    )
    expect(placesFor([], 'column')).toEqual([])
  })

  it('lead an element through the whole form, step by step', () => {
    let { form } = given()
    form = withStepped(form, 'title', 'down')
    expect(placeOf(form, 'title')).toEqual({ parent: 'what', before: null })
    form = withStepped(form, 'title', 'down')
    expect(placeOf(form, 'title')).toEqual({ parent: null, before: 'where' })
    form = withStepped(form, 'title', 'down')
    expect(placeOf(form, 'title')).toEqual({ parent: 'where', before: 'left' })
    form = withStepped(form, 'title', 'after')
    expect(placeOf(form, 'title')).toEqual({ parent: 'left', before: 'status' })
    form = withStepped(form, 'title', 'before')
    expect(placeOf(form, 'title')).toEqual({ parent: 'where', before: 'left' })
    expect(withStepped(form, 'what', 'up')).toBe(form)
    const last = withMoved(form, 'title', { parent: null, before: null })
    expect(withStepped(last, 'title', 'down')).toBe(last)
  })

  it('take a new element behind the chosen one, or at the end of what is chosen', () => {
    const { form } = given()
    expect(placeBeside(form, 'int', 'title')).toEqual({ parent: 'what', before: 'details' })
    expect(placeBeside(form, 'int', 'what')).toEqual({ parent: 'what', before: null })
    expect(placeBeside(form, 'int', undefined)).toEqual({ parent: 'right', before: null })
    expect(placeBeside(form, 'column', 'status')).toEqual({ parent: 'where', before: 'right' })
    expect(placeBeside(form, 'fieldset', 'title')).toEqual({ parent: null, before: 'where' })
    expect(placeBeside([], 'column', undefined)).toBeUndefined()
  })
})

describe('the elements of a form', () => {
  it('come with a free name, also free of elements that are gone', () => {
    const base = given()
    expect(freeName(base, base, 'Größe & Gewicht', 'int')).toBe('gro_e_gewicht')
    const left = withoutElement(base, 'details')
    expect(freeName(base, left, 'Details', 'text')).toBe('details_2')
    expect(freeName(base, base, '日本', 'int')).toBe('int')
    const added = {
      ...base,
      form: withAdded(base.form, newElement('msb', 'kinds', 'Kinds'), { parent: 'what', before: 'title' }),
    }
    expect(treeOf(added.form)).toMatchObject([['what', ['kinds', 'title', 'details']], expect.anything()])
    expect(changesByPart(base, added)).toEqual(new Map([['fields', 1]]))
  })

  it('get other names, which everything follows', () => {
    const base = given()
    const renamed = withRenamed(base, base, 'end', 'finish')
    expect(elementsOf(renamed.form).find(({ name }) => name === 'finish')).toMatchObject({ previous_name: 'end' })
    expect(renamed.semantics).toMatchObject({
      timeframe: { start_date: 'begin', end_date: 'finish' },
      card_fields: { fields: ['status', 'finish'], background_color: 'status' },
    })
    expect(renamed.rules.dates).toEqual([{ source: 'begin', comparator: '≤', target: 'finish' }])
    expect(renamed.workflow?.transitions[0]).toMatchObject({
      not_empty: ['title', 'finish'],
      actions: [{ field: 'begin' }, { fields: ['finish', 'title'] }],
    })
    expect(renamed.reports[0]).toMatchObject({
      expert_query: `finish > NOW() AND title = 'the end' AND end_of = 1`,
      tables: [{ columns: [{ field: 'title' }, { field: 'finish' }], sort: ['finish'] }],
    })
    expect(withRenamed(base, renamed, 'finish', 'end')).toEqual(base)
    expect(changesByPart(base, withRenamed(base, base, 'details', 'more'))).toEqual(new Map([['fields', 1]]))
  })

  it('cannot take the name of another one, now or before the edits', () => {
    const base = given()
    const renamed = withRenamed(base, base, 'end', 'finish')
    const element = (name: string) => elementsOf(renamed.form).find(each => each.name === name) ?? field('int', '')
    expect(faultOfName(base, renamed, element('begin'), 'finish')).toBe('taken')
    expect(faultOfName(base, renamed, element('begin'), 'end')).toBe('former')
    expect(faultOfName(base, renamed, element('finish'), 'end')).toBeUndefined()
    expect(faultOfName(base, renamed, element('begin'), 'Übel')).toBe('form')
  })

  it('go with all that needs them, and stay where only reports and cards name them', () => {
    const base = given()
    const kinds = usesOf(base, 'end').map(use => (use.kind === 'semantic' ? use.semantic : use.kind))
    expect(kinds).toEqual(['timeframe', 'card_fields', 'date rule', 'step', 'step', 'column', 'query'])
    const gone = withoutElement(base, 'end')
    expect(usesOf(gone, 'end').map(({ kind }) => kind)).toEqual(['query'])
    expect(gone.semantics.timeframe).toBeUndefined()
    const off = withTakenOff(base, 'status')
    expect(usesOf(off, 'status').map(use => (use.kind === 'semantic' ? use.semantic : use.kind))).toEqual([
      'tooltip',
      'card_fields',
      'filter',
    ])
    expect(off).toMatchObject({ workflow: null, triggers: [], rules: { lists: [] } })
    expect(off.semantics.done).toBeUndefined()
    const back = withPutBack(off, 'status', { parent: 'what', before: 'title' })
    expect(treeOf(back.form)).toMatchObject([['what', ['status', 'title', 'details']], expect.anything()])
  })

  it('leave what they hold where they were', () => {
    const base = given()
    expect(treeOf(withoutElement(base, 'left').form)).toEqual([
      ['what', ['title', 'details']],
      ['where', ['status', 'begin', ['right', ['end', 'old']]]],
    ])
    expect(treeOf(withoutElement(base, 'where').form)).toEqual([
      ['what', ['title', 'details']],
      'status',
      'begin',
      'end',
      'old',
    ])
  })

  it('can be doubled, with what they hold, under names of their own', () => {
    const base = given()
    const { definition, name } = withDouble(base, base, 'left', label => `${label} (copy)`)
    expect(name).toBe('left_2')
    expect(treeOf(definition.form)).toMatchObject([
      expect.anything(),
      ['where', [['left', ['status', 'begin']], ['left_2', ['status_2', 'begin_2']], expect.anything()]],
    ])
  })
})
