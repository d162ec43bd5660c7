import { beforeAll, describe, expect, it } from 'vitest'
import { listen, testApp, type TestApp } from '../../../test/harness/app.ts'
import {
  expectDone,
  givenAccessKey,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
} from '../../../test/harness/fixture.ts'
import { allEventsVisible } from '../../../test/harness/events.ts'
import { openStream } from '../../../test/harness/streams.ts'
import { until } from '../../../test/harness/until.ts'
import { createCursors } from './model/cursors.ts'
import { MAX_STREAMS_OF_CALLER } from './stream/stream-limits.ts'

let crocus: TestApp
let url: string
let boss: Account
let member: Account
let lamps: FixtureProject
let vault: FixtureProject
const keys = new Map<string, string>()
beforeAll(async () => {
  crocus = await testApp()
  url = await listen(crocus)
  boss = await givenAccount(crocus, 'boss')
  member = await givenAccount(crocus, 'member')
  lamps = await givenProject(crocus, 'lamps', { as: boss.as, members: ['member'] })
  vault = await givenProject(crocus, 'vault', { as: boss.as, isPublic: false, members: ['member'] })
  for (const { login, as } of [boss, member]) keys.set(login, await givenAccessKey(crocus, as))
})

const open = (query: string, who: Account, headers: Record<string, string> = {}) =>
  openStream(`${url}/api/events?${query}`, { 'x-auth-accesskey': keys.get(who.login) ?? '', ...headers })
const cursorOf = async ({ as }: Account) => {
  await allEventsVisible(crocus)
  return (await crocus.request('GET', '/api/changes', { as })).json<{ next: string }>().next
}
const put = (id: number, title: string, tracker = lamps.tracker('bug')) =>
  crocus.request('PUT', `/api/artifacts/${id}`, {
    as: boss.as,
    json: { values: [{ field_id: tracker.field('title'), value: title }] },
  })

describe('GET /events (integrators.md §2)', () => {
  it('sends the changes of GET /changes as they happen, and goes on behind Last-Event-ID', async () => {
    const reader = await open('', boss)
    expect(reader.status).toBe(200)
    expect(reader.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(reader.headers.get('x-accel-buffering')).toBe('no')
    expect(reader.headers.get('cache-control')).toBe('no-store')
    expect(reader.headers.get('content-encoding')).toBeNull()
    const since = await cursorOf(boss)
    const id = await givenArtifact(crocus, lamps.tracker('bug'), 'One', { as: boss.as })
    await until(() => reader.kinds.length === 1)
    expect(reader.retry).toBe('3000')
    expectDone(await put(id, 'Two'))
    await until(() => reader.kinds.length === 2)
    await allEventsVisible(crocus)
    const { changes } = (await crocus.request('GET', `/api/changes?since=${since}`, { as: boss.as })).json<{
      changes: { cursor: string; kind: string }[]
    }>()
    const told = reader.messages.filter(({ event }) => event !== 'place')
    expect(told.map(({ data }) => JSON.parse(data) as unknown)).toEqual(changes)
    expect(told.map(({ id, event }) => ({ id, event }))).toEqual(
      changes.map(({ cursor, kind }) => ({ id: cursor, event: kind })),
    )
    reader.close()
    await until(() => crocus.app.modules.changes.stats().streams === 0)

    expectDone(await put(id, 'Three'))
    // The header wins over `since`.
    const again = await open(`since=${since}`, boss, { 'last-event-id': told[1]?.id ?? '' })
    await until(() => again.kinds.length === 1)
    expectDone(await put(id, 'Four'))
    await until(() => again.kinds.length === 2)
    expect(again.kinds).toEqual(['artifact.updated', 'artifact.updated'])
    again.close()
  })

  it('sends nothing hidden, and loses what is withdrawn at once', async () => {
    const hidden = vault.tracker('bug')
    const reader = await open('', member)
    await givenArtifact(crocus, hidden, 'Seen', { as: boss.as })
    await until(() => reader.kinds.length === 1)
    const json = { user_references: [{ username: 'boss' }] }
    expectDone(await crocus.request('PUT', `/api/user_groups/${vault.id}_3/users`, { as: boss.as, json }))
    await until(() => reader.kinds.includes('access.changed'))
    await givenArtifact(crocus, hidden, 'Unseen', { as: boss.as })
    const id = await givenArtifact(crocus, lamps.tracker('bug'), 'Open', { as: boss.as })
    await until(() => reader.messages.some(({ data }) => data.includes(`"artifact_id":${id},`)))
    expect(reader.kinds).toEqual(['artifact.created', 'access.changed', 'artifact.created'])
    reader.close()
  })

  it('adds the artifact in its stable form, and filters', async () => {
    const reader = await open(`representation=values&project_id=${lamps.id}`, boss)
    await givenArtifact(crocus, vault.tracker('bug'), 'Elsewhere', { as: boss.as })
    const id = await givenArtifact(crocus, lamps.tracker('task'), 'Here', { as: boss.as })
    await until(() => reader.kinds.length === 1)
    const change = JSON.parse(reader.messages.at(-1)?.data ?? '') as { artifact: { id: number; values: unknown[] } }
    expect(change.artifact).toMatchObject({ id, tracker_id: lamps.tracker('task').id })
    reader.close()
  })

  it('ends within a second when its key is revoked', async () => {
    const key = await givenAccessKey(crocus, member.as)
    const reader = await openStream(`${url}/api/events`, { 'x-auth-accesskey': key })
    await until(() => reader.messages.length === 1)
    const list = await crocus.request('GET', `/api/users/self/access_keys`, { as: member.as })
    const ids = list.json<{ id: number }[]>().map(({ id }) => id)
    const began = performance.now()
    await crocus.request('DELETE', `/api/access_keys/${Math.max(...ids)}`, { as: member.as })
    await until(() => reader.isEnded)
    expect(performance.now() - began).toBeLessThan(4_000)
  })

  it('answers a cursor of another history by a reset, and other faults by their status', async () => {
    const other = createCursors(Buffer.alloc(32), 'another server').write({ xid: 5n, seq: 5n }, boss.id)
    const reader = await open(`since=${other}`, boss)
    await until(() => reader.isEnded)
    expect(reader.messages).toEqual([{ id: undefined, event: 'reset', data: '{"reason":"feed.other_history"}' }])
    expect((await open('since=12', boss)).status).toBe(400)
    expect((await open('artifact_id=99999999', boss)).status).toBe(404)
    expect((await openStream(`${url}/api/events`, { 'x-auth-accesskey': 'wrong' })).status).toBe(401)
  })

  it('has places for twenty streams of an account, which are no requests in work', async () => {
    const readers: Awaited<ReturnType<typeof openStream>>[] = []
    for (let count = 0; count < MAX_STREAMS_OF_CALLER; count++) readers.push(await open('', boss))
    expect(readers.map(({ status }) => status)).toEqual(readers.map(() => 200))
    expect(crocus.app.requestClasses.work.inWork).toBe(0)
    const refused = await open('', boss)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('10')
    expect((await open('', member)).status).toBe(200)
    for (const reader of readers) reader.close()
    await until(() => crocus.app.modules.changes.stats().streams <= 1)
    expect((await open('', boss)).status).toBe(200)
  })
})

it('a stop ends the streams, whose readers come back later', async () => {
  const reader = await open('', boss)
  await until(() => reader.messages.length === 1)
  await crocus.app.close()
  await until(() => reader.isEnded)
  expect(Number(reader.retry)).toBeGreaterThanOrEqual(1_000)
  expect(Number(reader.retry)).toBeLessThanOrEqual(5_000)
})
