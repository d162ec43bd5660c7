import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { afterFile } from '../../../../test/harness/after-file.ts'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  expectDone,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureTracker,
} from '../../../../test/harness/fixture.ts'
import { drainConsumers } from '../../../platform/events/consumer.ts'
import { createLog } from '../../../platform/log.ts'

interface Call {
  readonly messageId: string
  readonly artifact: number
  readonly changeset: number
}

const ARTIFACTS = 30
/** integrators.md §3. */
const AT_A_TIME = 4

let crocus: TestApp
let boss: Account
let bug: FixtureTracker
let hook: number
let ids: number[]
const calls: Call[] = []
let open = 0
let mostOpen = 0
/** The status of the answer to a call. */
let status: (call: Call) => number = () => 204

beforeAll(async () => {
  crocus = await testApp({}, { count: 2 })
  boss = await givenAccount(crocus, 'boss')
  bug = (await givenProject(crocus, 'lamps', { as: boss.as })).tracker('bug')
  const receiver = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const { change } = (JSON.parse(text) as { data: { change: { artifact_id: number; changeset_id: number } } }).data
      const messageId = String(request.headers['webhook-id'])
      void answer({ messageId, artifact: change.artifact_id, changeset: change.changeset_id }, response)
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  afterFile(() => receiver.close())
  const origin = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  await crocus.app.modules.settings.set('internal_hosts', origin, { actorId: 101, means: 'command' })
  const made = await crocus.request('POST', '/api/webhooks', {
    as: boss.as,
    json: { tracker_id: bug.id, url: `http://${origin}/`, include: 'values' },
  })
  expect(made.status, made.text).toBe(201)
  hook = made.json<{ id: number }>().id
  ids = []
  for (let number = 0; number < ARTIFACTS; number++)
    ids.push(await givenArtifact(crocus, bug, `Weed ${number}`, { as: boss.as }))
  await crocus.work()
})

const answer = async (call: Call, response: ServerResponse): Promise<void> => {
  calls.push(call)
  mostOpen = Math.max(mostOpen, ++open)
  await sleep(5)
  open--
  response.writeHead(status(call)).end()
}

beforeEach(async () => {
  crocus.clock.set(new Date())
  status = () => 204
  await crocus.work()
  calls.length = 0
  mostOpen = 0
})

const renameAll = async (title: string): Promise<void> => {
  for (const id of ids) {
    const values = [{ field_id: bug.field('title'), value: `${title} ${id}` }]
    expectDone(await crocus.request('PUT', `/api/artifacts/${id}`, { as: boss.as, json: { values } }))
  }
}
const queue = () => drainConsumers({ db: crocus.db, consumers: crocus.app.consumers, log: createLog('fatal') })
const later = (seconds: number): void => crocus.clock.set(new Date(crocus.clock.now().getTime() + seconds * 1_000))
const changesets = async (): Promise<string[]> => {
  const { rows } = await sql<{ told: string }>`
    select artifact_id || ' ' || changeset_id as told from webhook_delivery where webhook_id = ${hook} order by artifact_id, changeset_id`.execute(
    crocus.db.kysely,
  )
  return rows.map(({ told }) => told)
}
const unsent = async (): Promise<number> => {
  const { rows } = await sql`select from webhook_delivery where webhook_id = ${hook} and state <> 'done'`.execute(
    crocus.db.kysely,
  )
  return rows.length
}
const forget = () => sql`delete from webhook_delivery`.execute(crocus.db.kysely)

it('a batch tells each change once, in the order of its artifact, four at a time, with few statements', async () => {
  await forget()
  await renameAll('First')
  await renameAll('Second')
  await queue()
  const [server] = crocus.servers
  const before = server?.db.roundTrips() ?? 0
  await server?.app.modules.webhooks.deliverDue()
  const statements = (server?.db.roundTrips() ?? 0) - before
  expect(await unsent()).toBe(0)
  const told = calls.map(({ artifact, changeset }) => `${artifact} ${changeset}`)
  expect([...told].sort()).toEqual((await changesets()).sort())
  expect(new Set(calls.map(({ messageId }) => messageId)).size).toBe(2 * ARTIFACTS)
  for (const id of ids) {
    const [first, second] = calls.filter(({ artifact }) => artifact === id)
    expect(first?.changeset).toBeLessThan(second?.changeset ?? 0)
  }
  expect(mostOpen).toBeLessThanOrEqual(AT_A_TIME)
  expect(statements / calls.length).toBeLessThan(4)
})

it('two processes together keep to four at a time', async () => {
  await forget()
  await renameAll('Shared')
  await queue()
  // A process that finds the lock taken has its turn later.
  const deliverAll = async ({ app }: (typeof crocus.servers)[number]): Promise<void> => {
    while ((await unsent()) > 0) await app.modules.webhooks.deliverDue()
  }
  await Promise.all(crocus.servers.map(deliverAll))
  expect(calls).toHaveLength(ARTIFACTS)
  expect(mostOpen).toBeLessThanOrEqual(AT_A_TIME)
})

it('a failure in a batch puts back what has not begun, and nothing is lost', async () => {
  await forget()
  await renameAll('Failing')
  await queue()
  // The batches have grown by then.
  status = () => (calls.length > ARTIFACTS / 2 ? 500 : 204)
  await crocus.work()
  const failed = calls.length - Math.floor(ARTIFACTS / 2)
  // Five failures, and those that were under way at the fifth.
  expect(failed).toBeLessThan(5 + AT_A_TIME)
  const shown = await crocus.request('GET', `/api/webhooks/${hook}`, { as: boss.as })
  expect(shown.json()).toMatchObject({ state: 'failing' })
  const { rows } = await sql`
    select from webhook_delivery where webhook_id = ${hook} and (state = 'running' or lease_until is not null)`.execute(
    crocus.db.kysely,
  )
  expect(rows).toEqual([])
  status = () => 204
  for (let round = 0; round < 3; round++) {
    later(3_600)
    await crocus.work()
  }
  expect(await unsent()).toBe(0)
  expect(new Set(calls.map(({ messageId }) => messageId)).size).toBe(ARTIFACTS)
})

it('a fault of one delivery delays it alone', async () => {
  await forget()
  await renameAll('Faulty')
  await queue()
  await sql`
    update webhook_delivery set event = jsonb_set(event, '{payload}', 'null')
    where webhook_id = ${hook} and artifact_id = ${ids[3] ?? 0}`.execute(crocus.db.kysely)
  await crocus.work()
  expect(calls).toHaveLength(ARTIFACTS - 1)
  expect(await unsent()).toBe(1)
  await sql`
    update webhook_delivery set event = jsonb_set(event, '{payload}', '{}') where webhook_id = ${hook}`.execute(
    crocus.db.kysely,
  )
  later(31)
  await crocus.work()
  expect(await unsent()).toBe(0)
})
