import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest, type TestResponse } from '../../../../test/harness/app.ts'
import { givenArtifact, readProject, type Credentials, type FixtureTracker } from '../../../../test/harness/fixture.ts'
import { untilSomebodyWaits } from '../../../../test/harness/locks.ts'
import { anElement, createTrackersOf } from '../../../../test/harness/trackers.ts'
import { givenUpload } from '../../../../test/harness/uploads.ts'
import { aWorkTracker, givenWorks } from '../../../../test/harness/workflows.ts'
import { inTransaction } from '../../../platform/db/db.ts'

let crocus: TestApp
let owner: Credentials
let member: Credentials
let stranger: Credentials
let deed: FixtureTracker
let projectId: number

const setSetting = (name: 'artifacts_deletion_limit' | 'trash_days', value: number) =>
  crocus.app.modules.settings.set(name, String(value), { actorId: null, means: 'command' })

beforeAll(async () => {
  crocus = await testApp()
  const works = await givenWorks(crocus)
  ;({ owner, member, stranger, projectId } = works)
  const { elements } = aWorkTracker(projectId, 'x')
  const secret = { read: [4], submit: [4], update: [4] }
  for (const name of ['deed', 'dead'])
    await createTrackersOf(
      crocus,
      aWorkTracker(projectId, name, {
        elements: [...elements, anElement('file', 'papers'), anElement('int', 'secret', { permissions: secret })],
      }),
    )
  deed = (await readProject(crocus, projectId, owner)).tracker('deed')
  await setSetting('artifacts_deletion_limit', 1_000)
})

const call = (method: string, path: string, request: TestRequest = {}): Promise<TestResponse> =>
  crocus.request(method, `/api/${path}`, { as: owner, ...request })
const entry = (name: string, value: unknown) => ({ field_id: deed.field(name), value })
const links = (...ids: number[]) => ({ field_id: deed.field('links'), links: ids.map(id => ({ id, type: '' })) })
const given = (title: string, ...values: object[]): Promise<number> =>
  givenArtifact(crocus, deed, title, {
    as: owner,
    values: [{ field_id: deed.field('state'), bind_value_ids: [deed.value('state', 'new')] }, ...values],
  })
const put = async (id: number, values: object[], comment = ''): Promise<void> => {
  const done = await call('PUT', `artifacts/${id}`, { json: { values, comment: { body: comment, format: 'text' } } })
  expect(done.status, done.text).toBe(200)
}
const remove = async (id: number): Promise<void> => {
  const done = await call('DELETE', `artifacts/${id}`)
  expect(done.status, done.text).toBe(200)
}
interface Restored {
  readonly id: number
  readonly number: number
  readonly lost: { what: string; field_id: number | null; artifact_id: number | null; text: string }[]
}
const restore = async (id: number, query = ''): Promise<Restored> => {
  const done = await call('POST', `trash/${id}/restore${query}`)
  expect(done.status, done.text).toBe(200)
  return done.json<Restored>()
}
const read = async (id: number) =>
  (await call('GET', `artifacts/${id}?values_format=all`)).json<Record<string, unknown>>()
const changesets = async (id: number) =>
  (await call('GET', `artifacts/${id}/changesets?limit=50`)).json<{ id: number; last_comment: { body: string } }[]>()
const rowsOf = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(crocus.db.kysely)
  return rows[0]?.n ?? 0
}
const DERIVED = ['last_modified_date', 'last_update_by', 'last_update_by_user']
const withoutStamps = (artifact: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(artifact).filter(([key]) => !DERIVED.includes(key)))

describe('POST /trash/{id}/restore (integrators.md §9)', () => {
  it('brings an artifact back, field by field, with history, comments, attachments and links of both directions', async () => {
    const file = await givenUpload(crocus, { as: owner, fieldId: deed.field('papers'), content: 'glass' })
    const target = await given('Target')
    const id = await given('Whole', links(target), entry('effort', 3), entry('secret', 7), entry('papers', [file.id]))
    await put(id, [entry('effort', 4)], 'More of it')
    const source = await given('Source', links(id))
    await call('PUT', `artifacts/${id}/subscription`, { json: { level: 'none' } })
    const [before, history, ofSource] = [await read(id), await changesets(id), await read(source)]
    await remove(id)
    expect((await call('GET', `artifacts/${id}`)).status).toBe(404)
    expect(await restore(id, '?dry_run=true')).toMatchObject({ dry_run: true, would: { id, lost: [] } })
    expect((await call('GET', `artifacts/${id}`)).status).toBe(404)
    const restored = await restore(id)
    expect(restored).toEqual({ id, uri: `artifacts/${id}`, number: restored.number, lost: [] })
    expect(withoutStamps(await read(id))).toEqual(withoutStamps(before))
    expect(await read(source)).toEqual(ofSource)
    const after = await changesets(id)
    expect(after.slice(0, -1)).toEqual(history)
    expect(after.at(-1)?.last_comment.body).toBe('Restored from the trash')
    expect(after.at(-1)?.id).toBeGreaterThan(history.at(-1)?.id ?? 0)
    const content = await crocus.request('GET', new URL(file.download_href, 'http://x').pathname, { as: owner })
    expect([content.status, content.text]).toEqual([200, 'glass'])
    const found = await call(
      'GET',
      `trackers/${deed.id}/artifacts?tql=${encodeURIComponent('title = "Whole" and effort = 4')}`,
    )
    expect(found.json<{ id: number }[]>().map(one => one.id)).toEqual([id])
    expect((await call('POST', `trash/${id}/restore`)).status).toBe(404)
  })

  it('gives the next number if another artifact has the old one, and tells links that are lost', async () => {
    const target = await given('Gone target')
    const id = await given('Numbered', links(target))
    const source = await given('Other source', links(id))
    await remove(id)
    await put(source, [links(await given('Elsewhere'))])
    await remove(target)
    const restored = await restore(id)
    expect(restored.lost.map(({ what, artifact_id }) => [what, artifact_id])).toEqual([
      ['link', target],
      ['link', source],
    ])
    const last = await given('Last')
    await remove(last)
    await given('Takes the number')
    expect((await restore(last)).lost.map(({ what }) => what)).toEqual(['number'])
  })

  it('loses a link whose other end is deleted at the same moment', async () => {
    const target = await given('Going target')
    const id = await given('Coming source', links(target))
    await remove(id)
    let restoring: Promise<Restored> | undefined
    await inTransaction(crocus.db, async tx => {
      await sql`delete from artifact where id = ${target}`.execute(tx)
      restoring = restore(id)
      await untilSomebodyWaits(tx)
    })
    expect((await restoring)?.lost).toEqual([expect.objectContaining({ what: 'link', artifact_id: target })])
  })

  it('is for administrators of the tracker, in projects that are open', async () => {
    const id = await given('Guarded')
    await remove(id)
    const outcome = async (as: Credentials, method: string, path: string) => (await call(method, path, { as })).status
    for (const who of [member, stranger]) {
      expect(await outcome(who, 'GET', `trash/${id}`)).toBe(404)
      expect(await outcome(who, 'POST', `trash/${id}/restore`)).toBe(404)
      expect(await outcome(who, 'DELETE', `trash/${id}`)).toBe(404)
    }
    expect((await call('GET', `trackers/${deed.id}/trash`, { as: member })).json()).toEqual([])
    expect((await call('GET', `trackers/${deed.id}/trash`, { as: stranger })).json()).toEqual([])
    expect((await crocus.request('GET', `/api/trash/${id}`)).status).toBe(401)
    expect((await call('GET', 'trash/999999')).status).toBe(404)
  })

  it('finds no place when the tracker was deleted', async () => {
    const dead = (await readProject(crocus, projectId, owner)).tracker('dead')
    const id = await givenArtifact(crocus, dead, 'Placeless', {
      as: owner,
      values: [{ field_id: dead.field('state'), bind_value_ids: [dead.value('state', 'new')] }],
    })
    await remove(id)
    expect((await call('DELETE', `trackers/${dead.id}`)).status).toBe(204)
    const refused = await call('POST', `trash/${id}/restore`)
    expect([refused.status, refused.json<{ error: { details: { reason: string } } }>().error.details.reason]).toEqual([
      409,
      'trash.no_place',
    ])
  })
})

describe('the trash', () => {
  it('lists deletions, latest first, and shows an artifact as it was', async () => {
    const [one, two] = [await given('One', entry('effort', 1)), await given('Two')]
    const before = await read(one)
    await remove(one)
    await remove(two)
    const list = await call('GET', `trackers/${deed.id}/trash?limit=2`)
    const [first, second] = list.json<Record<string, unknown>[]>()
    expect([first?.['artifact_id'], second?.['artifact_id']]).toEqual([two, one])
    expect(second).toMatchObject({ uri: `trash/${one}`, title: 'One', changesets: 1, can_restore: true })
    expect(Number(list.headers['x-pagination-size'])).toBeGreaterThanOrEqual(2)
    const { deleted_at, purge_on, ...shown } = (await call('GET', `trash/${one}`)).json<Record<string, unknown>>()
    expect(shown).toEqual(before)
    expect(new Date(String(purge_on)).getTime() - new Date(String(deleted_at)).getTime()).toBe(30 * 86_400_000)
  })

  it('is seen by nothing else: lists, searches, counts, links and history', async () => {
    const id = await given('Vanished for all')
    const source = await given('Holder', links(id))
    const asked = [
      `artifacts/${id}`,
      `artifacts/${id}/changesets`,
      `artifacts/${id}/activity`,
      `artifacts?query=${encodeURIComponent(`{"id":[${id}]}`)}`,
      `trackers/${deed.id}/artifacts?limit=1000`,
      `trackers/${deed.id}/artifacts?tql=${encodeURIComponent('@text = "vanished"')}`,
      `artifacts/${source}?values_format=all`,
      `artifacts/${source}/linked_artifacts?direction=forward`,
      'users/self/artifacts?query=%7B%22submitter%22%3Atrue%7D',
      `projects/${projectId}/heartbeats`,
    ]
    const answers = () =>
      Promise.all(
        asked.map(async path => {
          const { status, text, headers } = await call('GET', path)
          return [path, status, text, headers['x-pagination-size']]
        }),
      )
    await remove(id)
    const withTrash = await answers()
    expect((await call('DELETE', `trash/${id}`)).status).toBe(200)
    expect(await answers()).toEqual(withTrash)
    expect(withTrash[0]?.[1]).toBe(404)
    expect(JSON.stringify(withTrash)).not.toContain('Vanished')
  })

  it('is purged for good, contents included, and by the job when its time is over', async () => {
    const file = await givenUpload(crocus, { as: owner, fieldId: deed.field('papers') })
    const id = await given('Purged', entry('papers', [file.id]))
    const erasures = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from content_erasure where file_id = ${file.id}`.execute(crocus.db.kysely)
      return rows[0]?.n
    }
    await remove(id)
    expect(await erasures()).toBe(0)
    expect((await call('DELETE', `trash/${id}?dry_run=true`)).json()).toEqual({
      dry_run: true,
      status: 200,
      would: null,
    })
    expect((await call('DELETE', `trash/${id}`)).status).toBe(200)
    expect(await erasures()).toBe(1)
    expect((await call('DELETE', `trash/${id}`)).status).toBe(404)
    const late = await given('Late')
    await remove(late)
    const job = crocus.app.jobs.find(({ name }) => name === 'purge_trash')
    await job?.run({})
    expect((await call('GET', `trash/${late}`)).status).toBe(200)
    crocus.clock.advance(31 * 86_400_000)
    await job?.run({})
    expect((await call('GET', `trash/${late}`)).status).toBe(404)
    expect([await rowsOf('trashed_artifact'), await rowsOf('trashed_changeset')]).toEqual([0, 0])
    const { rows } = await sql<{ kind: string }>`
      select kind from event where artifact_id = ${late} order by seq`.execute(crocus.db.kysely)
    expect(rows.map(({ kind }) => kind)).toEqual(['artifact.created', 'artifact.deleted', 'artifact.purged'])
  })

  it('keeps nothing when the setting is 0', async () => {
    await setSetting('trash_days', 0)
    const id = await given('For good')
    await remove(id)
    await setSetting('trash_days', 30)
    expect((await call('GET', `trash/${id}`)).status).toBe(404)
    expect(await rowsOf('trashed_artifact')).toBe(0)
  })
})
