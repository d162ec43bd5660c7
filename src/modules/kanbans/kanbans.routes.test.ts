import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { expectDone } from '../../../test/harness/fixture.ts'
import { givenKanban, type KanbanTeam, type ShownKanban } from '../../../test/harness/kanban.ts'

let crocus: TestApp
let team: KanbanTeam
let uri: string

beforeAll(async () => {
  crocus = await testApp()
  team = await givenKanban(crocus)
  uri = `kanban/${team.kanbanId}`
})

const anyText = expect.any(String) as unknown

describe('a kanban (agile.md §5.2)', () => {
  it('has the shape of the contract', async () => {
    const { kanbanId, tracker, project } = team
    const column = (label: string) => ({
      id: team.column(label),
      label,
      is_open: true,
      limit: null,
      color: anyText,
      user_can_add_in_place: true,
      user_can_remove_column: true,
      user_can_edit_label: true,
    })
    expect(await team.read(team.owner)).toEqual({
      id: kanbanId,
      tracker_id: tracker.id,
      tracker: {
        id: tracker.id,
        label: 'Activities',
        item_name: 'activity',
        project: { id: project.id, uri: `projects/${project.id}`, label: 'Flow', icon: '' },
        uri: `trackers/${tracker.id}`,
      },
      uri: `kanban/${kanbanId}`,
      label: 'Activities',
      is_promoted: true,
      columns: ['To be done', 'On going', 'In review'].map(column),
      resources: { backlog: { uri: `kanban/${kanbanId}/backlog` }, items: { uri: `kanban/${kanbanId}/items` } },
      backlog: { label: 'Backlog', is_open: true, user_can_add_in_place: true },
      archive: { label: 'Archive', is_open: false },
      user_can_add_columns: true,
      user_can_reorder_columns: true,
      user_can_add_artifact: true,
    })
  })

  it('says to each caller what they may do', async () => {
    const ofMember = await team.read(team.member)
    expect([ofMember.user_can_add_columns, ofMember.user_can_reorder_columns, ofMember.user_can_add_artifact]).toEqual([
      false,
      false,
      true,
    ])
    expect(ofMember.columns[0]).toMatchObject({
      user_can_add_in_place: true,
      user_can_remove_column: false,
      user_can_edit_label: false,
    })
    const ofSite = await team.read(crocus.admin)
    expect(ofSite.user_can_add_columns).toBe(true)
  })

  it('exists for those who see its tracker', async () => {
    expect((await team.get(uri, team.stranger)).status).toBe(403)
    expect((await crocus.request('GET', `/api/${uri}`)).status).toBe(403)
    expect((await team.get('kanban/999999')).status).toBe(404)
    expect((await team.get('kanban/99999999999999999999')).status).toBe(404)
    expect((await team.get('kanban/x')).status).toBe(400)
  })

  it('answers OPTIONS with its methods', async () => {
    const allow = async (path: string) => (await crocus.request('OPTIONS', `/api/${path}`)).headers['allow']
    expect(await allow('kanban')).toBe('OPTIONS, GET, PATCH, DELETE')
    expect(await allow(uri)).toBe('OPTIONS, GET, PATCH, DELETE')
    expect(await allow('kanban_columns')).toBe('OPTIONS, PATCH, DELETE')
  })

  it('is renamed and promoted by administrators', async () => {
    expect((await team.send('PATCH', uri, { label: 'Mine' })).status).toBe(403)
    expect((await team.send('PATCH', uri, { is_promoted: false, collapse_backlog: true })).status).toBe(403)
    expectDone(await team.send('PATCH', uri, { label: ' Our flow ', is_promoted: false }, team.owner))
    expect(await team.read()).toMatchObject({ label: 'Our flow', is_promoted: false, backlog: { is_open: true } })
    expectDone(await team.send('PATCH', uri, { label: '' }, team.owner))
    expect((await team.read()).label).toBe('Our flow')
    expect((await team.send('PATCH', uri, { label: [] }, team.owner)).status).toBe(400)
    expectDone(await team.send('PATCH', uri, { label: 'Activities', is_promoted: true }, team.owner))
  })

  it('keeps for each account what is folded', async () => {
    const onGoing = team.column('On going')
    expectDone(await team.send('PATCH', uri, { collapse_column: { column_id: onGoing, value: true } }))
    expectDone(await team.send('PATCH', uri, { collapse_backlog: true, collapse_archive: false }))
    const open = (kanban: ShownKanban) => [
      kanban.backlog.is_open,
      ...kanban.columns.map(column => column.is_open),
      kanban.archive.is_open,
    ]
    expect(open(await team.read(team.member))).toEqual([false, true, false, true, true])
    expect(open(await team.read(team.owner))).toEqual([true, true, true, true, false])
    expectDone(await team.send('PATCH', uri, { collapse_column: { column_id: onGoing, value: false } }))
    expectDone(await team.send('PATCH', uri, { collapse_backlog: false }))
    expect(open(await team.read(team.member))).toEqual([true, true, true, true, true])
    expect((await team.send('PATCH', uri, { collapse_column: { column_id: 999_999, value: true } })).status).toBe(404)
    expect((await team.send('PATCH', uri, { collapse_backlog: true }, team.stranger)).status).toBe(403)
    expect((await crocus.request('PATCH', `/api/${uri}`, { json: { collapse_backlog: true } })).status).toBe(401)
  })
})

describe('the kanbans of a project (agile.md §8.4)', () => {
  it('are listed for those who see their trackers', async () => {
    const listUri = `projects/${team.project.id}/kanbans`
    const listed = await team.get(listUri)
    expect([listed.status, listed.headers['x-pagination-size']]).toEqual([200, '1'])
    expect(listed.json()).toEqual([{ ...(await team.read()), tracker_reports: [] }])
    expect((await team.get(`${listUri}?limit=51`)).status).toBe(400)
    const none = await team.get(`${listUri}?limit=0`)
    expect([none.json(), none.headers['x-pagination-size']]).toEqual([[], '1'])
    expect((await team.get(listUri, team.stranger)).status).toBe(403)
  })

  it('are made and deleted by administrators', async () => {
    const listUri = `projects/${team.project.id}/kanbans`
    const body = { tracker_id: team.tracker.id, label: 'Second' }
    expect((await team.send('POST', listUri, body)).status).toBe(403)
    expect((await team.send('POST', listUri, { ...body, tracker_id: 999_999 }, team.owner)).status).toBe(400)
    expect((await team.send('POST', listUri, { ...body, label: '  ' }, team.owner)).status).toBe(400)
    const made = await team.send('POST', listUri, body, team.owner)
    expect(made.status).toBe(201)
    const { id, label, columns, is_promoted } = made.json<ShownKanban>()
    expect([label, columns.length, is_promoted]).toEqual(['Second', 3, false])
    expect((await team.send('DELETE', `kanban/${id}`)).status).toBe(403)
    expectDone(await team.send('DELETE', `kanban/${id}`, undefined, team.owner))
    expect((await team.get(`kanban/${id}`)).status).toBe(404)
    expect((await team.get(listUri)).json<readonly unknown[]>()).toHaveLength(1)
  })

  it('come with the template agile_alm, too', async () => {
    const made = await crocus.request('POST', '/api/projects', {
      as: team.owner,
      json: { shortname: 'alm', label: 'ALM', description: '', is_public: false, xml_template_name: 'agile_alm' },
    })
    const listed = await team.get(`projects/${made.json<{ id: number }>().id}/kanbans`, team.owner)
    expect(listed.json<readonly ShownKanban[]>().map(({ label }) => label)).toEqual(['Tasks'])
  })
})
