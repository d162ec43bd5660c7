import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { givenArtifact, readProject, type Credentials, type FixtureTracker } from '../../../test/harness/fixture.ts'
import { createTrackersOf } from '../../../test/harness/trackers.ts'
import { aWorkTracker, givenWorks } from '../../../test/harness/workflows.ts'
import { inTransaction } from '../../platform/db/db.ts'

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
  await inTransaction(crocus.db, tx =>
    crocus.app.modules.trackers.addPlannings(
      tx,
      [sprint, secret].map(({ id }) => ({
        projectId,
        name: `planning ${id}`,
        planningTrackerId: id,
        backlogTrackerIds: [project.tracker('story').id],
      })),
    ),
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
