import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { expectDone } from '../../../test/harness/fixture.ts'
import { givenKanban, type KanbanTeam } from '../../../test/harness/kanban.ts'

let crocus: TestApp
let team: KanbanTeam

interface ShownItem {
  readonly id: number
  readonly label: string
  readonly in_column: number | string
  readonly timeinfo: Readonly<Record<string, string | null>>
}

const items = async (part: string, query = '') =>
  (await team.get(team.part(part, query))).json<{ readonly collection: readonly ShownItem[] }>().collection

beforeAll(async () => {
  crocus = await testApp()
  team = await givenKanban(crocus, 'items')
  for (const name of ['idea 1', 'idea 2']) await team.make(name)
  for (const name of ['todo 1', 'todo 2']) await team.make(name, 'To be done')
  await team.make('moved', 'On going')
  await team.make('done', 'Done')
})

describe('the lists of a kanban (agile.md §5.3)', () => {
  it('hold artifacts by their status', async () => {
    expect(await team.labels('backlog')).toEqual(['idea 1', 'idea 2'])
    expect(await team.labels('To be done')).toEqual(['todo 1', 'todo 2'])
    expect(await team.labels('In review')).toEqual([])
    expect(await team.labels('archive')).toEqual(['done'])
    // A closed value is a value of the status, too.
    expect(await team.labels('Done')).toEqual(['done'])
    expect(await team.labels('Dropped')).toEqual([])
  })

  it('have the shape of the contract', async () => {
    const [item] = await items('To be done')
    const column = team.column('To be done')
    expect(item).toEqual({
      id: team.id('todo 1'),
      item_name: 'activity',
      label: 'todo 1',
      color: 'ocean-turquoise',
      card_fields: [],
      timeinfo: { [column]: expect.any(String) as unknown, kanban: expect.any(String) as unknown, archive: null },
      in_column: column,
      background_color_name: '',
    })
    expect((await items('backlog'))[0]).toMatchObject({ in_column: 'backlog', timeinfo: [] })
    expect((await items('archive'))[0]).toMatchObject({ in_column: 'archive' })
  })

  it('tell when an artifact came to each status at last', async () => {
    const move = async (label: string | undefined, at: string) => {
      crocus.clock.set(at)
      const json = { values: [team.status(label)] }
      expectDone(await crocus.request('PUT', `/api/artifacts/${team.id('moved')}`, { as: team.owner, json }))
    }
    crocus.clock.set('2030-01-01T08:00:00Z')
    await move('In review', '2030-01-02T08:00:00Z')
    await move('On going', '2030-01-03T08:00:00Z')
    await move('Done', '2030-01-04T08:00:00Z')
    await move('Dropped', '2030-01-05T08:00:00Z')
    await move('In review', '2030-01-06T08:00:00Z')
    const [item] = await items('In review')
    const times = Object.fromEntries(
      Object.entries(item?.timeinfo ?? {}).map(([key, at]) => [key, at && new Date(at).toISOString().slice(0, 10)]),
    )
    expect(times).toEqual({
      [team.column('On going')]: '2030-01-03',
      [team.column('Done')]: '2030-01-04',
      [team.column('Dropped')]: '2030-01-05',
      [team.column('In review')]: '2030-01-06',
      kanban: '2030-01-03',
      archive: '2030-01-04',
    })
  })

  it('are paged, and more than 100 counts as 100', async () => {
    const page = await team.get(team.part('backlog', 'limit=1&offset=1'))
    const { collection, total_size } = page.json<{ collection: readonly ShownItem[]; total_size: number }>()
    expect([collection.map(({ label }) => label), total_size]).toEqual([['idea 2'], 2])
    expect(page.headers).toMatchObject({
      'x-pagination-limit': '1',
      'x-pagination-offset': '1',
      'x-pagination-size': '2',
      'x-pagination-limit-max': '100',
      allow: 'OPTIONS, GET',
    })
    const large = await team.get(team.part('backlog', 'limit=5000'))
    expect([large.status, large.headers['x-pagination-limit']]).toEqual([200, '100'])
    const none = await team.get(team.part('backlog', 'limit=0'))
    expect(none.json()).toEqual({ collection: [], total_size: 2 })
  })

  it('refuse what is no column', async () => {
    expect((await team.get(`kanban/${team.kanbanId}/items`)).status).toBe(400)
    expect((await team.get(`kanban/${team.kanbanId}/items?column_id=x`)).status).toBe(400)
    expect((await team.get(`kanban/${team.kanbanId}/items?column_id=99999999`)).status).toBe(404)
    expect((await team.get(team.part('backlog'), team.stranger)).status).toBe(403)
    expect((await team.get('kanban/999999/backlog')).status).toBe(404)
  })

  it('are filtered by public reports of the tracker', async () => {
    const report = async (label: string, isPublic: boolean) => {
      const json = {
        tracker: { id: team.tracker.id },
        label,
        is_public: isPublic,
        expert_query: "title = 'idea 2'",
      }
      const made = await crocus.request('POST', '/api/tracker_reports', { as: team.owner, json })
      expect(made.status, made.text).toBe(201)
      return made.json<{ id: number }>().id
    }
    const filtered = (id: unknown, as = team.owner) =>
      team.get(team.part('backlog', `query=${encodeURIComponent(JSON.stringify({ tracker_report_id: id }))}`), as)
    const found = await filtered(await report('Ideas', true))
    expect(found.json<{ collection: ShownItem[] }>().collection.map(({ label }) => label)).toEqual(['idea 2'])
    expect(found.headers['x-pagination-size']).toBe('1')
    const personal = await report('My ideas', false)
    expect((await filtered(personal)).status).toBe(400)
    expect((await filtered(personal, team.member)).status).toBe(404)
    expect((await filtered(999_999)).status).toBe(404)
    expect((await filtered('x')).status).toBe(400)
    expect((await team.get(team.part('backlog', 'query=%7B%7D'))).status).toBe(400)
    expect((await team.get(team.part('backlog', 'query=nothing'))).status).toBe(400)
  })
})

describe('an item of a kanban (agile.md §5.3)', () => {
  it('is read by its id', async () => {
    const item = await team.get(`kanban_items/${team.id('todo 1')}`)
    expect(item.json()).toEqual((await items('To be done'))[0])
    expect((await team.get(`kanban_items/${team.id('idea 1')}`)).json()).toMatchObject({ in_column: 'backlog' })
    expect((await team.get(`kanban_items/${team.id('todo 1')}`, team.stranger)).status).toBe(403)
    expect((await team.get('kanban_items/999999')).status).toBe(404)
  })
})

describe('what the caller does not see (agile.md §12.16)', () => {
  /** Changes parts of the definition of the tracker. */
  const define = async (change: (definition: Record<string, Record<string, unknown>>) => object) => {
    const uri = `/api/trackers/${team.tracker.id}/definition`
    const definition = (await crocus.request('GET', uri, { as: team.owner })).json<
      Record<string, Record<string, unknown>>
    >()
    const changed = await crocus.request('PUT', uri, { as: team.owner, json: change(definition) })
    expect(changed.status, changed.text).toBe(200)
  }

  it('is on no card: fields of the card that they may not read are left out', async () => {
    await define(({ semantics }) => ({
      semantics: { ...semantics, card_fields: { fields: ['priority', 'status'], background_color: null } },
    }))
    const field = team.tracker.field('priority')
    await team.make('urgent', 'In review', [
      { field_id: field, bind_value_ids: [team.tracker.value('priority', 'High')] },
    ])
    const fieldsOf = async (as: KanbanTeam['owner']) => {
      const item = await team.get(`kanban_items/${team.id('urgent')}`, as)
      return item.json<{ card_fields: { field_id: number }[] }>().card_fields.map(({ field_id }) => field_id)
    }
    expect(await fieldsOf(team.member)).toEqual([field, team.tracker.field('status')])
    const permissions = { read: ['project_admins'], submit: [], update: [] }
    const closed = await crocus.request('PATCH', `/api/tracker_fields/${field}`, {
      as: team.owner,
      json: { permissions },
    })
    expect(closed.status, closed.text).toBe(200)
    expect(await fieldsOf(team.member)).toEqual([team.tracker.field('status')])
  })

  it('is in no list, size or figure', async () => {
    await define(({ permissions }) => ({
      permissions: { ...permissions, full: [], submitter_only: ['project_members'] },
    }))
    const made = await team.send('POST', 'kanban_items', { label: 'My idea', kanban_id: team.kanbanId })
    expect(made.status, made.text).toBe(201)
    expect(await team.labels('backlog', team.member)).toEqual(['My idea'])
    expect(await team.labels('backlog', team.owner)).toEqual(['idea 1', 'idea 2', 'My idea'])
    expect(await team.labels('To be done', team.member)).toEqual([])
    expect((await team.get(`kanban_items/${team.id('todo 1')}`, team.member)).status).toBe(403)
    const day = '2035-01-01'
    const flow = await team.get(
      `kanban/${team.kanbanId}/cumulative_flow?start_date=${day}&end_date=${day}&interval_between_point=1`,
    )
    const { columns } = flow.json<{ columns: { id: string; values: { kanban_items_count: number }[] }[] }>()
    const figures = columns.map(({ values }) => values[0]?.kanban_items_count)
    expect(figures.reduce((sum, figure) => (sum ?? 0) + (figure ?? 0), 0)).toBe(1)
    const order = { ids: [team.id('idea 1')], direction: 'before', compared_to: made.json<{ id: number }>().id }
    expect((await team.send('PATCH', team.part('backlog'), { order })).status).toBe(409)
  })

  it('is told by no change: of the kanbans hear those who see their tracker', async () => {
    const cursorOf = async (as: KanbanTeam['owner']) =>
      (await crocus.request('GET', '/api/changes', { as })).json<{ next: string }>().next
    const [ofMember, ofStranger] = [await cursorOf(team.member), await cursorOf(team.stranger)]
    expectDone(await team.send('PATCH', `kanban/${team.kanbanId}`, { label: 'Renamed' }, team.owner))
    await crocus.work()
    const heard = async (as: KanbanTeam['owner'], since: string) => {
      const found = await crocus.request('GET', `/api/changes?since=${since}`, { as })
      expect(found.status, found.text).toBe(200)
      return found.json<{ changes: { kind: string }[] }>().changes.map(({ kind }) => kind)
    }
    expect(await heard(team.member, ofMember)).toEqual(['tracker.changed'])
    expect(await heard(team.stranger, ofStranger)).toEqual([])
  })
})
