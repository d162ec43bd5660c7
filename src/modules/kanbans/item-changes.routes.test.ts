import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { expectDone, givenArtifact, givenProject } from '../../../test/harness/fixture.ts'
import { givenKanban, type KanbanTeam } from '../../../test/harness/kanban.ts'

let crocus: TestApp
let team: KanbanTeam
let turn = 0

const patch = (part: string, json: unknown, as = team.member) => team.send('PATCH', team.part(part), json, as)
const before = (ids: readonly string[], other: string) => ({
  ids: ids.map(team.id),
  direction: 'before',
  compared_to: team.id(other),
})
const changesets = async (name: string) =>
  (await team.get(`artifacts/${team.id(name)}/changesets`)).json<readonly unknown[]>().length
const reasonOf = (answer: { json<T>(): T }) =>
  answer.json<{ readonly error: { readonly details?: { readonly reason?: string } } }>().error.details?.reason

beforeAll(async () => {
  crocus = await testApp()
})
beforeEach(async () => {
  team = await givenKanban(crocus, `moves${++turn}`)
  for (const name of ['A', 'B', 'C']) await team.make(name)
  for (const name of ['todo 1', 'todo 2']) await team.make(name, 'To be done')
  for (const name of ['done 1', 'done 2']) await team.make(name, 'Done')
})

describe('moves on a kanban (agile.md §5.3)', () => {
  it('order each part', async () => {
    expectDone(await patch('backlog', { order: before(['C', 'A'], 'B') }))
    expect(await team.labels('backlog')).toEqual(['C', 'A', 'B'])
    expectDone(await patch('To be done', { order: before(['todo 2'], 'todo 1') }))
    expect(await team.labels('To be done')).toEqual(['todo 2', 'todo 1'])
    expectDone(await patch('archive', { order: before(['done 2'], 'done 1') }))
    expect(await team.labels('archive')).toEqual(['done 2', 'done 1'])
    expect(await changesets('done 2')).toBe(1)
  })

  it('bring artifacts to a column, in the order of the request', async () => {
    const json = { add: { ids: [team.id('B'), team.id('A')] }, order: before(['B'], 'todo 2'), from_column: 'backlog' }
    expectDone(await patch('To be done', json))
    expect(await team.labels('To be done')).toEqual(['A', 'todo 1', 'B', 'todo 2'])
    expect(await team.labels('backlog')).toEqual(['C'])
    expect(await changesets('A')).toBe(2)
    // An artifact of the column gets no changeset.
    expectDone(await patch('To be done', { add: { ids: [team.id('A'), team.id('A')] } }))
    expect(await changesets('A')).toBe(2)
    expectDone(await patch('backlog', { add: { ids: [team.id('todo 1')] }, order: before(['todo 1'], 'C') }))
    expect(await team.labels('backlog')).toEqual(['todo 1', 'C'])
  })

  it('leave the artifacts where they were if the order is refused', async () => {
    const add = { ids: [team.id('A')] }
    const refused = async (order: object) => (await patch('To be done', { add, order })).status
    expect(await refused(before(['A'], 'B'))).toBe(409)
    expect(await refused({ ...before(['A', 'A'], 'todo 1') })).toBe(409)
    expect(await refused({ ...before(['A'], 'A') })).toBe(400)
    expect(await refused({ ...before(['A'], 'todo 1'), direction: 'beside' })).toBe(400)
    expect(await refused({ ...before(['A'], 'todo 1'), ids: [] })).toBe(400)
    expect(await refused({ ...before(['A'], 'todo 1'), compared_to: 1e20 })).toBe(409)
    expect([await team.labels('backlog'), await changesets('A')]).toEqual([['A', 'B', 'C'], 1])
  })

  it('close artifacts with the first closed value that the workflow allows', async () => {
    const { tracker, owner } = team
    const set = (workflow: object) =>
      crocus.request('PATCH', `/api/trackers/${tracker.id}?query=${encodeURIComponent(JSON.stringify({ workflow }))}`, {
        as: owner,
      })
    expectDone(await patch('archive', { add: { ids: [team.id('A')] } }))
    expect(await team.labels('Done')).toEqual(['done 1', 'done 2', 'A'].toSorted())
    expect((await set({ set_transitions_rules: { field_id: tracker.field('status') } })).status).toBe(200)
    const allow = async (from: string, to: string) => {
      const json = { tracker_id: tracker.id, from_id: team.column(from), to_id: team.column(to) }
      const made = await crocus.request('POST', '/api/tracker_workflow_transitions', { as: owner, json })
      expect(made.status, made.text).toBe(201)
      return made.json<{ id: number }>().id
    }
    await allow('To be done', 'Dropped')
    expect((await set({ set_transitions_rules: { is_used: true } })).status).toBe(200)
    expectDone(await patch('archive', { add: { ids: [team.id('todo 1')] } }))
    expect(await team.labels('Dropped')).toEqual(['todo 1'])
    const refused = await patch('archive', { add: { ids: [team.id('B')] } })
    expect([refused.status, reasonOf(refused)]).toEqual([400, 'workflow.transition'])
    const column = await patch('In review', { add: { ids: [team.id('todo 2')] } })
    expect([column.status, reasonOf(column)]).toEqual([400, 'workflow.transition'])
    expect(await team.labels('To be done')).toEqual(['todo 2'])
  })

  it('skip what is no artifact, and refuse what is of another tracker or not seen', async () => {
    const add = async (id: unknown) => (await patch('To be done', { add: { ids: [id, team.id('A')] } })).status
    const other = await givenProject(crocus, `hidden${turn}`, { isPublic: false })
    const hidden = await givenArtifact(crocus, other.tracker('bug'), 'Hidden', { as: crocus.admin })
    const open = await givenProject(crocus, `open${turn}`)
    const foreign = await givenArtifact(crocus, open.tracker('bug'), 'Foreign', { as: crocus.admin })
    expect(await add(hidden)).toBe(403)
    expect(await add(foreign)).toBe(400)
    expect(await add('x')).toBe(400)
    expect(await team.labels('backlog')).toEqual(['A', 'B', 'C'])
    expect(await add(999_999_999)).toBe(200)
    expect(await add(1e20)).toBe(200)
    expect(await team.labels('backlog')).toEqual(['B', 'C'])
    for (const body of [{ add: {} }, { add: { ids: [] } }, { add: { ids: 'x' } }, { add: [] }])
      expect((await patch('backlog', body)).status).toBe(400)
    expectDone(await patch('backlog', {}))
    expect((await team.send('PATCH', `kanban/${team.kanbanId}/items?column_id=999999`, {})).status).toBe(404)
    expect((await team.send('PATCH', `kanban/${team.kanbanId}/items`, {})).status).toBe(400)
    expect((await patch('backlog', {}, team.stranger)).status).toBe(403)
    expect((await crocus.request('PATCH', `/api/${team.part('backlog')}`, { json: {} })).status).toBe(401)
  })

  it('need the right to change the status', async () => {
    const field = team.tracker.field('status')
    const permissions = { read: ['registered_users'], update: ['project_admins'], submit: ['project_members'] }
    const changed = await crocus.request('PATCH', `/api/tracker_fields/${field}`, {
      as: team.owner,
      json: { permissions },
    })
    expect(changed.status, changed.text).toBe(200)
    const add = { ids: [team.id('A')] }
    expect((await patch('To be done', { add })).status).toBe(403)
    expect((await patch('backlog', { order: before(['B'], 'A') })).status).toBe(403)
    expect(await team.labels('backlog')).toEqual(['A', 'B', 'C'])
    expectDone(await patch('To be done', { add }, team.owner))
    const closed = { read: ['project_admins'], update: ['project_admins'], submit: [] }
    expect(
      (await crocus.request('PATCH', `/api/tracker_fields/${field}`, { as: team.owner, json: { permissions: closed } }))
        .status,
    ).toBe(200)
    // Without the status there are no columns, and nothing tells of the places of artifacts.
    expect((await patch('backlog', { order: before(['B'], 'A') })).status).toBe(403)
    expect((await team.read(team.member)).columns).toEqual([])
    expect(await team.labels('backlog')).toEqual([])
    expect((await team.get(team.part('To be done'))).status).toBe(404)
    expect((await team.get(`kanban_items/${team.id('A')}`)).json()).toMatchObject({ in_column: 0 })
  })
})

describe('a new item (agile.md §5.3)', () => {
  const post = (json: unknown, as = team.member) => team.send('POST', 'kanban_items', json, as)

  it('comes to the end of a column or of the backlog', async () => {
    const item = { label: 'New', kanban_id: team.kanbanId, column_id: team.column('To be done') }
    const made = await post({ item })
    expect(made.status, made.text).toBe(201)
    expect(made.json()).toMatchObject({ label: 'New', in_column: item.column_id, item_name: 'activity' })
    expect(await team.labels('To be done')).toEqual(['todo 1', 'todo 2', 'New'])
    for (const column_id of [undefined, 0, null]) {
      const idea = await post({ ...item, label: `Idea ${column_id}`, column_id })
      expect(idea.json()).toMatchObject({ in_column: 'backlog' })
    }
    expect(await team.labels('backlog')).toEqual(['A', 'B', 'C', 'Idea undefined', 'Idea 0', 'Idea null'])
    expect((await crocus.request('OPTIONS', '/api/kanban_items')).headers['allow']).toBe('OPTIONS, GET, POST')
  })

  it('is made once for one key', async () => {
    const json = { label: 'Once', kanban_id: team.kanbanId }
    const headers = { 'idempotency-key': 'once-and-for-all' }
    const send = () => crocus.request('POST', '/api/kanban_items', { as: team.member, json, headers })
    const [first, second] = [await send(), await send()]
    expect([second.status, second.json<{ id: number }>().id]).toEqual([201, first.json<{ id: number }>().id])
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(await team.labels('backlog')).toEqual(['A', 'B', 'C', 'Once'])
  })

  it('is refused elsewhere', async () => {
    const item = { label: 'New', kanban_id: team.kanbanId }
    expect((await post({ ...item, column_id: 99_999_999 })).status).toBe(400)
    expect((await post({ ...item, column_id: team.column('Done') })).status).toBe(400)
    expect((await post({ kanban_id: team.kanbanId })).status).toBe(400)
    expect((await post({ ...item, label: ' ' })).status).toBe(400)
    expect((await post({ ...item, kanban_id: 999_999 })).status).toBe(404)
    expect((await post(item, team.stranger)).status).toBe(403)
    expect((await crocus.request('POST', '/api/kanban_items', { json: item })).status).toBe(401)
    expect(await team.labels('backlog')).toEqual(['A', 'B', 'C'])
  })
})
