import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestResponse } from '../../../../test/harness/app.ts'
import { givenArtifact, readProject, type Credentials, type FixtureTracker } from '../../../../test/harness/fixture.ts'
import { createTrackersOf } from '../../../../test/harness/trackers.ts'
import { aStep, aWorkflow, aWorkTracker, givenWorks } from '../../../../test/harness/workflows.ts'

interface Details {
  reason: string
  etag?: string
  changed_since?: { field_id: number; name: string; yours: unknown; theirs: unknown; base?: unknown }[] | null
  changesets?: { id: number; by: { id: number; username: string } | null; at: string }[]
}

let crocus: TestApp
let owner: Credentials
let member: Credentials
let deed: FixtureTracker
let otherId: number
let hiddenTracker: FixtureTracker

beforeAll(async () => {
  crocus = await testApp()
  const works = await givenWorks(crocus)
  ;({ owner, member } = works)
  const steps = [aStep(null, 'new'), aStep('new', 'busy'), aStep('busy', 'done')]
  await createTrackersOf(
    crocus,
    aWorkTracker(works.projectId, 'deed', {
      workflow: aWorkflow(steps),
      dateRules: [{ sourceField: 'start', targetField: 'end', comparator: '<' }],
    }),
  )
  await createTrackersOf(crocus, aWorkTracker(works.projectId, 'feat'))
  const project = await readProject(crocus, works.projectId, owner)
  deed = project.tracker('deed')
  otherId = project.tracker('feat').id
  hiddenTracker = (await readProject(crocus, works.hiddenProjectId, owner)).tracker('task')
})

const entry = (name: string, value: unknown) => ({ field_id: deed.field(name), value })
const state = (name: string) => ({ field_id: deed.field('state'), bind_value_ids: [deed.value('state', name)] })
const links = (...ids: number[]) => ({
  field_id: deed.field('links'),
  links: ids.map(id => ({ id, type: '' })),
})
const given = async (): Promise<{ id: number; etag: string; at: string }> => {
  const made = await crocus.request('POST', '/api/artifacts', {
    as: owner,
    json: { tracker: { id: deed.id }, values: [entry('title', 'Base'), entry('effort', 1), state('new')] },
  })
  expect(made.text).toContain('"id"')
  const { etag, 'last-modified': at } = made.headers
  return { id: made.json<{ id: number }>().id, etag: String(etag), at: String(at) }
}
const put = (
  id: number,
  entries: object[],
  headers: Record<string, string> = {},
  { as = owner, comment = '', query = '' } = {},
): Promise<TestResponse> =>
  crocus.request('PUT', `/api/artifacts/${id}${query}`, {
    as,
    json: { values: entries, ...(comment === '' ? {} : { comment: { body: comment, format: 'text' } }) },
    headers,
  })
const merging = (etag: string) => ({ 'if-match': etag, prefer: 'handling=merge' })
const detailsOf = (response: TestResponse): Details => {
  expect([response.status, response.text.slice(0, 300)]).toEqual([412, expect.any(String)])
  return response.json<{ error: { details: Details } }>().error.details
}
const etagOf = async (id: number) =>
  String((await crocus.request('GET', `/api/artifacts/${id}`, { as: owner })).headers.etag)

describe('a refused If-Match (integrators.md §6)', () => {
  it('tells what changed since: the value of the request, of others, and of the version named', async () => {
    const { id, etag } = await given()
    await put(id, [entry('title', 'Theirs'), entry('effort', 5)], {}, { as: member })
    await put(id, [entry('effort', 1), entry('weight', 2.5)])
    const details = detailsOf(await put(id, [entry('title', 'Yours'), entry('weight', 3)], { 'if-match': etag }))
    expect(details).toMatchObject({ reason: 'precondition.changed', etag: await etagOf(id) })
    // The effort changed back: it is no difference.
    expect(details.changed_since).toEqual([
      expect.objectContaining({
        name: 'weight',
        yours: { value: 3 },
        theirs: { value: 2.5 },
        base: null,
      }),
      {
        field_id: deed.field('title'),
        name: 'title',
        yours: { value: 'Yours' },
        theirs: { value: 'Theirs' },
        base: { value: 'Base' },
      },
    ])
    expect(details.changesets?.map(({ by }) => by?.username)).toEqual(['owner', 'member'])
  })

  it('tells no version of a token that is none, and no base for a date', async () => {
    const { id, at } = await given()
    crocus.clock.advance(5_000)
    await put(id, [entry('title', 'Later')])
    expect(detailsOf(await put(id, [], { 'if-match': 'nonsense' })).changed_since).toBeNull()
    const byDate = detailsOf(await put(id, [entry('title', 'Mine')], { 'if-unmodified-since': at }))
    expect(byDate.changed_since).toEqual([
      { field_id: deed.field('title'), name: 'title', yours: { value: 'Mine' }, theirs: { value: 'Later' } },
    ])
    expect(byDate.changesets).toHaveLength(1)
  })
})

describe('changes of links that the viewer may not see', () => {
  it('are no changes: neither told nor in the way of a merge', async () => {
    const seen = (await given()).id
    const hidden = await givenArtifact(crocus, hiddenTracker, 'Hidden', { as: owner })
    const { id, etag } = await given()
    await put(id, [links(hidden), entry('title', 'Theirs')])
    const details = detailsOf(await put(id, [links(seen)], { 'if-match': etag }, { as: member }))
    expect(details.changed_since?.map(({ name }) => name)).toEqual(['title'])
    expect(detailsOf(await put(id, [links(seen)], { 'if-match': etag })).changed_since).toHaveLength(2)
    expect((await put(id, [links(seen)], merging(etag), { as: member })).status).toBe(200)
    const read = (await crocus.request('GET', `/api/artifacts/${id}`, { as: owner })).json<{
      values: { label: string; links?: { id: number }[] }[]
    }>()
    expect(read.values.find(({ label }) => label === 'links')?.links?.map(one => one.id)).toEqual([hidden, seen])
  })

  it('a list of links that stands already is merged, whatever was deleted', async () => {
    const [kept, doomed] = [(await given()).id, (await given()).id]
    const { id, etag } = await given()
    await put(id, [links(kept, doomed)], {}, { as: member })
    expect((await crocus.request('DELETE', `/api/artifacts/${doomed}`, { as: owner })).status).toBe(200)
    expect((await put(id, [links(kept), entry('effort', 8)], merging(etag))).status).toBe(200)
  })
})

describe('Prefer: handling=merge', () => {
  it('merges changes of other fields, and says so', async () => {
    const { id, etag } = await given()
    await put(id, [entry('effort', 7)], {}, { as: member })
    const merged = await put(id, [entry('title', 'Mine')], merging(etag))
    expect([merged.status, merged.headers['preference-applied']]).toEqual([200, 'handling=merge'])
    expect(merged.headers.etag).toBe(await etagOf(id))
    const read = (await crocus.request('GET', `/api/artifacts/${id}`, { as: owner })).text
    expect([read.includes('"title":"Mine"'), read.includes('"value":7')]).toEqual([true, true])
    const plain = await put(id, [entry('title', 'Next')], merging(String(merged.headers.etag)))
    expect([plain.status, plain.headers['preference-applied']]).toEqual([200, undefined])
  })

  it('refuses a field that others changed, unless it has the requested value already', async () => {
    const { id, etag } = await given()
    await put(id, [entry('title', 'Theirs')])
    const details = detailsOf(await put(id, [entry('title', 'Mine')], merging(etag)))
    expect(details.changed_since?.[0]).toMatchObject({ yours: { value: 'Mine' }, theirs: { value: 'Theirs' } })
    expect((await put(id, [entry('title', 'Theirs')], merging(etag))).status).toBe(200)
    expect((await put(id, [], merging(etag), { comment: 'A comment never conflicts' })).status).toBe(200)
    expect((await put(id, [], { 'if-match': etag }, { comment: 'x' })).status).toBe(412)
  })

  it('refuses fields that rules tie to changed ones, and everything after a step of the workflow', async () => {
    const dated = await given()
    await put(dated.id, [entry('start', '2026-03-01'), entry('end', '2026-03-09')])
    const etag = await etagOf(dated.id)
    await put(dated.id, [entry('end', '2026-03-20')], {}, { as: member })
    expect((await put(dated.id, [entry('start', '2026-03-10')], merging(etag))).status).toBe(412)
    expect((await put(dated.id, [entry('effort', 4)], merging(etag))).status).toBe(200)

    const stepped = await given()
    await put(stepped.id, [state('busy')], {}, { as: member })
    expect((await put(stepped.id, [entry('effort', 4)], merging(stepped.etag))).status).toBe(412)
    // By the newest state the step is impossible: the reason is the change of the other.
    await put(stepped.id, [state('done')], {}, { as: member })
    expect((await put(stepped.id, [state('busy')], merging(stepped.etag))).status).toBe(412)
  })

  it('checks anew: a value that is wrong by itself is 400', async () => {
    const { id, etag } = await given()
    await put(id, [entry('title', 'Theirs')])
    expect((await put(id, [entry('effort', 'much')], merging(etag))).status).toBe(400)
  })

  it('is rehearsed as it is done', async () => {
    const { id, etag } = await given()
    await put(id, [entry('effort', 9)])
    const dry = { query: '?dry_run=true' }
    expect((await put(id, [entry('effort', 2)], merging(etag), dry)).status).toBe(412)
    const report = await put(id, [entry('title', 'Mine')], merging(etag), dry)
    expect(report.json()).toMatchObject({ would: { etag: await etagOf(id), changed_fields: [{ name: 'title' }] } })
  })

  it('loses nothing among 16 writers of different fields', async () => {
    const { id, etag } = await given()
    const texts = ['title', 'effort', 'weight', 'start'] as const
    const sent = { title: 'All', effort: 3, weight: 4.5, start: '2026-01-02' }
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => texts[index % 4] ?? 'title').map(name =>
        put(id, [entry(name, sent[name])], merging(etag)),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const read = (await crocus.request('GET', `/api/artifacts/${id}`, { as: owner })).text
    for (const part of ['"title":"All"', '"value":3', '"value":4.5', '2026-01-02']) expect(read).toContain(part)
  })
})

describe('conditions of moves and deletions', () => {
  it('are compared', async () => {
    const { id, etag } = await given()
    await put(id, [entry('title', 'Changed')])
    const call = (method: string, headers: Record<string, string>) =>
      crocus.request(method, `/api/artifacts/${id}`, {
        as: owner,
        headers,
        ...(method === 'PATCH' && { json: { move: { tracker_id: otherId, dry_run: true } } }),
      })
    for (const method of ['DELETE', 'PATCH']) {
      expect((await call(method, { 'if-match': etag })).status, method).toBe(412)
      expect((await call(method, { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' })).status, method).toBe(412)
    }
    const now = await etagOf(id)
    expect((await call('PATCH', { 'if-match': now })).status).toBe(200)
    expect((await call('DELETE', { 'if-match': `"${now}"` })).status).toBe(200)
  })

  it('are required by the setting, dry runs included', async () => {
    const { id, etag } = await given()
    const set = (value: string) =>
      crocus.app.modules.settings.set('require_if_match', value, { actorId: null, means: 'command' })
    await set('1')
    try {
      const call = (method: string, query = '') =>
        crocus.request(method, `/api/artifacts/${id}${query}`, {
          as: owner,
          ...(method === 'PATCH' && { json: { move: { tracker_id: otherId } } }),
          ...(method === 'PUT' && { json: { values: [] } }),
        })
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        expect((await call(method)).status, method).toBe(428)
        expect((await call(method, '?dry_run=true')).status, method).toBe(428)
      }
      expect((await put(id, [entry('title', 'Named')], { 'if-match': etag })).status).toBe(200)
      expect((await put(id, [entry('effort', 6)], merging(etag))).status).toBe(200)
    } finally {
      await set('0')
    }
  })
})
