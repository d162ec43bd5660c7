import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { givenArtifact, type Credentials } from '../../../test/harness/fixture.ts'
import { givenScrumTeam, type ScrumTeam } from '../../../test/harness/planning.ts'

let crocus: TestApp
let team: ScrumTeam
let uri: string

interface SettingsBody {
  readonly has_explicit_backlog: boolean
  readonly plannings: readonly {
    readonly id?: number
    readonly label: string
    readonly plan_title: string
    readonly backlog_title: string
    readonly milestone_tracker: { readonly id: number }
    readonly backlog_trackers: readonly { readonly id: number }[]
    readonly planner_groups?: readonly string[] | null
  }[]
}

const read = async (): Promise<{ readonly body: SettingsBody; readonly etag: string }> => {
  const answer = await team.get(uri, team.owner)
  expect(answer.status, answer.text).toBe(200)
  return { body: answer.json<SettingsBody>(), etag: String(answer.headers['etag']) }
}
const put = (json: unknown, as: Credentials = team.owner, headers: Record<string, string> = {}) =>
  crocus.request('PUT', `/api/${uri}`, { as, json, headers })
const tracker = (name: string) => ({ id: team.project.tracker(name).id })
const top = () => team.labels(`projects/${team.project.id}/backlog`)

beforeAll(async () => {
  crocus = await testApp()
  team = await givenScrumTeam(crocus, 'settings')
  uri = `projects/${team.project.id}/planning_settings`
  for (const name of ['A', 'B']) await team.make(name, 'story')
  await team.make('planned', 'story')
  await team.make('task', 'task')
  await team.make('release', 'rel', [team.links('rel', ['planned'])])
})

describe('the settings of plannings (agile.md §8.4)', () => {
  it('are read by administrators, with trackers and groups', async () => {
    const { body, etag } = await read()
    expect(body.has_explicit_backlog).toBe(true)
    expect(body.plannings.map(({ label }) => label)).toEqual(['Release planning', 'Sprint planning'])
    expect(body.plannings[0]).toMatchObject({
      plan_title: 'Releases',
      backlog_title: 'Product backlog',
      milestone_tracker: tracker('rel'),
      backlog_trackers: [tracker('epic'), tracker('story')],
      planner_groups: null,
    })
    expect(etag).not.toBe('')
    expect((await team.get(uri, team.member)).status).toBe(403)
    expect((await team.get(uri, team.stranger)).status).toBe(403)
    expect((await crocus.request('GET', `/api/${uri}`)).status).toBe(401)
  })

  it('take back what was read, and nothing that somebody else has changed since', async () => {
    const { body, etag } = await read()
    const same = await put(body, team.owner, { 'if-match': etag })
    expect([same.status, same.headers['etag']]).toEqual([200, etag])
    const [first, second] = body.plannings
    const renamed = { ...body, plannings: [{ ...first, label: 'Releases of ours' }, second] }
    expect((await put(renamed, team.owner, { 'if-match': etag })).status).toBe(200)
    expect((await put(body, team.owner, { 'if-match': etag })).status).toBe(412)
    expect((await read()).body.plannings.map(({ id, label }) => [id, label])).toEqual([
      [first?.id, 'Releases of ours'],
      [second?.id, 'Sprint planning'],
    ])
    expect((await put(body, team.member)).status).toBe(403)
  })

  it('say who plans', async () => {
    const { body } = await read()
    const admins = `${team.project.id}_4`
    const limited = body.plannings.map(planning => ({ ...planning, planner_groups: [admins] }))
    const answer = await put({ ...body, plannings: limited })
    expect(answer.json<SettingsBody>().plannings[0]?.planner_groups).toEqual([admins])
    const order = { ids: [team.id('A')], direction: 'before', compared_to: team.id('B') }
    const move = (as: Credentials) =>
      crocus.request('PATCH', `/api/projects/${team.project.id}/backlog`, { as, json: { order } })
    expect([(await move(team.member)).status, (await move(team.owner)).status]).toEqual([403, 200])
    expect((await put({ ...body, plannings: limited.map(one => ({ ...one, planner_groups: ['1_3'] })) })).status).toBe(
      400,
    )
    expect((await put(body)).status).toBe(200)
    expect((await move(team.member)).status).toBe(200)
  })

  it('begin a stored top backlog with all that no milestone plans', async () => {
    const { body } = await read()
    expect(await top()).toEqual([])
    expect((await put({ ...body, has_explicit_backlog: false })).status).toBe(200)
    expect(await top()).toEqual(['A', 'B'])
    expect((await put({ ...body, has_explicit_backlog: true })).status).toBe(200)
    expect(await top()).toEqual(['A', 'B'])
    // Artifacts of a tracker that the top backlog does not take any more leave it.
    const [first, second] = body.plannings
    const epics = { ...body, plannings: [{ ...first, backlog_trackers: [tracker('epic')] }, second] }
    expect((await put(epics)).status).toBe(200)
    expect(await top()).toEqual([])
    expect((await put(body)).status).toBe(200)
    expect(await top()).toEqual([])
  })

  it('remove and add plannings, and leave the artifacts', async () => {
    const { body } = await read()
    const [release] = body.plannings
    const kanban = {
      label: 'Tasks of an epic',
      plan_title: 'Epics',
      backlog_title: 'Tasks',
      milestone_tracker: tracker('epic'),
      backlog_trackers: [tracker('task')],
    }
    const changed = await put({ has_explicit_backlog: false, plannings: [kanban] })
    expect(changed.json<SettingsBody>().plannings).toMatchObject([{ label: 'Tasks of an epic', planner_groups: null }])
    expect(await top()).toEqual(['task'])
    expect((await team.get(`milestones/${team.id('release')}`)).status).toBe(404)
    expect((await team.get(`plannings/${release?.id}/milestones`)).status).toBe(404)
    expect((await team.get(`artifacts/${team.id('release')}`)).status).toBe(200)
    expect((await put({ has_explicit_backlog: false, plannings: [] })).status).toBe(200)
    expect((await team.get(`v2/projects/${team.project.id}/backlog`)).status).toBe(404)
    await givenArtifact(crocus, team.project.tracker('story'), 'later', { as: team.owner })
    const plannings = body.plannings.map(planning => ({ ...planning, id: undefined, cardwall: null }))
    expect((await put({ ...body, plannings })).status).toBe(200)
    expect(await top()).toEqual(['A', 'B', 'later'])
  })

  it('refuse what cannot be a planning, and change nothing', async () => {
    const { body, etag } = await read()
    const [first, second] = body.plannings
    const wrong: readonly unknown[] = [
      { ...first, milestone_tracker: { id: 999_999 } },
      { ...first, backlog_trackers: [{ id: 999_999 }] },
      { ...first, backlog_trackers: [] },
      { ...first, backlog_trackers: [tracker('rel')] },
      { ...first, label: '' },
      { ...first, id: 999_999 },
      second,
    ]
    for (const planning of wrong) {
      const answer = await put({ ...body, plannings: [planning, second] })
      expect([answer.status, JSON.stringify(planning)]).toEqual([400, JSON.stringify(planning)])
    }
    expect((await read()).etag).toBe(etag)
  })
})
