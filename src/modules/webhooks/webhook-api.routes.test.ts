import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { afterFile } from '../../../test/harness/after-file.ts'
import { testApp, type TestApp, type TestRequest, type TestResponse } from '../../../test/harness/app.ts'
import {
  expectDone,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
  type FixtureTracker,
} from '../../../test/harness/fixture.ts'
import { compileCheck, type Schema } from '../../../test/fuzz/schema-check.ts'
import { drainConsumers } from '../../platform/events/consumer.ts'
import { createLog } from '../../platform/log.ts'

interface Call {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  readonly type: string
  readonly data: {
    readonly change: Readonly<Record<string, unknown>> & { readonly kind: string; readonly changeset_id: number }
    readonly artifact?: { readonly id: number; readonly values: readonly { readonly field_id: number }[] }
    readonly previous_changeset_id?: number | null
  }
}
interface Hook {
  readonly id: number
  readonly secret: string
  readonly etag: string
}
interface ShownDelivery {
  readonly id: number
  readonly message_id: string
  readonly state: string
  readonly next_attempt: string | null
  readonly waits_for: number | null
  readonly change: { readonly kind: string; readonly artifact_id: number; readonly cursor: string } | null
  readonly request: { readonly headers: Record<string, string>; readonly body: string } | null
  readonly attempts: readonly {
    readonly status: number | null
    readonly response_body: string | null
    readonly error: string | null
  }[]
}

let crocus: TestApp
let boss: Account
let ada: Account
let stranger: Account
let lamps: FixtureProject
let bug: FixtureTracker
let receiver: Server
const calls: Call[] = []
/** Answers a call of the receiver: by default 204. */
let respond: (call: Call, response: ServerResponse) => void

const ok = (_call: Call, response: ServerResponse): void => void response.writeHead(204).end()
const failing =
  (status: number, isIt: (call: Call) => boolean = () => true, headers: Record<string, string> = {}) =>
  (call: Call, response: ServerResponse): void =>
    void response.writeHead(isIt(call) ? status : 204, headers).end(isIt(call) ? 'cold' : undefined)

beforeAll(async () => {
  crocus = await testApp()
  boss = await givenAccount(crocus, 'boss')
  ada = await givenAccount(crocus, 'ada')
  stranger = await givenAccount(crocus, 'stranger')
  lamps = await givenProject(crocus, 'lamps', { as: boss.as, members: ['ada'] })
  bug = lamps.tracker('bug')
  receiver = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      const call = {
        path: request.url ?? '',
        headers: request.headers,
        text,
        ...(JSON.parse(text) as Pick<Call, 'type' | 'data'>),
      }
      calls.push(call)
      respond(call, response)
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  afterFile(() => receiver.close())
  await crocus.app.modules.settings.set('internal_hosts', origin(), { actorId: 101, means: 'command' })
})
const origin = (): string => `127.0.0.1:${(receiver.address() as AddressInfo).port}`

beforeEach(async () => {
  // Signatures are good for some minutes of the real time.
  crocus.clock.set(new Date())
  respond = ok
  await sql`delete from webhook`.execute(crocus.db.kysely)
  await crocus.work()
  calls.length = 0
})

const api = (
  method: string,
  path: string,
  json?: unknown,
  as = boss.as,
  more: TestRequest = {},
): Promise<TestResponse> => crocus.request(method, `/api/${path}`, { as, ...(json !== undefined && { json }), ...more })
const add = async (settings: object = {}, as = boss.as): Promise<Hook> => {
  const answer = await api('POST', 'webhooks', { tracker_id: bug.id, url: `http://${origin()}/hook`, ...settings }, as)
  expect(answer.status, answer.text).toBe(201)
  return { ...answer.json<Hook>(), etag: String(answer.headers['etag']) }
}
const read = async (id: number) => (await api('GET', `webhooks/${id}`)).json<Record<string, unknown>>()
const deliveries = async (id: number, query = ''): Promise<ShownDelivery[]> =>
  (await api('GET', `webhooks/${id}/deliveries?${query}`)).json()
const create = (title: string, as = boss.as) => givenArtifact(crocus, bug, title, { as })
const rename = async (id: number, value: string, as = boss.as) =>
  expectDone(await api('PUT', `artifacts/${id}`, { values: [{ field_id: bug.field('title'), value }] }, as))
const work = async (seconds = 0): Promise<void> => {
  crocus.clock.advance(seconds * 1_000)
  await crocus.work()
}
const expectMade = ({ status, text }: TestResponse): void =>
  expect([status < 300, text]).toEqual([true, expect.any(String)])
const told = () => calls.map(({ data }) => [data.change.kind, data.change['artifact_id']])

describe('routes of webhooks (integrators.md §3)', () => {
  it('make, read, change and delete a webhook; the secret is told once', async () => {
    const made = await api('POST', 'webhooks', {
      tracker_id: bug.id,
      url: `http://${origin()}/hook`,
      kinds: ['artifact.created'],
      include: 'values',
    })
    expect(made.status).toBe(201)
    const { secret, id, ...shown } = made.json<Record<string, unknown>>()
    expect(made.headers).toMatchObject({ location: `/api/webhooks/${String(id)}`, etag: expect.any(String) as string })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(shown).toMatchObject({
      uri: `webhooks/${String(id)}`,
      scope: 'tracker',
      project_id: lamps.id,
      tracker_id: bug.id,
      kinds: ['artifact.created'],
      tql: null,
      include: 'values',
      owner: { id: boss.id, username: 'boss', real_name: expect.any(String) as string },
      state: 'active',
      paused_because: null,
      failing_since: null,
      waiting: 0,
    })
    const got = await api('GET', `webhooks/${String(id)}`)
    expect(got.json()).toEqual({ id, ...shown, cursor_at: expect.any(String) as string })
    expect(got.headers['etag']).toBe(made.headers['etag'])
    const etag = String(made.headers['etag'])
    const change = { url: `http://${origin()}/other`, kinds: [], include: 'none' }
    const changed = await api('PUT', `webhooks/${String(id)}`, change, boss.as, { headers: { 'if-match': etag } })
    expect(changed.json()).toMatchObject({ ...change, scope: 'tracker' })
    const stale = await api('PUT', `webhooks/${String(id)}`, change, boss.as, { headers: { 'if-match': etag } })
    expect(stale.status).toBe(412)
    expect((await api('GET', `webhooks?tracker_id=${bug.id}`)).json()).toEqual([changed.json()])
    expect((await api('GET', `webhooks?project_id=${lamps.id}`)).json()).toEqual([])
    expectDone(await api('DELETE', `webhooks/${String(id)}`))
    expect((await api('GET', `webhooks/${String(id)}`)).status).toBe(404)
    const { rows } = await sql<{
      payload: string
    }>`select payload::text from event where kind like 'webhook.%'`.execute(crocus.db.kysely)
    expect(rows.length).toBeGreaterThan(2)
    expect(JSON.stringify(rows)).not.toMatch(/whsec_|\/hook/)
  })

  it('are for administrators of the place; others learn of no webhook', async () => {
    const hook = await add()
    for (const as of [ada.as, stranger.as]) {
      expect((await api('GET', `webhooks?tracker_id=${bug.id}`, undefined, as)).status).toBe(403)
      expect((await api('POST', 'webhooks', { tracker_id: bug.id, url: `http://${origin()}/` }, as)).status).toBe(403)
      for (const [method, path] of [
        ['GET', ''],
        ['DELETE', ''],
        ['POST', '/test'],
        ['POST', '/pause'],
        ['POST', '/secret'],
        ['GET', '/deliveries'],
      ] as const)
        expect((await api(method, `webhooks/${hook.id}${path}`, undefined, as)).status).toBe(404)
    }
    const hidden = await givenProject(crocus, 'vault', { as: boss.as, isPublic: false })
    expect((await api('GET', `webhooks?project_id=${hidden.id}`, undefined, ada.as)).status).toBe(404)
    expect((await api('GET', `webhooks?tracker_id=${hidden.tracker('bug').id}`, undefined, ada.as)).status).toBe(404)
    expect((await api('GET', 'webhooks', undefined, boss.as)).status).toBe(403)
    expect((await api('GET', 'webhooks', undefined, crocus.admin)).status).toBe(200)
    expect((await crocus.request('GET', '/api/webhooks')).status).toBe(401)
  })

  it.each([
    ['ftp://a.example/', {}],
    ['http://public.example/', {}],
    ['https://user@public.example/', {}],
    ['https://:secret@public.example/', {}],
    ['no address', {}],
    [`https://public.example/${'x'.repeat(2_000)}`, {}],
    ['https://public.example/', { kinds: ['artifact.painted'] }],
    ['https://public.example/', { include: 'all' }],
    ['https://public.example/', { tql: 'nosuch = 1' }],
    ['https://public.example/', { scope: 'project', project_id: 1, tql: "title = 'a'" }],
    ['https://public.example/', { scope: 'site' }],
  ])('refuse %s with %j', async (url, more) => {
    const place = 'project_id' in more ? { project_id: lamps.id } : { tracker_id: bug.id }
    const answer = await api('POST', 'webhooks', { url, ...more, ...place })
    expect([answer.status, answer.text]).toEqual([400, expect.any(String)])
    expect((await api('GET', `webhooks?tracker_id=${bug.id}`)).json()).toEqual([])
  })

  it('keep scope and owner', async () => {
    const hook = await add()
    const url = `http://${origin()}/`
    for (const fixed of [{ scope: 'project' }, { owner: { id: ada.id } }, { tracker_id: lamps.tracker('task').id }])
      expect((await api('PUT', `webhooks/${hook.id}`, { url, ...fixed })).status).toBe(400)
  })

  it('rehearse without any effect', async () => {
    const rehearsal = await api('POST', 'webhooks?dry_run=true', { tracker_id: bug.id, url: `http://${origin()}/` })
    expect(rehearsal.json()).toMatchObject({
      dry_run: true,
      status: 201,
      would: { webhook: { id: null, scope: 'tracker' } },
    })
    expect((await api('GET', `webhooks?tracker_id=${bug.id}`)).json()).toEqual([])
    const hook = await add()
    const url = `http://${origin()}/other`
    expect((await api('PUT', `webhooks/${hook.id}?dry_run=true`, { url })).json()).toMatchObject({
      would: { webhook: { url } },
    })
    expect((await api('DELETE', `webhooks/${hook.id}?dry_run=true`)).json()).toMatchObject({ would: { webhook: null } })
    expect(await read(hook.id)).toMatchObject({ url: `http://${origin()}/hook` })
    expect((await api('POST', `webhooks/${hook.id}/pause?dry_run=true`)).status).toBe(400)
  })

  it('allow a hundred for one place', async () => {
    await sql`
      insert into webhook (scope, project_id, tracker_id, url, kinds, include, owner_id, secret, created_at, changed_at)
      select 'tracker', ${lamps.id}, ${bug.id}, 'https://a.example', '{}', 'none', ${boss.id}, '', now(), now()
      from generate_series(1, 100)`.execute(crocus.db.kysely)
    const answer = await api('POST', 'webhooks', { tracker_id: bug.id, url: `http://${origin()}/` })
    expect(answer.json()).toMatchObject({ error: { code: 409, details: { reason: 'webhook.too_many', limit: 100 } } })
    await add({ tracker_id: lamps.tracker('task').id })
  })
})

describe('deliveries (integrators.md §3)', () => {
  it('are signed, and tell the change and the artifact as the owner sees them', async () => {
    const hook = await add({ include: 'values' })
    const id = await create('Flickers')
    await rename(id, 'Flickers often')
    await work()
    expect(told()).toEqual([
      ['artifact.created', id],
      ['artifact.updated', id],
    ])
    const [first, second] = calls
    for (const call of calls) {
      const body = new Webhook(hook.secret).verify(call.text, call.headers as Record<string, string>)
      expect(body).toEqual(JSON.parse(call.text))
      expect(call.headers).toMatchObject({
        'content-type': 'application/json',
        'user-agent': expect.stringMatching(/^Crocus\//) as string,
        traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/) as string,
      })
    }
    expect(first?.headers['webhook-id']).not.toBe(second?.headers['webhook-id'])
    expect(second?.data).toMatchObject({
      previous_changeset_id: first?.data.change.changeset_id,
      change: { actor: { username: 'boss' }, changed_field_ids: [bug.field('title')], tracker_id: bug.id },
      artifact: { id, changeset_id: second?.data.change.changeset_id },
    })
    expect(second?.type).toBe('artifact.updated')
    const feed = await api('GET', `changes?since=${String(first?.data.change['cursor'])}`)
    expect(feed.json<{ changes: unknown[] }>().changes).toEqual([second?.data.change])
  })

  it('have the bodies that the document of the API describes', async () => {
    const hook = await add({ include: 'values' })
    const id = await create('Described')
    await rename(id, 'Again')
    expectDone(await api('DELETE', `artifacts/${id}`))
    await api('POST', `webhooks/${hook.id}/test`)
    await work()
    const { webhooks, components } = (await crocus.request('GET', '/api/openapi.json')).json<{
      webhooks: Record<string, { post: { requestBody: { content: Record<string, { schema: Schema }> } } }>
      components: { schemas: Record<string, Schema> }
    }>()
    const resolved = (schema: Schema): Schema =>
      schema.$ref === undefined ? schema : resolved(components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {})
    const check = compileCheck(resolved)
    const faultOf = ({ type, text }: Call) =>
      check(
        webhooks[type === 'ping' ? 'testReceiver' : 'tellChange']?.post.requestBody.content['application/json']?.schema,
      )(JSON.parse(text))
    expect(calls.map(call => [call.type, faultOf(call)])).toEqual([
      ['ping', undefined],
      ['artifact.deleted', undefined],
    ])
    const other = await create('Stays')
    await rename(other, 'Stays there')
    await work()
    expect(calls.slice(2).map(call => [call.type, faultOf(call)])).toEqual([
      ['artifact.created', undefined],
      ['artifact.updated', undefined],
    ])
    expect(
      check(webhooks['tellChange']?.post.requestBody.content['application/json']?.schema)({ type: 1 }),
    ).toBeDefined()
  })

  it('name the version before of which the owner was told', async () => {
    const secret = await givenProject(crocus, 'secret-links', { isPublic: false })
    const hidden = await givenArtifact(crocus, secret.tracker('bug'), 'Hidden', { as: crocus.admin })
    await add()
    const id = await create('Linked')
    const links = [{ field_id: bug.field('links'), links: [{ id: hidden, type: '' }] }]
    expectDone(await api('PUT', `artifacts/${id}`, { values: links }, crocus.admin))
    await rename(id, 'Named')
    await work()
    const [made, named] = calls.filter(({ data }) => data.change['artifact_id'] === id)
    expect(told()).toEqual([
      ['artifact.created', id],
      ['artifact.updated', id],
    ])
    expect([made?.data.previous_changeset_id, named?.data.previous_changeset_id]).toEqual([
      null,
      made?.data.change.changeset_id,
    ])
  })

  it('name the version before also behind many of which the owner was not told', async () => {
    const secret = await givenProject(crocus, 'secret-rows', { isPublic: false })
    await add()
    const id = await create('Often linked')
    const links: object[] = []
    for (let count = 0; count < 4; count++) {
      const hidden = await givenArtifact(crocus, secret.tracker('bug'), `Hidden ${count}`, { as: crocus.admin })
      links.push({ id: hidden, type: '' })
      const values = [{ field_id: bug.field('links'), links }]
      expectDone(await api('PUT', `artifacts/${id}`, { values }, crocus.admin))
    }
    await rename(id, 'Named')
    await work()
    const [made, named, ...others] = calls.filter(({ data }) => data.change['artifact_id'] === id)
    expect(others).toEqual([])
    expect(named?.data.previous_changeset_id).toBe(made?.data.change.changeset_id)
  })

  it('leave out kinds and artifacts that were not asked for', async () => {
    await add({ kinds: ['artifact.created'], url: `http://${origin()}/created` })
    await add({ tql: "title = 'Yellow'", url: `http://${origin()}/yellow` })
    await add({ scope: 'project', project_id: lamps.id, tracker_id: undefined, url: `http://${origin()}/project` })
    await add({ tracker_id: lamps.tracker('task').id, url: `http://${origin()}/task` })
    const red = await create('Red')
    const yellow = await create('Yellow')
    await rename(yellow, 'Yellow')
    await rename(red, 'Dark red')
    await work()
    const at = (path: string) =>
      calls
        .filter(call => call.path === path)
        .map(({ data }) => `${data.change.kind} ${String(data.change['artifact_id'])}`)
        .sort()
    expect(at('/created')).toEqual([`artifact.created ${red}`, `artifact.created ${yellow}`].sort())
    expect(at('/yellow')).toEqual([`artifact.created ${yellow}`])
    expect(at('/project')).toHaveLength(3)
    expect(at('/task')).toEqual([])
    const { rows } = await sql`select from webhook_delivery where state <> 'done'`.execute(crocus.db.kysely)
    expect(rows).toEqual([])
  })

  it('tell an artifact that is gone by its tombstone alone', async () => {
    await add()
    respond = failing(500)
    const id = await create('Gone')
    await work()
    expect(told()).toEqual([['artifact.created', id]])
    await rename(id, 'Gone soon')
    expectDone(await api('DELETE', `artifacts/${id}`))
    respond = ok
    calls.length = 0
    await work(10)
    expect(told()).toEqual([['artifact.deleted', id]])
  })

  it('send the same bytes again, and later changes of the artifact wait; others go on', async () => {
    const hook = await add({ include: 'full' })
    const id = await create('Cold')
    await work()
    calls.length = 0
    respond = failing(503, call => call.data.change['artifact_id'] === id)
    await rename(id, 'Colder')
    await rename(id, 'Coldest')
    const other = await create('Warm')
    await work()
    expect(told().filter(([, about]) => about === id)).toHaveLength(1)
    expect(told()).toContainEqual(['artifact.created', other])
    const rows = await deliveries(hook.id, 'state=waiting')
    expect(rows).toHaveLength(2)
    const [later, first] = rows
    expect(first).toMatchObject({
      next_attempt: expect.any(String) as string,
      attempts: [{ status: 503, response_body: 'cold' }],
    })
    expect(later).toMatchObject({ next_attempt: null, waits_for: first?.id, attempts: [] })
    expect(await read(hook.id)).toMatchObject({ state: 'active', waiting: 2 })
    const failed = calls.find(({ data }) => data.change['artifact_id'] === id)
    calls.length = 0
    await work(4)
    expect(calls).toEqual([])
    respond = ok
    await work(2)
    expect(told()).toEqual([
      ['artifact.updated', id],
      ['artifact.updated', id],
    ])
    expect(calls[0]?.text).toBe(failed?.text)
    expect(calls[0]?.headers['webhook-id']).toBe(failed?.headers['webhook-id'])
    expect(calls[0]?.headers['webhook-timestamp']).not.toBe(failed?.headers['webhook-timestamp'])
    expect(calls[1]?.data.change.changeset_id).toBeGreaterThan(calls[0]?.data.change.changeset_id ?? Number.NaN)
    expect((await deliveries(hook.id)).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done'])
  })

  it('keep the order of the artifact when transactions overlap in the log', async () => {
    await add()
    const id = await create('Overlap')
    await work()
    calls.length = 0
    // The transaction of the later change has the lower number, and one between them still runs.
    const early = await openTransaction()
    const between = await openTransaction()
    await rename(id, 'first')
    await rename(id, 'second')
    const { rows } = await sql<{ seq: number }>`
      select seq from event where artifact_id = ${id} order by changeset_id desc limit 1`.execute(crocus.db.kysely)
    await sql`update event set xid = ${early.xid}::xid8 where seq = ${rows[0]?.seq ?? 0}`.execute(crocus.db.kysely)
    await early.end()
    await work()
    const queued = await sql<{ state: string }>`
      select state from webhook_delivery where artifact_id = ${id} and state <> 'done'`.execute(crocus.db.kysely)
    expect(queued.rows).toEqual([{ state: 'waiting' }])
    expect(calls).toEqual([])
    await between.end()
    await work(1)
    const changesets = calls.map(({ data }) => data.change.changeset_id)
    expect(changesets).toHaveLength(2)
    expect(changesets).toEqual([...changesets].sort((left, right) => left - right))
  })

  it('make one attempt at a time when five artifacts fail, and all go after one success', async () => {
    const hook = await add()
    respond = failing(500)
    const ids = []
    for (const title of ['a', 'b', 'c', 'd', 'e', 'f']) ids.push(await create(title))
    await work()
    expect(await read(hook.id)).toMatchObject({
      state: 'failing',
      failing_since: expect.any(String) as string,
      next_attempt: expect.any(String) as string,
      waiting: 6,
    })
    calls.length = 0
    await work(6)
    expect(told()).toEqual([['artifact.created', ids[0]]])
    calls.length = 0
    respond = ok
    await work(40)
    expect(calls).toHaveLength(6)
    expect(await read(hook.id)).toMatchObject({ state: 'active', failing_since: null, next_attempt: null, waiting: 0 })
  })

  it('try a failing webhook at once when it is resumed', async () => {
    const hook = await add()
    respond = failing(500)
    for (const title of ['a', 'b', 'c', 'd', 'e']) await create(title)
    await work()
    respond = ok
    calls.length = 0
    expectMade(await api('POST', `webhooks/${hook.id}/resume`))
    await work()
    expect(calls).toHaveLength(5)
  })

  it('skip a change that only the receiver refuses for a day, and tell the administrators', async () => {
    const hook = await add()
    const poisoned = await create('Poison')
    respond = failing(422, call => call.data.change['artifact_id'] === poisoned)
    await work()
    await rename(poisoned, 'More poison')
    crocus.mails.length = 0
    for (let hour = 0; hour < 30; hour += 6) {
      await create(`Food ${hour}`)
      await work(6 * 60 * 60 + 3_600)
    }
    const rows = await deliveries(hook.id, `artifact_id=${poisoned}`)
    expect(rows.at(-1)).toMatchObject({
      state: 'skipped',
      attempts: expect.arrayContaining([expect.objectContaining({ status: 422 })]) as object,
    })
    expect(crocus.mails.filter(({ subject }) => subject.includes('refuses a change'))).toMatchObject([
      { to: { address: 'boss@example.org' } },
    ])
    // The lane goes on with the next change.
    expect(
      calls.filter(({ data }) => data.change['artifact_id'] === poisoned && data.change.kind === 'artifact.updated'),
    ).not.toEqual([])
    respond = ok
    const attempt = await api('POST', `webhooks/${hook.id}/deliveries/${rows.at(-1)?.id ?? 0}/retry`)
    expect(attempt.json()).toMatchObject({ status: 204 })
    expect((await deliveries(hook.id, `artifact_id=${poisoned}`)).at(-1)?.state).toBe('done')
  })

  it('pause after three days without success, with a mail, and go on where they stopped', async () => {
    const hook = await add()
    respond = failing(500)
    const id = await create('Dead')
    await work()
    crocus.mails.length = 0
    for (let hour = 0; hour <= 80; hour += 7) await work(7 * 60 * 60)
    expect(await read(hook.id)).toMatchObject({ state: 'paused', paused_because: 'failures', waiting: 1 })
    expect(crocus.mails).toMatchObject([
      { to: { address: 'boss@example.org' }, subject: expect.stringContaining('is paused') as string },
    ])
    await rename(id, 'Dead still')
    calls.length = 0
    await work(7 * 60 * 60)
    expect(calls).toEqual([])
    respond = ok
    expectMade(await api('POST', `webhooks/${hook.id}/resume`))
    await work()
    expect(told()).toEqual([
      ['artifact.created', id],
      ['artifact.updated', id],
    ])
  })

  it('pause at 410, and leave out what waited when they are told to skip', async () => {
    const hook = await add()
    respond = failing(410)
    await create('Waits')
    await work()
    expect(await read(hook.id)).toMatchObject({ state: 'paused', paused_because: 'gone' })
    await create('Waits in the log')
    respond = ok
    calls.length = 0
    expectMade(await api('POST', `webhooks/${hook.id}/resume`, { skip: true }))
    await work()
    expect(calls).toEqual([])
    const id = await create('New')
    await work()
    expect(told()).toEqual([['artifact.created', id]])
    const { rows } = await sql<{ payload: string }>`
      select payload::text from event where kind = 'webhook.resumed' order by seq desc limit 1`.execute(
      crocus.db.kysely,
    )
    expect(JSON.parse(rows[0]?.payload ?? '')).toMatchObject({ skip: true, skipped: 1 })
  })

  it('pause when the owner is no administrator any more, without another call', async () => {
    const deputy = await givenAccount(crocus, `deputy`)
    const administrators = `user_groups/${lamps.id}_4/users`
    const administer = (...logins: string[]) =>
      api('PUT', administrators, { user_references: logins.map(username => ({ username })) })
    expectDone(
      await api('PUT', `user_groups/${lamps.id}_3/users`, {
        user_references: ['boss', 'ada', 'deputy'].map(username => ({ username })),
      }),
    )
    expectDone(await administer('boss', 'deputy'))
    const hook = await add({}, deputy.as)
    await work()
    respond = failing(500)
    await create('Before')
    await work()
    expectDone(await administer('boss'))
    calls.length = 0
    respond = ok
    await work(10)
    expect(calls).toEqual([])
    expect(await read(hook.id)).toMatchObject({
      state: 'paused',
      paused_because: 'owner',
      waiting: expect.any(Number) as number,
    })
    expect((await api('POST', `webhooks/${hook.id}/resume`)).json()).toMatchObject({
      error: { code: 409, details: { reason: 'webhook.owner' } },
    })
    expectDone(await administer('boss', 'deputy'))
    expectMade(await api('POST', `webhooks/${hook.id}/resume`))
    await work()
    expect(calls.map(({ data }) => data.change.kind)).toContain('artifact.created')
  })

  it('stay in the log while an administrator pauses the webhook', async () => {
    const hook = await add()
    expect((await api('POST', `webhooks/${hook.id}/pause`)).json()).toMatchObject({
      state: 'paused',
      paused_because: 'request',
    })
    const id = await create('Paused')
    await work()
    expect(calls).toEqual([])
    expect(await read(hook.id)).toMatchObject({ waiting: 0 })
    await api('POST', `webhooks/${hook.id}/resume`)
    await work()
    expect(told()).toEqual([['artifact.created', id]])
  })

  it('that the log kept twice as long for a paused webhook are cut, after a warning, and the webhook says what is lost', async () => {
    const hook = await add()
    await api('POST', `webhooks/${hook.id}/pause`)
    const lost = await create('Lost')
    await work()
    const age = async (days: number): Promise<void> => {
      const at = new Date(crocus.clock.now().getTime() - days * 24 * 60 * 60 * 1_000)
      await sql`update event set at = ${at}`.execute(crocus.db.kysely)
      crocus.mails.length = 0
      await crocus.app.jobs.find(({ name }) => name === 'expire_events')?.run({})
      await work()
    }
    const kept = async (): Promise<number> =>
      (await crocus.db.kysely.selectFrom('event').select('seq').where('artifact_id', '=', lost).execute()).length
    const mails = () => crocus.mails.filter(({ to }) => to.address === 'boss@example.org')
    const subjects = () => mails().map(({ subject }) => subject)

    await age(100)
    expect([await kept(), subjects()]).toEqual([1, []])
    await age(170)
    expect([await kept(), subjects()]).toEqual([1, [expect.stringContaining('will soon be lost')]])
    expect(mails()[0]?.text).toContain('in 14 days')
    expect(mails()[0]?.text).toContain(`/projects/lamps/trackers/bug/settings/webhooks?webhook=${hook.id}`)
    await age(171)
    expect([await kept(), subjects()]).toEqual([1, []])
    await age(181)
    expect([await kept(), subjects()]).toEqual([0, [expect.stringContaining('is paused')]])
    const day = expect.stringMatching(/^\d{4}-/) as string
    expect(await read(hook.id)).toMatchObject({
      state: 'paused',
      paused_because: 'retention',
      lost: { from: day, to: day },
    })
    expectMade(await api('POST', `webhooks/${hook.id}/resume`))
    const id = await create('After')
    await work()
    expect(told()).toEqual([['artifact.created', id]])
    expect(await read(hook.id)).toMatchObject({ state: 'active', lost: null })
  })

  it('are made again when a process dies in the middle', async () => {
    const hook = await add()
    const id = await create('Crash')
    await drainConsumers({ db: crocus.db, consumers: crocus.app.consumers, log: createLog('fatal') })
    // A process has claimed it, and is killed.
    await sql`
      update webhook_delivery set state = 'running', next_attempt = null, lease_until = ${new Date(crocus.clock.now().getTime() + 30_000)}
      where webhook_id = ${hook.id}`.execute(crocus.db.kysely)
    await rename(id, 'Crash again')
    await work(29)
    expect(calls).toEqual([])
    await work(2)
    expect(told()).toEqual([
      ['artifact.created', id],
      ['artifact.updated', id],
    ])
  })
})

const openTransaction = async (): Promise<{ readonly xid: string; end(): Promise<void> }> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<string>()
  const running = crocus.db.kysely.transaction().execute(async tx => {
    const { rows } = await sql<{ xid: string }>`select pg_current_xact_id()::text as xid`.execute(tx)
    begun.resolve(rows[0]?.xid ?? '')
    await promise
  })
  return {
    xid: await begun.promise,
    end: async () => {
      resolve()
      await running
    },
  }
}

describe('secrets (integrators.md §3)', () => {
  it('sign together for a day after a rotation', async () => {
    const hook = await add()
    const { secret } = (await api('POST', `webhooks/${hook.id}/secret`)).json<{ secret: string }>()
    await create('Both')
    await work()
    const both = calls[0]
    expect(both?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
    for (const known of [hook.secret, secret])
      new Webhook(known).verify(both?.text ?? '', both?.headers as Record<string, string>)
    calls.length = 0
    await create('New alone')
    await work(24 * 60 * 60)
    expect(calls[0]?.headers['webhook-signature']).toMatch(/^v1,\S+$/)
    const { rows } = await sql<{ secret: Buffer }>`select secret from webhook`.execute(crocus.db.kysely)
    expect(rows[0]?.secret.includes(secret)).toBe(false)
  })
})

describe('tests, retries and replays (integrators.md §3)', () => {
  it('a test calls at once, and is listed', async () => {
    const hook = await add()
    const answer = await api('POST', `webhooks/${hook.id}/test`)
    expect(answer.json()).toMatchObject({
      webhook_id: hook.id,
      change: null,
      state: 'done',
      attempts: [{ status: 204 }],
    })
    expect(calls).toMatchObject([{ type: 'ping', data: { webhook_id: hook.id } }])
    new Webhook(hook.secret).verify(calls[0]?.text ?? '', calls[0]?.headers as Record<string, string>)
    respond = failing(500)
    expect((await api('POST', `webhooks/${hook.id}/test`)).json()).toMatchObject({ state: 'skipped' })
    await work(60)
    expect(calls).toHaveLength(2)
    expect(await deliveries(hook.id)).toHaveLength(2)
  })

  it('a delivery that waits is not repeated by hand', async () => {
    const hook = await add()
    respond = failing(500)
    await create('Waits')
    await work()
    const [row] = await deliveries(hook.id)
    const answer = await api('POST', `webhooks/${hook.id}/deliveries/${row?.id ?? 0}/retry`)
    expect(answer.json()).toMatchObject({ error: { code: 409, details: { reason: 'webhook.waiting' } } })
    expect((await api('POST', `webhooks/${hook.id}/deliveries/99999999/retry`)).status).toBe(404)
  })

  it('a replay tells the changes since a cursor or a date again, each with another id', async () => {
    const hook = await add()
    const first = await create('One')
    const second = await create('Two')
    await work()
    await rename(first, 'One more')
    await work()
    const ids = new Map(calls.map(call => [call.data.change.changeset_id, String(call.headers['webhook-id'])]))
    const since = String(calls.find(({ data }) => data.change['artifact_id'] === first)?.data.change['cursor'])
    calls.length = 0
    const replay = await api('POST', `webhooks/${hook.id}/replay`, { since })
    expect([replay.status, replay.json()]).toEqual([202, { replay_id: expect.any(Number) as number, estimated: 2 }])
    await work()
    expect(calls).toHaveLength(2)
    const { replay_id: replayId } = replay.json<{ replay_id: number }>()
    for (const call of calls)
      expect(call.headers['webhook-id']).toBe(`${ids.get(call.data.change.changeset_id)}-r${replayId}`)
    calls.length = 0
    const date = new Date(Date.now() - 3_600_000).toISOString()
    expectMade(await api('POST', `webhooks/${hook.id}/replay`, { since: date, artifact_ids: [second] }))
    await work()
    expect(told()).toEqual([['artifact.created', second]])
    calls.length = 0
    expectMade(await api('POST', `webhooks/${hook.id}/replay`, { since: '2020-01-01', until: '2020-01-02' }))
    await work()
    expect(calls).toEqual([])
    expect((await api('POST', `webhooks/${hook.id}/replay`, { since: 'yesterday or so' })).status).toBe(400)
    expect((await api('POST', `webhooks/${hook.id}/replay`, { since, until: 'never' })).status).toBe(400)
  })

  it('deliveries that are over stay for 30 days', async () => {
    const hook = await add()
    await create('Old')
    await work()
    const expire = crocus.app.jobs.find(({ name }) => name === 'expire_webhook_deliveries')
    crocus.clock.advance(29 * 24 * 60 * 60 * 1_000)
    await expire?.run({})
    expect(await deliveries(hook.id)).toHaveLength(1)
    crocus.clock.advance(25 * 60 * 60 * 1_000)
    await expire?.run({})
    expect(await deliveries(hook.id)).toEqual([])
  })
})

describe('receivers that misbehave (integrators.md §3)', () => {
  it('are not followed to another address', async () => {
    const hook = await add()
    respond = failing(302, () => true, { location: `http://${origin()}/elsewhere` })
    await create('Redirect')
    await work()
    expect(calls.map(({ path }) => path)).toEqual(['/hook'])
    expect((await deliveries(hook.id))[0]).toMatchObject({ state: 'waiting', attempts: [{ status: 302 }] })
  })

  it('keep 64 KiB of an endless answer', async () => {
    const hook = await add()
    respond = (_call, response) => {
      response.writeHead(200)
      const more = (): void => {
        while (response.write('x'.repeat(16_384))) continue
      }
      response.on('drain', more)
      response.on('error', () => undefined)
      more()
    }
    await create('Endless')
    await work()
    const [row] = await deliveries(hook.id)
    expect(row?.state).toBe('done')
    expect(row?.attempts[0]?.response_body).toHaveLength(65_536)
  })

  it('on inside addresses are not called', async () => {
    const hook = await add()
    await crocus.app.modules.settings.set('internal_hosts', '', { actorId: 101, means: 'command' })
    try {
      await create('Inside')
      await work()
      expect(calls).toEqual([])
      expect((await deliveries(hook.id))[0]?.attempts[0]?.error).toMatch(/not a public address/)
    } finally {
      await crocus.app.modules.settings.set('internal_hosts', origin(), { actorId: 101, means: 'command' })
    }
  })
})

describe('rights of the owner (integrators.md §3)', () => {
  it('decide again at each attempt: an artifact that went out of sight is left out of the bytes, and its loss follows', async () => {
    await add({ include: 'values' })
    respond = failing(500)
    const id = await create('Moves away')
    await work()
    expect(calls[0]?.data.artifact?.id).toBe(id)
    const attic = await givenProject(crocus, 'attic', { as: crocus.admin, isPublic: false })
    const move = { move: { tracker_id: attic.tracker('bug').id } }
    expect((await api('PATCH', `artifacts/${id}`, move, crocus.admin)).status).toBe(200)
    const first = calls[0]
    calls.length = 0
    respond = ok
    await work(10)
    const own = calls.filter(({ data }) => data.change['artifact_id'] === id)
    expect(own.map(({ type }) => type)).toEqual(['artifact.created', 'access.lost'])
    expect(own[0]?.data).toEqual({ ...first?.data, artifact: undefined })
    expect(Object.keys(own[1]?.data.change ?? {}).sort()).toEqual([
      'artifact_id',
      'changeset_id',
      'cursor',
      'kind',
      'tracker_id',
    ])
    expect(own[1]?.data.artifact).toBeUndefined()
  })
})
