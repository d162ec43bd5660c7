import { connect } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { listen, testApp, type TestApp, type TestRequest, type TestResponse } from '../../../../test/harness/app.ts'
import { givenAccount, givenProject, type Credentials } from '../../../../test/harness/fixture.ts'
import { anElement, aTracker, createTrackersOf } from '../../../../test/harness/trackers.ts'
import { until } from '../../../../test/harness/until.ts'

let crocus: TestApp
let owner: Credentials
let member: Credentials
let trackerId: number
let titleId: number
let linksId: number
let tagsId: number
let address: string

beforeAll(async () => {
  // Two servers: each request goes to the next one.
  crocus = await testApp({}, { count: 2 })
  owner = (await givenAccount(crocus, 'owner')).as
  member = (await givenAccount(crocus, 'member')).as
  const project = await givenProject(crocus, 'once', { as: owner, members: ['member'] })
  const created = await createTrackersOf(
    crocus,
    aTracker(project.id, 'seed', {
      elements: [
        anElement('string', 'title'),
        anElement('art_link', 'links'),
        anElement('tbl', 'tags', { bind: { type: 'static', isRankAlpha: false, values: [] } }),
      ],
      semantics: { title: { field: 'title' } },
    }),
  )
  trackerId = created.trackerIds.get('seed') ?? 0
  titleId = created.fieldIds.get('title') ?? 0
  linksId = created.fieldIds.get('links') ?? 0
  tagsId = created.fieldIds.get('tags') ?? 0
  address = await listen(crocus)
})

let keys = 0
const newKey = (): string => `key-${++keys}`
const call = (method: string, path: string, key: string | undefined, request: TestRequest = {}) =>
  crocus.request(method, `/api/${path}`, {
    as: owner,
    ...request,
    headers: { ...(key === undefined ? {} : { 'idempotency-key': key }), ...request.headers },
  })
const titled = (title: string, more: object[] = []) => ({
  json: { tracker: { id: trackerId }, values: [{ field_id: titleId, value: title }, ...more] },
})
const create = (key: string | undefined, title: string, more: object[] = []) =>
  call('POST', 'artifacts', key, titled(title, more))
const given = async (title: string): Promise<number> => (await create(undefined, title)).json<{ id: number }>().id
const put = (id: number, key: string, title: string, headers: Record<string, string> = {}) =>
  call('PUT', `artifacts/${id}`, key, { json: { values: [{ field_id: titleId, value: title }] }, headers })
const countOf = async (title: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from artifact where title = ${title}`.execute(
    crocus.db.kysely,
  )
  return rows[0]?.n ?? 0
}
const versions = async (id: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from changeset where artifact_id = ${id}`.execute(
    crocus.db.kysely,
  )
  return rows[0]?.n ?? 0
}
const reasonOf = (response: { json<T>(): T }): string =>
  response.json<{ error: { details: { reason: string } } }>().error.details.reason

describe('POST /artifacts with an Idempotency-Key (integrators.md §5)', () => {
  it('makes one artifact for 32 callers with one key on two servers', async () => {
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 32 }, () => create(key, 'One of many')))
    expect(await countOf('One of many')).toBe(1)
    const made = answers.filter(({ status }) => status === 201)
    const first = made.filter(({ headers }) => headers['idempotent-replayed'] === undefined)
    expect(first).toHaveLength(1)
    for (const answer of made) {
      expect(answer.text).toBe(first[0]?.text)
      expect(answer.headers.etag).toBe(first[0]?.headers.etag)
      expect(answer.headers.location).toBe(first[0]?.headers.location)
    }
    const others = answers.filter(({ status }) => status !== 201)
    for (const other of others) {
      expect([other.status, reasonOf(other)]).toEqual([409, 'idempotency.running'])
      expect(other.headers['retry-after']).toBe('1')
    }
    expect((await create(key, 'One of many')).headers['idempotent-replayed']).toBe('true')
  })

  it('decides each key by itself when many calls share a statement', async () => {
    const names = Array.from({ length: 24 }, (_, index) => `Shared ${index}`)
    const calls = names.flatMap(name => [create(`shared ${name}`.replaceAll(' ', '-'), name), create(undefined, name)])
    const answers = await Promise.all(calls)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    for (const name of names) expect(await countOf(name)).toBe(2)
    const { rows } = await sql<{ n: number; most: number; counted: number }>`
      select count(distinct number) as n, max(number) as most, (select last_number from tracker_counter where tracker_id = ${trackerId})
        as counted from artifact where tracker_id = ${trackerId}`.execute(crocus.db.kysely)
    expect(rows[0]?.n).toBe(rows[0]?.most)
    expect(rows[0]?.counted).toBe(rows[0]?.most)
  })

  it('replays creations with links, and with values of open lists, which take a transaction', async () => {
    const target = await given('Target')
    for (const more of [
      [{ field_id: linksId, links: [{ id: target }] }],
      [{ field_id: linksId, parent: { id: target } }],
      [{ field_id: tagsId, value: { bind_value_objects: [{ label: 'red' }] } }],
    ]) {
      const key = newKey()
      const first = await create(key, `Connected ${key}`, more)
      expect([first.status, first.headers['idempotent-replayed']]).toEqual([201, undefined])
      const again = await create(key, `Connected ${key}`, more)
      expect([again.status, again.text, again.headers.etag]).toEqual([201, first.text, first.headers.etag])
      expect(again.headers['idempotent-replayed']).toBe('true')
      expect(await countOf(`Connected ${key}`)).toBe(1)
    }
  })

  it('refuses the key for another request, whatever differs', async () => {
    const key = newKey()
    await create(key, 'Mine')
    const other = await create(key, 'Other')
    expect([other.status, reasonOf(other)]).toEqual([422, 'idempotency.reused'])
    const elsewhere = await put(await given('Elsewhere'), key, 'Other')
    expect([elsewhere.status, reasonOf(elsewhere)]).toEqual([422, 'idempotency.reused'])
    expect(await countOf('Other')).toBe(0)
  })

  it('keeps keys of accounts apart, takes quotes off, and counts no refusal and no dry run', async () => {
    const key = newKey()
    expect((await call('POST', 'artifacts', key, titled('x'.repeat(70_000)))).status).toBe(201)
    expect((await call('POST', 'artifacts', key, { ...titled('By another'), as: member })).status).toBe(201)
    const refused = newKey()
    expect((await call('POST', 'artifacts', refused, { json: { tracker: { id: trackerId } } })).status).toBe(400)
    expect((await call('POST', 'artifacts?dry_run=true', refused, titled('Rehearsed'))).status).toBe(200)
    expect((await create(refused, 'At last')).status).toBe(201)
    expect((await create(`"${refused}"`, 'At last')).headers['idempotent-replayed']).toBe('true')
    for (const wrong of ['', ' ', 'a b', 'é', 'x'.repeat(256)]) {
      const answer = await create(wrong, 'Wrong')
      expect([answer.status, reasonOf(answer)], wrong).toEqual([400, 'idempotency.key'])
    }
  })

  it('costs no round trip more, and a PUT none either', async () => {
    const count = async (work: () => Promise<unknown>): Promise<number> => {
      const trips = () => crocus.servers.reduce((sum, { db }) => sum + db.roundTrips(), 0)
      const before = trips()
      await work()
      return trips() - before
    }
    for (let warm = 0; warm < 4; warm++) await create(newKey(), 'Warm')
    expect(await count(() => create(newKey(), 'Counted'))).toBe(1)
    const id = await given('Put')
    for (let warm = 0; warm < 4; warm++) await put(id, newKey(), `Warm ${warm}`)
    // The other server has changed the artifact meanwhile: this one reads it again.
    expect(await count(() => put(id, newKey(), 'Counted'))).toBeLessThanOrEqual(3)
  })
})

/** Sends a request and cuts the connection before the answer. */
const sendAndCut = (method: string, path: string, headers: Record<string, string>, body = ''): Promise<void> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(address)
    const socket = connect(Number(port), '127.0.0.1', () => {
      const lines = Object.entries({
        host: '127.0.0.1',
        authorization: `Basic ${Buffer.from(owner.join(':')).toString('base64')}`,
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        ...headers,
      }).map(([name, value]) => `${name}: ${value}`)
      socket.write(`${method} /api/${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`, () => socket.end())
    })
    socket.on('error', reject)
    socket.once('data', () => socket.destroy())
    socket.once('close', () => resolve())
  })

/** As a client does: the call that was cut may still be running. */
const repeat = async (again: () => Promise<TestResponse>): Promise<TestResponse> => {
  let answer = await again()
  await until(async () => {
    if (answer.status === 409) answer = await again()
    return answer.status !== 409
  })
  return answer
}

describe('a connection that was cut after the commit', () => {
  it('repeats a POST without a second artifact', async () => {
    const key = newKey()
    await sendAndCut('POST', 'artifacts', { 'idempotency-key': key }, JSON.stringify(titled('Cut').json))
    await until(async () => (await countOf('Cut')) === 1)
    const again = await repeat(() => create(key, 'Cut'))
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true'])
    expect(await countOf('Cut')).toBe(1)
  })

  it('repeats a PUT with the old If-Match', async () => {
    const id = await given('Before')
    const etag = String((await call('GET', `artifacts/${id}`, undefined)).headers.etag)
    const key = newKey()
    const body = JSON.stringify({ values: [{ field_id: titleId, value: 'After' }] })
    await sendAndCut('PUT', `artifacts/${id}`, { 'idempotency-key': key, 'if-match': etag }, body)
    await until(async () => (await versions(id)) === 2)
    for (let time = 0; time < 2; time++) {
      const again = await repeat(() => put(id, key, 'After', { 'if-match': etag }))
      expect([again.status, again.text, again.headers['idempotent-replayed']]).toEqual([200, '', 'true'])
      expect(again.headers.etag).toBe((await call('GET', `artifacts/${id}`, undefined)).headers.etag)
    }
    expect((await put(id, newKey(), 'After', { 'if-match': etag })).status).toBe(412)
    expect(await versions(id)).toBe(2)
  })

  it('repeats a DELETE', async () => {
    const id = await given('Gone')
    const key = newKey()
    await sendAndCut('DELETE', `artifacts/${id}`, { 'idempotency-key': key })
    await until(async () => (await countOf('Gone')) === 0)
    for (let time = 0; time < 2; time++) {
      const again = await repeat(() => call('DELETE', `artifacts/${id}`, key))
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true'])
      expect(again.headers['x-ratelimit-remaining']).toBe('4')
    }
    expect((await call('DELETE', `artifacts/${id}`, newKey())).status).toBe(404)
  })
})

describe('PUT /artifacts/{id} with a key', () => {
  it('writes one version for 32 callers', async () => {
    const id = await given('Contended')
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 32 }, () => put(id, key, 'Won')))
    expect(await versions(id)).toBe(2)
    const done = answers.filter(({ status }) => status === 200)
    expect(done.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1)
    for (const other of answers.filter(({ status }) => status !== 200))
      expect([other.status, reasonOf(other)]).toEqual([409, 'idempotency.running'])
  })

  it('stores the answer where nothing changed, so that a later repetition undoes no other change', async () => {
    const id = await given('Same')
    const key = newKey()
    const first = await put(id, key, 'Same')
    expect([first.status, await versions(id)]).toEqual([200, 1])
    await put(id, newKey(), 'Changed by another')
    const again = await put(id, key, 'Same')
    expect([again.status, again.headers.etag, again.headers['idempotent-replayed']]).toEqual([
      200,
      first.headers.etag,
      'true',
    ])
    expect(await versions(id)).toBe(2)
  })
})

it('forgets keys after the hours of the setting', async () => {
  const key = newKey()
  await create(key, 'Kept')
  const count = async () =>
    (await sql<{ n: number }>`select count(*) as n from idempotency_record`.execute(crocus.db.kysely)).rows[0]?.n
  const expire = crocus.app.jobs.find(({ name }) => name === 'expire_idempotency_records')
  crocus.clock.advance(23 * 3_600_000)
  await expire?.run({})
  expect(await count()).toBeGreaterThan(0)
  crocus.clock.advance(2 * 3_600_000)
  await expire?.run({})
  expect(await count()).toBe(0)
  expect((await create(key, 'Kept')).headers['idempotent-replayed']).toBeUndefined()
})
