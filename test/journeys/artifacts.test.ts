import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest, type TestResponse } from '../harness/app.ts'
import {
  expectDone,
  givenAccount,
  givenProject,
  type Account,
  type FixtureProject,
  type FixtureTracker,
} from '../harness/fixture.ts'
import { expectSameInXml, readXml, requestXml } from '../harness/xml.ts'

// A team works with a project created from the site template: base.md §2, §4 and §8, in this order, as JSON and as XML.

interface Entry {
  readonly field_id: number
  readonly type: string
  readonly [member: string]: unknown
}
interface ArtifactBody {
  readonly id: number
  readonly title: string
  readonly values: readonly Entry[]
  readonly [member: string]: unknown
}

let crocus: TestApp
let project: FixtureProject
let mia: Account
let ben: Account
let stranger: Account

beforeAll(async () => {
  crocus = await testApp()
  mia = await givenAccount(crocus, 'mia')
  ben = await givenAccount(crocus, 'ben', { realName: 'Ben & Söhne <x>' })
  stranger = await givenAccount(crocus, 'stranger')
  project = await givenProject(crocus, 'garden', { members: ['mia', 'ben'] })
})

const read = async (id: number): Promise<ArtifactBody> => {
  const response = await crocus.request('GET', `/api/artifacts/${id}`, { as: mia.as })
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, ''])
  return response.json<ArtifactBody>()
}
const etagOf = async (id: number): Promise<string> =>
  String((await crocus.request('GET', `/api/artifacts/${id}`, { as: mia.as })).headers.etag)
const entryOf = (artifact: ArtifactBody, tracker: FixtureTracker, name: string): Entry | undefined =>
  artifact.values.find(entry => entry.field_id === tracker.field(name))

describe.each(['JSON', 'XML'] as const)('a team that speaks %s', format => {
  const isXml = format === 'XML'
  const body = (value: object): TestRequest =>
    isXml ? { xml: requestXml(value), headers: { accept: 'application/xml' } } : { json: value }
  const send = (
    method: string,
    path: string,
    value: object,
    more: Readonly<Record<string, string>> = {},
    as = mia.as,
  ) => {
    const request = body(value)
    return crocus.request(method, path, { ...request, as, headers: { ...request.headers, ...more } })
  }
  const idIn = (response: TestResponse): number => {
    expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
    return isXml ? Number(readXml(response.text).say('id')) : response.json<{ id: number }>().id
  }
  const create = async (tracker: FixtureTracker, values: readonly object[]): Promise<number> =>
    idIn(await send('POST', '/api/artifacts', { tracker: { id: tracker.id }, values }))
  const given = (tracker: FixtureTracker, title: string, ...more: object[]): Promise<number> =>
    create(tracker, [{ field_id: tracker.field('title'), value: title }, ...more])
  const put = async (
    id: number,
    value: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<TestResponse> => send('PUT', `/api/artifacts/${id}`, value, headers)
  const messageOf = (response: TestResponse): string => {
    if (!isXml) return response.json<{ error: { message: string } }>().error.message
    return readXml(response.text).first('error')?.say('message') ?? ''
  }

  it('writes a bug with every kind of plain value and list, and reads back what it wrote (§2.1, §4.1, §4.3)', async () => {
    const bug = project.tracker('bug')
    const response = await send('POST', '/api/artifacts', {
      tracker: { id: bug.id },
      values: [
        { field_id: bug.field('title'), value: '007 & <more> ünïcode' },
        { field_id: bug.field('description'), value: { content: 'A *word*', format: 'text' } },
        { field_id: bug.field('status'), bind_value_ids: [bug.value('status', 'Confirmed')] },
        { field_id: bug.field('assigned_to'), bind_value_ids: [ben.id] },
        {
          field_id: bug.field('platforms'),
          bind_value_ids: [bug.value('platforms', 'Linux'), bug.value('platforms', 'iOS')],
        },
        { field_id: bug.field('reports'), value: 12 },
        { field_id: bug.field('effort'), value: 1.25 },
        { field_id: bug.field('due_date'), value: '2026-05-06' },
      ],
    })
    const id = idIn(response)
    expect(response.headers.location).toBe(`http://crocus.test/api/v1/artifacts/${id}`)
    const artifact = await read(id)
    expect(artifact).toMatchObject({
      id,
      xref: `bug #${id}`,
      title: '007 & <more> ünïcode',
      status: 'Confirmed',
      is_open: true,
      assignees: [{ id: ben.id }],
      submitted_by_user: { username: 'mia' },
    })
    const entry = (name: string) => entryOf(artifact, bug, name)
    expect(entry('title')).toMatchObject({ type: 'string', value: '007 & <more> ünïcode' })
    expect(entry('description')).toMatchObject({ type: 'text', value: 'A *word*', format: 'text' })
    expect(entry('status')).toMatchObject({ type: 'sb', bind_value_ids: [bug.value('status', 'Confirmed')] })
    expect(entry('assigned_to')).toMatchObject({ bind_value_ids: [ben.id], values: [{ username: 'ben' }] })
    expect(entry('platforms')).toMatchObject({ type: 'msb', values: [{ label: 'Linux' }, { label: 'iOS' }] })
    expect(entry('reports')).toMatchObject({ type: 'int', value: 12 })
    expect(entry('effort')).toMatchObject({ type: 'float', value: 1.25 })
    expect(entry('due_date')).toMatchObject({ type: 'date', is_time_displayed: false })
    expect(String(entry('due_date')?.['value'])).toMatch(/^2026-05-06T00:00:00[+-]\d\d:\d\d$/)
  })

  it('reads the same in both formats, with the same version (§2.2, §4.8)', async () => {
    const story = project.tracker('story')
    const id = await given(story, 'Both', {
      field_id: story.field('description'),
      value: { content: '**x**\n\n- y', format: 'commonmark' },
    })
    const headers = isXml ? { 'content-type': 'application/xml' } : {}
    const json = await crocus.request('GET', `/api/v1/artifacts/${id}`, { as: mia.as, headers })
    const xml = await crocus.request('GET', `/api/artifacts/${id}`, {
      as: mia.as,
      headers: { ...headers, accept: 'application/xml' },
    })
    expect(xml.headers['content-type']).toBe('application/xml; charset=utf-8')
    expectSameInXml(json.json(), readXml(xml.text), 'artifact')
    expect([xml.headers.etag, xml.headers['last-modified']]).toEqual([json.headers.etag, json.headers['last-modified']])
    expect(entryOf(json.json<ArtifactBody>(), story, 'description')).toMatchObject({
      commonmark: '**x**\n\n- y',
      format: 'html',
    })
  })

  it('writes stories with radio buttons, open lists and a computed field, tasks with check boxes and permissions', async () => {
    const story = project.tracker('story')
    const storyId = await given(
      story,
      'Everything else',
      { field_id: story.field('priority'), bind_value_ids: [story.value('priority', 'Should')] },
      {
        field_id: story.field('labels'),
        value: { bind_value_objects: [{ label: `new of ${format}` }, { label: 'second' }] },
      },
      { field_id: story.field('remaining_effort'), manual_value: 3.5 },
    )
    const artifact = await read(storyId)
    expect(entryOf(artifact, story, 'priority')).toMatchObject({ type: 'rb', values: [{ label: 'Should' }] })
    expect(entryOf(artifact, story, 'labels')).toMatchObject({ bind_value_ids: [`new of ${format}`, 'second'] })
    expect(entryOf(artifact, story, 'remaining_effort')).toMatchObject({ is_autocomputed: false, manual_value: 3.5 })

    const task = project.tracker('task')
    const taskId = await given(
      task,
      'Secret',
      { field_id: task.field('skills'), bind_value_ids: [task.value('skills', 'Code'), task.value('skills', 'Tests')] },
      { field_id: task.field('visible_to'), value: { granted_groups: [`${project.id}_3`] } },
    )
    const secret = await read(taskId)
    expect(entryOf(secret, task, 'skills')).toMatchObject({
      type: 'cb',
      values: [{ label: 'Code' }, { label: 'Tests' }],
    })
    expect(entryOf(secret, task, 'visible_to')).toMatchObject({ granted_groups_ids: [`${project.id}_3`] })
    const refused = await crocus.request('GET', `/api/artifacts/${taskId}`, { as: stranger.as })
    expect(refused.status).toBe(403)
    expect(
      (await put(taskId, { values: [{ field_id: task.field('visible_to'), value: { granted_groups: [] } }] })).status,
    ).toBe(200)
    expect((await crocus.request('GET', `/api/artifacts/${taskId}`, { as: stranger.as })).status).toBe(200)
  })

  it('adds and removes steps of a test by adding and removing entries, ordered by rank (§2.1)', async () => {
    const test = project.tracker('test_case')
    const step = (description: string, rank: number) => ({
      description,
      description_format: 'commonmark',
      expected_results: `after ${description}`,
      expected_results_format: 'commonmark',
      rank,
    })
    const entry = (...steps: object[]) => ({
      field_id: test.field('steps'),
      type: 'ttmstepdef',
      label: 'Steps',
      value: steps,
    })
    const shown = async (id: number) =>
      (entryOf(await read(id), test, 'steps')?.['value'] as Record<string, unknown>[]).map(one => [
        one['rank'],
        one['commonmark_description'],
        one['commonmark_expected_results'],
      ])
    const id = await given(test, 'How to dig', entry(step('second', 2), step('*first*', 1)))
    expect(await shown(id)).toEqual([
      [1, '*first*', 'after *first*'],
      [2, 'second', 'after second'],
    ])
    expect((await put(id, { values: [entry(step('*first*', 1), step('between', 2), step('second', 3))] })).status).toBe(
      200,
    )
    expect((await shown(id)).map(([, description]) => description)).toEqual(['*first*', 'between', 'second'])
    const etag = await etagOf(id)
    const same = await put(id, { values: [entry(step('second', 9), step('*first*', 1), step('between', 5))] })
    expect([same.status, same.headers.etag]).toEqual([200, etag])
    expect((await put(id, { values: [entry(step('between', 1))] })).status).toBe(200)
    expect(await shown(id)).toEqual([[1, 'between', 'after between']])
    expect((await put(id, { values: [entry({ ...step('x', 1), description_format: 'wiki' })] })).status).toBe(400)
    const { description_format: _left_out, ...incomplete } = step('x', 1)
    expect((await put(id, { values: [entry(incomplete)] })).status).toBe(400)
  })

  it('ties artifacts with typed links, seen from both ends, and replaces them as a whole (§2.1)', async () => {
    const story = project.tracker('story')
    const task = project.tracker('task')
    const tasks = [await given(task, 'One'), await given(task, 'Two')] as const
    const id = await given(story, 'Parent', {
      field_id: story.field('links'),
      links: [
        { id: tasks[0], type: '_is_child' },
        { id: tasks[1], type: 'fixed_in' },
      ],
    })
    const ends = async (name: 'links' | 'reverse_links', artifactId: number, tracker: FixtureTracker) =>
      (entryOf(await read(artifactId), tracker, 'links')?.[name] as { id: number; type: string }[]).map(link => [
        link.id,
        link.type,
      ])
    expect(await ends('links', id, story)).toEqual([
      [tasks[0], '_is_child'],
      [tasks[1], 'fixed_in'],
    ])
    expect(await ends('reverse_links', tasks[0], task)).toEqual([[id, '_is_child']])
    expect(
      (await put(id, { values: [{ field_id: story.field('links'), links: [{ id: tasks[1], type: '' }] }] })).status,
    ).toBe(200)
    expect((await ends('links', id, story)).map(([end, type]) => [end, type === '' ? null : type])).toEqual([
      [tasks[1], null],
    ])
    expect(await ends('reverse_links', tasks[0], task)).toEqual([])
    const unknown = await put(id, { values: [{ field_id: story.field('links'), links: [{ id: 8_000_000 }] }] })
    expect(unknown.status).toBe(400)
    expect(messageOf(unknown)).toContain('8000000')
  })

  it('protects an edit by If-Match, by If-Unmodified-Since, by both, or overwrites (§8)', async () => {
    const bug = project.tracker('bug')
    const id = await given(bug, 'Version 1')
    const title = (value: string) => ({ values: [{ field_id: bug.field('title'), value }] })
    const first = await crocus.request('GET', `/api/artifacts/${id}`, { as: mia.as })
    const etag = String(first.headers.etag)
    const modified = String(first.headers['last-modified'])
    crocus.clock.advance(60_000)

    const accepted = await put(id, title('Version 2'), { 'if-match': etag })
    expect([accepted.status, accepted.text]).toEqual([200, ''])
    expect(accepted.headers.etag).not.toBe(etag)
    for (const stale of [
      { 'if-match': etag },
      { 'if-unmodified-since': modified },
      { 'if-match': etag, 'if-unmodified-since': String(accepted.headers['last-modified']) },
      { 'if-match': String(accepted.headers.etag), 'if-unmodified-since': modified },
      { 'if-unmodified-since': 'no date' },
      { 'if-match': '*' },
    ]) {
      const refused = await put(id, title('Lost'), stale)
      expect([stale, refused.status]).toEqual([stale, 412])
      expect(messageOf(refused)).toMatch(/^Precondition Failed/)
    }
    expect((await read(id)).title).toBe('Version 2')
    crocus.clock.advance(60_000)
    const since = await put(id, title('Version 3'), {
      'if-unmodified-since': String(accepted.headers['last-modified']),
    })
    expect(since.status).toBe(200)
    expect((await put(id, title('Overwritten'))).status).toBe(200)
    expect((await read(id)).title).toBe('Overwritten')
  })

  it('talks in comments, which make history of their own (artifacts.md §6, §9)', async () => {
    const bug = project.tracker('bug')
    const id = await given(bug, 'Discussed')
    const comments = [
      { body: 'plain <b> & text', format: 'text' },
      { body: '<p>some <strong>html</strong></p>', format: 'html' },
      { body: '**mark**down', format: 'commonmark' },
    ]
    for (const [index, comment] of comments.entries()) {
      crocus.clock.advance(1_000)
      const response = await send(
        'PUT',
        `/api/artifacts/${id}`,
        { values: index === 0 ? [{ field_id: bug.field('reports'), value: 1 }] : [], comment },
        {},
        ben.as,
      )
      expect([response.status, response.text]).toEqual([200, ''])
    }
    const json = await crocus.request('GET', `/api/artifacts/${id}/changesets`, { as: mia.as })
    const history = json.json<{ submitted_by_details: { username: string }; last_comment: Record<string, unknown> }[]>()
    expect(history.map(changeset => changeset.submitted_by_details.username)).toEqual(['mia', 'ben', 'ben', 'ben'])
    expect(history.slice(1).map(({ last_comment }) => last_comment['commonmark'] ?? last_comment['body'])).toEqual(
      comments.map(comment => comment.body),
    )
    expect((await read(id))['last_update_by_user']).toMatchObject({
      username: 'ben',
      display_name: 'Ben & Söhne <x> (ben)',
    })
    const xml = await crocus.request('GET', `/api/artifacts/${id}/changesets`, {
      as: mia.as,
      headers: { accept: 'application/xml' },
    })
    expectSameInXml(json.json(), readXml(xml.text), 'changesets')
  })

  it('clears every kind of value, and what was never there stays no value (fields.md §3)', async () => {
    const bug = project.tracker('bug')
    const id = await given(
      bug,
      'To be cleared',
      { field_id: bug.field('description'), value: 'x' },
      { field_id: bug.field('platforms'), bind_value_ids: [bug.value('platforms', 'Linux')] },
      { field_id: bug.field('reports'), value: 0 },
      { field_id: bug.field('effort'), value: 0.5 },
      { field_id: bug.field('due_date'), value: '2026-05-06' },
    )
    expect(entryOf(await read(id), bug, 'reports')).toMatchObject({ value: 0 })
    const response = await put(id, {
      values: [
        { field_id: bug.field('description'), value: '' },
        { field_id: bug.field('platforms'), bind_value_ids: [] },
        { field_id: bug.field('assigned_to'), bind_value_ids: [100] },
        { field_id: bug.field('reports'), value: '' },
        { field_id: bug.field('effort'), value: '' },
        { field_id: bug.field('due_date'), value: '' },
      ],
    })
    expect([response.status, response.text]).toEqual([200, ''])
    const artifact = await read(id)
    expect(entryOf(artifact, bug, 'platforms')).toMatchObject({ values: [], bind_value_ids: [] })
    expect(entryOf(artifact, bug, 'assigned_to')).toMatchObject({ bind_value_ids: [100] })
    for (const name of ['reports', 'effort', 'due_date'])
      expect(entryOf(artifact, bug, name)?.['value'], name).toBeNull()
  })

  it('is told every wrong value at once, in its own format, and nothing is written (§7)', async () => {
    const bug = project.tracker('bug')
    const id = await given(bug, 'Right')
    const etag = await etagOf(id)
    const wrong = await put(id, {
      values: [
        { field_id: bug.field('reports'), value: 'many' },
        { field_id: bug.field('effort'), value: 'x' },
        { field_id: bug.field('due_date'), value: 'tomorrowish' },
      ],
    })
    expect(wrong.status).toBe(400)
    for (const label of ['Times reported', 'Effort in days', 'Due date']) expect(messageOf(wrong)).toContain(label)
    expect(wrong.headers['content-type']).toMatch(isXml ? /^application\/xml/ : /^application\/json/)
    const unknown = await put(id, { values: [{ field_id: 7_000_000, value: 'x' }] })
    expect([unknown.status, messageOf(unknown).includes('7000000')]).toEqual([400, true])
    expect((await put(id, {})).status).toBe(400)
    expect((await put(7_000_000, { values: [] })).status).toBe(404)
    expect(
      (await send('POST', '/api/artifacts', { tracker: { id: 7_000_000 }, values: [{ field_id: 1, value: 'x' }] }))
        .status,
    ).toBe(404)
    expect(await etagOf(id)).toBe(etag)
    const nobody = await crocus.request('PUT', `/api/artifacts/${id}`, body({ values: [] }))
    expect([nobody.status, messageOf(nobody).startsWith('Unauthorized')]).toEqual([401, true])
  })
})

describe('deleting artifacts (§4.4, §8, artifacts.md §7)', () => {
  it('is for tracker administrators, up to a cap per account over a window of 24 hours that slides', async () => {
    const bug = project.tracker('bug')
    const create = async (title: string): Promise<number> => {
      const values = [{ field_id: bug.field('title'), value: title }]
      const response = await crocus.request('POST', '/api/artifacts', {
        as: mia.as,
        json: { tracker: { id: bug.id }, values },
      })
      return response.json<{ id: number }>().id
    }
    const remove = (id: number, as?: Account['as']) =>
      crocus.request('DELETE', `/api/artifacts/${id}`, as ? { as } : {})
    const limits = (response: TestResponse) => [
      response.status,
      response.headers['x-ratelimit-limit'],
      response.headers['x-ratelimit-remaining'],
    ]
    const hour = 3_600_000
    const ids: number[] = []
    for (let count = 0; count < 8; count++) ids.push(await create(`To delete ${count}`))
    const next = () => ids.shift() ?? 0

    expect((await remove(ids[0] ?? 0)).status).toBe(401)
    expect(limits(await remove(ids[0] ?? 0, mia.as))).toEqual([403, undefined, undefined])
    expect((await remove(6_000_000, crocus.admin)).status).toBe(404)
    for (const remaining of ['4', '3', '2', '1', '0']) {
      const id = next()
      expect(limits(await remove(id, crocus.admin))).toEqual([200, '5', remaining])
      expect((await crocus.request('GET', `/api/artifacts/${id}`, { as: crocus.admin })).status).toBe(404)
      expect((await remove(id, crocus.admin)).status).toBe(404)
      crocus.clock.advance(hour)
    }
    const capped = await remove(ids[0] ?? 0, crocus.admin)
    expect(limits(capped)).toEqual([429, '5', '0'])
    expect(capped.json<{ error: { message: string } }>().error.message).toMatch(/^Too Many Requests/)
    expect((await crocus.request('GET', `/api/artifacts/${ids[0]}`, { as: mia.as })).status).toBe(200)

    // The first deletion becomes 24 hours old in one second, the second one an hour later.
    crocus.clock.advance(19 * hour - 1_000)
    expect((await remove(ids[0] ?? 0, crocus.admin)).status).toBe(429)
    crocus.clock.advance(1_000)
    expect(limits(await remove(next(), crocus.admin))).toEqual([200, '5', '0'])
    expect((await remove(ids[0] ?? 0, crocus.admin)).status).toBe(429)
    crocus.clock.advance(hour)
    expect(limits(await remove(next(), crocus.admin))).toEqual([200, '5', '0'])

    await crocus.app.modules.settings.set('artifacts_deletion_limit', '0', { actorId: 101, means: 'command' })
    expect(limits(await remove(ids[0] ?? 0, crocus.admin))).toEqual([403, '0', '0'])
    await crocus.app.modules.settings.set('artifacts_deletion_limit', '7', { actorId: 101, means: 'command' })
    expect(limits(await remove(next(), crocus.admin))).toEqual([200, '7', '1'])
  })

  it('takes the links of others to it away, too', async () => {
    const bug = project.tracker('bug')
    const entry = (title: string) => ({ field_id: bug.field('title'), value: title })
    const make = async (...values: object[]): Promise<number> =>
      (await crocus.request('POST', '/api/artifacts', { as: mia.as, json: { tracker: { id: bug.id }, values } })).json<{
        id: number
      }>().id
    const gone = await make(entry('Gone'))
    const id = await make(entry('Stays'), { field_id: bug.field('links'), links: [{ id: gone, type: '_is_child' }] })
    await crocus.app.modules.settings.set('artifacts_deletion_limit', '100', { actorId: 101, means: 'command' })
    expectDone(await crocus.request('DELETE', `/api/artifacts/${gone}`, { as: crocus.admin }))
    expect(entryOf(await read(id), bug, 'links')).toMatchObject({ links: [] })
    const { natures } = (await crocus.request('GET', `/api/artifacts/${id}/links`, { as: mia.as })).json<{
      natures: unknown[]
    }>()
    expect(natures).toEqual([])
  })
})
