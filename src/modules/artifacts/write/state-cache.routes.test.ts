import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import {
  expectDone,
  givenAccessKey,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureTracker,
} from '../../../../test/harness/fixture.ts'
import { createApp, type App } from '../../../app.ts'
import { createLog } from '../../../platform/log.ts'

let crocus: TestApp
/** Another server on the same database; this server gets no invalidations from it. */
let other: App
let member: Account
let key: string
let bug: FixtureTracker
let task: FixtureTracker

beforeAll(async () => {
  crocus = await testApp()
  const { config, db, clock } = crocus
  other = await createApp({ config, db, clock, log: createLog('fatal') })
  member = await givenAccount(crocus, 'member')
  const project = await givenProject(crocus, 'remembered', { members: ['member'] })
  bug = project.tracker('bug')
  task = project.tracker('task')
  key = await givenAccessKey(crocus, crocus.admin)
})
afterAll(() => other.close())

type Send = (
  method: 'GET' | 'PUT' | 'DELETE',
  path: string,
  json?: object,
  headers?: Record<string, string>,
) => Promise<{ statusCode: number; body: string; headers: Record<string, unknown> }>
const sendTo =
  (app: App): Send =>
  (method, path, json, headers = {}) =>
    app.fastify.inject({
      method,
      url: `/api/artifacts/${path}`,
      headers: { 'x-auth-accesskey': key, ...(json && { 'content-type': 'application/json' }), ...headers },
      ...(json && { payload: JSON.stringify(json) }),
    })
const sendHere: Send = (...given) => sendTo(crocus.app)(...given)
const sendToOther: Send = (...given) => sendTo(other)(...given)

const title = (value: string, tracker = bug) => ({ field_id: tracker.field('title'), value })
const comment = { body: 'seen', format: 'text' }
const trips = async (work: () => Promise<{ statusCode: number }>): Promise<[status: number, trips: number]> => {
  const before = crocus.db.roundTrips()
  const { statusCode } = await work()
  return [statusCode, crocus.db.roundTrips() - before]
}
/** An artifact whose state this server has cached. */
const seen = async (tracker = bug): Promise<number> => {
  const id = await givenArtifact(crocus, tracker, 'First', { as: crocus.admin })
  await sendHere('GET', String(id))
  return id
}
interface Changeset {
  readonly values: readonly { readonly field_id: number; readonly value?: unknown }[]
  readonly last_comment: { readonly body: string }
}
const historyOf = async (id: number): Promise<Changeset[]> =>
  JSON.parse((await sendToOther('GET', `${id}/changesets?limit=50`)).body) as Changeset[]
const titlesOf = async (id: number): Promise<unknown[]> =>
  (await historyOf(id)).map(({ values }) => values.find(({ field_id }) => field_id === bug.field('title'))?.value)

describe('a change of an artifact with a cached state', () => {
  it('is one round trip, one change after another, and both servers show the same', async () => {
    // Rights and keywords are read once.
    await sendHere('PUT', String(await seen()), { values: [title('Warm')], comment })
    const id = await seen()
    for (const value of ['Second', 'Third "quoted" ✓', 'Fourth'])
      expect(await trips(() => sendHere('PUT', String(id), { values: [title(value)], comment }))).toEqual([200, 1])
    expect((await sendHere('GET', String(id))).body).toBe((await sendToOther('GET', String(id))).body)
    expect(await titlesOf(id)).toEqual(['First', 'Second', 'Third "quoted" ✓', 'Fourth'])
    // The unchanged title is sent back; only the database can confirm that nothing changes.
    expect(await trips(() => sendHere('PUT', String(id), { values: [title('Fourth')] }))).toEqual([200, 1])
    expect(await historyOf(id)).toHaveLength(4)
  })

  it('is applied to the version that another server wrote meanwhile', async () => {
    const id = await seen()
    expect((await sendToOther('PUT', String(id), { values: [title('Elsewhere')] })).statusCode).toBe(200)
    expect((await sendHere('PUT', String(id), { values: [title('Here')] })).statusCode).toBe(200)
    expect(await titlesOf(id)).toEqual(['First', 'Elsewhere', 'Here'])
    expect((await sendToOther('PUT', String(id), { values: [title('Again')] })).statusCode).toBe(200)
    // Compared with the cached state, this would be a change back; compared with the current state, it is none.
    expect((await sendHere('PUT', String(id), { values: [title('Again')] })).statusCode).toBe(200)
    expect(await titlesOf(id)).toEqual(['First', 'Elsewhere', 'Here', 'Again'])
  })

  it('is checked against the current version, not the cached one', async () => {
    const id = await seen()
    const before = String((await sendHere('GET', String(id))).headers['etag'])
    await sendToOther('PUT', String(id), { values: [title('Elsewhere')] })
    const now = String((await sendToOther('GET', String(id))).headers['etag'])
    const put = (value: string, etag: string) =>
      sendHere('PUT', String(id), { values: [title(value)] }, { 'if-match': etag })
    // The cached state is older than the client's version, then newer, then older than the client's version and the current one.
    expect((await put('In time', now)).statusCode).toBe(200)
    expect((await put('Too late', before)).statusCode).toBe(412)
    const last = String((await sendHere('GET', String(id))).headers['etag'])
    await sendToOther('PUT', String(id), { values: [title('Elsewhere again')] })
    expect((await put('Too late again', last)).statusCode).toBe(412)
    expect(await titlesOf(id)).toEqual(['First', 'Elsewhere', 'In time', 'Elsewhere again'])
  })

  it('is a 404 after a deletion by the other server, and nothing is written', async () => {
    const id = await seen()
    expect((await sendToOther('DELETE', String(id))).statusCode).toBe(200)
    expect((await sendHere('PUT', String(id), { values: [title('Ghost')] })).statusCode).toBe(404)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from artifact_index where artifact_id = ${id}`.execute(crocus.db.kysely)
    expect(rows[0]?.count).toBe(0)
  })

  it('is a 403 after the right to see it was removed without a new version', async () => {
    const id = await givenArtifact(crocus, bug, 'First', { as: crocus.admin })
    const put = (value: string) =>
      crocus.request('PUT', `/api/artifacts/${id}`, { as: member.as, json: { values: [title(value)] } })
    expectDone(await put('Mine'))
    // The artifact is now for administrators of the project only.
    await sql`update artifact set granted_group_ids = array[4] where id = ${id}`.execute(crocus.db.kysely)
    expect((await put('Still mine')).status).toBe(403)
    expect(await titlesOf(id)).toEqual(['First', 'Mine'])
  })

  it('sees that a linked artifact was deleted meanwhile', async () => {
    const links = (tracker: FixtureTracker, ids: readonly number[]) => ({
      field_id: tracker.field('links'),
      links: ids.map(linked => ({ id: linked })),
    })
    const [id, target] = [await seen(task), await seen(task)]
    await sendHere('PUT', String(id), { values: [links(task, [target])] })
    await sendHere('GET', String(id))
    expect((await sendToOther('DELETE', String(target))).statusCode).toBe(200)
    // The response shows the current links; a new link to the deleted artifact is refused.
    expect(await trips(() => sendHere('PUT', String(id), { values: [title('Renamed', task)], comment }))).toEqual([
      200, 3,
    ])
    expect((await sendHere('PUT', String(id), { values: [links(task, [target])] })).statusCode).toBe(400)
    expect((await sendHere('GET', String(id))).body).toBe((await sendToOther('GET', String(id))).body)
  })

  it('loses no change if two servers write the same artifact', async () => {
    const id = await seen()
    await sendToOther('GET', String(id))
    const values = Array.from({ length: 24 }, (_, index) => `writer ${index}`)
    const answers = await Promise.all(
      values.map((value, index) =>
        (index % 2 === 0 ? sendHere : sendToOther)('PUT', String(id), {
          values: [title(value)],
          comment: { body: value, format: 'text' },
        }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(values.map(() => 200))
    const history = (await historyOf(id)).slice(1)
    expect(history.map(({ last_comment }) => last_comment.body).toSorted()).toEqual(values.toSorted())
    // Each change was applied to the previous one.
    expect((await titlesOf(id)).slice(1)).toEqual(history.map(({ last_comment }) => last_comment.body))
  })
})
