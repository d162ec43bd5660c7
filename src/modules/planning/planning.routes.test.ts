import { inTransaction } from '../../platform/db/db.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import {
  givenArtifact,
  givenProject,
  readProject,
  type Credentials,
  type FixtureTracker,
} from '../../../test/harness/fixture.ts'
import { createTrackersOf } from '../../../test/harness/trackers.ts'
import { givenPlannings } from '../../../test/harness/planning.ts'
import { aWorkTracker, givenWorks } from '../../../test/harness/workflows.ts'

let crocus: TestApp
let owner: Credentials
let member: Credentials
let stranger: Credentials
let projectId: number
let sprint: FixtureTracker
let secret: FixtureTracker
let plannings: { readonly id: number; readonly milestones_uri: string }[]

beforeAll(async () => {
  crocus = await testApp()
  ;({ owner, member, stranger, projectId } = await givenWorks(crocus))
  await createTrackersOf(crocus, aWorkTracker(projectId, 'sprint'))
  const permissions = { full: [4], admin: [4] }
  await createTrackersOf(crocus, aWorkTracker(projectId, 'secret', { permissions }))
  const project = await readProject(crocus, projectId, owner)
  sprint = project.tracker('sprint')
  secret = project.tracker('secret')
  await givenPlannings(
    crocus,
    projectId,
    [sprint, secret].map(({ id }) => ({ tracker: id, backlog: [project.tracker('story').id] })),
  )
  const listed = await crocus.request('GET', `/api/projects/${projectId}/plannings`, { as: owner })
  plannings = listed.json()
})

const list = (uri: string, as: Credentials, query = '') => crocus.request('GET', `/api/${uri}${query}`, { as })

describe('GET /plannings/{id}/milestones (agile.md §4.1)', () => {
  it('lists what the reader sees, by id, page by page', async () => {
    const uri = plannings[0]?.milestones_uri ?? ''
    expect(await list(uri, member)).toMatchObject({ status: 200, text: '[]' })
    const ids: number[] = []
    for (const title of ['one', 'two', 'three']) ids.push(await givenArtifact(crocus, sprint, title, { as: owner }))
    const whole = await list(uri, member)
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown
    expect(whole.json()).toEqual(
      ids.map((id, index) => ({
        id,
        label: ['one', 'two', 'three'][index],
        last_modified: date,
        uri: `milestones/${id}`,
      })),
    )
    const trips = crocus.db.roundTrips()
    const page = await list(uri, member, '?limit=1&offset=1')
    expect(crocus.db.roundTrips() - trips).toBeLessThanOrEqual(3)
    expect(page.json<{ id: number }[]>().map(({ id }) => id)).toEqual([ids[1]])
    expect([page.headers['x-pagination-size'], page.headers['x-pagination-limit-max']]).toEqual(['3', '100'])
    expect((await list(uri, member, '?limit=0')).headers['x-pagination-size']).toBe('3')
    expect((await list(uri, member, '?limit=101')).status).toBe(400)
    const options = await crocus.request('OPTIONS', `/api/${uri}`, { as: member })
    expect([options.status, options.headers['allow']]).toEqual([200, 'OPTIONS, GET'])
  })

  it('does not tell an unknown planning from one whose tracker is hidden', async () => {
    const hidden = plannings[1]?.milestones_uri ?? ''
    await givenArtifact(crocus, secret, 'hidden', { as: owner })
    expect((await list(hidden, owner)).json()).toHaveLength(1)
    const unknown = await list('plannings/999999/milestones', member)
    for (const as of [member, stranger]) {
      const answer = await list(hidden, as)
      expect([answer.status, answer.text]).toEqual([404, unknown.text])
    }
  })
})

describe('GET /projects/{id}/plannings (trackers.md §10)', () => {
  let ids: ReadonlyMap<string, number>
  let workId: number

  beforeAll(async () => {
    workId = (await givenProject(crocus, 'planned', { as: owner, members: ['member'] })).id
    const { trackers } = crocus.app.modules
    await createTrackersOf(crocus, aWorkTracker(workId, 'edition'))
    await createTrackersOf(crocus, aWorkTracker(workId, 'round'))
    await createTrackersOf(crocus, aWorkTracker(workId, 'hidden', { permissions: { full: [4], admin: [4] } }))
    ids = new Map((await trackers.listOfProject(workId)).map(({ itemName, id }) => [itemName, id]))
    await inTransaction(crocus.db, tx => trackers.setParents(tx, [{ trackerId: at('round'), parentId: at('edition') }]))
    await givenPlannings(crocus, workId, [
      { name: 'Rounds', tracker: at('round'), backlog: [at('hidden'), at('edition')] },
      { name: 'Hidden', tracker: at('hidden'), backlog: [] },
      { name: 'Releases', tracker: at('edition'), backlog: [at('round')] },
    ])
  })

  const at = (itemName: string): number => ids.get(itemName) ?? 0

  it('lists a parent’s planning before its child’s, if they are visible', async () => {
    const uri = `projects/${workId}/plannings`
    const listed = await list(uri, member)
    expect(listed.headers['x-pagination-size']).toBe('2')
    const body = listed.json<{ readonly id: number; readonly label: string }[]>()
    expect(body.map(({ label }) => label)).toEqual(['Releases', 'Rounds'])
    expect(body[1]).toMatchObject({
      uri: `plannings/${body[1]?.id}`,
      milestones_uri: `plannings/${body[1]?.id}/milestones`,
      project: { id: workId },
      milestone_tracker: { id: at('round'), color: 'inca-silver' },
      backlog_trackers: [{ id: at('edition'), uri: `trackers/${at('edition')}` }],
    })
    expect((await list(uri, owner)).json()).toHaveLength(3)
    expect((await list(uri, member, '?limit=51')).status).toBe(400)
    expect((await list('projects/424242/plannings', member)).status).toBe(404)
  })

  it('is told as the root of the planning in the answer of the project', async () => {
    const project = await list(`projects/${workId}`, member)
    expect(project.json()).toMatchObject({
      additional_informations: { agiledashboard: { root_planning: { label: 'Releases' } } },
    })
  })
})

describe('plannings of new projects', () => {
  const create = async (body: object): Promise<{ readonly id: number; readonly plannings: unknown }> => {
    const made = await crocus.request('POST', '/api/projects', {
      as: crocus.admin,
      json: { description: '', is_public: true, ...body },
    })
    expect([made.status, made.text]).toEqual([201, expect.anything()])
    const { id } = made.json<{ id: number }>()
    return { id, plannings: (await list(`projects/${id}/plannings`, crocus.admin)).json() }
  }

  it('come with the built-in templates', async () => {
    const { plannings } = await create({ shortname: 'teamwork', label: 'Team', xml_template_name: 'scrum' })
    expect(plannings).toMatchObject([
      { label: 'Release planning', milestone_tracker: { label: 'Releases' }, backlog_trackers: [{}, {}] },
      { label: 'Sprint planning', milestone_tracker: { label: 'Sprints' }, backlog_trackers: [{}] },
    ])
    const none = await create({ shortname: 'flow', label: 'Flow', xml_template_name: 'kanban' })
    expect(none.plannings).toEqual([])
  })

  it('are copied from a project template whose planning trackers are copied', async () => {
    const { id, plannings } = await create({ shortname: 'model', label: 'Model', xml_template_name: 'agile_alm' })
    const change = await crocus.request('PATCH', `/api/site/projects/${id}`, {
      as: crocus.admin,
      json: { is_template: true },
    })
    expect([change.status, change.text]).toEqual([200, ''])
    const copy = await create({ shortname: 'copied', label: 'Copied', template_id: id })
    const labels = (all: unknown) => (all as { label: string }[]).map(({ label }) => label)
    expect(labels(copy.plannings)).toEqual(labels(plannings))
    expect(copy.plannings).not.toEqual(plannings)
  })
})
