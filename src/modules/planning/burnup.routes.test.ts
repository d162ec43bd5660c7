import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { expectDone, type Credentials } from '../../../test/harness/fixture.ts'
import { givenScrumTeam, type ScrumTeam } from '../../../test/harness/planning.ts'
import { inTransaction, invalidateMany } from '../../platform/db/db.ts'

let crocus: TestApp
let team: ScrumTeam

const [ANONYMOUS, PROJECT_MEMBERS, PROJECT_ADMINS] = [1, 3, 4]

interface Burnup {
  readonly start_date: string | null
  readonly duration: number | null
  readonly capacity: number | null
  readonly is_under_calculation: boolean
  readonly opening_days: readonly number[] | null
  readonly points_with_date: readonly { date: string; team_effort: number; total_effort: number }[]
  readonly points_with_date_count_elements: readonly { date: string; closed_elements: number; total_elements: number }[]
  readonly drawn: string
}

const field = (tracker: string, name: string): number => team.project.tracker(tracker).field(name)
const effort = (value: number) => ({ field_id: field('story', 'initial_effort'), value })
const change = async (name: string, ...values: readonly object[]): Promise<void> =>
  expectDone(await crocus.request('PUT', `/api/artifacts/${team.id(name)}`, { as: team.owner, json: { values } }))
const read = async (name: string, as?: Credentials): Promise<Burnup> => {
  const answer = await team.get(`milestones/${team.id(name)}/burnup`, as)
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.json<Burnup>()
}
/** Closed and all, of the effort and of the number. */
const figures = ({ points_with_date: efforts, points_with_date_count_elements: counts }: Burnup) => ({
  effort: efforts.map(({ team_effort, total_effort }) => `${team_effort}/${total_effort}`),
  count: counts.map(({ closed_elements, total_elements }) => `${closed_elements}/${total_elements}`),
})

// The platform is in UTC. The fortnight from Monday, 2 to Friday, 13 March has ten opening days.
beforeAll(async () => {
  crocus = await testApp()
  crocus.clock.set('2026-03-03T09:00:00Z')
  team = await givenScrumTeam(crocus, 'burnup')
  const { make, links, status } = team
  // Tuesday: a sprint with A (5 points) and B (3), which has an open task.
  await make('A', 'story', [effort(5)])
  await make('B', 'story', [effort(3)])
  await make('C', 'story', [effort(8)])
  await make('task', 'task')
  await change('B', links('story', ['task', '_is_child']))
  await make('sprint', 'sprint', [
    links('sprint', ['A'], ['B']),
    { field_id: field('sprint', 'start_date'), value: '2026-03-02' },
    { field_id: field('sprint', 'duration'), value: 9 },
    { field_id: field('sprint', 'capacity'), value: 20 },
  ])
  // Wednesday, after the moment of the day: A is closed.
  crocus.clock.set('2026-03-04T23:59:30Z')
  await change('A', status('story', 'Done'))
  // Thursday, in its last moment: C comes.
  crocus.clock.set('2026-03-05T23:59:00Z')
  await change('sprint', links('sprint', ['A'], ['B'], ['C']))
  // Saturday: the task is closed, and C is estimated anew twice.
  crocus.clock.set('2026-03-07T10:00:00Z')
  await change('task', status('task', 'Done'))
  await change('C', effort(1))
  crocus.clock.set('2026-03-07T11:00:00Z')
  await change('C', effort(13.5))
  // Tuesday: B leaves, with its task; C is closed, and open again on Wednesday.
  crocus.clock.set('2026-03-10T08:00:00Z')
  await change('sprint', links('sprint', ['A'], ['C']))
  await change('C', status('story', 'Done'))
  crocus.clock.set('2026-03-11T08:00:00Z')
  await change('C', status('story', 'On going'))
  crocus.clock.set('2026-03-20T08:00:00Z')
})

describe('a burnup (agile.md §4.6)', () => {
  it('has the figures of each opening day at its end, and zeros before anything was there', async () => {
    const burnup = await read('sprint')
    expect(burnup).toMatchObject({
      start_date: '2026-03-02T00:00:00+00:00',
      duration: 9,
      capacity: 20,
      is_under_calculation: false,
      opening_days: [1, 2, 3, 4, 5],
      drawn: 'effort',
    })
    expect(burnup.points_with_date.map(({ date }) => date)).toEqual(
      ['02', '03', '04', '05', '06', '09', '10', '11', '12', '13'].map(day => `2026-03-${day}T23:59:00+00:00`),
    )
    expect(figures(burnup)).toEqual({
      effort: ['0/0', '0/8', '0/8', '5/16', '5/16', '5/21.5', '18.5/18.5', '5/18.5', '5/18.5', '5/18.5'],
      count: ['0/0', '0/3', '0/3', '1/4', '1/4', '2/4', '2/2', '1/2', '1/2', '1/2'],
    })
    const values = (await team.get(`artifacts/${team.id('sprint')}`)).json<{
      values: { type: string; value: object }[]
    }>()
    const { drawn: _, ...value } = burnup
    expect(values.values.find(({ type }) => type === 'burnup')?.value).toEqual(value)
  })

  it('ends with today, which is right at once', async () => {
    crocus.clock.set('2026-03-12T12:00:00Z')
    await change('sprint', team.links('sprint', ['A'], ['B'], ['C']))
    expect(figures(await read('sprint')).effort.slice(6)).toEqual(['18.5/18.5', '5/18.5', '5/21.5'])
    await change('B', team.status('story', 'Done'))
    expect(figures(await read('sprint'))).toMatchObject({ effort: expect.arrayContaining(['8/21.5']) as unknown })
    expect(figures(await read('sprint')).count.at(-1)).toBe('3/4')
    crocus.clock.set('2026-03-20T08:00:00Z')
  })

  it('is empty without days, and when they are all to come', async () => {
    await team.make('undated', 'sprint', [team.links('sprint', ['A'])])
    expect(await read('undated')).toMatchObject({ start_date: null, points_with_date: [], duration: null })
    await team.make('later', 'sprint', [{ field_id: field('sprint', 'start_date'), value: '2026-04-06' }])
    await change('later', { field_id: field('sprint', 'duration'), value: 4 })
    expect(await read('later')).toMatchObject({
      duration: 4,
      points_with_date: [],
      points_with_date_count_elements: [],
    })
  })

  it('counts only artifacts, links and fields that its reader sees', async () => {
    const last = async (as: Credentials) => {
      const { effort: efforts, count } = figures(await read('sprint', as))
      return [efforts.at(-1), count.at(-1)]
    }
    const whole = ['8/21.5', '3/4']
    expect(await last(team.member)).toEqual(whole)
    expect((await team.get(`milestones/${team.id('sprint')}/burnup`, team.stranger)).status).toBe(403)

    const restrict = (name: string, groups: string | null) =>
      sql`update artifact set granted_group_ids = ${groups}::bigint[] where id = ${team.id(name)}`.execute(
        crocus.db.kysely,
      )
    await restrict('C', '{4}')
    await restrict('task', '{4}')
    expect(await last(team.member)).toEqual(['8/8', '2/2'])
    expect(await last(team.owner)).toEqual(whole)
    await restrict('C', null)
    await restrict('task', null)

    const readBy = async (tracker: string, name: string, group: number) => {
      await inTransaction(crocus.db, async tx => {
        const { id } = team.project.tracker(tracker)
        const others = group === ANONYMOUS ? PROJECT_MEMBERS : group
        await sql`
          update field_permission set user_group_id = case permission when 'read' then ${group}::bigint else ${others} end
          where field_id = ${field(tracker, name)}`.execute(tx)
        await invalidateMany(tx, 'tracker', [id])
      })
    }
    const hidden = { initial_effort: ['0/0', '3/4'], status: ['0/21.5', '1/4'], links: ['8/21.5', '2/3'] }
    for (const [name, seen] of Object.entries(hidden)) {
      await readBy('story', name, PROJECT_ADMINS)
      expect([name, await last(team.member), await last(team.owner)]).toEqual([name, seen, whole])
      await readBy('story', name, ANONYMOUS)
    }
    await readBy('sprint', 'links', PROJECT_ADMINS)
    expect(await last(team.member)).toEqual(['0/0', '0/0'])
    await readBy('sprint', 'burnup', PROJECT_ADMINS)
    expect((await team.get(`milestones/${team.id('sprint')}/burnup`)).status).toBe(404)
    for (const name of ['links', 'burnup']) await readBy('sprint', name, ANONYMOUS)
    expect(await last(team.member)).toEqual(whole)
  })

  it('is drawn by effort or by number, as the project says', async () => {
    const uri = `projects/${team.project.id}/planning_settings`
    const body = (await team.get(uri, team.owner)).json<Record<string, unknown>>()
    expect(body['burnup_mode']).toBe('effort')
    const put = (json: object) => crocus.request('PUT', `/api/${uri}`, { as: team.owner, json })
    expect((await put({ ...body, burnup_mode: 'count' })).json()).toMatchObject({ burnup_mode: 'count' })
    const { burnup_mode: _, ...rest } = body
    expect((await put(rest)).json()).toMatchObject({ burnup_mode: 'count' })
    expect((await read('sprint')).drawn).toBe('count')
    expect((await put({ ...body, burnup_mode: 'points' })).status).toBe(400)
  })

  it('is a matter of artifacts that plan something: others have none', async () => {
    expect((await team.get(`milestones/${team.id('A')}/burnup`)).status).toBe(404)
  })
})

describe('a burndown (agile.md §4.6)', () => {
  it('is the value of the field, day by day, with capacity and duration', async () => {
    crocus.clock.set('2026-05-05T09:00:00Z')
    await team.make('work', 'task', [{ field_id: field('task', 'remaining_effort'), value: 6 }])
    await team.make('D', 'story', [team.links('story', ['work', '_is_child'])])
    await team.make('burning', 'sprint', [
      team.links('sprint', ['D']),
      { field_id: field('sprint', 'start_date'), value: '2026-05-04' },
      { field_id: field('sprint', 'duration'), value: 4 },
      { field_id: field('sprint', 'capacity'), value: 12 },
    ])
    crocus.clock.set('2026-05-06T09:00:00Z')
    await change('work', { field_id: field('task', 'remaining_effort'), value: 2.5 })
    const found = (await team.get(`milestones/${team.id('burning')}`)).json<Record<string, unknown>>()
    const uri = `milestones/${team.id('burning')}/burndown`
    expect([found['burndown_uri'], found['resources']]).toEqual([uri, expect.objectContaining({ burndown: { uri } })])
    expect((await team.get(uri)).json()).toEqual({
      start_date: '2026-05-04T00:00:00+00:00',
      duration: 4,
      capacity: 12,
      points: [6, 2.5],
      is_under_calculation: false,
      opening_days: [1, 2, 3, 4, 5],
      points_with_date: [
        { date: '2026-05-04T23:59:00+00:00', remaining_effort: null },
        { date: '2026-05-05T23:59:00+00:00', remaining_effort: 6 },
        { date: '2026-05-06T23:59:59+00:00', remaining_effort: 2.5 },
      ],
    })
    expect(await team.get(`milestones/${team.id('undated')}/burndown`)).toMatchObject({ status: 200 })
    expect((await team.get(`milestones/${team.id('undated')}/burndown`)).json()).toMatchObject({
      start_date: null,
      points: [],
      points_with_date: [],
    })
  })
})
