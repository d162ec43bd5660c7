import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest, type TestResponse } from '../../../../test/harness/app.ts'
import { givenAccount, readProject, type Credentials, type FixtureTracker } from '../../../../test/harness/fixture.ts'
import { anElement, aTracker, createTrackersOf } from '../../../../test/harness/trackers.ts'
import { aWorkTracker, givenWorks } from '../../../../test/harness/workflows.ts'
import { givenUpload } from '../../../../test/harness/uploads.ts'

interface Result {
  readonly ref: string | null
  readonly status: number
  readonly headers?: Record<string, string>
  readonly body?: { id: number; changeset_id?: number | null } | null
  readonly error?: { code: number; message: string; details: { reason: string; changesets?: unknown } }
  readonly would?: { artifact: Record<string, unknown> | null; etag: string | null; is_change: boolean }
}
interface Answer {
  readonly results: Result[]
  readonly batch_id: string
  readonly error: { code: number; details: { reason: string; failed?: number[]; operation?: number } }
}

let crocus: TestApp
let owner: Credentials
let stranger: Credentials
let deed: FixtureTracker
let goal: FixtureTracker

beforeAll(async () => {
  crocus = await testApp({}, { count: 2 })
  const works = await givenWorks(crocus)
  ;({ owner, stranger } = works)
  const { projectId } = works
  const { elements } = aWorkTracker(projectId, 'x')
  await createTrackersOf(
    crocus,
    aWorkTracker(projectId, 'deed', {
      elements: [
        ...elements,
        anElement('file', 'papers'),
        anElement('tbl', 'tags', { bind: { type: 'static', isRankAlpha: false, values: [] } }),
      ],
    }),
    aTracker(projectId, 'goal', {
      elements: [anElement('string', 'title', { key: 'g.title' }), anElement('art_link', 'links', { key: 'g.links' })],
      semantics: { title: { field: 'g.title' } },
    }),
  )
  const project = await readProject(crocus, projectId, owner)
  deed = project.tracker('deed')
  goal = project.tracker('goal')
  await setLimit(50)
})

const setLimit = (limit: number) =>
  crocus.app.modules.settings.set('artifacts_deletion_limit', String(limit), { actorId: null, means: 'command' })

const call = (method: string, path: string, request: TestRequest = {}): Promise<TestResponse> =>
  crocus.request(method, `/api/${path}`, { as: owner, ...request })
const send = (operations: readonly object[], more: TestRequest & { atomic?: boolean; query?: string } = {}) => {
  const { atomic, query = '', ...request } = more
  const body = { operations, ...(atomic === undefined ? {} : { atomic }) }
  return call('POST', `batch${query}`, { json: body, ...request })
}
const batch = async (operations: readonly object[], more: Parameters<typeof send>[1] = {}): Promise<Answer> => {
  const answer = await send(operations, more)
  expect(answer.status, answer.text).toBe(200)
  return answer.json<Answer>()
}
const titleOf = (tracker: FixtureTracker, value: string) => ({ field_id: tracker.field('title'), value })
const idle = () => ({ field_id: deed.field('state'), bind_value_ids: [deed.value('state', 'new')] })
const create = (title: string, more: object = {}, ...values: object[]) => ({
  method: 'POST',
  path: '/artifacts',
  body: { tracker: { id: deed.id }, values: [titleOf(deed, title), idle(), ...values] },
  ...more,
})
const createGoal = (title: string, more: object = {}, ...values: object[]) => ({
  method: 'POST',
  path: '/artifacts',
  body: { tracker: { id: goal.id }, values: [titleOf(goal, title), ...values] },
  ...more,
})
const put = (id: number | string, values: object[], more: object = {}) => ({
  method: 'PUT',
  path: `/artifacts/${id}`,
  body: { values },
  ...more,
})
const read = async (id: number) => {
  const answer = await call('GET', `artifacts/${id}?values_format=all`)
  const { title, values } = answer.json<{ title: string; values: { field_id: number; links?: { id: number }[] }[] }>()
  return { etag: answer.headers.etag, title, values }
}
const idsOf = ({ results }: Answer): number[] => results.map(({ body }) => body?.id ?? 0)
const count = async (table: 'artifact' | 'changeset' | 'event' | 'open_value' | 'file'): Promise<number> => {
  // A refused call is logged a moment after its answer.
  const own = table === 'event' ? sql`where kind <> 'call.refused'` : sql``
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)} ${own}`.execute(
    crocus.db.kysely,
  )
  return rows[0]?.n ?? 0
}
const counts = async () => Promise.all((['artifact', 'changeset', 'event', 'open_value'] as const).map(count))
const changesetsOf = async (id: number) =>
  (await call('GET', `artifacts/${id}/changesets?limit=50`)).json<{ id: number; last_comment: { body: string } }[]>()

describe('POST /batch, atomic (integrators.md §4)', () => {
  it('creates artifacts that link to each other across trackers, in any order of the trackers', async () => {
    const links = (tracker: FixtureTracker, ref: string) => ({
      field_id: tracker.field('links'),
      links: [{ id: { $ref: ref }, type: '' }],
    })
    const answer = await batch([
      create('One', { ref: 'one' }),
      createGoal('Two', { ref: 'two' }, links(goal, 'one')),
      create('Three', { ref: 'three' }, links(deed, 'two')),
      createGoal('Four', {}, links(goal, 'three')),
    ])
    expect(answer.results.map(({ ref, status }) => [ref, status])).toEqual([
      ['one', 201],
      ['two', 201],
      ['three', 201],
      [null, 201],
    ])
    const [one, two, three, four] = idsOf(answer) as [number, number, number, number]
    const target = async (id: number, tracker: FixtureTracker) =>
      (await read(id)).values.find(({ field_id }) => field_id === tracker.field('links'))?.links?.map(link => link.id)
    expect([await target(two, goal), await target(three, deed), await target(four, goal)]).toEqual([
      [one],
      [two],
      [three],
    ])
    expect(answer.results[0]?.headers?.['Etag']).toBe((await read(one)).etag)
    expect(answer.results[0]?.headers?.['Location']).toContain(`/artifacts/${one}`)
  })

  it('makes several changes of one artifact in their order, each a changeset with its Etag', async () => {
    const answer = await batch([
      create('Base', { ref: 'it' }),
      put('{$ref:it}', [titleOf(deed, 'First')]),
      {
        ...put('{$ref:it}', [titleOf(deed, 'Second')]),
        body: { values: [titleOf(deed, 'Second')], comment: { body: 'why', format: 'text' } },
      },
      put('{$ref:it}', [titleOf(deed, 'Second')]),
    ])
    const id = idsOf(answer)[0] as number
    const history = await changesetsOf(id)
    expect(history.map(({ last_comment: { body } }) => body)).toEqual(['', '', 'why'])
    expect(history.map(changeset => changeset.id)).toEqual(history.map(({ id }) => id).sort((a, b) => a - b))
    const etags = answer.results.map(({ headers }) => headers?.['Etag'])
    expect(new Set(etags).size).toBe(3)
    expect(etags[3]).toBe(etags[2])
    const found = await read(id)
    expect([found.title, found.etag]).toEqual(['Second', etags[3]])
  })

  it('shows the changes of the log with the batch as their cause', async () => {
    const { batch_id, ...answer } = await batch([
      create('Caused', { ref: 'a' }),
      put('{$ref:a}', [titleOf(deed, 'Again')]),
    ])
    const { rows } = await sql<{ kind: string; payload: string }>`
      select kind, payload::text as payload from event where artifact_id = ${answer.results[0]?.body?.id} order by seq`.execute(
      crocus.db.kysely,
    )
    const expected = (kind: string) => ({ kind, payload: { cause: { batch_id } } })
    expect(rows.map(({ kind, payload }) => ({ kind, payload: JSON.parse(payload) as unknown }))).toEqual([
      expected('artifact.created'),
      expected('artifact.updated'),
    ])
  })

  it('names itself as the cause when each operation stands for itself, too', async () => {
    const id = idsOf(await batch([create('Alone')]))[0] ?? 0
    const changeset = (await changesetsOf(id))[0]?.id ?? 0
    const at = `/artifacts/${id}/changesets`
    const said = { ...put(id, []), body: { values: [titleOf(deed, 'Said')], comment: { body: 'so', format: 'text' } } }
    expect(changeset).toBeGreaterThan(0)
    const first = await batch([said], { atomic: false })
    const last = (await changesetsOf(id)).at(-1)?.id ?? 0
    const { batch_id } = await batch(
      [
        { method: 'PATCH', path: `${at}/${last}/comment`, body: { body: 'edited', format: 'text' } },
        { method: 'POST', path: `${at}/${last}/undo`, body: {} },
        { method: 'PATCH', path: `/artifacts/${id}`, body: { move: { tracker_id: goal.id } } },
        { method: 'DELETE', path: `/artifacts/${id}` },
      ],
      { atomic: false },
    )
    const { rows } = await sql<{ kind: string; cause: string }>`
      select kind, payload ->> 'cause' as cause from event where artifact_id = ${id} order by seq`.execute(
      crocus.db.kysely,
    )
    expect(rows.slice(1).map(({ kind, cause }) => [kind, JSON.parse(cause) as unknown])).toEqual([
      ['artifact.updated', { batch_id: first.batch_id }],
      ['comment.edited', { batch_id }],
      ['artifact.updated', { batch_id, undo_of: last }],
      ['artifact.moved', { batch_id }],
      ['artifact.deleted', { batch_id }],
    ])
  })

  it('writes nothing when one operation is refused, and tells all refusals', async () => {
    const before = await counts()
    const operations = [
      create('Lost', { ref: 'lost' }),
      put(999_999, [titleOf(deed, 'x')], { ref: 'gone' }),
      put('{$ref:gone}', [titleOf(deed, 'x')]),
      create('Wrong', {}, { field_id: deed.field('effort'), value: 'many' }),
      ...Array.from({ length: 40 }, (_, index) => create(`Lost ${index}`)),
    ]
    const answer = await send(operations)
    expect(answer.status).toBe(409)
    const { error, results } = answer.json<Answer>()
    expect([error.code, error.details.reason, error.details.failed]).toEqual([409, 'batch.refused', [1, 3]])
    expect(results.slice(0, 4).map(({ status, error: told }) => [status, told?.details.reason])).toEqual([
      [424, 'batch.dependency'],
      [404, 'not_found'],
      [424, 'batch.dependency'],
      [400, 'field.value'],
    ])
    const alone = await call('POST', 'artifacts', { json: (operations[3] as { body: object }).body })
    expect(results[3]?.error).toEqual(alone.json<Answer>().error)
    expect(results).toHaveLength(operations.length)
    expect(await counts()).toEqual(before)
  })

  it('leaves nothing of 500 operations when the last one is refused', async () => {
    const before = await counts()
    const operations = [
      create('First', { ref: 'first' }),
      ...Array.from({ length: 498 }, (_, index) =>
        index % 2 === 0 ? create(`Lost ${index}`) : put('{$ref:first}', [titleOf(deed, `First ${index}`)]),
      ),
      create('Wrong', {}, { field_id: deed.field('effort'), value: 'many' }),
    ]
    const answer = await send(operations)
    expect(answer.status, answer.text.slice(0, 300)).toBe(409)
    expect(answer.json<Answer>().error.details.failed).toEqual([499])
    expect(await counts()).toEqual(before)
  })

  it('plans each operation on the state that the earlier ones leave', async () => {
    const [id] = idsOf(await batch([create('Deleted')])) as [number]
    const refused = async (operations: object[]) => {
      const answer = await send(operations)
      expect(answer.status, answer.text).toBe(409)
      return answer.json<Answer>().results.map(({ status }) => status)
    }
    const remove = { method: 'DELETE', path: `/artifacts/${id}` }
    expect(await refused([remove, put(id, [titleOf(deed, 'x')])])).toEqual([424, 404])
    const link = { field_id: deed.field('links'), links: [{ id, type: '' }] }
    expect(await refused([remove, create('Links', {}, link)])).toEqual([424, 400])
    const { etag } = await read(id)
    const conditioned = { if_match: etag }
    expect(await refused([put(id, [titleOf(deed, 'a')]), put(id, [titleOf(deed, 'b')], conditioned)])).toEqual([
      424, 412,
    ])
    const merging = { ...conditioned, prefer: 'handling=merge' }
    const effort = { field_id: deed.field('effort'), value: 4 }
    const merged = await batch([put(id, [titleOf(deed, 'a')]), put(id, [effort], merging)])
    expect(merged.results[1]?.headers?.['Preference-Applied']).toBe('handling=merge')
    expect((await read(id)).etag).toBe(merged.results[1]?.headers?.['Etag'])
  })

  it('moves, undoes, edits comments and deletes, in the order of the operations', async () => {
    const [moved, undone] = idsOf(await batch([create('Moved'), create('Undone')])) as [number, number]
    await call('PUT', `artifacts/${undone}`, {
      json: { values: [titleOf(deed, 'Wrong')], comment: { body: 'said', format: 'text' } },
    })
    const changeset = (await changesetsOf(undone)).at(-1)?.id
    const at = `/artifacts/${undone}/changesets/${changeset}`
    const answer = await batch([
      put(moved, [titleOf(deed, 'On its way')]),
      { method: 'PATCH', path: `/artifacts/${moved}`, body: { move: { tracker_id: goal.id } } },
      put(moved, [titleOf(goal, 'Arrived')]),
      { method: 'PATCH', path: `${at}/comment`, body: { body: 'meant', format: 'text' } },
      { method: 'PATCH', path: `${at}/comment`, body: { body: 'meant really', format: 'text' } },
      { method: 'POST', path: `${at}/undo`, body: {} },
      create('Short life', { ref: 'short' }),
      { method: 'DELETE', path: '/artifacts/{$ref:short}' },
    ])
    expect(answer.results.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 201, 200])
    expect((await read(moved)).title).toBe('Arrived')
    expect((await read(undone)).title).toBe('Undone')
    const history = await changesetsOf(undone)
    expect(history.find(({ id }) => id === changeset)?.last_comment.body).toBe('meant really')
    expect(answer.results[5]?.body?.changeset_id).toBe(history.at(-1)?.id)
    expect((await call('GET', `artifacts/${answer.results[6]?.body?.id}`)).status).toBe(404)
    expect(Number(answer.results[7]?.headers?.['X-RateLimit-Remaining'])).toBeLessThan(50)
  })

  it('uses one new value of an open list, and a file only once', async () => {
    const tag = { field_id: deed.field('tags'), value: { bind_value_objects: [{ label: 'fresh' }] } }
    const [one, two] = idsOf(await batch([create('T1', {}, tag), create('T2', {}, tag)])) as [number, number]
    const tagsOf = async (id: number) =>
      JSON.stringify((await read(id)).values.find(({ field_id }) => field_id === deed.field('tags')))
    expect(await tagsOf(one)).toBe(await tagsOf(two))
    const upload = await givenUpload(crocus, { as: owner, fieldId: deed.field('papers') })
    const file = { field_id: deed.field('papers'), value: [upload.id] }
    const answer = await send([create('F1', {}, file), create('F2', {}, file)])
    expect(answer.json<Answer>().error.details.failed).toEqual([1])
    expect((await batch([create('F1', {}, file)])).results[0]?.status).toBe(201)
  })

  it('writes 500 artifacts with at most 20 statements', async () => {
    const operations = Array.from({ length: 500 }, (_, index) => create(`Many ${index}`))
    await batch(operations.slice(0, 2))
    const before = crocus.db.roundTrips()
    const answer = await batch(operations)
    expect(crocus.db.roundTrips() - before).toBeLessThanOrEqual(20)
    expect(new Set(idsOf(answer)).size).toBe(500)
    const { rows } = await sql<{ n: number; first: number; last: number }>`
      select count(*) as n, min(number) as first, max(number) as last from artifact
      where id = any(${idsOf(answer)}::bigint[])`.execute(crocus.db.kysely)
    expect([rows[0]?.n, (rows[0]?.last ?? 0) - (rows[0]?.first ?? 0)]).toEqual([500, 499])
  })

  it('keeps deletions within the cap, all of them together', async () => {
    const ids = idsOf(await batch([create('D1'), create('D2'), create('D3')]))
    const { remaining, used } = (await call('GET', 'users/self/deletions')).json<{ remaining: number; used: number }>()
    await setLimit(used + 2)
    const answer = await send(ids.map(id => ({ method: 'DELETE', path: `/artifacts/${id}` })))
    await setLimit(remaining + used)
    expect(answer.status).toBe(409)
    expect(answer.json<Answer>().results.map(({ status }) => status)).toEqual([424, 424, 429])
    expect((await call('GET', `artifacts/${ids[0]}`)).status).toBe(200)
  })

  it('is done once for a repeated key, also when two servers get it at once', async () => {
    const headers = { 'idempotency-key': 'batch-1' }
    const operations = [create('Once only')]
    const answers = await Promise.all([send(operations, { headers }), send(operations, { headers })])
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200)
    const again = await send(operations, { headers })
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
    expect(again.text).toBe(answers.find(({ status }) => status === 200)?.text)
    const { rows } = await sql<{ n: number }>`select count(*) as n from artifact where title = 'Once only'`.execute(
      crocus.db.kysely,
    )
    expect(rows[0]?.n).toBe(1)
    const refused = { 'idempotency-key': 'batch-2' }
    expect((await send([put(999_999, [])], { headers: refused })).status).toBe(409)
    expect((await send([create('After all')], { headers: refused })).status).toBe(200)
  })

  it('is planned again when others change its artifacts, and loses none of the changes', async () => {
    const [id] = idsOf(await batch([create('Contended')])) as [number]
    const effort = (value: number) => [{ field_id: deed.field('effort'), value }]
    const single = Array.from({ length: 6 }, (_, index) =>
      call('PUT', `artifacts/${id}`, { json: { values: effort(index + 100), comment: { body: 's', format: 'text' } } }),
    )
    const batches = Array.from({ length: 3 }, (_, index) =>
      send([put(id, effort(index)), { ...put(id, []), body: { values: [], comment: { body: 'b', format: 'text' } } }]),
    )
    const [singles, done] = await Promise.all([Promise.all(single), Promise.all(batches)])
    expect(singles.map(({ status }) => status)).toEqual(singles.map(() => 200))
    const written = done.filter(({ status }) => status === 200)
    for (const { status } of done) expect([200, 503]).toContain(status)
    const comments = (await changesetsOf(id)).map(({ last_comment: { body } }) => body)
    expect(comments.filter(body => body === 's')).toHaveLength(6)
    expect(comments.filter(body => body === 'b')).toHaveLength(written.length)
  })
})

describe('POST /batch, not atomic', () => {
  it('does each operation for itself, and none that refers to a refused one', async () => {
    const answer = await batch(
      [
        create('Kept', { ref: 'kept' }),
        put(999_999, [], { ref: 'gone' }),
        put('{$ref:gone}', []),
        put('{$ref:kept}', [titleOf(deed, 'Kept and changed')]),
      ],
      { atomic: false, headers: { 'idempotency-key': 'each' } },
    )
    expect(answer.results.map(({ status }) => status)).toEqual([201, 404, 424, 200])
    expect((await read(idsOf(answer)[0] as number)).title).toBe('Kept and changed')
  })
})

describe('the form of a batch', () => {
  const cases: readonly (readonly [string, () => object[], string, number | undefined])[] = [
    ['another method', () => [{ method: 'GET', path: '/artifacts/1' }], 'batch.path', 0],
    ['another path', () => [create('a'), { method: 'POST', path: '/projects', body: {} }], 'batch.path', 1],
    ['a query in the path', () => [{ method: 'DELETE', path: '/artifacts/1?dry_run=true' }], 'batch.path', 0],
    ['an unknown ref', () => [put('{$ref:later}', [])], 'batch.ref', 0],
    ['a later ref', () => [put('{$ref:later}', []), create('a', { ref: 'later' })], 'batch.ref', 0],
    [
      'its own ref',
      () => [create('a', { ref: 'me' }, { field_id: 1, links: [{ id: { $ref: 'me' } }] })],
      'batch.ref',
      0,
    ],
    ['a double ref', () => [create('a', { ref: 'b' }), create('a', { ref: 'b' })], 'batch.ref', 1],
    ['a malformed ref', () => [create('a', { ref: 'a b' })], 'batch.ref', 0],
    ['dry_run in an operation', () => [create('a', { dry_run: true })], 'parameter.unsupported', 0],
    [
      'dry_run in a body',
      () => [{ method: 'PUT', path: '/artifacts/1', body: { dry_run: true } }],
      'parameter.unsupported',
      0,
    ],
    ['a preference for a dry run', () => [create('a', { prefer: 'dry-run' })], 'parameter.unsupported', 0],
    ['no operation', () => [], 'parameter.required', undefined],
    ['501 operations', () => Array.from({ length: 501 }, () => create('a')), 'limit.size', 500],
  ]
  it.each(cases)('refuses %s with 400 that names the operation', async (_, operationsOf, reason, operation) => {
    const operations = operationsOf()
    for (const atomic of [true, false]) {
      const before = await counts()
      const answer = await send(operations, { atomic })
      expect(answer.status, answer.text).toBe(400)
      expect(answer.json<Answer>().error.details).toMatchObject({
        reason,
        ...(operation !== undefined && { operation }),
      })
      expect(await counts()).toEqual(before)
    }
  })

  it('refuses a dry run in the body, deep nesting, and callers who are nobody', async () => {
    const asked = await call('POST', 'batch', { json: { operations: [create('a')], dry_run: true } })
    expect([asked.status, asked.json<Answer>().error.details.reason]).toEqual([400, 'parameter.unsupported'])
    const deep = JSON.parse(`${'['.repeat(200)}1${']'.repeat(200)}`) as object
    const nested = await send([create('a', {}, { field_id: 1, links: deep })])
    expect([nested.status, nested.json<Answer>().error.details.reason]).toEqual([400, 'body.syntax'])
    const anonymous = await crocus.request('POST', '/api/batch', { json: { operations: [create('a')] } })
    expect(anonymous.status).toBe(401)
    const hidden = await send([create('a')], { as: stranger })
    const alone = await call('POST', 'artifacts', { json: create('a').body, as: stranger })
    expect(hidden.json<Answer>().results[0]?.error).toEqual(alone.json<Answer>().error)
  })
})

describe('POST /batch?dry_run=true (integrators.md §7)', () => {
  let id: number
  beforeEach(async () => {
    id = idsOf(await batch([create('Rehearsed')]))[0] as number
  })

  it('tells the effects of each operation after the earlier ones, and has none', async () => {
    const before = await counts()
    const { etag } = await read(id)
    const sequence = async () =>
      (await sql<{ n: number }>`select last_value as n from artifact_id_seq`.execute(crocus.db.kysely)).rows[0]?.n
    const ids = await sequence()
    const link = { field_id: deed.field('links'), links: [{ id: { $ref: 'new' }, type: '' }] }
    const answer = await send(
      [
        create('New', { ref: 'new' }),
        put(id, [titleOf(deed, 'After'), link]),
        put(id, [{ field_id: deed.field('effort'), value: 7 }]),
        { method: 'DELETE', path: `/artifacts/${id}` },
      ],
      { query: '?dry_run=true' },
    )
    expect(answer.status, answer.text).toBe(200)
    const { dry_run, status, would } = answer.json<{ dry_run: boolean; status: number; would: Answer }>()
    expect([dry_run, status]).toEqual([true, 200])
    const [made, changed, again, gone] = would.results
    expect(made?.would?.artifact).toMatchObject({ id: null, title: 'New' })
    expect([changed?.would?.etag, again?.would?.etag, gone?.would?.etag]).toEqual([etag, null, null])
    expect(again?.would?.artifact).toMatchObject({ id, title: 'After' })
    expect(JSON.stringify(changed)).toContain('"$ref":"new"')
    expect(answer.text).not.toContain('45035996')
    expect(await counts()).toEqual(before)
    expect(await sequence()).toBe(ids)
  })

  it('is refused as the batch itself', async () => {
    const operations = [create('a'), put(999_999, [])]
    const rehearsed = await send(operations, { query: '?dry_run=true' })
    expect(rehearsed.status).toBe(409)
    expect(rehearsed.json()).toEqual((await send(operations)).json())
    const each = await send(operations, { query: '?dry_run=true', atomic: false })
    expect(each.json<{ would: Answer }>().would.results.map(({ status }) => status)).toEqual([201, 404])
  })
})

it('is open to nobody else because an account is a member', async () => {
  const other = (await givenAccount(crocus, 'passer-by')).as
  const [id] = idsOf(await batch([create('Private')])) as [number]
  const hidden = await send([put(id, [])], { as: other })
  const missing = await send([put(id, [])], { as: stranger })
  expect(hidden.json<Answer>().results[0]?.error).toEqual(missing.json<Answer>().results[0]?.error)
})
