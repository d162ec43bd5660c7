import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestResponse } from '../harness/app.ts'
import { expectDone, givenAccount, givenProject, type Credentials } from '../harness/fixture.ts'

// A project administrator builds workflows over HTTP; an ordinary member works with them.

interface Element {
  readonly field_id: number
  readonly name: string
  readonly permissions: readonly string[]
  readonly is_hidden?: boolean
  readonly values: readonly { readonly id: number; readonly label: string }[] | null
}

let crocus: TestApp
let boss: Credentials
let ann: Credentials
let projectId: number
beforeAll(async () => {
  crocus = await testApp()
  boss = (await givenAccount(crocus, 'boss')).as
  ann = (await givenAccount(crocus, 'ann')).as
  projectId = (await givenProject(crocus, 'yard', { as: boss, members: ['ann'] })).id
}, 60_000)

const call = (method: string, path: string, as: Credentials, json?: object) =>
  crocus.request(method, `/api/${path}`, { as, ...(json && { json }) })
const made = <T>(response: TestResponse): T => {
  expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
  return response.json<T>()
}
/** Status and message of a refusal. */
const told = (response: TestResponse): string =>
  `${response.status} ${response.json<{ error: { message: string } }>().error.message}`

const STATES = ['moored', 'dry', 'afloat', 'sold'] as const
type State = (typeof STATES)[number]

/** A tracker with a field of each kind that workflows use, created by its routes one after another. */
const buildTracker = async (itemName: string) => {
  const { id } = made<{ id: number }>(
    await call('POST', 'trackers', boss, {
      project: { id: projectId },
      definition: { general: { name: `All ${itemName}`, item_name: itemName }, permissions: { full: ['all_users'] } },
    }),
  )
  const fields = new Map<string, Element>()
  const add = async (type: string, name: string, more: object = {}): Promise<void> => {
    const field = made<Element>(
      await call('POST', 'tracker_fields', boss, { tracker: { id }, type, label: name, name, ...more }),
    )
    fields.set(name, field)
  }
  const field = (name: string) => fields.get(name)?.field_id ?? 0
  await add('fieldset', 'hull')
  await add('string', 'name', { parent_id: field('hull') })
  await add('sb', 'state', {
    parent_id: field('hull'),
    bind: { type: 'static', values: STATES.map(label => ({ label })) },
  })
  await add('int', 'crew', { parent_id: field('hull') })
  await add('fieldset', 'papers')
  await add('date', 'launched', { parent_id: field('papers') })
  await add('float', 'price', { parent_id: field('papers') })
  const value = (state: State) => fields.get('state')?.values?.find(one => one.label === state)?.id ?? 0

  const change = (workflow: object) =>
    call('PATCH', `trackers/${id}?query=${encodeURIComponent(JSON.stringify({ workflow }))}`, boss)
  const step = async (from: State | null, to: State) =>
    made<{ id: number }>(
      await call('POST', 'tracker_workflow_transitions', boss, {
        tracker_id: id,
        from_id: from === null ? 0 : value(from),
        to_id: value(to),
      }),
    ).id
  const conditions = async (
    transition: number,
    given: { groups?: readonly number[]; notEmpty?: readonly string[]; isCommentRequired?: boolean },
  ) =>
    expectDone(
      await call('PATCH', `tracker_workflow_transitions/${transition}`, boss, {
        authorized_user_group_ids: (given.groups ?? [3]).map(group => `${projectId}_${group}`),
        not_empty_field_ids: (given.notEmpty ?? []).map(field),
        is_comment_required: given.isCommentRequired ?? false,
      }),
    )
  const actions = (transition: number, ...post_actions: object[]) =>
    call('PUT', `tracker_workflow_transitions/${transition}/actions`, boss, { post_actions })
  const inState = (state: State) => ({ field_id: field('state'), bind_value_ids: [value(state)] })
  const create = (state: State, as = ann) =>
    call('POST', 'artifacts', as, {
      tracker: { id },
      values: [{ field_id: field('name'), value: 'Heron' }, inState(state)],
    })
  const given = async (state: State) => made<{ id: number }>(await create(state)).id
  const put = (artifact: number, values: readonly object[], { comment = '', as = ann } = {}) =>
    call('PUT', `artifacts/${artifact}`, as, { values, ...(comment && { comment: { body: comment, format: 'text' } }) })
  const move = (artifact: number, state: State, options: { comment?: string; as?: Credentials } = {}) =>
    put(artifact, [inState(state)], options)
  const read = async (artifact: number) =>
    (await call('GET', `artifacts/${artifact}?tracker_structure_format=complete`, ann)).json<{
      values: { field_id: number; value?: unknown; values?: { label: string }[] }[]
      tracker: { fields: Element[] }
    }>()
  const stateOf = async (artifact: number) =>
    (await read(artifact)).values.find(one => one.field_id === field('state'))?.values?.[0]?.label
  return { id, field, value, change, step, conditions, actions, inState, create, given, put, move, read, stateOf }
}
type Tracker = Awaited<ReturnType<typeof buildTracker>>

const lastChangeset = async (artifact: number) => {
  const list = (await call('GET', `artifacts/${artifact}/changesets?order=desc&limit=1`, ann)).json<
    { values: { field_id: number; value?: unknown }[]; last_comment: { body: string } }[]
  >()
  return list[0]
}
const historyOf = async (tracker: Tracker, artifact: number, name: string) =>
  (await lastChangeset(artifact))?.values.find(one => one.field_id === tracker.field(name))?.value

describe.each(['simple', 'advanced'] as const)('a workflow built over HTTP, in %s mode', mode => {
  let boats: Tracker
  let launch: number
  let sell: number
  beforeAll(async () => {
    boats = await buildTracker(`boat_${mode}`)
    const created = await boats.change({ set_transitions_rules: { field_id: boats.field('state') } })
    expect(created.status).toBe(200)
    if (mode === 'advanced') expect((await boats.change({ is_advanced: true })).status).toBe(200)
    await boats.step(null, 'moored')
    await boats.step('moored', 'dry')
    launch = await boats.step('dry', 'afloat')
    await boats.step('afloat', 'dry')
    sell = await boats.step('afloat', 'sold')
    await boats.conditions(launch, { notEmpty: ['crew'] })
    await boats.conditions(sell, { groups: [4], isCommentRequired: true })
    expectDone(
      await boats.actions(
        launch,
        { type: 'set_field_value', field_type: 'date', field_id: boats.field('launched'), value: 'current' },
        { type: 'set_field_value', field_type: 'float', field_id: boats.field('price'), value: 12.5 },
      ),
    )
  }, 60_000)

  it('is one that only administrators build', async () => {
    const query = encodeURIComponent('{"workflow":{"set_transitions_rules":{"is_used":false}}}')
    expect((await call('PATCH', `trackers/${boats.id}?query=${query}`, ann)).status).toBe(403)
    expect((await call('DELETE', `tracker_workflow_transitions/${launch}`, ann)).status).toBe(403)
    expect(
      (await call('PUT', `tracker_workflow_transitions/${launch}/actions`, ann, { post_actions: [] })).status,
    ).toBe(403)
  })

  it('lets a member begin and go only where a transition leads', async () => {
    expect(told(await boats.create('afloat'))).toMatch(/^400 .*no transition.*a new artifact to "afloat"/)
    const boat = await boats.given('moored')
    expect(told(await boats.move(boat, 'afloat'))).toMatch(/^400 .*no transition.*"moored" to "afloat"/)
    expect(await boats.stateOf(boat)).toBe('moored')
    expectDone(await boats.move(boat, 'dry'))
    expect(await boats.stateOf(boat)).toBe('dry')
    // The transitions bind administrators of the project, too.
    expect((await boats.move(boat, 'sold', { as: boss, comment: 'Cheap' })).status).toBe(400)
  })

  it('wants the field that must not be empty, then sets values, which the history shows', async () => {
    const boat = await boats.given('moored')
    expectDone(await boats.move(boat, 'dry'))
    expect(told(await boats.move(boat, 'afloat'))).toMatch(/^400 .*`crew` .*must not be empty/)
    expectDone(await boats.put(boat, [boats.inState('afloat'), { field_id: boats.field('crew'), value: 4 }]))
    expect(await historyOf(boats, boat, 'price')).toBe(12.5)
    const today = crocus.clock.now().toISOString().slice(0, 10)
    expect(String(await historyOf(boats, boat, 'launched')).slice(0, 10)).toBe(today)
    // An action of the transition overrides a value in the request.
    expectDone(await boats.move(boat, 'dry'))
    expectDone(await boats.put(boat, [{ field_id: boats.field('price'), value: 99 }]))
    expectDone(await boats.put(boat, [boats.inState('afloat'), { field_id: boats.field('price'), value: 50 }]))
    expect(await historyOf(boats, boat, 'price')).toBe(12.5)
  })

  it('keeps a step for a group, and wants a comment with it', async () => {
    const boat = await boats.given('moored')
    expectDone(await boats.move(boat, 'dry'))
    expectDone(await boats.put(boat, [boats.inState('afloat'), { field_id: boats.field('crew'), value: 2 }]))
    const refused = told(await boats.move(boat, 'sold'))
    expect(refused).toMatch(/user groups/)
    expect(refused).toMatch(/comment is required/)
    expect(told(await boats.move(boat, 'sold', { comment: 'To Bob' }))).toMatch(/^400 .*user groups/)
    expect(told(await boats.move(boat, 'sold', { as: boss }))).toMatch(/^400 .*comment is required/)
    expect(told(await boats.move(boat, 'sold', { as: boss, comment: ' \n ' }))).toMatch(/^400 .*comment is required/)
    expectDone(await boats.move(boat, 'sold', { as: boss, comment: 'To Bob' }))
    expect((await lastChangeset(boat))?.last_comment.body).toBe('To Bob')
    // A changed condition applies to the next request.
    await boats.conditions(sell, { groups: [3] })
    const other = await boats.given('moored')
    expectDone(await boats.move(other, 'dry'))
    expectDone(await boats.put(other, [boats.inState('afloat'), { field_id: boats.field('crew'), value: 2 }]))
    expectDone(await boats.move(other, 'sold'))
  })

  it('requires nothing while it is switched off, and the same as before when it is on again', async () => {
    const boat = await boats.given('moored')
    expect((await boats.change({ set_transitions_rules: { is_used: false } })).status).toBe(200)
    expectDone(await boats.move(boat, 'sold'))
    expect((await boats.create('afloat')).status).toBe(201)
    expect((await boats.change({ set_transitions_rules: { is_used: true } })).status).toBe(200)
    expect((await boats.create('afloat')).status).toBe(400)
    expect((await boats.move(boat, 'moored')).status).toBe(400)
    // An artifact in a state without outgoing transitions accepts changes of other fields.
    expectDone(await boats.put(boat, [{ field_id: boats.field('crew'), value: 1 }]))
  })

  it('binds no more once it is deleted', async () => {
    const other = await buildTracker(`raft_${mode}`)
    await other.change({ set_transitions_rules: { field_id: other.field('state') } })
    expect((await other.create('afloat')).status).toBe(400)
    expect((await other.change({ delete_transitions_rules: true })).status).toBe(200)
    expect((await other.create('afloat')).status).toBe(201)
  })
})

describe('states of a simple workflow built over HTTP', () => {
  it('freeze fields and hide fieldsets from the day on that they are told to; in advanced mode none does', async () => {
    const boats = await buildTracker('ship')
    await boats.change({ set_transitions_rules: { field_id: boats.field('state') } })
    await boats.step(null, 'moored')
    const dock = await boats.step('moored', 'dry')
    await boats.step('dry', 'moored')
    const boat = await boats.given('moored')
    expectDone(await boats.move(boat, 'dry'))
    const price = (value: number) => boats.put(boat, [{ field_id: boats.field('price'), value }])
    expectDone(await price(1))
    const restrictions = [
      { type: 'frozen_fields', field_ids: [boats.field('price')] },
      { type: 'hidden_fieldsets', fieldset_ids: [boats.field('papers')] },
    ]
    expectDone(await boats.actions(dock, ...restrictions))

    expect(told(await price(2))).toMatch(/^400 .*`price` .*freezes/)
    expectDone(await price(1))
    expect(
      (
        await boats.put(boat, [boats.inState('moored'), { field_id: boats.field('price'), value: 2 }], {
          as: boss,
        })
      ).status,
    ).toBe(400)
    const shown = async (name: string) =>
      (await boats.read(boat)).tracker.fields.find(one => one.field_id === boats.field(name))
    expect([(await shown('papers'))?.is_hidden, (await shown('hull'))?.is_hidden]).toEqual([true, false])
    expect((await shown('price'))?.permissions).toEqual(['read', 'create'])
    // Only this state hides the field: in the other state everything is visible again.
    expectDone(await boats.move(boat, 'moored'))
    expectDone(await price(3))
    expect([(await shown('papers'))?.is_hidden, (await shown('price'))?.permissions.includes('update')]).toEqual([
      false,
      true,
    ])

    expectDone(await boats.move(boat, 'dry'))
    expect((await price(4)).status).toBe(400)
    expect((await boats.change({ is_advanced: true })).status).toBe(200)
    expectDone(await price(4))
    expect((await shown('papers'))?.is_hidden).toBe(false)
    expect(told(await boats.actions(dock, ...restrictions))).toMatch(/^400 .*simple workflows only/)
  })

  it('give a new way into a state the conditions of that state, where advanced mode begins with none', async () => {
    const counts: string[] = []
    for (const is_advanced of [false, true]) {
      const boats = await buildTracker(`barge_${is_advanced}`)
      await boats.change({ set_transitions_rules: { field_id: boats.field('state') } })
      await boats.change({ is_advanced })
      await boats.step(null, 'moored')
      await boats.step(null, 'dry')
      const first = await boats.step('dry', 'afloat')
      await boats.conditions(first, { isCommentRequired: true })
      await boats.step('moored', 'afloat')
      const [dry, moored] = [await boats.given('dry'), await boats.given('moored')]
      expect((await boats.move(dry, 'afloat')).status).toBe(400)
      counts.push(`${is_advanced}: ${(await boats.move(moored, 'afloat')).status}`)
    }
    expect(counts).toEqual(['false: 400', 'true: 200'])
  })
})
