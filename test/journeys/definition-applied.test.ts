import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createApp, type App } from '../../src/app.ts'
import { openDatabase } from '../../src/platform/db/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { afterFile } from '../harness/after-file.ts'
import { testApp, type TestApp, type TestResponse } from '../harness/app.ts'
import { givenAccount, givenProject, type Credentials } from '../harness/fixture.ts'

// One server process changes the definition of a tracker; another one on the same database handles the writes.

let crocus: TestApp
let other: App
let boss: Credentials
let ann: Credentials
let projectId: number
beforeAll(async () => {
  crocus = await testApp()
  boss = (await givenAccount(crocus, 'boss')).as
  ann = (await givenAccount(crocus, 'ann')).as
  projectId = (await givenProject(crocus, 'mill', { as: boss, members: ['ann'] })).id
  const { config, clock, databaseUrl } = crocus
  const db = openDatabase(databaseUrl)
  afterFile(() => db.close())
  const log = createLog(config.logLevel)
  const mailTransport = { send: () => Promise.resolve(), close: () => undefined }
  other = await createApp({ config, db, clock, log, checkResponses: true, mailTransport })
  afterFile(() => other.close())
  await other.fastify.ready()
}, 60_000)

const call = (method: string, path: string, json?: object, as = boss): Promise<TestResponse> =>
  crocus.request(method, `/api/${path}`, { as, ...(json && { json }) })
/** The same call to the other process. */
const callOther = async (method: string, path: string, json?: object) => {
  const response = await other.fastify.inject({
    method: method as 'GET',
    url: `/api/${path}`,
    headers: {
      authorization: `Basic ${Buffer.from(ann.join(':')).toString('base64')}`,
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(json && { payload: JSON.stringify(json) }),
  })
  return { status: response.statusCode, text: response.body, json: <T>() => JSON.parse(response.body) as T }
}
/** The database notifies the other process after the commit, so the change arrives a moment later. */
const soon = <T>(check: () => Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 10_000, interval: 10 })
type Answer = Pick<TestResponse, 'status' | 'text' | 'json'>
const ok = <A extends Answer>(response: A, status = 200): A => {
  expect([response.status, response.status === status ? '' : response.text]).toEqual([status, ''])
  return response
}

interface ShownTracker {
  readonly id: number
  readonly fields: readonly {
    readonly field_id: number
    readonly name: string
    readonly values: readonly { readonly id: number; readonly label: string }[] | null
  }[]
}
const rights = { read: ['all_users'], submit: ['project_members'], update: ['project_members'] }
const list = (...labels: string[]) => ({ type: 'static', values: labels.map(label => ({ label })) })
const definitionOf = (itemName: string) => ({
  general: { name: `All ${itemName}`, item_name: itemName },
  permissions: { full: ['all_users'] },
  form: [
    { type: 'string', name: 'title', label: 'Title', permissions: rights },
    { type: 'sb', name: 'state', label: 'State', bind: list('new', 'busy', 'done'), permissions: rights },
    { type: 'sb', name: 'grain', label: 'Grain', bind: list('rye', 'oats'), permissions: rights },
    { type: 'sb', name: 'flour', label: 'Flour', bind: list('dark', 'flakes'), permissions: rights },
    { type: 'date', name: 'from', label: 'From', permissions: rights },
    { type: 'date', name: 'to', label: 'To', permissions: rights },
    { type: 'art_link', name: 'links', label: 'Links', permissions: rights },
  ],
})

const make = async (itemName: string) => {
  const body = { project: { id: projectId }, definition: definitionOf(itemName) }
  const { id } = ok(await call('POST', 'trackers', body), 201).json<ShownTracker>()
  const shown = (await call('GET', `trackers/${id}`)).json<ShownTracker>()
  const found = (name: string) => shown.fields.find(field => field.name === name)
  const field = (name: string) => found(name)?.field_id ?? 0
  const value = (name: string, label: string) => found(name)?.values?.find(one => one.label === label)?.id ?? 0
  const choice = (name: string, label: string) => ({ field_id: field(name), bind_value_ids: [value(name, label)] })
  const create = (...values: object[]) => callOther('POST', 'artifacts', { tracker: { id }, values })
  const apply = async (part: object) =>
    ok(await call('PUT', `trackers/${id}/definition`, part)).json<{
      is_changed: boolean
      warnings: string[]
    }>()
  const state = async (artifact: number) =>
    (await callOther('GET', `artifacts/${artifact}`))
      .json<{ values: { label: string; values?: { label: string }[] }[] }>()
      .values.find(one => one.label === 'State')?.values?.[0]?.label
  return { id, itemName, field, value, choice, create, apply, state }
}
const idOf = (answer: Answer) => ok(answer, 201).json<{ id: number }>().id

describe('a definition applied by one process', () => {
  it('brings rules that writes of another process obey, and takes them away', async () => {
    const sack = await make('sack')
    const late = [
      { field_id: sack.field('from'), value: '2026-02-02' },
      { field_id: sack.field('to'), value: '2026-02-01' },
    ]
    const odd = [sack.choice('grain', 'oats'), sack.choice('flour', 'dark')]
    // The other process still has the former definition in its cache.
    ok(await sack.create(...late), 201)
    ok(await sack.create(...odd), 201)
    const pair = (source_value: string, target_value: string) => ({
      source_field: 'grain',
      source_value,
      target_field: 'flour',
      target_value,
    })
    const rules = {
      dates: [{ source: 'from', comparator: '≤', target: 'to' }],
      lists: [pair('rye', 'dark'), pair('oats', 'flakes')],
    }
    expect(await sack.apply({ rules })).toMatchObject({ is_changed: true, warnings: [] })
    await soon(async () => expect((await sack.create(...late)).text).toContain('must be before or at'))
    expect((await sack.create(...odd)).text).toContain('cannot have the value')
    ok(await sack.create(sack.choice('grain', 'oats'), sack.choice('flour', 'flakes')), 201)
    expect(await sack.apply({ rules })).toMatchObject({ is_changed: false })
    await sack.apply({ rules: { dates: [], lists: [] } })
    await soon(async () => ok(await sack.create(...late), 201))
    ok(await sack.create(...odd), 201)
  })

  it('warns of a value that leaves a required list no choice, and applies it all the same', async () => {
    const bin = await make('bin')
    const form = definitionOf('bin').form.map(one => (one.name === 'flour' ? { ...one, is_required: true } : one))
    const lists = [{ source_field: 'grain', source_value: 'rye', target_field: 'flour', target_value: 'dark' }]
    const report = await bin.apply({ form, rules: { dates: [], lists } })
    expect(report).toMatchObject({ is_changed: true, warnings: [expect.stringContaining('"oats" of "grain"')] })
  })

  it('refuses a dependency of a field that it freezes', async () => {
    const tub = await make('tub')
    const answer = await call('PUT', `trackers/${tub.id}/definition`, {
      rules: {
        dates: [],
        lists: [{ source_field: 'grain', source_value: 'rye', target_field: 'flour', target_value: 'dark' }],
      },
      workflow: {
        field: 'state',
        transitions: [
          {
            from: null,
            to: 'new',
            groups: ['project_members'],
            actions: [{ type: 'frozen_fields', fields: ['flour'] }],
          },
        ],
      },
    })
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('cannot be part of a dependency')])
  })

  it('brings a trigger from parents to children, which a write of another process sets off', async () => {
    const [mill, wheel] = [await make('mill'), await make('wheel')]
    const below = idOf(await wheel.create(wheel.choice('state', 'new')))
    const links = { field_id: mill.field('links'), links: [{ id: below, type: '_is_child' }] }
    const above = idOf(await mill.create(mill.choice('state', 'new'), links))
    const triggers = [
      {
        direction: 'down',
        condition: 'at_least_one',
        set: { field: 'state', value: 'busy' },
        when: [{ tracker: 'mill', field: 'state', value: 'busy' }],
      },
    ]
    const turn = async (state: string) => {
      ok(await callOther('PUT', `artifacts/${above}`, { values: [mill.choice('state', 'new')] }))
      ok(await callOther('PUT', `artifacts/${below}`, { values: [wheel.choice('state', 'new')] }))
      ok(await callOther('PUT', `artifacts/${above}`, { values: [mill.choice('state', 'busy')] }))
      expect(await wheel.state(below)).toBe(state)
    }
    await turn('new')
    expect(await wheel.apply({ hierarchy: { parent: 'mill' }, triggers })).toMatchObject({ warnings: [] })
    await soon(() => turn('busy'))
    expect((await call('GET', `trackers/${wheel.id}/triggers`)).json()).toMatchObject({
      triggers: [{ direction: 'down', sources: [{ tracker_id: mill.id, tracker_name: 'mill', value_label: 'busy' }] }],
    })
    await wheel.apply({ triggers: [] })
    await soon(() => turn('new'))
  })

  it('brings a workflow that another process enforces, as it does each later change by the routes', async () => {
    const stone = await make('stone')
    const [fresh, done] = [stone.choice('state', 'new'), stone.choice('state', 'done')]
    const artifact = idOf(await stone.create(fresh))
    const workflow = {
      field: 'state',
      transitions: [{ from: null, to: 'new', groups: ['project_members'] }],
    }
    await stone.apply({ workflow })
    const finish = () => callOther('PUT', `artifacts/${artifact}`, { values: [done] })
    await soon(async () => expect((await stone.create(done)).status).toBe(400))
    expect((await finish()).status).toBe(400)
    const step = await call('POST', 'tracker_workflow_transitions', {
      tracker_id: stone.id,
      from_id: stone.value('state', 'new'),
      to_id: stone.value('state', 'done'),
    })
    const { id } = ok(step, 201).json<{ id: number }>()
    const conditions = (is_comment_required: boolean) =>
      call('PATCH', `tracker_workflow_transitions/${id}`, {
        authorized_user_group_ids: [`${projectId}_3`],
        not_empty_field_ids: [],
        is_comment_required,
      })
    ok(await conditions(true))
    await soon(async () => expect((await finish()).text).toContain('comment is required'))
    ok(await conditions(false))
    await soon(async () => ok(await finish()))
    const query = encodeURIComponent('{"workflow":{"set_transitions_rules":{"is_used":false}}}')
    ok(await call('PATCH', `trackers/${stone.id}?query=${query}`))
    await soon(async () => ok(await stone.create(done), 201))
  })
})
