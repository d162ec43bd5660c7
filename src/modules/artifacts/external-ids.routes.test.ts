// Ids of artifacts in other systems (integrators.md §12): given with a creation, found again, moved, deleted and restored with the artifact.
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest } from '../../../test/harness/app.ts'
import { readProject, type Credentials, type FixtureTracker } from '../../../test/harness/fixture.ts'
import { createTrackersOf } from '../../../test/harness/trackers.ts'
import { aWorkTracker, givenWorks } from '../../../test/harness/workflows.ts'

let crocus: TestApp
let owner: Credentials
let member: Credentials
let stranger: Credentials
let projectId: number
let hiddenProjectId: number
let deed: FixtureTracker

beforeAll(async () => {
  crocus = await testApp()
  const works = await givenWorks(crocus)
  ;({ owner, member, stranger, projectId, hiddenProjectId } = works)
  for (const name of ['deed', 'act']) await createTrackersOf(crocus, aWorkTracker(projectId, name))
  await createTrackersOf(crocus, aWorkTracker(hiddenProjectId, 'far'))
  deed = (await readProject(crocus, projectId, owner)).tracker('deed')
})

const call = (method: string, path: string, request: TestRequest = {}) =>
  crocus.request(method, `/api/${path}`, { as: owner, ...request })
const bodyOf = (id: string, source = 'jira-acme', tracker = deed) => ({
  tracker: { id: tracker.id },
  values: [
    { field_id: tracker.field('title'), value: `About ${id}` },
    { field_id: tracker.field('state'), bind_value_ids: [tracker.value('state', 'new')] },
  ],
  external_id: { source, id },
})
const create = async (id: string, source?: string, tracker?: FixtureTracker): Promise<number> => {
  const response = await call('POST', 'artifacts', { json: bodyOf(id, source, tracker) })
  expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
  return response.json<{ id: number }>().id
}
const find = async (externalId: string, as = owner, project = projectId) => {
  const response = await call('GET', `artifacts?external_id=${encodeURIComponent(externalId)}&project_id=${project}`, {
    as,
  })
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, ''])
  return response.json<{ collection: { id: number }[] }>().collection.map(({ id }) => id)
}
const idsOf = async (id: number) =>
  (await call('GET', `artifacts/${id}?with=external_ids`)).json<{ external_ids?: object[] }>().external_ids

describe('external_id of an artifact', () => {
  it('finds the artifact, and is told to those who ask', async () => {
    const id = await create('ACME-1: the "first"')
    expect(await find('jira-acme:ACME-1: the "first"')).toEqual([id])
    expect(await find('jira-acme:ACME-2')).toEqual([])
    expect(await find('jira-other:ACME-1: the "first"')).toEqual([])
    expect(await idsOf(id)).toEqual([{ source: 'jira-acme', external_id: 'ACME-1: the "first"' }])
    expect((await call('GET', `artifacts/${id}`)).json()).not.toHaveProperty('external_ids')
    const xml = await call('GET', `artifacts/${id}?with=external_ids`, { headers: { accept: 'application/xml' } })
    expect(xml.text).toContain('<source>jira-acme</source>')
  })

  it('is refused where another artifact has it, and names that one to those who see it', async () => {
    const id = await create('TAKEN')
    const again = await call('POST', 'artifacts', { json: bodyOf('TAKEN') })
    expect([again.status, again.json()]).toMatchObject([
      409,
      { error: { details: { reason: 'external_id.taken', artifact: { id, uri: `artifacts/${id}` } } } },
    ])
    const rehearsed = await call('POST', 'artifacts?dry_run=true', { json: bodyOf('TAKEN') })
    expect(rehearsed.status).toBe(409)
    await create('TAKEN', 'other-source')
  })

  it('is unique among writers at the same time', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('POST', 'artifacts', { json: bodyOf('RACE') })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect(await find('jira-acme:RACE')).toHaveLength(1)
  })

  it('is for administrators of the tracker, and shows nothing that is hidden', async () => {
    const far = (await readProject(crocus, hiddenProjectId, owner)).tracker('far')
    const id = await create('SECRET', 'jira-acme', far)
    const refused = await call('POST', 'artifacts', { as: member, json: bodyOf('MINE') })
    expect([refused.status, refused.json()]).toMatchObject([
      403,
      { error: { details: { reason: 'permission.admin' } } },
    ])
    expect(await find('jira-acme:SECRET', owner, hiddenProjectId)).toEqual([id])
    expect(await find('jira-acme:SECRET', stranger, hiddenProjectId)).toEqual([])
    for (const source of ['Jira', '', 'a b', 'x'.repeat(65)])
      expect((await call('POST', 'artifacts', { json: bodyOf('1', source) })).status).toBe(400)
    for (const external of ['', 'x'.repeat(256)])
      expect((await call('POST', 'artifacts', { json: bodyOf(external) })).status).toBe(400)
  })

  it('asks for the parameters that it needs', async () => {
    expect((await call('GET', 'artifacts')).status).toBe(400)
    expect((await call('GET', 'artifacts?external_id=jira:1')).status).toBe(400)
    expect((await call('GET', `artifacts?external_id=jira&project_id=${projectId}`)).status).toBe(400)
    expect((await call('GET', `artifacts/1?with=nothing`)).status).toBe(400)
  })

  it('moves within the project, and stays behind when the artifact leaves it', async () => {
    const id = await create('MOVING')
    const move = async (trackerId: number) => {
      const response = await call('PATCH', `artifacts/${id}`, { json: { move: { tracker_id: trackerId } } })
      expect(response.status, response.text).toBe(200)
    }
    await move((await readProject(crocus, projectId, owner)).tracker('act').id)
    expect(await find('jira-acme:MOVING')).toEqual([id])
    await move((await readProject(crocus, hiddenProjectId, owner)).tracker('far').id)
    expect(await find('jira-acme:MOVING')).toEqual([])
    expect(await idsOf(id)).toEqual([])
    await create('MOVING')
  })

  it('goes with the deletion and comes back with the artifact', async () => {
    const id = await create('DELETED')
    expect((await call('DELETE', `artifacts/${id}`)).status).toBe(200)
    expect(await find('jira-acme:DELETED')).toEqual([])
    const restored = await call('POST', `trash/${id}/restore`)
    expect([restored.status, restored.json()]).toMatchObject([200, { lost: [] }])
    expect(await find('jira-acme:DELETED')).toEqual([id])

    expect((await call('DELETE', `artifacts/${id}`)).status).toBe(200)
    const other = await create('DELETED')
    expect((await call('POST', `trash/${id}/restore`)).json()).toMatchObject({
      lost: [{ what: 'number' }, { what: 'external_id', text: 'jira-acme:DELETED' }],
    })
    expect(await find('jira-acme:DELETED')).toEqual([other])
  })

  it('is written by a batch, once', async () => {
    const batch = (...ids: string[]) =>
      call('POST', 'batch', {
        json: { atomic: true, operations: ids.map(id => ({ method: 'POST', path: '/artifacts', body: bodyOf(id) })) },
      })
    expect((await batch('B-1', 'B-2')).status).toBe(200)
    expect(await find('jira-acme:B-2')).toHaveLength(1)
    const twice = await batch('B-3', 'B-3')
    expect(twice.status).toBe(409)
    expect(twice.text).toContain('external_id.taken')
    expect(await find('jira-acme:B-3')).toEqual([])
  })
})
