import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { afterFile } from '../../../../test/harness/after-file.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { givenAccount, givenProject, type Account } from '../../../../test/harness/fixture.ts'
import { createTrackersOf } from '../../../../test/harness/trackers.ts'
import { aStep, aWorkflow, aWorkTracker } from '../../../../test/harness/workflows.ts'

let crocus: TestApp
let owner: Account
let projectId: number
let ci: Server
let status = 201
const calls: { url: string; method: string; type: string; form: URLSearchParams }[] = []

beforeAll(async () => {
  crocus = await testApp()
  owner = await givenAccount(crocus, 'owner')
  projectId = (await givenProject(crocus, 'works', { as: owner.as })).id
  ci = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const { url = '', method = '', headers } = request
      calls.push({ url, method, type: headers['content-type'] ?? '', form: new URLSearchParams(body) })
      response.writeHead(status, { location: '/elsewhere' }).end()
    })
  }).listen(0, '127.0.0.1')
  await once(ci, 'listening')
  afterFile(() => ci.close())
})
const origin = (): string => `127.0.0.1:${(ci.address() as AddressInfo).port}`
const allow = (hosts: string) =>
  crocus.app.modules.settings.set('internal_hosts', hosts, { actorId: 101, means: 'command' })
const waiting = async (): Promise<number> =>
  (await sql<{ count: number }>`select count(*) from graphile_worker._private_jobs`.execute(crocus.db.kysely)).rows[0]
    ?.count ?? 0

beforeEach(async () => {
  calls.length = 0
  status = 201
  await allow(origin())
  await sql`delete from graphile_worker._private_jobs`.execute(crocus.db.kysely)
})

let count = 0
const artifactWithJob = async (jobUrl: string, notEmptyFields: string[] = []) => {
  const name = `work${++count}`
  const { trackerIds, fieldIds, valueIds } = await createTrackersOf(
    crocus,
    aWorkTracker(projectId, name, {
      workflow: aWorkflow([
        aStep(null, 'new'),
        aStep('new', 'busy', { notEmptyFields, actions: [{ type: 'run_job', jobUrl }] }),
      ]),
    }),
  )
  const trackerId = trackerIds.get(name)
  const state = (value: string) => ({ field_id: fieldIds.get('state'), bind_value_ids: [valueIds.get(value)] })
  const request = (method: string, path: string, json: object) =>
    crocus.request(method, `/api/${path}`, { as: owner.as, json })
  const created = await request('POST', 'artifacts', { tracker: { id: trackerId }, values: [state('new')] })
  const { id } = created.json<{ id: number }>()
  return { id, trackerId, start: () => request('PUT', `artifacts/${id}`, { values: [state('busy')] }) }
}

describe('a job of a transition (trackers.md §6.3)', () => {
  it('is started after the change is saved, with data about the change', async () => {
    const { id, trackerId, start } = await artifactWithJob(`http://${origin()}/job/lamp/?token=t1`)
    expect((await start()).status).toBe(200)
    expect(calls).toEqual([])
    await crocus.work()
    expect(calls).toHaveLength(1)
    const [{ url, method, type, form } = { url: '', method: '', type: '', form: new URLSearchParams() }] = calls
    expect([method, url, type]).toEqual(['POST', '/job/lamp/build?token=t1', 'application/x-www-form-urlencoded'])
    const { parameter } = JSON.parse(form.get('json') ?? '') as { parameter: { name: string; value: string }[] }
    expect(Object.fromEntries(parameter.map(({ name, value }) => [name, value]))).toEqual({
      userId: String(owner.id),
      projectId: String(projectId),
      artifactId: String(id),
      trackerId: String(trackerId),
      triggerFieldValue: 'busy',
    })
    await crocus.work()
    expect(calls).toHaveLength(1)
  })
  it('is not started if the change is refused', async () => {
    const { start } = await artifactWithJob(`http://${origin()}/job`, ['effort'])
    expect((await start()).status).toBe(400)
    await crocus.work()
    expect([calls.length, await waiting()]).toEqual([0, 0])
  })
  it('is tried again if the server fails', async () => {
    const { start } = await artifactWithJob(`http://${origin()}/job`)
    await start()
    status = 503
    await crocus.work()
    expect([calls.length, await waiting()]).toEqual([1, 1])
    status = 201
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(crocus.db.kysely)
    await crocus.work()
    expect([calls.length, await waiting()]).toEqual([2, 0])
  })
  it('is given up if the server refuses it', async () => {
    const { start } = await artifactWithJob(`http://${origin()}/job`)
    await start()
    status = 404
    await crocus.work()
    expect([calls.length, await waiting()]).toEqual([1, 0])
  })
  it('follows no redirect', async () => {
    const { start } = await artifactWithJob(`http://${origin()}/job`)
    await start()
    status = 302
    await crocus.work()
    expect(calls.map(({ url }) => url)).toEqual(['/job/build'])
  })
  it('reaches no internal address that the operator has not allowed', async () => {
    await allow('')
    const port = origin().split(':')[1] ?? ''
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0.0.0.0', '127.1']) {
      const { start } = await artifactWithJob(`http://${host}:${port}/job`)
      await start()
      await crocus.work()
      expect([host, calls.length, await waiting()]).toEqual([host, 0, 0])
    }
    await allow('localhost')
    const { start } = await artifactWithJob(`http://localhost:${port}/job`)
    await start()
    await crocus.work()
    expect(calls).toHaveLength(1)
  })
})
