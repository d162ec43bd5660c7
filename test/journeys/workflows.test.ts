import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestResponse } from '../harness/app.ts'
import { hasSamples, importSample } from '../harness/samples.ts'
import { expectDone, givenAccount, readProject, type Credentials, type FixtureProject } from '../harness/fixture.ts'

interface Step {
  readonly id: number
  readonly from_id: number | null
  readonly to_id: number
}

describe.skipIf(!hasSamples)('the workflows of an imported project', () => {
  let crocus: TestApp
  let project: FixtureProject

  beforeAll(async () => {
    crocus = await testApp()
    await importSample(crocus, '01-private-member')
    const report = await importSample(crocus, 'Workflows')
    project = await readProject(crocus, report.project?.id ?? 0, crocus.admin)
  }, 60_000)

  const call = (method: string, url: string, json?: object) =>
    crocus.request(method, `/api/${url}`, { as: crocus.admin, ...(json && { json }) })
  const workflowOf = async (id: number) =>
    (await call('GET', `trackers/${id}`)).json<{
      workflow: { field_id: number; is_advanced: boolean; transitions: Step[] }
    }>().workflow

  it('enforce each declared step in advanced mode, and none else', async () => {
    const tracker = project.tracker('workflows_tracker_transitions')
    const { field_id, is_advanced, transitions } = await workflowOf(tracker.id)
    expect([is_advanced, transitions.length]).toEqual([true, 14])
    const states = tracker.fields.find(field => field.field_id === field_id)?.values ?? []
    const enter = async (to: number): Promise<number> => {
      const response = await call('POST', 'artifacts', {
        tracker: { id: tracker.id },
        values: [
          { field_id: tracker.field('summary'), value: 'A step' },
          { field_id, bind_value_ids: [to] },
        ],
      })
      return response.status === 201 ? response.json<{ id: number }>().id : 0
    }
    const start = transitions.find(step => step.from_id === null)?.to_id ?? 0
    const isStep = (from: number | null, to: number) =>
      transitions.some(step => step.from_id === from && step.to_id === to)
    for (const { id: to } of states) {
      expect((await enter(to)) > 0, `new to ${to}`).toBe(isStep(null, to))
      const artifact = await enter(start)
      const moved = await call('PUT', `artifacts/${artifact}`, { values: [{ field_id, bind_value_ids: [to] }] })
      expect(moved.status, `${start} to ${to}`).toBe(to === start || isStep(start, to) ? 200 : 400)
    }
  })

  describe('worked with by ordinary members', () => {
    let member: Credentials
    let leader: Credentials
    beforeAll(async () => {
      member = (await givenAccount(crocus, 'ordinary')).as
      leader = (await givenAccount(crocus, 'leader')).as
      for (const [group, login] of [
        [3, 'ordinary'],
        [3, 'leader'],
        [4, 'leader'],
      ] as const) {
        const url = `/api/user_groups/${project.id}_${group}/users`
        const there = (await crocus.request('GET', url, { as: crocus.admin })).json<{ username: string }[]>()
        const user_references = [...there.map(({ username }) => ({ username })), { username: login }]
        expectDone(await crocus.request('PUT', url, { as: crocus.admin, json: { user_references } }))
      }
    })

    const workOn = (itemName: string) => {
      const tracker = project.tracker(itemName)
      const state = (label: string) => ({
        field_id: tracker.field('status'),
        bind_value_ids: [tracker.value('status', label)],
      })
      const points = (value: number | null) => ({ field_id: tracker.field('points'), value })
      const closed = (value: string) => ({ field_id: tracker.field('closed_date'), value })
      const create = (as: Credentials, ...values: object[]) =>
        crocus.request('POST', '/api/artifacts', { as, json: { tracker: { id: tracker.id }, values } })
      const given = async (...values: object[]) => {
        const response = await create(member, ...values)
        expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
        return response.json<{ id: number }>().id
      }
      const put = (id: number, as: Credentials, values: object[], comment = '') =>
        crocus.request('PUT', `/api/artifacts/${id}`, {
          as,
          json: { values, ...(comment && { comment: { body: comment, format: 'text' } }) },
        })
      return { tracker, state, points, closed, create, given, put }
    }
    const refusal = (response: TestResponse): string => {
      expect(response.status).toBe(400)
      return response.text
    }

    it('ask for the fields, the comment and the groups that the archive names', async () => {
      const { state, points, closed, create, given, put } = workOn('workflow_simple_mode')
      expect(refusal(await create(member, state('Open')))).toContain('`points`')
      const id = await given(state('Open'), points(5))
      const close = refusal(await put(id, member, [state('Closed')]))
      expect(close).toContain('`closed_date`')
      expect(close).toContain('comment is required')
      expect(refusal(await put(id, member, [state('Done')]))).toContain('user groups')
      expectDone(await put(id, member, [state('Closed'), closed('2026-05-06')], 'No more'))
      expect(refusal(await put(id, member, [state('Done')]))).toContain('user groups')
      expectDone(await put(id, leader, [state('Done')]))
      expect(refusal(await put(id, leader, [state('Open')]))).toContain('no transition')
      // A new artifact needs no comment, even if the state requires one.
      await given(state('Closed'), closed('2026-05-06'))
    })

    it('obey the dependency that the archive names', async () => {
      const { tracker, state, points, create } = workOn('workflow_simple_mode')
      const pair = (first: string, second: string) =>
        [['list01', first] as const, ['list02', second] as const].map(([name, label]) => ({
          field_id: tracker.field(name),
          bind_value_ids: [tracker.value(name, label)],
        }))
      expect(refusal(await create(member, state('Open'), points(1), ...pair('a', 'd')))).toContain('`list02`')
      expect((await create(member, state('Open'), points(1), ...pair('a', 'f'))).status).toBe(201)
    })

    it('get the states of a simple workflow with group, field, frozen field and hidden fieldset', async () => {
      const { state, points, create, put } = workOn('workflow_simple_mode_from_xml')
      const refused = refusal(await create(member, state('Done')))
      expect(refused).toContain('user groups')
      expect(refused).toContain('`points`')
      const response = await create(leader, state('Done'), points(3))
      expect(response.status).toBe(201)
      const { id } = response.json<{ id: number }>()
      expect(refusal(await put(id, leader, [points(4)]))).toContain('freezes')
      const shown = await crocus.request('GET', `/api/artifacts/${id}?tracker_structure_format=complete`, {
        as: member,
      })
      const { fields } = shown.json<{ tracker: { fields: { type: string; is_hidden?: boolean }[] } }>().tracker
      expect(fields.filter(field => field.type === 'fieldset').map(field => field.is_hidden)).toContain(true)
      expectDone(await put(id, member, [state('Closed')]))
      expectDone(await put(id, member, [points(4)]))
    })
  })

  it('keep, in every mode, the settings that the archive tells, and can be switched both ways', async () => {
    const list = (await call('GET', `projects/${project.id}/trackers?limit=50`)).json<
      { id: number; workflow: { is_advanced: boolean; is_used: string; transitions: Step[] } }[]
    >()
    const simple = list.find(one => one.workflow.is_used === '1' && !one.workflow.is_advanced)
    expect(simple?.workflow.transitions).toHaveLength(3)
    const actionsOf = async (step: Step | undefined) =>
      (await call('GET', `tracker_workflow_transitions/${step?.id}/actions`))
        .json<{ type: string }[]>()
        .map(action => action.type)
    const [first, second] = simple?.workflow.transitions ?? []
    const all = ['set_field_value', 'frozen_fields', 'hidden_fieldsets']
    expect([await actionsOf(first), await actionsOf(second)]).toEqual([all, all])
    const change = (is_advanced: boolean) =>
      call('PATCH', `trackers/${simple?.id}?query=${encodeURIComponent(JSON.stringify({ workflow: { is_advanced } }))}`)
    expect((await change(true)).status).toBe(200)
    expect([await actionsOf(first), await actionsOf(second)]).toEqual([['set_field_value'], ['set_field_value']])
    expect((await change(false)).status).toBe(200)
  })
})
