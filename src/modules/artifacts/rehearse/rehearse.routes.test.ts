import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { databaseFingerprint } from '../../../../test/fuzz/database-diff.ts'
import { testApp, type TestApp, type TestRequest, type TestResponse } from '../../../../test/harness/app.ts'
import { readProject, type Credentials, type FixtureTracker } from '../../../../test/harness/fixture.ts'
import { anElement, aTracker, aValue, createTrackersOf } from '../../../../test/harness/trackers.ts'
import { aStep, aWorkflow, aWorkTracker, givenWorks } from '../../../../test/harness/workflows.ts'
import { inTransaction } from '../../../platform/db/db.ts'

interface Outcome {
  artifact: (Record<string, unknown> & { values: Record<string, unknown>[] }) | null
  changed_fields: { field_id: number; name: string; before: unknown; after: unknown; by: string }[]
  is_change: boolean
  transition: { from_id: number | null; to_id: number | null } | null
  etag: string | null
  triggers: { artifact_id: number; field_id: number }[]
  mails: number | null
  webhooks: number | null
  deletions_left: number | null
}
interface Report {
  dry_run: boolean
  status: number
  would: Outcome
}

let crocus: TestApp
let owner: Credentials
let member: Credentials
let stranger: Credentials
let projectId: number
let chore: FixtureTracker
let saga: FixtureTracker

const list = (key: string, ...labels: string[]) => ({
  type: 'static' as const,
  isRankAlpha: false,
  values: labels.map(label => aValue(`${key}.${label}`, { label, isDefault: label === 'new' })),
})

beforeAll(async () => {
  crocus = await testApp()
  const works = await givenWorks(crocus)
  projectId = works.projectId
  ;({ owner, member, stranger } = works)
  const everybody = { read: [1], submit: [2], update: [2] }
  const tracker = (name: string) =>
    aTracker(works.projectId, name, {
      elements: [
        anElement('string', 'title', { key: `${name}.title`, permissions: everybody, isRequired: true }),
        anElement('sb', 'state', {
          key: `${name}.state`,
          permissions: everybody,
          bind: list(`${name}.state`, 'new', 'busy', 'done'),
        }),
        anElement('text', 'notes', { key: `${name}.notes`, permissions: everybody }),
        anElement('date', 'closed', {
          key: `${name}.closed`,
          settings: { default_value_type: 1 },
          permissions: everybody,
        }),
        anElement('tbl', 'tags', { key: `${name}.tags`, permissions: everybody, bind: list(`${name}.tags`, 'red') }),
        anElement('int', 'secret', { key: `${name}.secret`, permissions: { read: [4], submit: [4], update: [4] } }),
        anElement('art_link', 'links', { key: `${name}.links`, permissions: everybody }),
        anElement('aid', 'id', { key: `${name}.id` }),
      ],
      semantics: { title: { field: `${name}.title` } },
      ...(name === 'chore'
        ? {
            workflow: aWorkflow(
              [
                aStep(null, 'chore.state.new', { authorizedUserGroupIds: [1] }),
                aStep('chore.state.new', 'chore.state.busy', { authorizedUserGroupIds: [1] }),
                aStep('chore.state.busy', 'chore.state.done', {
                  authorizedUserGroupIds: [1],
                  actions: [{ type: 'set_field_value', field: 'chore.closed', fieldType: 'date', value: 'current' }],
                }),
              ],
              { field: 'chore.state' },
            ),
          }
        : {}),
    })
  await createTrackersOf(crocus, tracker('chore'), tracker('saga'))
  const project = await readProject(crocus, projectId, owner)
  chore = project.tracker('chore')
  saga = project.tracker('saga')
  await inTransaction(crocus.db, tx =>
    crocus.app.modules.trackers.addTriggers(tx, [
      {
        targetTrackerId: saga.id,
        targetFieldId: saga.field('state'),
        targetValueId: saga.value('state', 'busy'),
        condition: 'at_least_one',
        direction: 'up',
        sources: [{ trackerId: chore.id, fieldId: chore.field('state'), valueId: chore.value('state', 'busy') }],
      },
    ]),
  )
})

const call = (method: string, path: string, request: TestRequest = {}) =>
  crocus.request(method, `/api/${path}`, { as: owner, ...request })
const title = (text: string, tracker = chore) => ({ field_id: tracker.field('title'), value: text })
const state = (name: string) => ({ field_id: chore.field('state'), bind_value_ids: [chore.value('state', name)] })
const creation = (entries: object[], trackerId = chore.id) => ({ tracker: { id: trackerId }, values: entries })
const given = async (entries: object[], trackerId = chore.id): Promise<number> => {
  const response = await call('POST', 'artifacts', { json: creation(entries, trackerId) })
  expect(response.text).toContain('"id":')
  return response.json<{ id: number }>().id
}
const reportOf = (response: TestResponse): Report => {
  expect([response.status, response.text.slice(0, 300)]).toEqual([200, expect.stringContaining('"dry_run":true')])
  return response.json<Report>()
}

/** Everything that a write of an artifact changes: rows, and the sequences of artifacts and changesets. */
const world = async (): Promise<string> => {
  const { rows } = await sql<{ id: string }>`
    select (select last_value from artifact_id_seq) || ' ' || (select last_value from changeset_id_seq) as id`.execute(
    crocus.db.kysely,
  )
  return `${rows[0]?.id} ${await databaseFingerprint(crocus.db)} ${crocus.mails.length}`
}

/** Rehearses; nothing may have changed. */
const rehearse = async (method: string, path: string, request: TestRequest = {}): Promise<Report> => {
  await crocus.work()
  const before = await world()
  const response = await call(method, `${path}?dry_run=true`, request)
  await crocus.work()
  expect(await world()).toBe(before)
  return reportOf(response)
}

describe('a dry run of POST /artifacts (integrators.md §7)', () => {
  it('tells what the write then does, and does nothing', async () => {
    const story = await given([title('Story', saga)], saga.id)
    const json = creation([
      title('New'),
      { field_id: chore.field('notes'), value: { content: 'See story #1 and *this*', format: 'commonmark' } },
      { field_id: chore.field('tags'), value: { bind_value_objects: [{ label: 'blue' }] } },
      { field_id: chore.field('links'), links: [{ id: story, type: '' }] },
    ])
    const { status, would } = await rehearse('POST', 'artifacts', { json })
    expect(status).toBe(201)
    expect(would).toMatchObject({ is_change: true, etag: null, deletions_left: null, mails: 0, webhooks: 0 })
    expect(would.transition).toEqual({ from_id: null, to_id: chore.value('state', 'new') })
    const fieldBy = new Map(would.changed_fields.map(one => [one.name, one]))
    expect(fieldBy.get('title')).toMatchObject({ before: null, after: { value: 'New' }, by: 'request' })
    expect(fieldBy.get('state')).toMatchObject({
      after: { bind_value_ids: [chore.value('state', 'new')] },
      by: 'default',
    })
    expect(fieldBy.get('tags')?.after).toEqual({ value: { bind_value_objects: [{ label: 'blue' }] } })
    expect(fieldBy.get('links')?.after).toEqual({ links: [{ id: story, type: '' }] })

    const made = await call('POST', 'artifacts', { json })
    expect(made.status).toBe(201)
    const id = made.json<{ id: number }>().id
    const real = (await call('GET', `artifacts/${id}?values_format=all`)).json<Outcome['artifact']>()
    const ofId = { id: null, uri: null, xref: null, html_url: null, changesets_uri: null }
    const withoutId = (entry: Record<string, unknown>) =>
      entry['type'] === 'aid' ? { ...entry, value: null } : entry['label'] === 'tags' ? tagsOf(entry) : entry
    expect({ ...would.artifact, values: would.artifact?.values.map(withoutId), values_by_field: null }).toEqual({
      ...real,
      ...ofId,
      values: real?.values.map(withoutId),
      values_by_field: null,
    })
  })
  const tagsOf = (entry: Record<string, unknown>) => ({ ...entry, bind_value_objects: null })

  it('refuses with the body of the write', async () => {
    for (const json of [
      creation([{ field_id: chore.field('notes'), value: 'no title' }]),
      creation([title('x'), { field_id: 987_654, value: 'x' }, state('done')]),
      creation([title('x')], 4_000_000_000),
    ]) {
      const dry = await call('POST', 'artifacts?dry_run=true', { json, as: member })
      const real = await call('POST', 'artifacts', { json, as: member })
      expect([dry.status, dry.text]).toEqual([real.status, real.text])
      expect(dry.status).toBeGreaterThanOrEqual(400)
    }
    expect((await crocus.request('POST', '/api/artifacts?dry_run=true', { json: creation([title('x')]) })).status).toBe(
      401,
    )
  })
})

describe('a dry run of PUT /artifacts/{id}', () => {
  it('tells changes, the transition, what the workflow sets, and the version for If-Match', async () => {
    const id = await given([title('Old'), state('new')])
    await call('PUT', `artifacts/${id}`, { json: { values: [state('busy')] } })
    const json = { values: [title('Old'), state('done')], comment: { body: 'Done', format: 'text' } }
    const { status, would } = await rehearse('PUT', `artifacts/${id}`, { json })
    expect(status).toBe(200)
    expect(would.transition).toEqual({ from_id: chore.value('state', 'busy'), to_id: chore.value('state', 'done') })
    expect(would.changed_fields.map(({ name, by }) => [name, by])).toEqual([
      ['state', 'request'],
      ['closed', 'workflow'],
    ])
    expect(would.changed_fields[0]).toMatchObject({
      before: { bind_value_ids: [chore.value('state', 'busy')] },
      after: { bind_value_ids: [chore.value('state', 'done')] },
    })
    const read = await call('GET', `artifacts/${id}`)
    expect(would.etag).toBe(read.headers.etag)

    const written = await call('PUT', `artifacts/${id}`, { json, headers: { 'if-match': would.etag ?? '' } })
    expect(written.status).toBe(200)
    const real = (await call('GET', `artifacts/${id}?values_format=all`)).json()
    expect(would.artifact).toEqual(real)
    const again = await call('PUT', `artifacts/${id}?dry_run=1`, { json, headers: { 'if-match': would.etag ?? '' } })
    expect(again.status).toBe(412)
  })

  it('says that nothing would change', async () => {
    const id = await given([title('Same')])
    const { would } = await rehearse('PUT', `artifacts/${id}`, { json: { values: [title('Same')] } })
    expect(would).toMatchObject({ is_change: false, changed_fields: [], mails: 0 })
  })

  it('tells the artifacts that triggers would set, and then sets them', async () => {
    const task = await given([title('Task'), state('new')])
    const links = [{ id: task, type: '_is_child' }]
    const story = await given([title('Story', saga), { field_id: saga.field('links'), links }], saga.id)
    const { would } = await rehearse('PUT', `artifacts/${task}`, { json: { values: [state('busy')] } })
    expect(would.triggers).toEqual([{ artifact_id: story, field_id: saga.field('state') }])
    await call('PUT', `artifacts/${task}`, { json: { values: [state('busy')] } })
    const after = (await call('GET', `artifacts/${story}`)).text
    expect(after).toContain('"label":"busy"')
  })

  it('tells no values that the caller may not read, and no mails but to administrators', async () => {
    const id = await given([title('Secret'), { field_id: chore.field('secret'), value: 4_141_414 }])
    const json = { values: [title('Seen')] }
    const asMember = await rehearse('PUT', `artifacts/${id}`, { json, as: member })
    expect(asMember.would).toMatchObject({ mails: null, webhooks: null, changed_fields: [{ name: 'title' }] })
    expect(JSON.stringify(asMember)).not.toContain('4141414')
    const secret = { values: [{ field_id: chore.field('secret'), value: 42 }] }
    expect((await rehearse('PUT', `artifacts/${id}`, { json: secret })).would.changed_fields[0]).toMatchObject({
      before: { value: 4_141_414 },
      after: { value: 42 },
    })
  })

  it('tells no step of a workflow whose field the caller may not read', async () => {
    const secret = { read: [4], submit: [4], update: [4] }
    const made = await createTrackersOf(
      crocus,
      aWorkTracker(projectId, 'rite', {
        elements: [
          anElement('string', 'title'),
          anElement('sb', 'state', { permissions: secret, bind: list('rite', 'new', 'busy') }),
        ],
        workflow: aWorkflow([aStep(null, 'rite.new', { authorizedUserGroupIds: [1] })]),
      }),
    )
    const { fieldIds, valueIds, trackerIds } = made
    const json = creation([{ field_id: fieldIds.get('title'), value: 'Rite' }], trackerIds.get('rite'))
    const asMember = await rehearse('POST', 'artifacts', { json, as: member })
    expect([asMember.status, asMember.would.transition]).toEqual([201, null])
    const asOwner = await rehearse('POST', 'artifacts', { json })
    expect(asOwner.would.transition).toEqual({ from_id: null, to_id: valueIds.get('rite.new') })
  })

  it('counts the mails and the calls that follow', async () => {
    const id = await given([title('Mailed')])
    await crocus.work()
    const said = { values: [], comment: { body: 'Look, @member and @stranger', format: 'text' } }
    crocus.mails.length = 0
    const { would } = await rehearse('PUT', `artifacts/${id}`, { json: said })
    await call('PUT', `artifacts/${id}`, { json: said })
    await crocus.work()
    expect(would.mails).toBe(crocus.mails.length)
    expect(would.mails).toBeGreaterThan(0)
  })
})

describe('a dry run of DELETE /artifacts/{id} and of comments', () => {
  it('tells how many deletions are left', async () => {
    const id = await given([title('Doomed')])
    const { would } = await rehearse('DELETE', `artifacts/${id}`)
    expect(would).toMatchObject({ artifact: null, is_change: true, deletions_left: 4 })
    expect((await call('DELETE', `artifacts/${id}?dry_run=true`, { as: stranger })).status).toBe(403)
    const deleted = await call('DELETE', `artifacts/${id}`)
    expect(deleted.headers['x-ratelimit-remaining']).toBe('4')
    expect((await call('DELETE', `artifacts/${id}?dry_run=true`)).status).toBe(404)
  })

  it('agrees with GET /users/self/deletions, which tells when the next one is free', async () => {
    const own = async () => (await call('GET', 'users/self/deletions')).json<Record<string, unknown>>()
    const { used, remaining } = await own()
    expect(await own()).toEqual({
      limit: 5,
      used,
      remaining: 5 - Number(used),
      next_free_at: null,
      trash_days: 30,
    })
    for (let left = Number(remaining); left > 0; left--) await call('DELETE', `artifacts/${await given([title('x')])}`)
    expect(await own()).toEqual({
      limit: 5,
      used: 5,
      remaining: 0,
      next_free_at: expect.any(String) as string,
      trash_days: 30,
    })
    expect(Date.parse(String((await own())['next_free_at']))).toBe(crocus.clock.now().getTime() + 24 * 3_600_000)
    const id = await given([title('Stays')])
    expect((await call('DELETE', `artifacts/${id}?dry_run=true`)).status).toBe(429)
    expect((await call('GET', 'users/self/deletions', { as: member })).json()).toMatchObject({ used: 0, remaining: 5 })
  })

  it('checks an edit of a comment', async () => {
    const id = await given([title('Commented')])
    await call('PUT', `artifacts/${id}`, { json: { values: [], comment: { body: 'First', format: 'text' } } })
    const history = await call('GET', `artifacts/${id}/changesets?order=desc&limit=1`)
    const changeset = history.json<{ id: number }[]>()[0]?.id
    const path = `artifacts/${id}/changesets/${changeset}/comment`
    const { would } = await rehearse('PATCH', path, { json: { body: 'Second', format: 'text' } })
    expect(would).toMatchObject({ artifact: null, is_change: true, changed_fields: [] })
    const dry = await call('PATCH', `${path}?dry_run=true`, { json: { body: 'x', format: 'text' }, as: member })
    expect(dry.status).toBe(403)
    const edited = await call('PATCH', path, {
      json: { body: 'Second', format: 'text' },
      headers: { 'if-match': would.etag ?? '' },
    })
    expect(edited.status).toBe(200)
  })

  it('answers the form of a move, by parameter and by member', async () => {
    const id = await given([title('Moved')])
    const move = { tracker_id: saga.id }
    const before = await world()
    const dry = await call('PATCH', `artifacts/${id}?dry_run=true`, { json: { move } })
    const old = await call('PATCH', `artifacts/${id}`, { json: { move: { ...move, dry_run: true } } })
    expect([dry.status, dry.text]).toEqual([200, old.text])
    expect(dry.json()).toHaveProperty('dry_run.fields')
    expect(await world()).toBe(before)
  })
})
