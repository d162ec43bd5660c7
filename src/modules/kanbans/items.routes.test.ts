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
