import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { expectDone } from '../../../test/harness/fixture.ts'
import { givenKanban, type KanbanTeam, type ShownColumn } from '../../../test/harness/kanban.ts'

let crocus: TestApp
let team: KanbanTeam
let uri: string

const columns = async () => (await team.read(team.owner)).columns
const labels = async () => (await columns()).map(({ label }) => label)
const idOf = async (label: string) => (await columns()).find(column => column.label === label)?.id ?? 0
const ofColumn = async (label: string) => `kanban_columns/${await idOf(label)}?kanban_id=${team.kanbanId}`

beforeAll(async () => {
  crocus = await testApp()
  team = await givenKanban(crocus, 'columns')
  uri = `kanban/${team.kanbanId}`
})

describe('columns of a kanban (agile.md §5.4)', () => {
  it('are added at the end, as open values of the status', async () => {
    const made = await team.send('POST', `${uri}/columns`, { label: ' objective ' }, team.owner)
    expect(made.status, made.text).toBe(201)
    const shown = made.json<ShownColumn>()
    expect(shown).toMatchObject({ label: 'objective', is_open: true, limit: null, user_can_remove_column: true })
    expect(await labels()).toEqual(['To be done', 'On going', 'In review', 'objective'])
    expect((await columns())[3]?.id).toBe(shown.id)
    const { semantics } = (await team.get(`trackers/${team.tracker.id}`, team.owner)).json<{
      semantics: { status: { value_ids: number[] } }
    }>()
    expect(semantics.status.value_ids).toContain(shown.id)
    expect((await team.send('POST', `${uri}/columns`, { label: 'x' })).status).toBe(403)
    expect((await team.send('POST', `${uri}/columns`, { label: 'x' }, team.stranger)).status).toBe(403)
    expect((await team.send('POST', `${uri}/columns`, { label: ' ' }, team.owner)).status).toBe(400)
    expect((await team.send('POST', 'kanban/999999/columns', { label: 'x' }, team.owner)).status).toBe(404)
    expect((await crocus.request('OPTIONS', `/api/${uri}/columns`)).headers['allow']).toBe('OPTIONS, POST, PUT')
  })

  it('are ordered, all of them, and closed values keep their places', async () => {
    const ids = (await columns()).map(({ id }) => id)
    const put = async (body: unknown, as = team.owner) => (await team.send('PUT', `${uri}/columns`, body, as)).status
    expect(await put(ids.toReversed())).toBe(200)
    expect(await labels()).toEqual(['objective', 'In review', 'On going', 'To be done'])
    expect(await put({ column_ids: ids })).toBe(200)
    expect(await labels()).toEqual(['To be done', 'On going', 'In review', 'objective'])
    expect(await put(ids.slice(1))).toBe(400)
    expect(await put([...ids, ids[0]])).toBe(400)
    expect(await put([...ids.slice(1), team.column('Done')])).toBe(400)
    expect(await put([...ids.slice(1), 99_999_999])).toBe(404)
    expect(await put(ids, team.member)).toBe(403)
    const values = team.tracker.fields.find(({ name }) => name === 'status')?.values?.map(({ label }) => label)
    expect(values).toEqual(['To be done', 'On going', 'In review', 'Done', 'Dropped'])
    expect(await labels()).toEqual(['To be done', 'On going', 'In review', 'objective'])
  })

  it('get name and limit together, or neither', async () => {
    const column = await ofColumn('objective')
    expectDone(await team.send('PATCH', column, { wip_limit: 200, label: 'yummy' }, team.owner))
    expect((await columns())[3]).toMatchObject({ label: 'yummy', limit: 200 })
    expect((await team.send('PATCH', column, { wip_limit: 3, label: ' ' }, team.owner)).status).toBe(400)
    expect((await team.send('PATCH', column, { wip_limit: -1 }, team.owner)).status).toBe(400)
    expect((await columns())[3]).toMatchObject({ label: 'yummy', limit: 200 })
    expectDone(await team.send('PATCH', column, { wip_limit: 0 }, team.owner))
    expect((await columns())[3]).toMatchObject({ label: 'yummy', limit: null })
    expect((await team.send('PATCH', column, { wip_limit: 1 })).status).toBe(403)
    const unknown = async (id: number, kanban = team.kanbanId) =>
      (await team.send('PATCH', `kanban_columns/${id}?kanban_id=${kanban}`, { wip_limit: 1 }, team.owner)).status
    expect([await unknown(99_999_999), await unknown(team.column('Done')), await unknown(1, 999_999)]).toEqual([
      404, 404, 404,
    ])
    expect((await team.send('PATCH', `kanban_columns/${await idOf('yummy')}`, {}, team.owner)).status).toBe(400)
  })

  it('warn at their limit and take more', async () => {
    const column = await ofColumn('In review')
    expectDone(await team.send('PATCH', column, { wip_limit: 1 }, team.owner))
    for (const name of ['first', 'second']) {
      await team.make(name)
      expectDone(await team.send('PATCH', team.part('In review'), { add: { ids: [team.id(name)] } }))
    }
    expect(await team.labels('In review')).toEqual(['first', 'second'])
  })

  it('are removed: the value is hidden and no longer open, and artifacts keep it', async () => {
    const column = await ofColumn('In review')
    expect((await team.send('DELETE', column)).status).toBe(403)
    expectDone(await team.send('DELETE', column, undefined, team.owner))
    expect(await labels()).toEqual(['To be done', 'On going', 'yummy'])
    expect((await team.send('DELETE', column, undefined, team.owner)).status).toBe(404)
    expect(await team.labels('archive')).toEqual(['first', 'second'])
    const tracker = await team.get(`trackers/${team.tracker.id}`, team.owner)
    const { fields } = tracker.json<{
      fields: { name: string; values: { label: string; is_hidden: boolean }[] | null }[]
    }>()
    const value = fields.find(({ name }) => name === 'status')?.values?.find(({ label }) => label === 'In review')
    expect(value?.is_hidden).toBe(true)
  })

  it('stay while the workflow needs them', async () => {
    const { tracker, owner } = team
    const query = encodeURIComponent(
      JSON.stringify({ workflow: { set_transitions_rules: { field_id: tracker.field('status') } } }),
    )
    expect((await crocus.request('PATCH', `/api/trackers/${tracker.id}?query=${query}`, { as: owner })).status).toBe(
      200,
    )
    const json = { tracker_id: tracker.id, from_id: 0, to_id: team.column('On going') }
    expect((await crocus.request('POST', '/api/tracker_workflow_transitions', { as: owner, json })).status).toBe(201)
    expect((await columns()).map(column => column.user_can_remove_column)).toEqual([true, false, true])
    expect((await team.send('DELETE', await ofColumn('On going'), undefined, owner)).status).toBe(409)
    expect(await labels()).toEqual(['To be done', 'On going', 'yummy'])
  })
})

describe('filters of a kanban (agile.md §5.4)', () => {
  it('are public reports of the tracker', async () => {
    const report = async (label: string, isPublic: boolean) => {
      const body = { tracker: { id: team.tracker.id }, label, is_public: isPublic }
      const made = await crocus.request('POST', '/api/tracker_reports', { as: team.owner, json: body })
      return made.json<{ id: number }>().id
    }
    const [open, own] = [await report('Mine first', true), await report('Only mine', false)]
    const put = async (ids: readonly number[], as = team.owner) =>
      (await team.send('PUT', `${uri}/tracker_reports`, { tracker_report_ids: ids }, as)).status
    const filters = async () =>
      (await team.get(`projects/${team.project.id}/kanbans`)).json<{ tracker_reports: object[] }[]>()[0]
        ?.tracker_reports
    expect(await put([open, open])).toBe(200)
    expect(await filters()).toEqual([{ id: open, label: 'Mine first' }])
    expect(await put([-1])).toBe(404)
    expect(await put([open, 99_999_999])).toBe(404)
    expect(await put([own])).toBe(400)
    expect(await put([own], team.member)).toBe(404)
    expect(await put([], team.member)).toBe(403)
    expect(await filters()).toEqual([{ id: open, label: 'Mine first' }])
    expect(await put([])).toBe(200)
    expect(await filters()).toEqual([])
  })
})
