import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { givenAccount, givenArtifact, givenProject } from '../../../test/harness/fixture.ts'

interface Version {
  number: number
  by: { username: string } | null
  at: string
  changes: { action: string; kind: string; name: string; member: string | null }[]
  etag: string
}
type Definition = Record<string, unknown> & { general: Record<string, unknown> }

let test: TestApp
let member: readonly [string, string]

beforeAll(async () => {
  test = await testApp()
  member = (await givenAccount(test, 'ann')).as
}, 60_000)

const freshTracker = async (name: string) => (await givenProject(test, name, { members: ['ann'] })).tracker('bug')
const call = (method: string, path: string, json?: object) =>
  test.request(method, `/api/${path}`, { as: test.admin, ...(json && { json }) })
const versionsOf = async (id: number, query = '') => {
  const response = await call('GET', `trackers/${id}/definition_versions${query}`)
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, ''])
  return { list: response.json<Version[]>(), headers: response.headers }
}
const versionOf = async (id: number, number: number) =>
  (await call('GET', `trackers/${id}/definition_versions/${number}`)).json<Version & { definition: Definition }>()
const definitionOf = async (id: number) => {
  const response = await call('GET', `trackers/${id}/definition`)
  return { definition: response.json<Definition>(), etag: String(response.headers['etag']) }
}
const said = ({ number, changes }: Version) =>
  [number, ...changes.map(({ action, kind, member: part }) => `${action} ${kind} ${part ?? ''}`.trim())].join(', ')
const recolour = async (id: number, color: string, query = '') => {
  const { definition } = await definitionOf(id)
  return call('PUT', `trackers/${id}/definition${query}`, { general: { ...definition.general, color } })
}

describe('versions of a definition', () => {
  it('begin with the definition of the new tracker and its creator', async () => {
    const { id } = await freshTracker('begin')
    const { definition, etag } = await definitionOf(id)
    const { list, headers } = await versionsOf(id)
    expect(list).toMatchObject([{ number: 1, by: { username: test.admin[0] }, changes: [], etag }])
    expect(headers['x-pagination-size']).toBe('1')
    expect(await versionOf(id, 1)).toMatchObject({ number: 1, etag, definition })
    const made = await call('POST', 'trackers', {
      project: { id: (await givenProject(test, 'beginning')).id },
      definition: { ...definition, general: { ...definition.general, name: 'Made', item_name: 'made' } },
    })
    expect((await versionsOf(made.json<{ id: number }>().id)).list).toHaveLength(1)
  })

  it('are left by each way of changing a tracker, and by nothing that changes nothing', async () => {
    const tracker = await freshTracker('ways')
    const { id } = tracker
    const first = await definitionOf(id)
    expect((await recolour(id, 'plum-crazy', '?dry_run=true')).status).toBe(200)
    expect((await recolour(id, 'plum-crazy')).status).toBe(200)
    expect((await recolour(id, 'plum-crazy')).json()).toMatchObject({ is_changed: false })
    await call('PATCH', `tracker_fields/${tracker.field('effort')}`, { label: 'Days' })
    await call('PUT', `trackers/${id}/canned_responses`, [{ title: 'Thanks', body: 'Thank you.' }])
    await call('PUT', `trackers/${id}/rules`, { dates: [], lists: [] })
    const query = encodeURIComponent(
      JSON.stringify({ workflow: { set_transitions_rules: { field_id: tracker.field('status') } } }),
    )
    const workflow = await call('PATCH', `trackers/${id}?query=${query}`)
    expect([workflow.status, workflow.text]).toEqual([200, expect.anything()])
    const transition = await call('POST', 'tracker_workflow_transitions', {
      tracker_id: id,
      from_id: 0,
      to_id: tracker.value('status', 'New'),
    })
    expect([transition.status, transition.text]).toEqual([201, expect.anything()])

    const { list } = await versionsOf(id)
    expect(list.map(said)).toEqual([
      '6, create transition',
      '5, create workflow',
      '4, create canned_response',
      '3, change field label',
      '2, change general color',
      '1',
    ])
    expect(list.map(({ by }) => by?.username)).toEqual(Array.from({ length: 6 }, () => test.admin[0]))
    const present = await definitionOf(id)
    expect(list[0]?.etag).toBe(present.etag)
    expect((await versionOf(id, 6)).definition).toEqual(present.definition)
    expect(await versionOf(id, 1)).toMatchObject({ etag: first.etag, definition: first.definition })
    const page = await versionsOf(id, '?limit=2&offset=1')
    expect(page.list.map(({ number }) => number)).toEqual([5, 4])
    expect([page.headers['x-pagination-size'], page.headers['x-pagination-offset']]).toEqual(['6', '1'])

    const restored = await call('PUT', `trackers/${id}/definition`, (await versionOf(id, 1)).definition)
    expect([restored.status, restored.headers['etag']]).toEqual([200, first.etag])
    expect((await versionsOf(id)).list[0]).toMatchObject({ number: 7, etag: first.etag })
  })

  it('count without a gap when several changes arrive at once', async () => {
    const { id } = await freshTracker('crowd')
    // The tracker is red before: a change to its own colour would leave no version if it came first.
    const colors = ['plum-crazy', 'acid-green', 'teddy-brown', 'sherwood-green', 'deep-blue', 'neon-green']
    const done = await Promise.all(colors.map(color => recolour(id, color)))
    expect(done.map(({ status }) => status)).toEqual(colors.map(() => 200))
    expect((await versionsOf(id)).list.map(({ number }) => number)).toEqual([7, 6, 5, 4, 3, 2, 1])
  })

  it('hold also the definition before a change, if something else changed it', async () => {
    const { id } = await freshTracker('aside')
    await recolour(id, 'plum-crazy')
    await sql`update tracker set description = 'Changed aside' where id = ${id}`.execute(test.db.kysely)
    await recolour(id, 'fiesta-red')
    const { list } = await versionsOf(id)
    expect(list.map(said)).toEqual(['4, change general color', '3', '2, change general color', '1'])
    expect([list[1]?.by, (await versionOf(id, 3)).definition.general['description']]).toEqual([null, 'Changed aside'])
  })

  it('begin with the present definition for a tracker that an older server made', async () => {
    const { id } = await freshTracker('older')
    await sql`delete from tracker_definition_version where tracker_id = ${id}`.execute(test.db.kysely)
    const { etag } = await definitionOf(id)
    expect((await versionsOf(id)).list).toMatchObject([{ number: 1, by: null, etag }])
    await sql`delete from tracker_definition_version where tracker_id = ${id}`.execute(test.db.kysely)
    await recolour(id, 'plum-crazy')
    expect((await versionsOf(id)).list.map(said)).toEqual(['2, change general color', '1'])
    expect((await versionOf(id, 1)).etag).toBe(etag)
  })

  it('are for administrators of the tracker, and are no more when it is deleted', async () => {
    const tracker = await freshTracker('rights')
    await givenArtifact(test, tracker, 'one', { as: test.admin })
    for (const path of [`trackers/${tracker.id}/definition_versions`, `trackers/${tracker.id}/definition_versions/1`]) {
      const statusOf = async (as?: readonly [string, string]) =>
        (await test.request('GET', `/api/${path}`, as ? { as } : {})).status
      expect([await statusOf(member), await statusOf()]).toEqual([403, 401])
    }
    for (const number of [0, 2, 99, 2 ** 40])
      expect((await call('GET', `trackers/${tracker.id}/definition_versions/${number}`)).status).toBe(404)
    await call('DELETE', `trackers/${tracker.id}`)
    expect((await call('GET', `trackers/${tracker.id}/definition_versions`)).status).toBe(404)
    const { rows } = await sql`select from tracker_definition_version where tracker_id = ${tracker.id}`.execute(
      test.db.kysely,
    )
    expect(rows).toEqual([])
  })
})
