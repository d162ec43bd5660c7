// Webhooks of a real server that is killed in the middle (integrators.md §3 and §18.3).
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { expect, it } from 'vitest'
import { afterFile } from '../harness/after-file.ts'
import type { TestApp } from '../harness/app.ts'
import { testDatabaseUrl } from '../harness/database.ts'
import { startServerProcess, testFolder, type ServerProcess } from '../harness/process.ts'
import { expectDone, givenArtifact, givenProject } from '../harness/fixture.ts'
import { ADMIN_PASSWORD, requestsTo } from '../harness/servers.ts'
import { until } from '../harness/until.ts'

const ARTIFACTS = 6
const CHANGES = 6
const MEASURED = 20

interface Received {
  readonly id: string
  readonly artifact: number
  readonly changeset: number
  readonly at: number
}

it('nothing is lost, and each artifact keeps its order, when the server is killed and the receiver fails', async () => {
  const taken: Received[] = []
  let respond: (one: Received, response: ServerResponse) => void = (one, response) => {
    taken.push(one)
    response.writeHead(204).end()
  }
  const receiver = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const { change } = (JSON.parse(text) as { data: { change: { artifact_id: number; changeset_id: number } } }).data
      const id = String(request.headers['webhook-id'])
      respond({ id, artifact: change.artifact_id, changeset: change.changeset_id, at: performance.now() }, response)
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  afterFile(() => receiver.closeAllConnections())
  afterFile(() => receiver.close())
  const origin = `127.0.0.1:${(receiver.address() as AddressInfo).port}`

  const databaseUrl = await testDatabaseUrl()
  const settings = {
    CROCUS_DATA: await testFolder(),
    DATABASE_URL: databaseUrl,
    CROCUS_ADMIN_PASSWORD: ADMIN_PASSWORD,
  }
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  afterFile(() => database.end())
  const start = async (): Promise<ServerProcess> => {
    const server = await startServerProcess(settings)
    afterFile(() => void server.child.kill('SIGKILL'))
    return server
  }
  const first = await start()
  const crocus = requestsTo(first.address) as TestApp
  const setting = await crocus.request('PATCH', '/api/site/settings', {
    as: crocus.admin,
    json: { internal_hosts: origin },
  })
  expect(setting.status).toBe(200)
  const garden = await givenProject(crocus, 'garden', { as: crocus.admin })
  const bug = garden.tracker('bug')
  const json = { tracker_id: bug.id, url: `http://${origin}/` }
  expect((await crocus.request('POST', '/api/webhooks', { as: crocus.admin, json })).status).toBe(201)

  const rename = async (id: number, value: string, to: TestApp): Promise<void> => {
    const values = [{ field_id: bug.field('title'), value }]
    expectDone(await to.request('PUT', `/api/artifacts/${id}`, { as: crocus.admin, json: { values } }))
  }
  const ids: number[] = []
  for (let number = 0; number < ARTIFACTS; number++)
    ids.push(await givenArtifact(crocus, bug, `Weed ${number}`, { as: crocus.admin }))

  // Delay from the answer of the write until the receiver has the change.
  const delays: number[] = []
  for (let round = 0; round < MEASURED; round++) {
    const id = ids[round % ARTIFACTS] ?? 0
    const before = taken.length
    await until(() => taken.length >= ARTIFACTS)
    await rename(id, `Measured ${round}`, crocus)
    const begun = performance.now()
    await until(() => taken.length > before)
    delays.push((taken.at(-1)?.at ?? 0) - begun)
  }
  delays.sort((left, right) => left - right)
  console.log(
    `delay of deliveries: median ${Math.round(delays[MEASURED / 2] ?? 0)} ms, slowest ${Math.round(delays.at(-1) ?? 0)} ms`,
  )

  // From now on the receiver answers some calls with 503 and leaves others hanging; the server dies while calls run.
  let turn = 0
  const take = respond
  respond = (one, response) => {
    turn++
    if (turn % 3 === 0) response.writeHead(503).end()
    else if (turn % 5 !== 0) take(one, response)
  }
  for (let round = 0; round < CHANGES; round++) for (const id of ids) await rename(id, `Change ${round}`, crocus)
  first.child.kill('SIGKILL')
  await first.exit
  const second = await start()
  const after = requestsTo(second.address) as TestApp
  for (const id of ids) await rename(id, 'The last one', after)
  respond = take

  const { rows } = await database.query<{ artifact: number; changesets: number[] }>(
    'select artifact_id::int as artifact, array_agg(id::int order by id) as changesets from changeset group by 1 order by 1',
  )
  const firstReceipts = (artifact: number): number[] => [
    ...new Set(taken.filter(one => one.artifact === artifact).map(({ changeset }) => changeset)),
  ]
  // The lease of a call that died with the server ends after 30 seconds.
  await until(
    () => rows.every(({ artifact, changesets }) => firstReceipts(artifact).length === changesets.length),
    90_000,
  )
  expect(rows.map(({ artifact }) => ({ artifact, changesets: firstReceipts(artifact) }))).toEqual(rows)
}, 240_000)
