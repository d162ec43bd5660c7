import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../platform/db/db.ts'
import { hashPassword } from '../users/index.ts'
import { testApp, type TestApp, type TestRequest } from '../../../test/harness/app.ts'

type Credentials = readonly [login: string, password: string]

interface Entry {
  field_id: number
  label: string
  type: string
  [member: string]: unknown
}

interface ArtifactBody {
  id: number
  title: string | null
  status: string
  values: Entry[] | null
  values_by_field: Record<string, Entry | null> | null
  [member: string]: unknown
}

let crocus: TestApp
let fields: Map<string, number>
let statusValues: Map<string, number>
let trackerId: number
let projectId: number
const member: Credentials = ['mia', 'a password for mia']
const stranger: Credentials = ['sam', 'a password for sam']

const createUser = async ([login, password]: Credentials): Promise<void> => {
  const passwordHash = await hashPassword(password)
  await inTransaction(crocus.db, tx =>
    crocus.app.modules.users.createMany(tx, [{ login, email: `${login}@example.org`, passwordHash }], {
      userId: null,
      means: 'command',
    }),
  )
}

beforeAll(async () => {
  crocus = await testApp()
  await createUser(member)
  await createUser(stranger)
  const project = await crocus.request('POST', '/api/projects', {
    as: crocus.admin,
    json: { shortname: 'garden', label: 'Garden', is_public: true, template_id: 100 },
  })
  expect(project.status).toBe(201)
  projectId = project.json<{ id: number }>().id
  const added = await crocus.request('PUT', `/api/user_groups/${projectId}_3/users`, {
    as: crocus.admin,
    json: { user_references: [{ username: 'mia' }, { username: 'admin' }] },
  })
  expect(added.text).toBe('')
  const trackers = await crocus.request('GET', `/api/projects/${projectId}/trackers`, { as: crocus.admin })
  const bug = trackers
    .json<
      {
        id: number
        item_name: string
        fields: { field_id: number; name: string; values: { id: number; label: string }[] }[]
      }[]
    >()
    .find(tracker => tracker.item_name === 'bug')
  if (!bug) throw new Error('the template has no bugs')
  trackerId = bug.id
  fields = new Map(bug.fields.map(field => [field.name, field.field_id]))
  statusValues = new Map(
    bug.fields.find(field => field.name === 'status')?.values.map(value => [value.label, value.id]),
  )
})

const field = (name: string): number => {
  const id = fields.get(name)
  if (id === undefined) throw new Error(`no field ${name}`)
  return id
}
const create = (values: unknown[], request: TestRequest = {}) =>
  crocus.request('POST', '/api/artifacts', { as: member, json: { tracker: { id: trackerId }, values }, ...request })
const given = async (title: string, more: unknown[] = []): Promise<number> => {
  const response = await create([{ field_id: field('title'), value: title }, ...more])
  expect(response.text).toContain('"id":')
  return response.json<{ id: number }>().id
}
const read = async (id: number, query = ''): Promise<ArtifactBody> => {
  const response = await crocus.request('GET', `/api/artifacts/${id}${query}`, { as: member })
  expect(response.status).toBe(200)
  return response.json<ArtifactBody>()
}
const put = (id: number, json: unknown, headers: Record<string, string> = {}, as: Credentials = member) =>
  crocus.request('PUT', `/api/artifacts/${id}`, { as, json, headers })
const entryOf = (artifact: ArtifactBody, name: string): Entry | undefined =>
  artifact.values?.find(entry => entry.field_id === field(name))
const etagOf = async (id: number): Promise<string> =>
  String((await crocus.request('GET', `/api/artifacts/${id}`, { as: member })).headers.etag)
const message = (response: { json<T>(): T }): string => response.json<{ error: { message: string } }>().error.message

describe('POST /artifacts (artifacts.md §5)', () => {
  it('answers 201 with a reference, its address, and its version', async () => {
    const response = await create([{ field_id: field('title'), value: 'Roots' }])
    expect(response.status).toBe(201)
    const body = response.json<{ id: number; uri: string; tracker: { id: number } }>()
    expect(body).toMatchObject({ uri: `artifacts/${body.id}`, tracker: { id: trackerId } })
    expect(response.headers.location).toBe(`http://crocus.test/api/v1/artifacts/${body.id}`)
    expect(response.headers.etag).toBe(await etagOf(body.id))
    expect(response.headers['last-modified']).toBe('Mon, 02 Mar 2026 10:00:00 GMT')
  })

  it('stores the defaults of fields that are not sent, so that they have an entry at once', async () => {
    const artifact = await read(await given('Defaults'))
    expect(entryOf(artifact, 'description')).toMatchObject({ value: '', commonmark: '' })
    expect(entryOf(artifact, 'assigned_to')).toMatchObject({ values: [{ is_anonymous: true }], bind_value_ids: [100] })
    expect(entryOf(artifact, 'status')).toMatchObject({ bind_value_ids: [statusValues.get('New')] })
    expect(entryOf(artifact, 'effort')).toBeUndefined()
  })

  it('refuses all wrong values at once and stores nothing', async () => {
    const before = await crocus.request('GET', `/api/trackers/${trackerId}/artifacts?limit=1`, { as: member })
    const response = await create([
      { field_id: field('title'), value: 12 },
      { field_id: field('reports'), value: 'many' },
      { field_id: 987_654, value: 'x' },
    ])
    expect(response.status).toBe(400)
    const lines = message(response).replace('Bad Request: ', '').trimEnd().split('\n')
    // The required title is missing, too, since the sent value is no title.
    expect(lines.length).toBeGreaterThanOrEqual(3)
    expect(lines.every(line => line.startsWith('error: '))).toBe(true)
    const after = await crocus.request('GET', `/api/trackers/${trackerId}/artifacts?limit=1`, { as: member })
    expect(after.headers['x-pagination-size']).toBe(before.headers['x-pagination-size'])
  })

  it.each([
    ['no source of values', { values: [] }, 400],
    [
      'two sources of values',
      { values: [{ field_id: 1, value: 'x' }], values_by_field: { title: { value: 'x' } } },
      400,
    ],
    ['an unknown tracker', { tracker: { id: 4_000_000_000 }, values: [{ field_id: 1, value: 'x' }] }, 404],
    ['an entry that is no object', { values: ['x'] }, 400],
    ['a missing required title', { values: [{ field_id: 0 }] }, 400],
  ])('refuses %s', async (_what, body, status) => {
    const response = await crocus.request('POST', '/api/artifacts', {
      as: member,
      json: { tracker: { id: trackerId }, ...body },
    })
    expect(response.status).toBe(status)
  })

  it('refuses anonymous callers (401), and callers without the right to submit (403)', async () => {
    expect(
      (await crocus.request('POST', '/api/artifacts', { json: { tracker: { id: trackerId }, values: [] } })).status,
    ).toBe(401)
    expect((await create([{ field_id: field('title'), value: 'x' }], { as: stranger })).status).toBe(403)
  })

  it('takes texts and numbers by the names of their fields, and says so in the uri', async () => {
    const response = await crocus.request('POST', '/api/artifacts', {
      as: member,
      json: { tracker: { id: trackerId }, values_by_field: { title: { value: 'By name' }, reports: { value: 3 } } },
    })
    expect(response.status).toBe(201)
    const { id, uri } = response.json<{ id: number; uri: string }>()
    expect(uri).toBe(`artifacts/${id}?values_format=by_field`)
    const artifact = await read(id, '?values_format=by_field')
    expect(artifact.values).toBeNull()
    expect(artifact.values_by_field).toMatchObject({ title: { value: 'By name' }, reports: { value: 3 }, effort: null })
    expect(artifact.values_by_field).not.toHaveProperty('status')
  })

  it('refuses lists and unknown names by name', async () => {
    for (const values_by_field of [{ status: { value: 1 } }, { nothing: { value: 1 } }, { title: {} }]) {
      const response = await crocus.request('POST', '/api/artifacts', {
        as: member,
        json: { tracker: { id: trackerId }, values_by_field },
      })
      expect(response.status).toBe(400)
    }
  })

  it('copies the title of another artifact', async () => {
    const source = await given('Copied <title>')
    const response = await crocus.request('POST', '/api/artifacts', {
      as: member,
      json: { tracker: { id: trackerId }, from_artifact: { id: source } },
    })
    expect(response.status).toBe(201)
    expect((await read(response.json<{ id: number }>().id)).title).toBe('Copied <title>')
  })

  it('takes XML as it takes JSON (base.md §4.8)', async () => {
    const response = await crocus.request('POST', '/api/artifacts', {
      as: member,
      headers: { accept: 'application/xml' },
      xml:
        `<request><tracker><id>${trackerId}</id></tracker><values>` +
        `<item><field_id>${field('title')}</field_id><value>007 &amp; more</value></item>` +
        `<item><field_id>${field('status')}</field_id><bind_value_ids><item>${statusValues.get('Confirmed')}</item></bind_value_ids></item>` +
        `<item><field_id>${field('effort')}</field_id><value>1.50</value></item></values></request>`,
    })
    expect(response.status).toBe(201)
    const id = /<response><id>(\d+)<\/id>/.exec(response.text)?.[1]
    const artifact = await read(Number(id))
    expect(artifact).toMatchObject({ title: '007 & more', status: 'Confirmed' })
    expect(entryOf(artifact, 'effort')).toMatchObject({ value: 1.5 })
    const asXml = await crocus.request('GET', `/api/artifacts/${id}`, {
      as: member,
      headers: { accept: 'application/xml' },
    })
    expect(asXml.text).toContain(`<bind_value_ids><item>${statusValues.get('Confirmed')}</item></bind_value_ids>`)
    expect(asXml.headers.etag).toBe(response.headers.etag)
  })
})

describe('PUT /artifacts/{id} (artifacts.md §6)', () => {
  it('changes what is sent, keeps the rest, and answers an empty body with the new version', async () => {
    const id = await given('Before', [{ field_id: field('effort'), value: 2 }])
    const etag = await etagOf(id)
    const response = await put(id, { values: [{ field_id: field('title'), value: 'After' }] })
    expect(response).toMatchObject({ status: 200, text: '' })
    expect(response.headers.etag).not.toBe(etag)
    const artifact = await read(id)
    expect(artifact.title).toBe('After')
    expect(entryOf(artifact, 'effort')).toMatchObject({ value: 2 })
  })

  it('makes no changeset when nothing changes', async () => {
    const id = await given('Same')
    const etag = await etagOf(id)
    const response = await put(id, { values: [{ field_id: field('title'), value: 'Same' }] })
    expect(response.headers.etag).toBe(etag)
    const history = await crocus.request('GET', `/api/artifacts/${id}/changesets`, { as: member })
    expect(history.headers['x-pagination-size']).toBe('1')
  })

  it('treats an unchanged representation as no change', async () => {
    const other = await given('Linked')
    const id = await given('Round trip', [
      { field_id: field('description'), value: { content: 'a *b*', format: 'html' } },
      { field_id: field('platforms'), bind_value_ids: [] },
      { field_id: field('reports'), value: 0 },
      { field_id: field('due_date'), value: '2026-05-06' },
      { field_id: field('links'), links: [{ id: other, type: '_is_child' }] },
    ])
    const etag = await etagOf(id)
    const response = await put(id, await read(id, '?values_format=all'))
    expect(response).toMatchObject({ status: 200, text: '' })
    expect(response.headers.etag).toBe(etag)
  })

  it('refuses a stale If-Match or If-Unmodified-Since with 412 and changes nothing (base.md §8)', async () => {
    const id = await given('Version 1')
    const etag = await etagOf(id)
    expect(
      (await put(id, { values: [{ field_id: field('title'), value: 'Version 2' }] }, { 'if-match': etag })).status,
    ).toBe(200)
    const lost = await put(id, { values: [{ field_id: field('title'), value: 'Lost' }] }, { 'if-match': etag })
    expect(lost.status).toBe(412)
    expect(lost.json<{ error: { details: object } }>().error.details).toMatchObject({
      reason: 'precondition.changed',
      etag: await etagOf(id),
    })
    const since = 'Mon, 02 Mar 2026 09:59:59 GMT'
    expect((await put(id, { values: [] }, { 'if-unmodified-since': since })).status).toBe(412)
    expect((await read(id)).title).toBe('Version 2')
  })

  it('gives two edits of one second two versions', async () => {
    const id = await given('One')
    const first = await put(id, { values: [{ field_id: field('title'), value: 'Two' }] })
    const second = await put(id, { values: [{ field_id: field('title'), value: 'Three' }] })
    expect(first.headers.etag).not.toBe(second.headers.etag)
    expect(first.headers['last-modified']).toBe(second.headers['last-modified'])
  })

  it('checks the right before the version, and the version before the values', async () => {
    const id = await given('Order of checks')
    const stale = { 'if-match': 'stale' }
    const wrong = { values: [{ field_id: field('reports'), value: 'x' }] }
    expect((await crocus.request('PUT', `/api/artifacts/${id}`, { json: wrong, headers: stale })).status).toBe(401)
    expect((await put(9_999_999, wrong, stale)).status).toBe(404)
    expect((await put(id, wrong, stale)).status).toBe(412)
    expect((await put(id, wrong)).status).toBe(400)
  })

  it('refuses fields that the requester may not update', async () => {
    const id = await given('Not yours')
    const response = await put(id, { values: [{ field_id: field('title'), value: 'Mine' }] }, {}, stranger)
    expect(response.status).toBe(400)
    expect(message(response)).toContain('not allowed to update')
    expect((await read(id)).title).toBe('Not yours')
  })

  it('refuses to empty a required field', async () => {
    const id = await given('Needed')
    expect((await put(id, { values: [{ field_id: field('title'), value: '' }] })).status).toBe(400)
  })

  it('keeps a comment, with references turned into links, and counts it as a change', async () => {
    const target = await given('Target')
    const id = await given('Commented')
    await put(id, { values: [], comment: { body: ` see bug #${target} <b> `, format: 'text' } })
    const history = await crocus.request('GET', `/api/artifacts/${id}/changesets`, { as: member })
    const [, changeset] = history.json<{ last_comment: { body: string; post_processed_body: string } }[]>()
    expect(changeset?.last_comment.body).toBe(`see bug #${target} <b>`)
    expect(changeset?.last_comment.post_processed_body).toContain(`<a href="/goto?key=bug&amp;val=${target}"`)
    expect(changeset?.last_comment.post_processed_body).toContain('&lt;b&gt;')
    const references = entryOf(await read(target), 'references')
    expect(references?.value).toEqual([{ ref: `bug #${id}`, url: `/goto?key=bug&val=${id}`, direction: 'in' }])
  })

  it('refuses a comment that is too long', async () => {
    const id = await given('Short')
    expect((await put(id, { values: [], comment: { body: 'x'.repeat(65_536), format: 'text' } })).status).toBe(400)
  })

  it('never shows scripts of a text', async () => {
    const id = await given('Hostile', [
      {
        field_id: field('description'),
        value: {
          content: '<img src=x onerror=alert(1)><script>alert(1)</script><a href="javascript:alert(1)">x</a>',
          format: 'html',
        },
      },
    ])
    const shown = String(entryOf(await read(id), 'description')?.post_processed_value)
    expect(shown).not.toMatch(/onerror|<script|javascript:/)
  })
})

describe('links (artifacts.md §6, §10)', () => {
  const links = async (id: number) =>
    (await crocus.request('GET', `/api/artifacts/${id}/links`, { as: member })).json<{
      natures: { shortname: string; direction: string; label: string }[]
    }>().natures
  const linked = async (id: number, query: string) =>
    (await crocus.request('GET', `/api/artifacts/${id}/linked_artifacts?${query}`, { as: member }))
      .json<{ collection: { id: number }[] }>()
      .collection.map(artifact => artifact.id)

  it('are seen from both ends, with the labels of their type', async () => {
    const child = await given('Child')
    const parent = await given('Parent', [{ field_id: field('links'), links: [{ id: child, type: '_is_child' }] }])
    expect(await links(parent)).toMatchObject([{ shortname: '_is_child', direction: 'forward', label: 'Child' }])
    expect(await links(child)).toMatchObject([{ shortname: '_is_child', direction: 'reverse', label: 'Parent' }])
    expect(await linked(parent, 'direction=forward&nature=_is_child')).toEqual([child])
    expect(await linked(parent, 'direction=forward')).toEqual([])
  })

  it('`parent` writes the link on the parent, with a changeset of its own there', async () => {
    const parent = await given('Parent')
    const child = await given('Child', [{ field_id: field('links'), parent: { id: parent } }])
    expect(await linked(parent, 'direction=forward&nature=_is_child')).toEqual([child])
    const history = await crocus.request('GET', `/api/artifacts/${parent}/changesets`, { as: member })
    expect(history.headers['x-pagination-size']).toBe('2')
  })

  it('`all_links` sets both directions, and [] removes all', async () => {
    const one = await given('One')
    const two = await given('Two')
    const id = await given('Middle')
    const all_links = [
      { id: one, direction: 'forward', type: '' },
      { id: two, direction: 'reverse', type: 'fixed_in' },
    ]
    expect((await put(id, { values: [{ field_id: field('links'), all_links }] })).text).toBe('')
    expect(await linked(id, 'direction=forward')).toEqual([one])
    expect(await linked(two, 'direction=forward&nature=fixed_in')).toEqual([id])
    expect((await put(id, { values: [{ field_id: field('links'), all_links: [] }] })).text).toBe('')
    expect(await links(id)).toEqual([])
    expect(await links(two)).toEqual([])
  })

  it('a creation with an unknown reverse end leaves nothing behind', async () => {
    const before = await crocus.request('GET', `/api/trackers/${trackerId}/artifacts?limit=1`, { as: member })
    const response = await create([
      { field_id: field('title'), value: 'Orphan' },
      { field_id: field('links'), parent: { id: 8_888_888 } },
    ])
    expect(response.status).toBe(400)
    const after = await crocus.request('GET', `/api/trackers/${trackerId}/artifacts?limit=1`, { as: member })
    expect(after.headers['x-pagination-size']).toBe(before.headers['x-pagination-size'])
  })

  it('in the history are the links of their time', async () => {
    const target = await given('Target')
    const id = await given('Source', [{ field_id: field('links'), links: [{ id: target }] }])
    await put(id, { values: [{ field_id: field('links'), links: [] }] })
    const history = await crocus.request('GET', `/api/artifacts/${id}/changesets`, { as: member })
    const perChangeset = history
      .json<{ values: Entry[] }[]>()
      .map(changeset => changeset.values.find(entry => entry.type === 'art_link')?.links as { id: number }[])
    expect(perChangeset.map(ends => ends.map(end => end.id))).toEqual([[target], []])
  })
})

describe('lists', () => {
  it('GET /artifacts?query={"id":[…]} answers visible artifacts, in the requested order (artifacts.md §4)', async () => {
    const ids = [await given('A'), await given('B')]
    const query = encodeURIComponent(JSON.stringify({ id: [ids[1], 7_777_777, ids[0]] }))
    const response = await crocus.request('GET', `/api/artifacts?query=${query}`, { as: member })
    expect(response.json<{ collection: ArtifactBody[] }>().collection.map(artifact => artifact.id)).toEqual([
      ids[1],
      ids[0],
    ])
    expect(response.headers['x-pagination-size']).toBe('3')
  })

  it.each([
    ['no ids', '{}', 400],
    ['an id twice', '{"id":[1,1]}', 400],
    ['text for an id', '{"id":["1"]}', 400],
    ['no JSON', 'x', 400],
    ['more than 100 ids', JSON.stringify({ id: Array.from({ length: 101 }, (_, index) => index + 1) }), 403],
    ['an empty list', '{"id":[]}', 200],
    ['ids that no object can have', '{"id":[9007199254740993, 4294967296, 9223372036854775808, 1e30]}', 200],
  ])('GET /artifacts with %s', async (_what, query, status) => {
    expect(
      (await crocus.request('GET', `/api/artifacts?query=${encodeURIComponent(query)}`, { as: member })).status,
    ).toBe(status)
  })

  it('GET /trackers/{id}/artifacts pages by id, both ways (trackers.md §4)', async () => {
    const ids = [await given('X'), await given('Y')]
    const newest = await crocus.request('GET', `/api/trackers/${trackerId}/artifacts?order=desc&limit=2&values=all`, {
      as: member,
    })
    expect(newest.json<ArtifactBody[]>().map(artifact => artifact.id)).toEqual([ids[1], ids[0]])
    expect(newest.json<ArtifactBody[]>()[0]?.values).not.toBeNull()
    const total = Number(newest.headers['x-pagination-size'])
    const beyond = await crocus.request('GET', `/api/trackers/${trackerId}/artifacts?offset=${total}`, { as: member })
    expect(beyond.json()).toEqual([])
    expect(
      (await crocus.request('GET', `/api/trackers/${trackerId}/artifacts?limit=1001`, { as: member })).status,
    ).toBe(400)
    expect((await crocus.request('GET', '/api/trackers/424242/artifacts', { as: member })).status).toBe(404)
  })

  it.each([
    ['query={}', 200],
    ['query=&expert_query=', 200],
    ['query=X', 400],
    ['query=[]', 400],
    ['expert_query=title', 400],
    ['order_by=nothing', 400],
  ])('GET /trackers/{id}/artifacts?%s never answers all artifacts for a query', async (query, status) => {
    const answer = await crocus.request('GET', `/api/trackers/${trackerId}/artifacts?${encodeURI(query)}`, {
      as: member,
    })
    expect(answer.status).toBe(status)
  })

  it('changesets are paged, ordered and filtered (artifacts.md §9)', async () => {
    const id = await given('History')
    await put(id, { values: [{ field_id: field('title'), value: 'History 2' }] })
    await put(id, { values: [], comment: { body: 'third', format: 'html' } })
    const all = await crocus.request('GET', `/api/artifacts/${id}/changesets?order=desc`, { as: member })
    const titles = all
      .json<{ values: Entry[] }[]>()
      .map(changeset => changeset.values.find(entry => entry.label === 'Title')?.value)
    expect(titles).toEqual(['History 2', 'History 2', 'History'])
    const comments = await crocus.request('GET', `/api/artifacts/${id}/changesets?fields=comments`, { as: member })
    expect(comments.json<unknown[]>()).toHaveLength(1)
    expect(comments.headers['x-pagination-size']).toBe('3')
  })
})

describe('round trips to the database (DESIGN.md §4)', () => {
  const count = async (work: () => Promise<unknown>): Promise<number> => {
    const before = crocus.db.roundTrips()
    await work()
    return crocus.db.roundTrips() - before
  }

  it('is one for GET, one for POST, one for PUT with a cached state, otherwise two, with warm caches', async () => {
    const other = await given('Other')
    const id = await given('Counted', [{ field_id: field('links'), links: [{ id: other }] }])
    await read(id)
    await put(id, { values: [{ field_id: field('title'), value: 'Counted again' }] })
    expect(await count(() => read(id))).toBe(1)
    expect(await count(() => given('New'))).toBe(1)
    const retitle = (value: string) =>
      count(() => put(id, { values: [{ field_id: field('title'), value }], comment: { body: 'c', format: 'text' } }))
    expect([await retitle('Third'), await retitle('Fourth')]).toEqual([1, 1])
    await put(id, { values: [{ field_id: field('links'), links: [] }] })
    expect([await retitle('Fifth'), await retitle('Sixth')]).toEqual([2, 1])
  })
})
