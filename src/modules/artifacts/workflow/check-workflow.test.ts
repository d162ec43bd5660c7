import { describe, expect, it } from 'vitest'
import { aField, staticBind } from '../../../../test/harness/fields.ts'
import type { Tracker, Workflow, WorkflowAction, WorkflowTransition } from '../../trackers/index.ts'
import { anonymous, type Viewer } from '../../users/index.ts'
import { checkWorkflow } from './check-workflow.ts'
import type { ProposedChange } from './transitions.ts'

// One tracker with every kind of field that a workflow or a rule may concern.
const OPEN = 201
const BUSY = 202
const DONE = 203
const fields = [
  aField('sb', {
    id: 1,
    name: 'state',
    label: 'State',
    bind: staticBind([
      { id: OPEN, label: 'Open' },
      { id: BUSY, label: 'Busy' },
      { id: DONE, label: 'Done' },
    ]),
  }),
  aField('string', { id: 2, name: 'title', label: 'Title' }),
  aField('int', { id: 3, name: 'effort', label: 'Effort' }),
  aField('float', { id: 4, name: 'weight', label: 'Weight' }),
  aField('date', { id: 5, name: 'start', label: 'Start', settings: { display_time: 0 } }),
  aField('date', { id: 6, name: 'end', label: 'End', settings: { display_time: 1 } }),
  aField('sb', {
    id: 7,
    name: 'country',
    label: 'Country',
    bind: staticBind([
      { id: 301, label: 'France' },
      { id: 302, label: 'Spain' },
      { id: 303, label: 'Iceland' },
    ]),
  }),
  aField('msb', {
    id: 8,
    name: 'towns',
    label: 'Towns',
    bind: staticBind([
      { id: 401, label: 'Paris' },
      { id: 402, label: 'Madrid' },
      { id: 403, label: 'Irun' },
    ]),
  }),
  aField('text', { id: 9, name: 'story', label: 'Story' }),
  aField('file', { id: 10, name: 'files', label: 'Files', isUsed: false }),
]

const MEMBERS = 3
let lastId = 0
const transition = (
  fromValueId: number | null,
  toValueId: number,
  given: Partial<WorkflowTransition> = {},
): WorkflowTransition => ({
  id: ++lastId,
  fromValueId,
  toValueId,
  authorizedUserGroupIds: [MEMBERS],
  notEmptyFieldIds: [],
  isCommentRequired: false,
  actions: [],
  ...given,
})
const action = (type: WorkflowAction['type'], definition: WorkflowAction['definition']): WorkflowAction => ({
  id: ++lastId,
  type,
  definition,
})
const sets = (field_id: number, field_type: string, value: unknown) =>
  action('set_field_value', { field_id, field_type, value })

const trackerWith = (workflow: Partial<Workflow> | null, rules: Partial<Tracker> = {}): Tracker =>
  ({
    id: 3,
    projectId: 101,
    fields,
    fieldById: new Map(fields.map(field => [field.id, field])),
    workflow: workflow && {
      fieldId: 1,
      isUsed: true,
      isLegacy: false,
      isAdvanced: true,
      transitions: [],
      ...workflow,
    },
    dateRules: [],
    listRules: [],
    ...rules,
  }) as unknown as Tracker

const member: Viewer = {
  ...anonymous,
  userId: 110,
  isAnonymous: false,
  memberships: new Map([[101, { isAdmin: false, isWikiAdmin: false, isFileManagerAdmin: false, isSvnAdmin: false }]]),
}
const stranger: Viewer = { ...member, memberships: new Map() }
const siteAdministrator: Viewer = { ...stranger, isSiteAdministrator: true }

const check = (tracker: Tracker, values: Readonly<Record<number, unknown>>, given: Partial<ProposedChange> = {}) => {
  const judged = checkWorkflow({
    tracker,
    viewer: member,
    before: { 1: [OPEN] },
    values: new Map(Object.entries(values).map(([id, value]) => [Number(id), value])),
    comment: '',
    now: new Date('2026-03-02T23:30:00Z'),
    timezone: 'Europe/Paris',
    ...given,
  })
  return { ...judged, values: Object.fromEntries(judged.values) }
}
const faultsOf = (...given: Parameters<typeof check>): readonly string[] =>
  check(...given).faults.map(fault => fault.text)
const NEW: Partial<ProposedChange> = { before: undefined }

describe('transitions (trackers.md §6.4)', () => {
  const tracker = trackerWith({ transitions: [transition(null, OPEN), transition(OPEN, BUSY)] })

  it('allows a declared transition, from a new artifact and between values', () => {
    expect(faultsOf(tracker, { 1: [OPEN] }, NEW)).toEqual([])
    expect(faultsOf(tracker, { 1: [BUSY] })).toEqual([])
  })
  it('refuses an undeclared one and names the field and both states', () => {
    expect(faultsOf(tracker, { 1: [DONE] })).toEqual([
      'The workflow has no transition of the field `state` (State) from "Open" to "Done".',
    ])
    expect(faultsOf(tracker, { 1: [DONE] }, NEW)[0]).toContain('from a new artifact to "Done"')
  })
  it('refuses to leave the workflow for None', () => {
    expect(faultsOf(tracker, { 1: [] })[0]).toContain('from "Open" to None')
  })
  it('treats an artifact without state like a new one', () => {
    expect(faultsOf(tracker, { 1: [OPEN] }, { before: { 1: [] } })).toEqual([])
    expect(faultsOf(tracker, { 1: [BUSY] }, { before: {} })[0]).toContain('from None to "Busy"')
  })
  it('checks nothing if the state stays, or is not sent, or stays None', () => {
    expect(faultsOf(tracker, { 1: [OPEN] })).toEqual([])
    expect(faultsOf(tracker, { 2: 'x' })).toEqual([])
    expect(faultsOf(tracker, { 1: [] }, NEW)).toEqual([])
  })
  it('checks nothing if the workflow is switched off', () => {
    expect(faultsOf(trackerWith({ isUsed: false, transitions: [] }), { 1: [DONE] })).toEqual([])
  })
  it('checks nothing if the sent state is refused already', () => {
    expect(faultsOf(tracker, { 1: [DONE] }, { refusedFieldIds: new Set([1]) })).toEqual([])
  })
  it('keeps, switched off in legacy mode, conditions and actions of declared transitions only', () => {
    const legacy = trackerWith({
      isUsed: false,
      isLegacy: true,
      transitions: [transition(OPEN, BUSY, { notEmptyFieldIds: [2], actions: [sets(3, 'int', 5)] })],
    })
    expect(faultsOf(legacy, { 1: [DONE] })).toEqual([])
    expect(faultsOf(legacy, { 1: [BUSY] })).toHaveLength(1)
    expect(check(legacy, { 1: [BUSY], 2: 'x' }).values).toEqual({ 1: [BUSY], 2: 'x', 3: 5 })
  })
})

describe('conditions of a transition', () => {
  const step = (given: Partial<WorkflowTransition>) =>
    trackerWith({ transitions: [transition(OPEN, BUSY, given), transition(null, OPEN, given)] })

  it('allows only people of its groups, and site administrators', () => {
    const tracker = step({})
    expect(faultsOf(tracker, { 1: [BUSY] }, { viewer: stranger })).toEqual([
      'You are in none of the user groups that may take the transition from "Open" to "Busy".',
    ])
    expect(faultsOf(tracker, { 1: [BUSY] }, { viewer: siteAdministrator })).toEqual([])
  })
  it('requires fields that are not empty after the change', () => {
    const tracker = step({ notEmptyFieldIds: [2, 3] })
    expect(faultsOf(tracker, { 1: [BUSY] })).toEqual([
      'The field `title` (Title) must not be empty for the transition from "Open" to "Busy".',
      'The field `effort` (Effort) must not be empty for the transition from "Open" to "Busy".',
    ])
    expect(faultsOf(tracker, { 1: [BUSY], 2: 'x', 3: 0 })).toEqual([])
    expect(faultsOf(tracker, { 1: [BUSY], 3: 1 }, { before: { 1: [OPEN], 2: 'stored' } })).toEqual([])
    expect(faultsOf(tracker, { 1: [BUSY], 2: '', 3: 1 }, { before: { 1: [OPEN], 2: 'stored' } })).toHaveLength(1)
    expect(faultsOf(tracker, { 1: [OPEN], 2: 'x', 3: 1 }, NEW)).toEqual([])
  })
  it('treats blanks as empty (fields.md §3.1)', () => {
    expect(faultsOf(step({ notEmptyFieldIds: [2] }), { 1: [BUSY], 2: ' \t ' })).toHaveLength(1)
    const story = (content: string) => ({ 1: [BUSY], 9: { content, format: 'html' } })
    expect(faultsOf(step({ notEmptyFieldIds: [9] }), story('<p> </p>'))).toHaveLength(1)
    expect(faultsOf(step({ notEmptyFieldIds: [9] }), story('<p>a</p>'))).toEqual([])
  })
  it('does not require an unused field, nor a field that is refused already', () => {
    expect(faultsOf(step({ notEmptyFieldIds: [10] }), { 1: [BUSY] })).toEqual([])
    expect(faultsOf(step({ notEmptyFieldIds: [2] }), { 1: [BUSY] }, { refusedFieldIds: new Set([2]) })).toEqual([])
  })
  it('requires a comment, but never for a new artifact', () => {
    const tracker = step({ isCommentRequired: true })
    expect(faultsOf(tracker, { 1: [BUSY] })).toEqual([
      'A comment is required for the transition from "Open" to "Busy".',
    ])
    expect(faultsOf(tracker, { 1: [BUSY] }, { comment: '  ' })).toHaveLength(1)
    expect(faultsOf(tracker, { 1: [BUSY] }, { comment: 'Started' })).toEqual([])
    expect(faultsOf(tracker, { 1: [OPEN] }, NEW)).toEqual([])
  })
  it('reports all faults at once', () => {
    const tracker = step({ notEmptyFieldIds: [2], isCommentRequired: true })
    expect(faultsOf(tracker, { 1: [BUSY] }, { viewer: stranger })).toHaveLength(3)
  })
})

describe('actions of a transition (trackers.md §6.3)', () => {
  const step = (...actions: WorkflowAction[]) =>
    trackerWith({ transitions: [transition(OPEN, BUSY, { actions }), transition(null, OPEN, { actions })] })

  it('set dates, integers and floats, over the sent values', () => {
    const tracker = step(
      sets(3, 'int', 5),
      sets(4, 'float', 1.2),
      sets(5, 'date', 'current'),
      sets(6, 'date', 'current'),
    )
    const set = { 3: 5, 4: 1.2, 5: '2026-03-03', 6: '2026-03-02T23:30Z' }
    expect(check(tracker, { 1: [BUSY], 3: 7 }).values).toEqual({ 1: [BUSY], ...set })
    expect(check(tracker, { 1: [OPEN] }, NEW).values).toEqual({ 1: [OPEN], ...set })
  })
  it('clear a date', () => {
    const before = { 1: [OPEN], 5: '2026-01-01' }
    expect(check(step(sets(5, 'date', '')), { 1: [BUSY] }, { before }).values).toEqual({ 1: [BUSY], 5: null })
  })
  it('change nothing if the value is stored already, and override a different value that was sent', () => {
    const before = { 1: [OPEN], 3: 5 }
    expect(check(step(sets(3, 'int', 5)), { 1: [BUSY], 3: 9 }, { before }).values).toEqual({ 1: [BUSY] })
  })
  it('do nothing without a transition, and none if their field is deleted or of another type', () => {
    expect(check(step(sets(3, 'int', 5)), { 2: 'x' }).values).toEqual({ 2: 'x' })
    expect(check(step(sets(3, 'float', 5), sets(77, 'int', 5), sets(5, 'date', null)), { 1: [BUSY] }).values).toEqual({
      1: [BUSY],
    })
  })
  it('run after the conditions: their values do not fill a field that must not be empty', () => {
    const tracker = trackerWith({
      transitions: [transition(OPEN, BUSY, { notEmptyFieldIds: [3], actions: [sets(3, 'int', 5)] })],
    })
    expect(faultsOf(tracker, { 1: [BUSY] })).toHaveLength(1)
  })
})

describe('frozen fields (trackers.md §6.4)', () => {
  const frozen = action('frozen_fields', { field_ids: [2] })
  const tracker = (given: Partial<Workflow> = {}) =>
    trackerWith({
      isAdvanced: false,
      transitions: [
        transition(null, OPEN),
        transition(OPEN, BUSY, { actions: [frozen, sets(3, 'int', 1)] }),
        transition(BUSY, OPEN),
        transition(null, BUSY, { actions: [] }),
      ],
      ...given,
    })
  const busy = { before: { 1: [BUSY], 2: 'fixed' } }

  it('cannot be changed while the artifact is in the state, also not on the way out of it', () => {
    const fault = 'The field `title` (Title) cannot be changed: the workflow freezes it in the present state.'
    expect(faultsOf(tracker(), { 2: 'other' }, busy)).toEqual([fault])
    expect(faultsOf(tracker(), { 1: [OPEN], 2: 'other' }, busy)).toEqual([fault])
    expect(faultsOf(tracker(), { 2: 'other' }, { ...busy, viewer: siteAdministrator })).toEqual([fault])
  })
  it('can be changed in other states, on the way into theirs, and in a new artifact', () => {
    expect(faultsOf(tracker(), { 2: 'other' })).toEqual([])
    expect(faultsOf(tracker(), { 1: [BUSY], 2: 'other' })).toEqual([])
    expect(faultsOf(tracker(), { 1: [BUSY], 2: 'other' }, NEW)).toEqual([])
  })
  it('leave other fields writable', () => {
    expect(faultsOf(tracker(), { 3: 8 }, busy)).toEqual([])
  })
  it('freeze nothing in advanced mode and with the workflow off', () => {
    expect(faultsOf(tracker({ isAdvanced: true }), { 2: 'other' }, busy)).toEqual([])
    expect(faultsOf(tracker({ isUsed: false }), { 2: 'other' }, busy)).toEqual([])
  })
  it('do not prevent the actions of a transition', () => {
    const thaws = tracker({
      transitions: [
        transition(OPEN, BUSY, { actions: [action('frozen_fields', { field_ids: [3] })] }),
        transition(BUSY, DONE, { actions: [sets(3, 'int', 9)] }),
      ],
    })
    expect(check(thaws, { 1: [DONE] }, busy)).toMatchObject({ faults: [], values: { 3: 9 } })
  })
})

describe('date rules', () => {
  const rule = (comparator: string) =>
    trackerWith(null, { dateRules: [{ sourceFieldId: 5, targetFieldId: 6, comparator }] as Tracker['dateRules'] })
  // A day compared with a moment that is on the next day in Paris.
  it.each([
    ['<', '2026-01-01', true],
    ['<', '2026-01-02', false],
    ['≤', '2026-01-02', true],
    ['≤', '2026-01-03', false],
    ['=', '2026-01-02', true],
    ['=', '2026-01-01', false],
    ['≥', '2026-01-02', true],
    ['≥', '2026-01-01', false],
    ['>', '2026-01-03', true],
    ['>', '2026-01-02', false],
    ['≠', '2026-01-03', true],
    ['≠', '2026-01-02', false],
  ])('%s: start %s is right: %s', (comparator, start, isRight) => {
    expect(faultsOf(rule(comparator), { 5: start, 6: '2026-01-01T23:15Z' })).toHaveLength(isRight ? 0 : 1)
  })
  it('compare moments to the minute', () => {
    const moments = fields.map(field => (field.id === 5 ? { ...field, settings: { display_time: 1 } } : field))
    const tracker = { ...rule('<'), fields: moments, fieldById: new Map(moments.map(field => [field.id, field])) }
    expect(faultsOf(tracker, { 5: '2026-01-01T10:00Z', 6: '2026-01-01T10:01Z' })).toEqual([])
    expect(faultsOf(tracker, { 5: '2026-01-01T10:01Z', 6: '2026-01-01T10:01Z' })).toHaveLength(1)
  })
  it('say which field must be how to which', () => {
    expect(faultsOf(rule('<'), { 5: '2026-02-01', 6: '2026-01-01T10:00Z' })).toEqual([
      'The date in the field `start` (Start) must be before the date in the field `end` (End).',
    ])
  })
  it('hold on stored values too, and ignore a missing date', () => {
    const before = { 1: [OPEN], 5: '2026-02-01', 6: '2026-01-01T10:00Z' }
    expect(faultsOf(rule('<'), { 2: 'x' }, { before })).toHaveLength(1)
    expect(faultsOf(rule('<'), { 6: null }, { before })).toEqual([])
    expect(faultsOf(rule('<'), { 5: '2026-02-01' })).toEqual([])
  })
  it('hold on values of an action', () => {
    const tracker = trackerWith(
      { transitions: [transition(OPEN, BUSY, { actions: [sets(6, 'date', 'current')] })] },
      { dateRules: [{ sourceFieldId: 5, targetFieldId: 6, comparator: '<' }] },
    )
    expect(faultsOf(tracker, { 1: [BUSY], 5: '2026-12-01' })).toHaveLength(1)
    expect(faultsOf(tracker, { 1: [BUSY], 5: '2026-01-01' })).toEqual([])
  })
})

describe('list rules (field dependencies)', () => {
  const pair = (sourceValueId: number, targetValueId: number) => ({
    sourceFieldId: 7,
    sourceValueId,
    targetFieldId: 8,
    targetValueId,
  })
  const tracker = trackerWith(null, { listRules: [pair(301, 401), pair(302, 402), pair(302, 403), pair(301, 403)] })

  it('allow pairs that they name, for each value of the target', () => {
    expect(faultsOf(tracker, { 7: [301], 8: [401, 403] })).toEqual([])
    expect(faultsOf(tracker, { 7: [302], 8: [402] })).toEqual([])
  })
  it('refuse other pairs, and say which', () => {
    expect(faultsOf(tracker, { 7: [301], 8: [401, 402] })).toEqual([
      'The field `towns` (Towns) cannot have the value "Madrid" with "France" in the field `country` (Country).',
    ])
  })
  it('hold on stored values too', () => {
    expect(faultsOf(tracker, { 7: [302] }, { before: { 7: [301], 8: [401] } })).toHaveLength(1)
  })
  it('refuse None where the source offers values, unless a rule names it', () => {
    expect(faultsOf(tracker, { 7: [301], 8: [] })[0]).toContain('the value None with "France"')
    const withNone = trackerWith(null, { listRules: [pair(301, 401), pair(301, 100)] })
    expect(faultsOf(withNone, { 7: [301], 8: [] })).toEqual([])
  })
  it('allow only None where the source has no rule', () => {
    expect(faultsOf(tracker, { 7: [303], 8: [] })).toEqual([])
    expect(faultsOf(tracker, { 7: [303], 8: [401] })).toHaveLength(1)
    expect(faultsOf(tracker, { 2: 'x' })).toEqual([])
  })
  it('take a value that one of several sources allows', () => {
    const reverse = trackerWith(null, {
      listRules: [{ sourceFieldId: 8, sourceValueId: 401, targetFieldId: 7, targetValueId: 301 }],
    })
    expect(faultsOf(reverse, { 8: [401, 402], 7: [301] })).toEqual([])
    expect(faultsOf(reverse, { 8: [402], 7: [301] })).toHaveLength(1)
  })
  it('do not check by a value that is refused already', () => {
    expect(faultsOf(tracker, { 8: [401] }, { refusedFieldIds: new Set([7]) })).toEqual([])
  })
})

describe('a tracker without workflow and rules', () => {
  it('returns the values unchanged', () => {
    const values = new Map([[1, [DONE]]])
    const change: ProposedChange = {
      tracker: trackerWith(null),
      viewer: stranger,
      before: {},
      values,
      comment: '',
      now: new Date(0),
      timezone: 'UTC',
    }
    expect(checkWorkflow(change).values).toBe(values)
  })
})
