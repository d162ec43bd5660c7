import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest, type TestResponse } from '../../../../test/harness/app.ts'
import { expectDone, givenProject, type Credentials } from '../../../../test/harness/fixture.ts'
import { createTrackersOf } from '../../../../test/harness/trackers.ts'
import { aStep, aWorkflow, aWorkTracker, givenWorks } from '../../../../test/harness/workflows.ts'
import { listEvents } from '../../../platform/events/event-log.store.ts'
import type { NewTracker } from '../model/new-tracker.ts'
import type { CompleteTrackerRepresentation } from '../model/trackers.schema.ts'
import type { ActionRepresentation, TransitionRepresentation } from './workflow.schema.ts'

let crocus: TestApp
let owner: Credentials
let member: Credentials
let stranger: Credentials
let projectId: number
let hiddenProjectId: number

beforeAll(async () => {
  crocus = await testApp()
  ;({ owner, member, stranger, projectId, hiddenProjectId } = await givenWorks(crocus))
})

const call = (method: string, path: string, request: TestRequest = {}): Promise<TestResponse> =>
  crocus.request(method, `/api/${path}`, { as: owner, ...request })
const told = (response: TestResponse): readonly [number, string] => {
  const { message, i18n_error_message } = response.json<{ error: { message: string; i18n_error_message?: string } }>()
    .error
  return [response.status, i18n_error_message ?? message]
}

interface WorkflowFixture {
  readonly id: number
  field(name: string): number
  value(name: string): number
  read(): Promise<CompleteTrackerRepresentation>
  /** Id of the transition between two values, from GET of the tracker. */
  transition(from: string | null, to: string): Promise<number>
}

let count = 0
const workflowFixture = async (given: Partial<NewTracker> = {}, inProject = projectId): Promise<WorkflowFixture> => {
  const name = `work${++count}`
  const { trackerIds, fieldIds, valueIds } = await createTrackersOf(crocus, aWorkTracker(inProject, name, given))
  const id = trackerIds.get(name) ?? 0
  const value = (label: string): number => valueIds.get(label) ?? 0
  const read = async () => (await call('GET', `trackers/${id}`)).json<CompleteTrackerRepresentation>()
  return {
    id,
    field: key => fieldIds.get(key) ?? 0,
    value,
    read,
    transition: async (from, to) => {
      const fromId = from === null ? null : value(from)
      const found = (await read()).workflow?.transitions.find(one => one.from_id === fromId && one.to_id === value(to))
      if (!found) throw new Error('no such transition')
      return found.id
    },
  }
}
const readTransition = async (id: number) =>
  (await call('GET', `tracker_workflow_transitions/${id}`)).json<TransitionRepresentation>()
const readActions = async (id: number) =>
  (await call('GET', `tracker_workflow_transitions/${id}/actions`)).json<ActionRepresentation[]>()
const putActions = (id: number, ...post_actions: unknown[]) =>
  call('PUT', `tracker_workflow_transitions/${id}/actions`, { json: { post_actions } })
const change = (id: number, workflow: unknown, request: TestRequest = {}) =>
  call('PATCH', `trackers/${id}?query=${encodeURIComponent(JSON.stringify({ workflow }))}`, request)

const bothModes = [true, false] as const
const steps = [
  aStep(null, 'new', { authorizedUserGroupIds: [2] }),
  aStep('new', 'busy', { notEmptyFields: ['title'], isCommentRequired: true }),
  aStep('done', 'busy', { notEmptyFields: ['title'], isCommentRequired: true }),
]

describe('PATCH /trackers/{id}?query= (trackers.md §6.1)', () => {
  it('creates a workflow, in simple mode, and answers the tracker with it', async () => {
    const tracker = await workflowFixture()
    const response = await change(tracker.id, { set_transitions_rules: { field_id: tracker.field('state') } })
    expect(response.status).toBe(200)
    expect(response.json<CompleteTrackerRepresentation>().workflow).toMatchObject({
      field_id: tracker.field('state'),
      is_used: '1',
      is_legacy: false,
      is_advanced: false,
      transitions: [],
    })
    expect(told(await change(tracker.id, { set_transitions_rules: { field_id: tracker.field('state') } }))).toEqual([
      400,
      'The tracker has a workflow already.',
    ])
  })
  it('requires a single list with its own values', async () => {
    const tracker = await workflowFixture()
    const create = (field_id: unknown) => change(tracker.id, { set_transitions_rules: { field_id } })
    for (const name of ['title', 'towns', 'box']) expect(told(await create(tracker.field(name)))[0], name).toBe(400)
    expect((await create(424242)).status).toBe(404)
    expect((await create('12')).status).toBe(400)
  })
  it('switches it off and on, and deletes it with its transitions', async () => {
    const tracker = await workflowFixture({ workflow: aWorkflow(steps) })
    const used = async (is_used: boolean) =>
      (await change(tracker.id, { set_transitions_rules: { is_used } })).json<CompleteTrackerRepresentation>().workflow
        ?.is_used
    expect([await used(false), await used(false), await used(true)]).toEqual(['0', '0', '1'])
    const deleted = await change(tracker.id, { delete_transitions_rules: true })
    expect(deleted.json<CompleteTrackerRepresentation>().workflow).toMatchObject({
      field_id: 0,
      is_used: '',
      transitions: [],
    })
    expect(told(await change(tracker.id, { delete_transitions_rules: true }))).toEqual([
      400,
      'The tracker has no workflow.',
    ])
  })
  it('leaves legacy mode for good', async () => {
    const tracker = await workflowFixture({ workflow: aWorkflow(steps, { isLegacy: true }) })
    expect((await tracker.read()).workflow?.is_legacy).toBe(true)
    for (let turn = 0; turn < 2; turn++) expect((await change(tracker.id, { is_legacy: false })).status).toBe(200)
    expect((await tracker.read()).workflow?.is_legacy).toBe(false)
    expect((await change(tracker.id, { is_legacy: true })).status).toBe(400)
  })
  it('to simple: a state gets the settings of its reference transition; to advanced: frozen and hidden are lost', async () => {
    const tracker = await workflowFixture({
      workflow: aWorkflow([
        aStep('new', 'busy', { authorizedUserGroupIds: [4], isCommentRequired: true }),
        aStep(null, 'busy'),
      ]),
    })
    const [first, fromNew] = [await tracker.transition('new', 'busy'), await tracker.transition(null, 'busy')]
    expect((await change(tracker.id, { is_advanced: false })).status).toBe(200)
    expect(await readTransition(fromNew)).toMatchObject({
      authorized_user_group_ids: [`${projectId}_4`],
      is_comment_required: false,
    })
    expectDone(
      await putActions(
        first,
        { type: 'frozen_fields', field_ids: [tracker.field('title')] },
        { type: 'hidden_fieldsets', fieldset_ids: [tracker.field('box')] },
        { type: 'run_job', job_url: 'https://ci.example/job' },
      ),
    )
    expect(await readActions(fromNew)).toHaveLength(3)
    expect((await change(tracker.id, { is_advanced: true })).status).toBe(200)
    expect((await readActions(fromNew)).map(action => action.type)).toEqual(['run_job'])
    expect((await change(tracker.id, { is_advanced: true })).status).toBe(200)
  })
  it('applies the first action that it knows', async () => {
    const tracker = await workflowFixture({ workflow: aWorkflow(steps) })
    expect((await change(tracker.id, { is_advanced: false, set_transitions_rules: { is_used: false } })).status).toBe(
      200,
    )
    expect((await tracker.read()).workflow).toMatchObject({ is_used: '0', is_advanced: true })
  })
  it.each([
    ['no JSON', 'x'],
    ['no object', '[]'],
    ['no workflow', '{}'],
    ['a workflow that is no object', '{"workflow":1}'],
    ['nothing known', '{"workflow":{"colour":"red"}}'],
    [
      'set and delete together',
      '{"workflow":{"delete_transitions_rules":true,"set_transitions_rules":{"is_used":true}}}',
    ],
    ['a deletion that is not true', '{"workflow":{"delete_transitions_rules":"yes"}}'],
    ['a setting of nothing', '{"workflow":{"set_transitions_rules":{}}}'],
    ['a switch that is no boolean', '{"workflow":{"set_transitions_rules":{"is_used":"1"}}}'],
    ['a mode that is no boolean', '{"workflow":{"is_advanced":1}}'],
  ])('refuses %s, localised', async (_, query) => {
    const tracker = await workflowFixture({ workflow: aWorkflow(steps) })
    const response = await call('PATCH', `trackers/${tracker.id}?query=${encodeURIComponent(query)}`)
    expect(response.status).toBe(400)
    expect(response.json<{ error: object }>().error).toHaveProperty('i18n_error_message')
  })
  it('requires a query', async () => {
    expect((await call('PATCH', `trackers/${(await workflowFixture()).id}`)).status).toBe(400)
  })
  it('adds an event for each change, and none without a change', async () => {
    const tracker = await workflowFixture({ workflow: aWorkflow(steps) })
    await change(tracker.id, { is_advanced: true })
    await change(tracker.id, { set_transitions_rules: { is_used: false } })
    await change(tracker.id, { delete_transitions_rules: true })
    const kinds = (await listEvents(crocus.db.kysely, '', 1000))
      .filter(event => event.trackerId === tracker.id && event.kind.startsWith('workflow.'))
      .map(event => [event.kind, event.means])
    expect(kinds).toEqual([
      ['workflow.disabled', 'rest'],
      ['workflow.deleted', 'rest'],
    ])
  })
})

describe('GET /trackers/{id}/transitions', () => {
  it('lists all steps with their conditions, and says which are open to the requester', async () => {
    const work = await workflowFixture({
      workflow: aWorkflow([
        aStep(null, 'new'),
        aStep('new', 'done', { authorizedUserGroupIds: [4], notEmptyFields: ['effort'], isCommentRequired: true }),
      ]),
    })
    const steps = async (as: Credentials) =>
      (await call('GET', `trackers/${work.id}/transitions`, { as })).json<{ is_open_to_me: boolean }[]>()
    expect(await steps(owner)).toEqual([
      {
        from_id: null,
        to_id: work.value('new'),
        is_open_to_me: true,
        groups: ['Project members'],
        not_empty_field_ids: [],
        is_comment_required: false,
      },
      {
        from_id: work.value('new'),
        to_id: work.value('done'),
        is_open_to_me: true,
        groups: ['Project administrators'],
        not_empty_field_ids: [work.field('effort')],
        is_comment_required: true,
      },
    ])
    expect((await steps(member)).map(step => step.is_open_to_me)).toEqual([true, false])
  })

  it('tells nothing without a workflow in use, and nobody about a tracker that they do not see', async () => {
    const none = await workflowFixture()
    expect((await call('GET', `trackers/${none.id}/transitions`)).json()).toEqual([])
    const off = await workflowFixture({ workflow: aWorkflow([aStep(null, 'new')], { isUsed: false }) })
    expect((await call('GET', `trackers/${off.id}/transitions`)).json()).toEqual([])
    const hidden = await workflowFixture({ workflow: aWorkflow([aStep(null, 'new')]) }, hiddenProjectId)
    expect((await call('GET', `trackers/${hidden.id}/transitions`, { as: stranger })).status).toBe(403)
  })
})

describe('POST /tracker_workflow_transitions (trackers.md §6.2)', () => {
  const post = (tracker_id: unknown, from_id: unknown, to_id: unknown, request: TestRequest = {}) =>
    call('POST', 'tracker_workflow_transitions', { json: { tracker_id, from_id, to_id }, ...request })

  it.each(bothModes)('adds a transition (advanced: %s)', async isAdvanced => {
    const tracker = await workflowFixture({ workflow: aWorkflow([], { isAdvanced }) })
    const response = await post(tracker.id, 0, tracker.value('new'))
    expect(response.status).toBe(201)
    const { id, uri } = response.json<{ id: number; uri: string }>()
    expect(uri).toBe(`tracker_workflow_transitions/${id}`)
    expect(await readTransition(id)).toEqual({
      id,
      from_id: null,
      to_id: tracker.value('new'),
      authorized_user_group_ids: [`${projectId}_3`],
      not_empty_field_ids: [],
      is_comment_required: false,
    })
    expect((await tracker.read()).workflow?.transitions).toEqual([{ id, from_id: null, to_id: tracker.value('new') }])
  })
  it('in simple mode gives it conditions and actions of the reference transition; in advanced mode none', async () => {
    const settings = { notEmptyFields: ['title'], isCommentRequired: true, authorizedUserGroupIds: [4] }
    for (const isAdvanced of bothModes) {
      const actions = [{ type: 'set_field_value', field: 'effort', fieldType: 'int', value: 3 }] as const
      const tracker = await workflowFixture({
        workflow: aWorkflow([aStep('new', 'busy', { ...settings, actions })], { isAdvanced }),
      })
      const { id } = (await post(tracker.id, tracker.value('done'), tracker.value('busy'))).json<{ id: number }>()
      const { is_comment_required, not_empty_field_ids } = await readTransition(id)
      expect([is_comment_required, not_empty_field_ids.length, (await readActions(id)).length]).toEqual(
        isAdvanced ? [false, 0, 0] : [true, 1, 1],
      )
    }
  })
  it('refuses existing transitions, transitions to the same state, and unknown values', async () => {
    const tracker = await workflowFixture({ workflow: aWorkflow(steps) })
    const [fresh, busy] = [tracker.value('new'), tracker.value('busy')]
    expect((await post(tracker.id, fresh, busy)).status).toBe(400)
    expect((await post(tracker.id, fresh, fresh)).status).toBe(400)
    expect((await post(tracker.id, fresh, 100)).status).toBe(404)
    expect((await post(tracker.id, tracker.value('France'), busy)).status).toBe(404)
    expect((await post(tracker.id, 0, 0)).status).toBe(404)
    expect((await post(424242, 0, busy)).status).toBe(404)
    expect((await post((await workflowFixture()).id, 0, busy)).status).toBe(404)
    expect((await post(tracker.id, 'x', busy)).status).toBe(400)
    expect((await post(tracker.id, undefined, busy)).status).toBe(400)
  })
  it('creates one of two concurrent ones', async () => {
    const tracker = await workflowFixture({ workflow: aWorkflow([]) })
    const both = await Promise.all([1, 2].map(() => post(tracker.id, 0, tracker.value('new'))))
    expect(both.map(response => response.status).sort()).toEqual([201, 400])
  })
})

describe('GET, PATCH, DELETE /tracker_workflow_transitions/{id} (trackers.md §6.2)', () => {
  const patch = (id: number, json: object) => call('PATCH', `tracker_workflow_transitions/${id}`, { json })
  const conditions = (tracker: WorkflowFixture) => ({
    authorized_user_group_ids: [`${projectId}_4`, '2'],
    not_empty_field_ids: [tracker.field('effort')],
    is_comment_required: true,
  })

  it('changes the conditions: in simple mode of the whole state, in advanced mode of the one', async () => {
    for (const isAdvanced of bothModes) {
      const tracker = await workflowFixture({
        workflow: aWorkflow([aStep('new', 'busy'), aStep('done', 'busy'), aStep(null, 'busy')], { isAdvanced }),
      })
      const changed = await tracker.transition('new', 'busy')
      expectDone(await patch(changed, conditions(tracker)))
      expect(await readTransition(changed)).toMatchObject(conditions(tracker))
      const others = [await tracker.transition('done', 'busy'), await tracker.transition(null, 'busy')]
      const [sibling, fromNew] = await Promise.all(others.map(readTransition))
      expect([sibling?.is_comment_required, fromNew?.is_comment_required]).toEqual([!isAdvanced, false])
      expect(fromNew?.not_empty_field_ids).toHaveLength(isAdvanced ? 0 : 1)
    }
  })
  it('ignores a required comment from a new artifact', async () => {
    const tracker = await workflowFixture({ workflow: aWorkflow(steps) })
    const id = await tracker.transition(null, 'new')
    expectDone(await patch(id, conditions(tracker)))
    expect((await readTransition(id)).is_comment_required).toBe(false)
  })
  it('refuses no group, unknown groups, unknown fields, and a part alone', async () => {
    const tracker = await workflowFixture({ workflow: aWorkflow(steps) })
    const id = await tracker.transition('new', 'busy')
    const before = await readTransition(id)
    const all = conditions(tracker)
    expect(told(await patch(id, { ...all, authorized_user_group_ids: [] }))[1]).toContain('authorized_user_group_ids')
    const [, both] = told(
      await patch(id, { ...all, authorized_user_group_ids: ['9999_3', 'x'], not_empty_field_ids: [424242] }),
    )
    for (const word of ['9999_3', '"x"', '424242']) expect(both).toContain(word)
    expect((await patch(id, { ...all, not_empty_field_ids: [tracker.field('box')] })).status).toBe(400)
    expect((await patch(id, { is_comment_required: true })).status).toBe(400)
    expect(await readTransition(id)).toEqual(before)
  })
  it('deletes', async () => {
    const tracker = await workflowFixture({ workflow: aWorkflow(steps) })
    const id = await tracker.transition('new', 'busy')
    expectDone(await call('DELETE', `tracker_workflow_transitions/${id}`))
    expect((await call('DELETE', `tracker_workflow_transitions/${id}`)).status).toBe(404)
    expect((await tracker.read()).workflow?.transitions).toHaveLength(2)
  })
  it('accepts and returns XML', async () => {
    const tracker = await workflowFixture({ workflow: aWorkflow(steps) })
    const id = await tracker.transition('new', 'busy')
    const xml = `<request><authorized_user_group_ids><item>${projectId}_4</item></authorized_user_group_ids>
      <not_empty_field_ids><item>${tracker.field('effort')}</item></not_empty_field_ids><is_comment_required>0</is_comment_required></request>`
    expectDone(await call('PATCH', `tracker_workflow_transitions/${id}`, { xml }))
    const shown = await call('GET', `tracker_workflow_transitions/${id}`, { headers: { accept: 'application/xml' } })
    expect(shown.text).toContain(`<item>${projectId}_4</item>`)
    const actions = `<request><post_actions><item><type>set_field_value</type><field_type>float</field_type><field_id>${tracker.field('weight')}</field_id><value>1.5</value></item></post_actions></request>`
    expectDone(await call('PUT', `tracker_workflow_transitions/${id}/actions`, { xml: actions }))
    expect(await readActions(id)).toMatchObject([{ field_type: 'float', value: 1.5 }])
  })
})

describe('actions (trackers.md §6.3)', () => {
  const simple = async () => {
    const tracker = await workflowFixture({
      workflow: aWorkflow([aStep('new', 'busy'), aStep('done', 'busy')], { isAdvanced: false }),
      listRules: [{ sourceField: 'country', sourceValue: 'Spain', targetField: 'towns', targetValue: 'Madrid' }],
    })
    return { tracker, id: await tracker.transition('new', 'busy') }
  }

  it('are replaced as a whole and returned in their order: dates, integers, floats, jobs, the others', async () => {
    const { tracker, id } = await simple()
    const field = (name: string) => tracker.field(name)
    const sent = [
      { type: 'hidden_fieldsets', fieldset_ids: [field('box')] },
      { type: 'run_job', job_url: 'https://ci.example/job/one?token=x' },
      { type: 'frozen_fields', field_ids: [field('title')] },
      { type: 'set_field_value', field_id: field('weight'), field_type: 'float', value: 2 },
      { id: 7, type: 'set_field_value', field_id: field('effort'), field_type: 'int', value: -3 },
      { type: 'set_field_value', field_id: field('end'), field_type: 'date', value: '' },
      { type: 'set_field_value', field_id: field('start'), field_type: 'date', value: 'current' },
      { type: 'frozen_fields', field_ids: [field('effort')] },
    ]
    expectDone(await putActions(id, ...sent))
    const shown = (await readActions(id)).map(({ id: number, ...rest }) => (expect(number).toBeGreaterThan(0), rest))
    expect(shown).toEqual([
      sent[5],
      sent[6],
      { type: 'set_field_value', field_id: field('effort'), field_type: 'int', value: -3 },
      sent[3],
      sent[1],
      { type: 'frozen_fields', field_ids: [field('title'), field('effort')] },
      sent[0],
    ])
    // The response can be sent back.
    expectDone(await putActions(id, ...(await readActions(id))))
    expect(await readActions(await tracker.transition('done', 'busy'))).toHaveLength(7)
    expectDone(await putActions(id))
    expect(await readActions(id)).toEqual([])
  })

  it('are refused one by one, with their position', async () => {
    const { tracker, id } = await simple()
    const set = (field: string, field_type: unknown, value?: unknown) => ({
      type: 'set_field_value',
      field_id: tracker.field(field),
      field_type,
      value,
    })
    const wrong: [name: string, ...actions: unknown[]][] = [
      ['no object', 7],
      ['no type', {}],
      ['unknown type', { type: 'dance' }],
      ['unknown kind of field', set('effort', 'text', 'x')],
      ['no value', set('effort', 'int')],
      ['text for a number', set('effort', 'int', 'x')],
      ['fraction for an integer', set('effort', 'int', 1.5)],
      ['text for a float', set('weight', 'float', 'x')],
      ['date that is neither now nor never', set('start', 'date', '2026-01-01')],
      ['date without choice', set('start', 'date', null)],
      ['field of another type', set('title', 'int', 1)],
      ['unknown field', { ...set('effort', 'int', 1), field_id: 424242 }],
      ['the same target twice', set('effort', 'int', 1), set('effort', 'int', 2)],
      ['job without address', { type: 'run_job' }],
      ['job at no address', { type: 'run_job', job_url: 'job' }],
      ['job at a file', { type: 'run_job', job_url: 'file:///etc/passwd' }],
      ['nothing frozen', { type: 'frozen_fields', field_ids: [] }],
      ['frozen twice', { type: 'frozen_fields', field_ids: [tracker.field('title'), tracker.field('title')] }],
      ['frozen unknown field', { type: 'frozen_fields', field_ids: [424242] }],
      ['frozen fieldset', { type: 'frozen_fields', field_ids: [tracker.field('box')] }],
      ['frozen state', { type: 'frozen_fields', field_ids: [tracker.field('state')] }],
      ['frozen dependency', { type: 'frozen_fields', field_ids: [tracker.field('towns')] }],
      ['nothing hidden', { type: 'hidden_fieldsets', fieldset_ids: [] }],
      ['hidden field', { type: 'hidden_fieldsets', fieldset_ids: [tracker.field('title')] }],
      ['hidden twice', { type: 'hidden_fieldsets', fieldset_ids: [tracker.field('box'), tracker.field('box')] }],
    ]
    for (const [name, ...actions] of wrong) {
      const [status, message] = told(await putActions(id, ...actions))
      expect([name, status]).toEqual([name, 400])
      expect(message, name).toContain(`post_actions[${actions.length - 1}]`)
    }
    expect((await call('PUT', `tracker_workflow_transitions/${id}/actions`, { json: {} })).status).toBe(400)
    expect(await readActions(id)).toEqual([])
  })

  it('freeze and hide nothing in advanced mode', async () => {
    const tracker = await workflowFixture({ workflow: aWorkflow([aStep('new', 'busy')]) })
    const id = await tracker.transition('new', 'busy')
    const [, message] = told(
      await putActions(
        id,
        { type: 'frozen_fields', field_ids: [tracker.field('title')] },
        { type: 'hidden_fieldsets', fieldset_ids: [tracker.field('box')] },
      ),
    )
    expect(message).toMatch(/post_actions\[0\].*advanced[^]*post_actions\[1\].*advanced/)
  })
})

describe('who administers workflows (trackers.md §1)', () => {
  const everyCall = async (tracker: WorkflowFixture, as: Credentials): Promise<number[]> => {
    const id = await tracker.transition('new', 'busy').catch(() => 0)
    const calls: [string, string, object?][] = [
      ['PATCH', `trackers/${tracker.id}?query=${encodeURIComponent('{"workflow":{"is_advanced":true}}')}`],
      ['POST', 'tracker_workflow_transitions', { tracker_id: tracker.id, from_id: 0, to_id: tracker.value('done') }],
      ['GET', `tracker_workflow_transitions/${id}`],
      ['GET', `tracker_workflow_transitions/${id}/actions`],
      ['PUT', `tracker_workflow_transitions/${id}/actions`, { post_actions: [] }],
      [
        'PATCH',
        `tracker_workflow_transitions/${id}`,
        { authorized_user_group_ids: ['2'], not_empty_field_ids: [], is_comment_required: false },
      ],
      ['DELETE', `tracker_workflow_transitions/${id}`],
    ]
    const statuses: number[] = []
    for (const [method, path, json] of calls)
      statuses.push((await call(method, path, { as, ...(json && { json }) })).status)
    return statuses
  }
  const workflow = aWorkflow(steps)

  it('administrators of project, site and tracker do', async () => {
    const done = [200, 201, 200, 200, 200, 200, 200]
    for (const as of [owner, crocus.admin])
      expect(await everyCall(await workflowFixture({ workflow }), as)).toEqual(done)
    const groupId = await givenGroup('menders', 'member')
    expect(
      await everyCall(await workflowFixture({ workflow, permissions: { full: [1], admin: [groupId] } }), member),
    ).toEqual(done)
  })
  it('others who see the tracker get 403, localised', async () => {
    const tracker = await workflowFixture({ workflow })
    for (const as of [member, stranger]) expect(await everyCall(tracker, as)).toEqual(Array(7).fill(403))
    const response = await call('GET', `tracker_workflow_transitions/${await tracker.transition('new', 'busy')}`, {
      as: stranger,
    })
    expect(response.json<{ error: object }>().error).toHaveProperty('i18n_error_message')
  })
  it('users who may not see the tracker get 404, users who may not see the project 403, anonymous callers 401', async () => {
    const noRight = await workflowFixture({ workflow, permissions: {} })
    expect(await everyCall(noRight, member)).toEqual(Array(7).fill(404))
    const closed = await workflowFixture({ workflow }, hiddenProjectId)
    expect(await everyCall(closed, stranger)).toEqual(Array(7).fill(403))
    const id = await closed.transition('new', 'busy')
    for (const path of [`tracker_workflow_transitions/${id}`, `tracker_workflow_transitions/${id}/actions`])
      expect((await crocus.request('GET', `/api/${path}`)).status).toBe(401)
  })
  it('all changes are refused in a suspended project; site administrators still read', async () => {
    const { id } = await givenProject(crocus, 'asleep', { as: owner })
    const tracker = await workflowFixture({ workflow }, id)
    const transitionId = await tracker.transition('new', 'busy')
    await call('PATCH', `projects/${id}`, { as: crocus.admin, json: { status: 'suspended' } })
    const read = (as: Credentials) => call('GET', `tracker_workflow_transitions/${transitionId}`, { as })
    expect([(await read(owner)).status, (await read(crocus.admin)).status]).toEqual([403, 200])
    expect((await change(tracker.id, { is_advanced: false }, { as: crocus.admin })).status).toBe(403)
    const deleted = await call('DELETE', `tracker_workflow_transitions/${transitionId}`, { as: crocus.admin })
    expect(deleted.status).toBe(403)
  })
  it('unknown transitions are 404, a text that is no number 400', async () => {
    for (const path of ['424242', '99999999999999999999999', '424242/actions'])
      expect((await call('GET', `tracker_workflow_transitions/${path}`)).status, path).toBe(404)
    expect((await call('GET', 'tracker_workflow_transitions/x')).status).toBe(400)
  })
  it('OPTIONS lists the methods', async () => {
    const allowed = async (path: string) => (await crocus.request('OPTIONS', `/api/${path}`)).headers['allow']
    expect(await allowed('tracker_workflow_transitions')).toBe('OPTIONS, GET, POST, PATCH, DELETE')
    expect(await allowed('tracker_workflow_transitions/1')).toBe('OPTIONS, GET, POST, PATCH, DELETE')
    expect(await allowed('tracker_workflow_transitions/1/actions')).toBe('OPTIONS, GET, PUT')
    expect(await allowed('trackers/1')).toBe('OPTIONS, GET, PATCH')
  })
})

const givenGroup = async (short_name: string, ...logins: string[]): Promise<number> => {
  const created = await call('POST', 'user_groups', { json: { project_id: projectId, short_name } })
  const { id } = created.json<{ id: string }>()
  const user_references = logins.map(username => ({ username }))
  await call('PUT', `user_groups/${id}/users`, { json: { user_references } })
  return Number(id)
}
