import { describe, expect, it } from 'vitest'
import {
  cleaned,
  elementsOf,
  NEW_VALUE,
  withMergedValue,
  withoutValue,
  withRenamedValue,
  type TrackerDefinition,
} from './definition.ts'
import { parseDefinition } from './parse-definition.ts'
import { warningsOf, withConditions, withStep } from './workflow-steps.ts'
import { changedSections, changesByPart, mergeDefinitions, pathKey } from './differences.ts'

const given = (): TrackerDefinition =>
  ({
    general: { name: 'Bugs', item_name: 'bug', description: '' },
    notifications: {},
    hierarchy: { parent: null },
    permissions: { full: ['all_users'] },
    form: [
      {
        type: 'fieldset',
        name: 'box',
        label: 'Box',
        content: [
          { type: 'string', name: 'title', label: 'Title' },
          {
            type: 'sb',
            name: 'status',
            label: 'Status',
            bind: { type: 'static', values: [{ label: 'New' }, { label: 'Done' }] },
          },
        ],
      },
    ],
    semantics: { title: 'title', status: { field: 'status', open_values: ['New'] } },
    rules: { dates: [], lists: [] },
    workflow: {
      field: 'status',
      transitions: [
        { from: null, to: 'New' },
        { from: 'New', to: 'Done' },
      ],
    },
    triggers: [],
    canned_responses: [],
    webhooks: [],
    reports: [{ name: 'Open', criteria: [{ field: 'status', values: ['New'] }] }],
  }) as unknown as TrackerDefinition

const valuesOf = (definition: TrackerDefinition) =>
  elementsOf(definition.form).find(({ name }) => name === 'status')?.bind?.values

describe('a definition that somebody edits', () => {
  it('keeps the former label of a renamed value, and everything that names it follows', () => {
    const base = given()
    const once = withRenamedValue(base, base, 'status', 0, 'Fresh')
    const twice = withRenamedValue(base, once, 'status', 0, 'Opened')
    expect(valuesOf(twice)?.[0]).toEqual({ label: 'Opened', previous_label: 'New' })
    expect(twice.semantics.status?.open_values).toEqual(['Opened'])
    expect(twice.workflow?.transitions.map(({ from, to }) => [from, to])).toEqual([
      [null, 'Opened'],
      ['Opened', 'Done'],
    ])
    expect(twice.reports[0]?.criteria?.[0]?.values).toEqual(['Opened'])
    expect(changedSections(base, withRenamedValue(base, twice, 'status', 0, 'New'))).toEqual([])
  })

  it('keeps the names of two values apart while one has the label of the other', () => {
    const base = given()
    const typed = ['Done', 'Done ', 'Done late'].reduce(
      (definition, label) => withRenamedValue(base, definition, 'status', 0, label),
      base,
    )
    expect(typed.workflow?.transitions.map(({ from, to }) => [from, to])).toEqual([
      [null, 'Done late'],
      ['Done late', 'Done'],
    ])
    expect(valuesOf(cleaned(typed))).toEqual([{ label: 'Done late', previous_label: 'New' }, { label: 'Done' }])
    const twice = withRenamedValue(base, base, 'status', 0, 'Done')
    expect(withoutValue(twice, 'status', 1).semantics.status?.open_values).toEqual(['Done'])
    expect(withRenamedValue(base, twice, 'status', 1, 'Closed').workflow?.transitions.map(({ to }) => to)).toEqual([
      'Done',
      'Closed',
    ])
  })

  it('has no former label for a new value, whatever it is called on the way', () => {
    const base = given()
    const without = withoutValue(base, 'status', 1)
    const box = without.form[0]
    const status = box?.content?.[1]
    const added = {
      ...without,
      form: [
        {
          ...box,
          content: [
            box?.content?.[0],
            { ...status, bind: { ...status?.bind, values: [{ label: 'New' }, { label: 'D', [NEW_VALUE]: true }] } },
          ],
        },
      ],
    } as unknown as TrackerDefinition
    const typed = ['Do', 'Don', 'Done', 'Done!'].reduce(
      (definition, label) => withRenamedValue(base, definition, 'status', 1, label),
      added,
    )
    expect(valuesOf(cleaned(typed))).toEqual([{ label: 'New' }, { label: 'Done!' }])
  })

  it('loses what names a deleted value', () => {
    const without = withoutValue(given(), 'status', 0)
    expect(valuesOf(without)).toEqual([{ label: 'Done' }])
    expect(without.semantics.status?.open_values).toEqual([])
    expect(without.workflow?.transitions).toEqual([])
    expect(without.reports[0]?.criteria?.[0]?.values).toEqual([])
  })

  it('merges a value: everything that named it names the other one, once', () => {
    const base = given()
    const merged = withMergedValue(base, 'status', 0, 1)
    expect(valuesOf(merged)).toEqual([{ label: 'New', merged_into: 'Done' }, { label: 'Done' }])
    expect(merged.semantics.status?.open_values).toEqual(['Done'])
    expect(merged.workflow?.transitions.map(({ from, to }) => [from, to])).toEqual([[null, 'Done']])
    expect(merged.reports[0]?.criteria?.[0]?.values).toEqual(['Done'])
    const renamed = withRenamedValue(base, merged, 'status', 1, 'Closed')
    expect(valuesOf(cleaned(renamed))?.[0]).toEqual({ label: 'New', merged_into: 'Closed' })
    expect(valuesOf(withoutValue(merged, 'status', 1))).toEqual([{ label: 'New' }])
    const set = { condition: 'all_of', when: [] } as const
    const given2 = {
      ...withRenamedValue(base, base, 'status', 1, 'Done'),
      triggers: ['New', 'Done'].map(value => ({ ...set, set: { field: 'status', value } })),
      rules: {
        dates: [],
        lists: ['New', 'Done'].map(value => ({
          source_field: 'status',
          source_value: value,
          target_field: 'kind',
          target_value: null,
        })),
      },
    } as unknown as TrackerDefinition
    const single = withMergedValue(given2, 'status', 0, 1)
    expect([single.triggers.length, single.rules.lists.length]).toEqual([1, 1])
    // Artifacts know a renamed value by its former label.
    const former = withMergedValue(withRenamedValue(base, base, 'status', 0, 'Fresh'), 'status', 0, 1)
    expect(valuesOf(former)?.[0]).toEqual({ label: 'New', merged_into: 'Done' })
  })

  it('counts its changes by part', () => {
    const base = given()
    const mine = {
      ...withoutValue(base, 'status', 0),
      general: { ...base.general, name: 'Defects', description: 'All' },
    }
    expect([...changesByPart(base, mine)]).toEqual([
      ['general', 2],
      ['lists', 1],
      ['workflow', 2],
      ['semantics', 1],
      ['reports', 1],
    ])
  })
})

describe('two definitions made from one', () => {
  it('are joined by names', () => {
    const base = given()
    const mine = withRenamedValue(base, base, 'status', 0, 'Fresh')
    const theirs = { ...base, general: { ...base.general, name: 'Defects' }, webhooks: ['https://one.example/'] }
    const { definition, conflicts } = mergeDefinitions(base, theirs, mine)
    expect(conflicts).toEqual([])
    expect(definition.general.name).toBe('Defects')
    expect(definition.webhooks).toEqual(['https://one.example/'])
    expect(valuesOf(definition)).toEqual([{ label: 'Fresh', previous_label: 'New' }, { label: 'Done' }])
  })

  it('ask where both changed one member', () => {
    const base = given()
    const named = (name: string) => ({ ...base, general: { ...base.general, name } })
    const { definition, conflicts } = mergeDefinitions(base, named('Theirs'), named('Mine'))
    expect(conflicts.map(({ path }) => path)).toEqual([['general', 'name']])
    expect(definition.general.name).toBe('Mine')
    const chosen = mergeDefinitions(base, named('Theirs'), named('Mine'), new Set([pathKey(['general', 'name'])]))
    expect(chosen.definition.general.name).toBe('Theirs')
  })
})

describe('the steps of a workflow', () => {
  it('have the conditions of the other steps to their value, unless each step has its own', () => {
    const workflow = given().workflow ?? undefined
    expect(workflow).toBeDefined()
    if (!workflow) return
    const commented = withConditions(workflow, { from: 'New', to: 'Done' }, { is_comment_required: true })
    const added = withStep(commented, null, 'Done', true)
    expect(added.transitions.at(-1)).toEqual({ from: null, to: 'Done', is_comment_required: true })
    const own = withStep({ ...commented, mode: 'advanced' }, null, 'Done', true)
    expect(own.transitions.at(-1)).toMatchObject({ from: null, to: 'Done', is_comment_required: false })
    expect(withStep(added, null, 'Done', false).transitions).toEqual(commented.transitions)
  })

  it('warn of values without a way, and of steps that nobody may take', () => {
    const workflow = given().workflow
    if (!workflow) return
    expect(warningsOf(workflow, ['New', 'Done', 'Lost'])).toEqual({
      unreachable: ['Lost'],
      withoutWayOut: ['Done', 'Lost'],
      withoutGroup: workflow.transitions,
    })
  })
})

describe('a definition as text', () => {
  const faultOf = (change: (definition: Record<string, unknown>) => void) => {
    const definition = structuredClone(given()) as unknown as Record<string, unknown>
    change(definition)
    const { fault, line } = parseDefinition(JSON.stringify(definition, undefined, 2))
    return [fault?.kind, fault?.name, line]
  }

  it('is taken if the pages can show it', () => {
    expect(parseDefinition(JSON.stringify(given())).definition).toEqual(given())
  })

  it('is refused with the line of what is missing, unknown or misshapen', () => {
    expect(faultOf(definition => delete definition['rules'])).toEqual(['missing', 'rules', 1])
    expect(faultOf(definition => (definition['colour'] = 'red'))).toEqual(['unknown', 'colour', expect.any(Number)])
    expect(faultOf(definition => (definition['general'] = null))).toEqual(['shape', 'general', 2])
    for (const form of [
      5,
      [5],
      [{ type: 'sb', name: 'status', label: 'Status', bind: { type: 'static', values: [1] } }],
    ])
      expect(faultOf(definition => (definition['form'] = form))[1]).toBe('form')
    expect(faultOf(definition => (definition['workflow'] = { field: 'status' }))[1]).toBe('workflow')
    expect(parseDefinition('{\n  "general": {,}\n}')).toMatchObject({ fault: { kind: 'syntax' }, line: 2 })
  })
})
