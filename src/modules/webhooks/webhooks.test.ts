import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterFile } from '../../../test/harness/after-file.ts'
import { drainConsumers } from '../../platform/events/consumer.ts'
import { createLog } from '../../platform/log.ts'
import { invalidate, inTransaction } from '../../platform/db/db.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import {
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
  type FixtureTracker,
} from '../../../test/harness/fixture.ts'
import { aTracker, anElement, createTrackersOf } from '../../../test/harness/trackers.ts'
import type { FieldTypeName } from '../fields/index.ts'

let crocus: TestApp
let boss: Account
let ada: Account
let lamps: FixtureProject
let bug: FixtureTracker
let receiver: Server
let answer: number | 'hang up' = 200
const calls: { url: string; method: string; type: string; keys: string[]; payload: Payload }[] = []

interface Payload {
  readonly batch_id?: string
  readonly id: number
  readonly action: string
  readonly user: { readonly username: string }
  readonly submitter_user_groups: { readonly id: string }[]
  readonly current: Changeset
  readonly previous: Changeset | null
  readonly is_custom_code_execution: boolean
  readonly tracker: { readonly id: number; readonly item_name: string; readonly fields: object[] }
}
interface Changeset {
  readonly id: number
  readonly last_comment: { readonly body: string; readonly ugroups: unknown }
  readonly values: { readonly field_id: number; readonly value?: unknown; readonly values?: { label: string }[] }[]
}

beforeAll(async () => {
  crocus = await testApp()
  boss = await givenAccount(crocus, 'boss')
  ada = await givenAccount(crocus, 'ada')
  lamps = await givenProject(crocus, 'lamps', { as: boss.as, members: ['ada'] })
  bug = lamps.tracker('bug')
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const { url = '', method = '', headers } = request
      const form = new URLSearchParams(body)
      const payload = JSON.parse(form.get('payload') ?? '') as Payload
      calls.push({ url, method, type: headers['content-type'] ?? '', keys: [...form.keys()], payload })
      if (answer === 'hang up') request.socket.destroy()
      else response.writeHead(answer, { location: '/elsewhere' }).end()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  afterFile(() => receiver.close())
})
const origin = (): string => `127.0.0.1:${(receiver.address() as AddressInfo).port}`
const allow = (hosts: string) =>
  crocus.app.modules.settings.set('internal_hosts', hosts, { actorId: 101, means: 'command' })

const setWebhooks = (json: unknown, as = boss.as) =>
  crocus.request('PUT', `/api/trackers/${bug.id}/webhooks`, { as, json })
const deliveries = async (as = boss.as) => {
  const response = await crocus.request('GET', `/api/trackers/${bug.id}/webhook_deliveries`, { as })
  return { status: response.status, list: response.status === 200 ? response.json<Record<string, unknown>[]>() : [] }
}
const waiting = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from graphile_worker._private_jobs where attempts < max_attempts`.execute(crocus.db.kysely)
  return rows[0]?.count ?? 0
}
const title = (value: string) => ({ field_id: bug.field('title'), value })
const put = (id: number, values: object[], body = '') =>
  crocus.request('PUT', `/api/artifacts/${id}`, { as: ada.as, json: { values, comment: { body, format: 'text' } } })

beforeEach(async () => {
  await crocus.work()
  calls.length = 0
  answer = 200
  await allow(origin())
  expect((await setWebhooks([`http://${origin()}/hook?token=t1`])).status).toBe(200)
})

describe('webhooks of a tracker (artifacts.md §13)', () => {
  it('get a form with the new artifact, whole, after the answer was given', async () => {
    const id = await givenArtifact(crocus, bug, 'Flickers', { as: ada.as })
    expect(calls).toEqual([])
    await crocus.work()
    expect(calls).toHaveLength(1)
    const [call] = calls
    expect(call).toMatchObject({
      method: 'POST',
      url: '/hook?token=t1',
      type: 'application/x-www-form-urlencoded',
      keys: ['payload'],
    })
    expect(Object.keys(call?.payload ?? {})).toEqual(
      'id action user submitter_user_groups current previous is_custom_code_execution tracker'.split(' '),
    )
    expect(call?.payload).toMatchObject({
      id,
      action: 'create',
      user: { username: 'ada' },
      previous: null,
      is_custom_code_execution: false,
      tracker: { id: bug.id, item_name: 'bug' },
    })
    expect(call?.payload.submitter_user_groups.map(group => group.id)).toEqual(['1', '2', `${lamps.id}_3`, '5'])
    const complete = await crocus.request('GET', `/api/trackers/${bug.id}`, { as: crocus.admin })
    expect(call?.payload.tracker.fields).toHaveLength(complete.json<{ fields: [] }>().fields.length)
    await crocus.work()
    expect(calls).toHaveLength(1)
  })

  it('are called for each change of a batch, which they name', async () => {
    const create = (value: string, ref: string) => ({
      ref,
      method: 'POST',
      path: '/artifacts',
      body: { tracker: { id: bug.id }, values: [title(value)] },
    })
    const change = { method: 'PUT', path: '/artifacts/{$ref:a}', body: { values: [title('Again')] } }
    const operations = [create('One', 'a'), create('Two', 'b'), change]
    const batch = await crocus.request('POST', '/api/batch', { as: ada.as, json: { operations } })
    const { batch_id, results } = batch.json<{ batch_id: string; results: { body: { id: number } | null }[] }>()
    await crocus.work()
    const [one, two] = results.map(({ body }) => body?.id)
    const called = calls.map(({ payload }) => [payload.id, payload.action, payload.batch_id])
    const ofOne = called.filter(([id]) => id === one)
    expect([...ofOne, ...called.filter(([id]) => id === two)]).toEqual([
      [one, 'create', batch_id],
      [one, 'update', batch_id],
      [two, 'create', batch_id],
    ])
  })

  it('are called about a move, those of the former tracker and of the new one', async () => {
    const task = lamps.tracker('task')
    const hook = (path: string) => [`http://${origin()}/${path}`]
    const set = (trackerId: number, json: unknown) =>
      crocus.request('PUT', `/api/trackers/${trackerId}/webhooks`, { as: boss.as, json })
    expect((await set(task.id, hook('tasks'))).status).toBe(200)
    const id = await givenArtifact(crocus, bug, 'Wanders', { as: boss.as })
    await crocus.work()
    calls.length = 0
    const json = { move: { tracker_id: task.id } }
    expect((await crocus.request('PATCH', `/api/artifacts/${id}`, { as: boss.as, json })).status).toBe(200)
    await crocus.work()
    expect(calls.map(({ url }) => url).sort()).toEqual(['/hook?token=t1', '/tasks'])
    for (const { payload } of calls) {
      expect(payload).toMatchObject({ id, action: 'update', tracker: { id: task.id } })
      expect(payload.current.last_comment.body).toContain('Artifact was moved from')
      expect(payload.previous).not.toBeNull()
      const titles = payload.current.values.filter(({ field_id }) => field_id === task.field('title'))
      expect(titles.map(({ value }) => value)).toEqual(['Wanders'])
    }
    expect((await set(task.id, [])).status).toBe(200)
  })

  it('get the values before and after a change, in the form of GET /artifacts/{id}/changesets', async () => {
    const id = await givenArtifact(crocus, bug, 'Hums', { as: ada.as })
    expect((await put(id, [title('Hums loudly')], 'At night')).status).toBe(200)
    // A later edit does not change the payload of the first one.
    expect((await put(id, [title('Silent')])).status).toBe(200)
    await crocus.work()
    expect(calls.map(({ payload }) => payload.action)).toEqual(['create', 'update', 'update'])
    const history = await crocus.request('GET', `/api/artifacts/${id}/changesets`, { as: crocus.admin })
    const [first, second, third] = history.json<Changeset[]>()
    expect([calls[1]?.payload.previous, calls[1]?.payload.current]).toEqual([first, second])
    expect([calls[2]?.payload.previous, calls[2]?.payload.current]).toEqual([second, third])
    expect(second?.last_comment.body).toBe('At night')
  })

  it('get fields that the author of the change may not read', async () => {
    const severity = bug.fields.find(field => field.type === 'int')?.name ?? ''
    const hidden = bug.field(severity)
    await sql`delete from field_permission where field_id = ${hidden}`.execute(crocus.db.kysely)
    await inTransaction(crocus.db, tx => invalidate(tx, 'tracker', bug.id))
    const id = await givenArtifact(crocus, bug, 'Secret', {
      as: crocus.admin,
      values: [{ field_id: hidden, value: 42 }],
    })
    expect((await put(id, [title('Still secret')])).status).toBe(200)
    await crocus.work()
    const value = (changeset: Changeset | null | undefined): unknown =>
      changeset?.values.find(entry => entry.field_id === hidden)?.value
    expect([value(calls[1]?.payload.previous), value(calls[1]?.payload.current)]).toEqual([42, 42])
  })

  it('learn nothing of other projects that not every account may see', async () => {
    const vault = await givenProject(crocus, 'vault', { isPublic: false })
    const square = await givenProject(crocus, 'square')
    const element = (type: FieldTypeName, name: string) => anElement(type, name, { key: `case.${name}` })
    const made = await createTrackersOf(
      crocus,
      aTracker(vault.id, 'plot', { elements: [anElement('art_link', 'links', { key: 'plot.links' })] }),
      aTracker(lamps.id, 'case', {
        elements: [element('text', 'note'), element('art_link', 'links'), element('cross', 'refs')],
        webhooks: [`http://${origin()}/case`],
      }),
    )
    const field = (name: string) => made.fieldIds.get(name)
    const post = async (tracker: string, values: object[]): Promise<number> => {
      const json = { tracker: { id: made.trackerIds.get(tracker) }, values }
      const created = await crocus.request('POST', '/api/artifacts', { as: crocus.admin, json })
      expect(created.status).toBe(201)
      return created.json<{ id: number }>().id
    }
    const linksTo = (...ids: number[]) => ids.map(id => ({ id, type: '' }))
    const own = await givenArtifact(crocus, bug, 'Own', { as: ada.as })
    const open = await givenArtifact(crocus, square.tracker('bug'), 'Open', { as: crocus.admin })
    const hidden = await post('plot', [{ field_id: field('plot.links'), links: linksTo(own) }])
    const id = await post('case', [
      { field_id: field('case.links'), links: linksTo(own, open, hidden) },
      { field_id: field('case.note'), value: { content: `art #${open}, art #${hidden}, plot #1`, format: 'text' } },
    ])
    const back = { field_id: field('plot.links'), links: linksTo(id) }
    expect(
      (await crocus.request('PUT', `/api/artifacts/${hidden}`, { as: crocus.admin, json: { values: [back] } })).status,
    ).toBe(200)
    const comment = { body: `plot #${hidden}`, format: 'text' }
    expect(
      (await crocus.request('PUT', `/api/artifacts/${id}`, { as: crocus.admin, json: { values: [], comment } })).status,
    ).toBe(200)
    await crocus.work()
    const told = calls.filter(({ url }) => url === '/case').at(-1)?.payload
    const value = (name: string) => told?.current.values.find(one => one.field_id === field(name))
    expect(value('case.links')).toMatchObject({ links: [{ id: own }, { id: open }], reverse_links: [] })
    expect(value('case.refs')?.value).toMatchObject([{ ref: `art #${open}` }])
    expect(JSON.stringify(told)).not.toContain('key=plot')
    expect(JSON.stringify(told)).not.toContain('vault')
  })

  it('do not get words that are for some groups only', async () => {
    const id = await givenArtifact(crocus, bug, 'Whispers', { as: ada.as })
    await put(id, [], 'Between us')
    await sql`update changeset set comment_group_ids = '{4}' where artifact_id = ${id} and comment_body <> ''`.execute(
      crocus.db.kysely,
    )
    await put(id, [title('Whispers more')], 'For all')
    await crocus.work()
    const comments = calls.map(({ payload }) => [
      payload.previous?.last_comment.body,
      payload.current.last_comment.body,
    ])
    expect(comments).toEqual([
      [undefined, ''],
      ['', ''],
      ['', 'For all'],
    ])
  })

  it('are called once, whatever the response, which the log shows', async () => {
    for (const status of [500, 404, 302, 204]) {
      answer = status
      await givenArtifact(crocus, bug, `Answered ${status}`, { as: ada.as })
      await crocus.work()
    }
    answer = 'hang up'
    const id = await givenArtifact(crocus, bug, 'Not answered', { as: ada.as })
    await crocus.work()
    expect([calls.length, await waiting()]).toEqual([5, 0])
    expect(calls.every(({ url }) => url.startsWith('/hook'))).toBe(true)
    const { list } = await deliveries()
    expect(list.slice(0, 5).map(({ status }) => status)).toEqual([null, 204, 302, 404, 500])
    expect(list[0]).toMatchObject({
      url: `http://${origin()}/hook?token=t1`,
      artifact_id: id,
      action: 'create',
      duration_ms: expect.any(Number) as number,
      error: expect.stringMatching(/hang up|reset/) as string,
    })
  })

  it('reach nothing inside that the operator has not allowed, and the log says why', async () => {
    await allow('')
    await givenArtifact(crocus, bug, 'Nobody hears', { as: ada.as })
    await crocus.work()
    expect(calls).toEqual([])
    const { list } = await deliveries()
    expect(list[0]).toMatchObject({ status: null, error: expect.stringContaining('internal_hosts') as string })
  })

  it('are called each, one that fails or not', async () => {
    await setWebhooks([`http://${origin()}/one`, 'http://unknown.invalid/two', `http://${origin()}/three`])
    await givenArtifact(crocus, bug, 'Heard by two', { as: ada.as })
    await crocus.work()
    expect(calls.map(({ url }) => url).sort()).toEqual(['/one', '/three'])
  })

  it('are not called after their removal, nor is a call repeated whose process died', async () => {
    const id = await givenArtifact(crocus, bug, 'Twice', { as: ada.as })
    await drainConsumers({ db: crocus.db, consumers: crocus.app.consumers, log: createLog('fatal') })
    await put(id, [title('Twice more')])
    await sql`update tracker_webhook_delivery set sent_on = ${new Date(crocus.clock.now().getTime() - 3_600_000)}
      where artifact_id = ${id}`.execute(crocus.db.kysely)
    await crocus.work()
    expect(calls.map(({ payload }) => payload.action)).toEqual(['update'])
    await put(id, [title('Not told')])
    await drainConsumers({ db: crocus.db, consumers: crocus.app.consumers, log: createLog('fatal') })
    await setWebhooks([])
    await crocus.work()
    expect(calls).toHaveLength(1)
  })

  it('are called for waiting deliveries after a process died, without another edit', async () => {
    const id = await givenArtifact(crocus, bug, 'Under way', { as: ada.as })
    await drainConsumers({ db: crocus.db, consumers: crocus.app.consumers, log: createLog('fatal') })
    await sql`update tracker_webhook_delivery set sent_on = ${crocus.clock.now()} where artifact_id = ${id}`.execute(
      crocus.db.kysely,
    )
    await put(id, [title('Behind it')])
    await crocus.work()
    expect(calls).toEqual([])
    crocus.clock.advance(61_000)
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(crocus.db.kysely)
    await crocus.work()
    expect(calls.map(({ payload }) => payload.action)).toEqual(['update'])
    expect(await waiting()).toBe(0)
  })

  it('are not called about refused changes, nor about a deleted artifact', async () => {
    expect((await put(999999, [title('x')])).status).toBe(404)
    const id = await givenArtifact(crocus, bug, 'Gone', { as: ada.as })
    await crocus.request('DELETE', `/api/artifacts/${id}`, { as: boss.as })
    await crocus.work()
    expect(calls).toEqual([])
  })
})

describe('the webhooks of a tracker', () => {
  it('are read and replaced by its administrators, as a part of its definition', async () => {
    const read = () => crocus.request('GET', `/api/trackers/${bug.id}/webhooks`, { as: boss.as })
    expect((await read()).json()).toEqual([`http://${origin()}/hook?token=t1`])
    const xml = '<request><item>https://a.example/1</item><item>https://b.example/2</item></request>'
    const changed = await crocus.request('PUT', `/api/trackers/${bug.id}/webhooks`, { as: boss.as, xml })
    expect([changed.status, changed.text.includes('https://b.example/2')]).toEqual([200, true])
    expect((await read()).json()).toEqual(['https://a.example/1', 'https://b.example/2'])
    expect((await setWebhooks([])).status).toBe(200)
    expect((await read()).json()).toEqual([])
    await givenArtifact(crocus, bug, 'Nobody listens', { as: ada.as })
    await crocus.work()
    expect(calls).toEqual([])
  })
  it('are addresses, and nothing changes where one is not', async () => {
    for (const wrong of [['not an address'], ['ftp://a.example'], [{}], { url: 'x' }, 'https://a.example', null])
      expect([wrong, (await setWebhooks(wrong)).status]).toEqual([wrong, 400])
    const now = await crocus.request('GET', `/api/trackers/${bug.id}/webhooks`, { as: boss.as })
    expect(now.json()).toEqual([`http://${origin()}/hook?token=t1`])
  })
  it('and their log are for administrators of the tracker', async () => {
    for (const path of ['webhooks', 'webhook_deliveries']) {
      const status = async (as?: readonly [string, string]) =>
        (await crocus.request('GET', `/api/trackers/${bug.id}/${path}`, { ...(as && { as }) })).status
      expect([path, await status(), await status(ada.as), await status(boss.as)]).toEqual([path, 401, 403, 200])
    }
    expect((await setWebhooks([], ada.as)).status).toBe(403)
    expect((await crocus.request('GET', '/api/trackers/99999/webhook_deliveries', { as: boss.as })).status).toBe(404)
  })
  it('have a log of the last hundred calls, page by page', async () => {
    await sql`insert into tracker_webhook_delivery (tracker_id, url, artifact_id, changeset_id, action, sent_on, duration_ms, status)
      select ${bug.id}, 'https://a.example', n, n, 'update', now(), 1, 200 from generate_series(1, 150) n`.execute(
      crocus.db.kysely,
    )
    const id = await givenArtifact(crocus, bug, 'One more', { as: ada.as })
    await crocus.work()
    const page = await crocus.request('GET', `/api/trackers/${bug.id}/webhook_deliveries?limit=2`, { as: boss.as })
    expect(page.headers['x-pagination-size']).toBe('100')
    expect(page.json<{ artifact_id: number }[]>().map(entry => entry.artifact_id)).toEqual([id, 150])
  })
})
