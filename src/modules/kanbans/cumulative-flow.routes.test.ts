import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { expectDone } from '../../../test/harness/fixture.ts'
import { givenKanban, type KanbanTeam } from '../../../test/harness/kanban.ts'

let crocus: TestApp
let team: KanbanTeam

interface Flow {
  readonly columns: readonly {
    readonly id: string
    readonly label: string
    readonly values: readonly { readonly start_date: string; readonly kanban_items_count: number }[]
  }[]
}

const flowUri = (from: string, to: string, interval: number | string = 1, more = '') =>
  `kanban/${team.kanbanId}/cumulative_flow?start_date=${from}&end_date=${to}&interval_between_point=${interval}${more}`
const figures = async (uri: string, as = team.member): Promise<Record<string, number[]>> => {
  const answer = await team.get(uri, as)
  expect(answer.status, answer.text).toBe(200)
  return Object.fromEntries(
    answer.json<Flow>().columns.map(({ label, values }) => [label, values.map(value => value.kanban_items_count)]),
  )
}

beforeAll(async () => {
  crocus = await testApp()
  team = await givenKanban(crocus, 'cumulative')
  const on = async (day: number, work: () => Promise<unknown>) => {
    crocus.clock.set(`2031-05-0${day}T10:00:00Z`)
    await work()
  }
  const move = async (name: string, label: string | undefined) =>
    expectDone(
      await crocus.request('PUT', `/api/artifacts/${team.id(name)}`, {
        as: team.owner,
        json: { values: [team.status(label)] },
      }),
    )
  await on(1, async () => {
    await team.make('one')
    await team.make('two', 'To be done')
  })
  await on(2, async () => {
    await move('one', 'To be done')
    await move('two', 'On going')
    await move('two', 'In review')
  })
  await on(3, () => move('two', 'Done'))
  await on(4, async () => {
    await team.make('three')
    await move('two', 'On going')
  })
  await on(5, async () => {
    await move('one', undefined)
    await move('two', 'Dropped')
  })
})

describe('the cumulative flow of a kanban (agile.md §5.5)', () => {
  it('counts each part at the beginning of each day', async () => {
    const answer = await team.get(flowUri('2031-05-01', '2031-05-07'))
    const { columns } = answer.json<Flow>()
    expect(columns.map(({ id, label }) => [id, label])).toEqual([
      ['archive', 'Archive'],
      [String(team.column('In review')), 'In review'],
      [String(team.column('On going')), 'On going'],
      [String(team.column('To be done')), 'To be done'],
      ['backlog', 'Backlog'],
    ])
    expect(columns[0]?.values.map(({ start_date }) => start_date)).toEqual([
      '2031-05-01',
      '2031-05-02',
      '2031-05-03',
      '2031-05-04',
      '2031-05-05',
      '2031-05-06',
      '2031-05-07',
    ])
    expect(await figures(flowUri('2031-05-01', '2031-05-07'))).toEqual({
      Archive: [0, 0, 0, 1, 0, 1, 1],
      'In review': [0, 0, 1, 0, 0, 0, 0],
      'On going': [0, 0, 0, 0, 1, 0, 0],
      'To be done': [0, 1, 1, 1, 1, 0, 0],
      Backlog: [0, 1, 0, 0, 1, 2, 2],
    })
  })

  it('goes back from the last day by the interval', async () => {
    const answer = await team.get(flowUri('2031-05-02', '2031-05-07', 2))
    const [archive] = answer.json<Flow>().columns
    expect(archive?.values).toEqual([
      { start_date: '2031-05-03', kanban_items_count: 0 },
      { start_date: '2031-05-05', kanban_items_count: 0 },
      { start_date: '2031-05-07', kanban_items_count: 1 },
    ])
  })

  it('counts a change at midnight to the day that it begins', async () => {
    crocus.clock.set('2031-06-09T22:00:00Z')
    const zone = crocus.app.modules.settings.get('timezone')
    const offset = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
      .formatToParts(new Date('2031-06-10T00:00:00Z'))
      .find(({ type }) => type === 'timeZoneName')
      ?.value.replace('GMT', '')
    crocus.clock.set(new Date(`2031-06-10T00:00:00${offset || 'Z'}`).toISOString())
    await team.make('midnight', 'In review')
    expect((await figures(flowUri('2031-06-09', '2031-06-11')))['In review']).toEqual([0, 1, 1])
  })

  it('is filtered by a report, and counts only what the caller sees', async () => {
    const json = { tracker: { id: team.tracker.id }, label: 'One', is_public: true, expert_query: "title = 'one'" }
    const { id } = (await crocus.request('POST', '/api/tracker_reports', { as: team.owner, json })).json<{
      id: number
    }>()
    const query = `&query=${encodeURIComponent(JSON.stringify({ tracker_report_id: id }))}`
    expect(await figures(flowUri('2031-05-06', '2031-05-06', 1, query))).toMatchObject({ Archive: [0], Backlog: [1] })
    expect((await team.get(flowUri('2031-05-06', '2031-05-06'), team.stranger)).status).toBe(403)
  })

  it('refuses wrong days and more than 90 of them', async () => {
    const status = async (uri: string) => (await team.get(uri)).status
    expect(await status(flowUri('2031-05-07', '2031-05-01'))).toBe(400)
    expect(await status(flowUri('2026-05-07', '2031-05-01'))).toBe(400)
    expect(await status(flowUri('2031-02-01', '2031-05-01'))).toBe(200)
    expect(await status(flowUri('2031-01-31', '2031-05-01'))).toBe(400)
    expect(await status(flowUri('2031-01-31', '2031-05-01', 2))).toBe(200)
    expect(await status(flowUri('2031-05-01', '2031-05-01', 0))).toBe(400)
    expect(await status(flowUri('2031-05-01', '2031-05-01', 'x'))).toBe(400)
    for (const day of ['2031-02-30', '01.05.2031', '2031-5-1', ''])
      expect(await status(flowUri(day, '2031-05-01')), day).toBe(400)
    expect(await status(`kanban/${team.kanbanId}/cumulative_flow?start_date=2031-05-01`)).toBe(400)
  })
})
