import { beforeAll, describe, expect, it } from 'vitest'
import { listen, testApp, type TestApp } from '../../../test/harness/app.ts'
import {
  expectDone,
  givenAccessKey,
  givenAccount,
  givenProject,
  type Account,
  type FixtureProject,
} from '../../../test/harness/fixture.ts'
import { openStream, type StreamReader } from '../../../test/harness/streams.ts'
import { aTracker, anElement, createTrackersOf } from '../../../test/harness/trackers.ts'
import { until } from '../../../test/harness/until.ts'

interface PresenceBody {
  readonly artifact_id: number
  readonly people: readonly {
    readonly id: number
    readonly username: string
    readonly state: string
    readonly field_id: number | null
  }[]
}

let crocus: TestApp
let url: string
let boss: Account
let ada: Account
let eve: Account
let lamps: FixtureProject
let artifactId: number
const fields = { title: 0, secret: 0 }

beforeAll(async () => {
  // Two servers: the people at an artifact are told between processes.
  crocus = await testApp({}, { count: 2 })
  url = await listen(crocus)
  boss = await givenAccount(crocus, 'boss')
  ada = await givenAccount(crocus, 'ada')
  eve = await givenAccount(crocus, 'eve')
  lamps = await givenProject(crocus, 'lamps', { as: boss.as, isPublic: false, members: ['ada'] })
  const made = await createTrackersOf(
    crocus,
    aTracker(lamps.id, 'plan', {
      elements: [
        anElement('string', 'title'),
        anElement('string', 'secret', { permissions: { read: [4], submit: [4], update: [4] } }),
      ],
      semantics: { title: { field: 'title' } },
    }),
  )
  fields.title = made.fieldIds.get('title') ?? 0
  fields.secret = made.fieldIds.get('secret') ?? 0
  const json = { tracker: { id: made.trackerIds.get('plan') }, values: [{ field_id: fields.title, value: 'Plan' }] }
  artifactId = (await crocus.request('POST', '/api/artifacts', { as: boss.as, json })).json<{ id: number }>().id
})

const put = (who: Account | undefined, json: object, id = artifactId) =>
  crocus.request('PUT', `/api/artifacts/${id}/presence`, who ? { as: who.as, json } : { json })
const get = (who: Account, id = artifactId) => crocus.request('GET', `/api/artifacts/${id}/presence`, { as: who.as })
const peopleFor = async (who: Account) =>
  (await get(who)).json<PresenceBody>().people.map(({ username, state, field_id }) => [username, state, field_id])
const presences = (reader: StreamReader): PresenceBody[] =>
  reader.messages.filter(({ event }) => event === 'presence').map(({ data }) => JSON.parse(data) as PresenceBody)
const namesIn = (presence: PresenceBody | undefined) =>
  presence?.people.map(({ username, state, field_id }) => [username, state, field_id])

describe('presence at an artifact (integrators.md §2)', () => {
  it('is told on every server, and forgotten after 45 seconds', async () => {
    expectDone(await put(ada, { state: 'reading', tab: 'one' }))
    expectDone(await put(boss, { state: 'editing', field_id: fields.title, tab: 'two' }))
    const both = [
      ['boss', 'editing', fields.title],
      ['ada', 'reading', null],
    ]
    // Each request goes to the next server.
    for (let turn = 0; turn < 4; turn++) await expect.poll(() => peopleFor(ada)).toEqual(both)
    expect((await get(ada)).json<PresenceBody>().artifact_id).toBe(artifactId)
    crocus.clock.advance(44_000)
    expectDone(await put(ada, { state: 'reading', tab: 'one' }))
    crocus.clock.advance(2_000)
    for (let turn = 0; turn < 4; turn++) await expect.poll(() => peopleFor(boss)).toEqual([['ada', 'reading', null]])
    expectDone(await put(ada, { state: 'gone', tab: 'one' }))
    for (let turn = 0; turn < 4; turn++) await expect.poll(() => peopleFor(boss)).toEqual([])
  })

  it('hides fields that the caller may not read, and refuses those that it does not know', async () => {
    expectDone(await put(boss, { state: 'editing', field_id: fields.secret, tab: 'two' }))
    for (let turn = 0; turn < 2; turn++) {
      await expect.poll(() => peopleFor(boss)).toEqual([['boss', 'editing', fields.secret]])
      await expect.poll(() => peopleFor(ada)).toEqual([['boss', 'editing', null]])
    }
    const unknown = await put(ada, { state: 'editing', field_id: 999_999, tab: 'one' })
    const hidden = await put(ada, { state: 'editing', field_id: fields.secret, tab: 'one' })
    expect([unknown.status, hidden.status]).toEqual([400, 400])
    expect(hidden.text.replace(String(fields.secret), '')).toBe(unknown.text.replace('999999', ''))
    // Readers edit nothing.
    expectDone(await put(boss, { state: 'reading', field_id: fields.secret, tab: 'two' }))
    for (let turn = 0; turn < 2; turn++) await expect.poll(() => peopleFor(boss)).toEqual([['boss', 'reading', null]])
    expectDone(await put(boss, { state: 'gone', tab: 'two' }))
  })

  it('is there for signed-in accounts that see the artifact', async () => {
    expect((await put(undefined, { state: 'reading', tab: 'x' })).status).toBe(401)
    expect((await crocus.request('GET', `/api/artifacts/${artifactId}/presence`)).status).toBe(401)
    for (const refused of [await put(eve, { state: 'reading', tab: 'x' }), await get(eve)])
      expect([refused.status, refused.text]).toEqual([404, (await get(eve, 999_999)).text])
    for (const json of [{ state: 'reading' }, { state: 'asleep', tab: 'x' }, { state: 'reading', tab: 'x'.repeat(37) }])
      expect([json, (await put(ada, json)).status]).toEqual([json, 400])
  })

  it('reaches streams that ask for it, until the reader or the person loses the right', async () => {
    const open = async (who: Account, query: string) =>
      openStream(`${url}/api/events?${query}`, { 'x-auth-accesskey': await givenAccessKey(crocus, who.as) })
    expect((await open(eve, `presence_of=${artifactId}`)).status).toBe(404)
    const [his, hers, other] = [
      await open(boss, `presence_of=${artifactId}&kinds=svn.committed`),
      await open(ada, `presence_of=${artifactId}`),
      await open(ada, `artifact_id=${artifactId}`),
    ]
    // The other server tells within half a second that Boss went before.
    await until(() => presences(his).at(-1)?.people.length === 0 && presences(hers).at(-1)?.people.length === 0)
    expect(presences(his).at(-1)).toEqual({ artifact_id: artifactId, people: [] })
    // The streams of the first server learn of calls to either server.
    expectDone(await put(ada, { state: 'reading', tab: 'one' }))
    expectDone(await put(boss, { state: 'editing', field_id: fields.secret, tab: 'two' }))
    await until(() => presences(his).at(-1)?.people.length === 2 && presences(hers).at(-1)?.people.length === 2)
    expect(namesIn(presences(his).at(-1))).toEqual([
      ['boss', 'editing', fields.secret],
      ['ada', 'reading', null],
    ])
    expect(namesIn(presences(hers).at(-1))).toEqual([
      ['boss', 'editing', null],
      ['ada', 'reading', null],
    ])
    expect(presences(other)).toEqual([])
    expect(his.messages.find(({ event }) => event === 'presence')?.id).toBeUndefined()
    const json = { user_references: [{ id: boss.id }] }
    expectDone(await crocus.request('PUT', `/api/user_groups/${lamps.id}_3/users`, { as: boss.as, json }))
    const told = presences(hers).length
    expectDone(await put(boss, { state: 'reading', tab: 'two' }))
    await until(() => presences(his).at(-1)?.people[0]?.state === 'reading')
    // Ada is there until her lease ends, but may not be: nobody is told of her, and she is told nothing.
    expect(namesIn(presences(his).at(-1))).toEqual([['boss', 'reading', null]])
    expect(presences(hers)).toHaveLength(told)
    for (const reader of [his, hers, other]) reader.close()
  })
})
