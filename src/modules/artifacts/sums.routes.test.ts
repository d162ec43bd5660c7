import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { afterFile } from '../../../test/harness/after-file.ts'
import { testApp, type TestApp, type TestRequest } from '../../../test/harness/app.ts'
import { archiveFolder, projectXml, trackerXml, usersXml } from '../../../test/harness/archives.ts'
import {
  givenAccount,
  givenArtifact,
  readProject,
  type Account,
  type FixtureProject,
  type FixtureTracker,
} from '../../../test/harness/fixture.ts'

// Sums and charts take values from other artifacts: each reader gets the sum of the values that they may read there (fields.md §3.11,
// §3.15).

interface Entry {
  readonly field_id: number
  readonly value?: unknown
}
interface Body {
  readonly id: number
  readonly values: readonly Entry[]
  readonly values_by_field: Readonly<Record<string, { readonly value: unknown } | null>>
}

const element = (type: string, id: string, name: string): string =>
  `<formElement type="${type}" ID="${id}" rank="${id.slice(1)}"><name>${name}</name><label>${name}</label></formElement>`
const read = (id: string, group = 'UGROUP_REGISTERED'): string =>
  `<permission scope="field" REF="${id}" ugroup="${group}" type="PLUGIN_TRACKER_FIELD_READ"/>`
const title = (id: string): string => `<semantic type="title"><field REF="${id}"/></semantic>`

/** A tracker whose fields registered users may read, except the named fields, which members may read. */
const tracker = (
  key: string,
  item: string,
  fields: readonly (readonly [type: string, id: string, name: string])[],
  given: { readonly semantics?: string; readonly forMembers?: readonly string[] } = {},
): string =>
  trackerXml(
    `<formElements>${fields.map(([type, id, name]) => element(type, id, name)).join('')}</formElements>
     <semantics>${title(fields[0]?.[1] ?? '')}${given.semantics ?? ''}</semantics>
     <permissions>${fields
       .map(([, id, name]) => read(id, given.forMembers?.includes(name) ? 'UGROUP_PROJECT_MEMBERS' : undefined))
       .join('')}</permissions>`,
    { attributes: `id="${key}"`, item },
  )

const job = (key: string, item: string, from: number, forMembers: readonly string[] = []): string =>
  tracker(
    key,
    item,
    [
      ['string', `F${from}`, 'title'],
      ['int', `F${from + 1}`, 'effort'],
      ['int', `F${from + 2}`, 'remaining_effort'],
      ['perm', `F${from + 3}`, 'access'],
      ['art_link', `F${from + 4}`, 'links'],
    ],
    { forMembers },
  )
const plan = (key: string, item: string, from: number, forMembers: readonly string[] = []): string =>
  tracker(
    key,
    item,
    [
      ['string', `F${from}`, 'title'],
      ['computed', `F${from + 1}`, 'effort'],
      ['computed', `F${from + 2}`, 'remaining_effort'],
      ['art_link', `F${from + 3}`, 'links'],
      ['date', `F${from + 4}`, 'start'],
      ['int', `F${from + 5}`, 'days'],
      ['int', `F${from + 6}`, 'capacity'],
      ['burndown', `F${from + 7}`, 'chart'],
    ],
    {
      forMembers,
      semantics: `<semantic type="timeframe"><start_date_field REF="F${from + 4}"/><duration_field REF="F${from + 5}"/></semantic>`,
    },
  )
/** A tracker whose dates come from the plan that links to it. */
const step = (key: string, item: string, from: number, planKey: string): string =>
  tracker(
    key,
    item,
    [
      ['string', `F${from}`, 'title'],
      ['burndown', `F${from + 1}`, 'chart'],
    ],
    { semantics: `<semantic type="timeframe"><inherited_from_tracker id="${planKey}"/></semantic>` },
  )

const members = (...logins: string[]): string =>
  `<ugroups><ugroup name="project_members" description=""><members>${logins
    .map(login => `<member format="username">${login}</member>`)
    .join('')}</members></ugroup></ugroups>`

let crocus: TestApp
let ann: Account
let bob: Account
let carl: Account
let dora: Account
let docks: FixtureProject
let vault: FixtureProject
let whole: number

const call = (method: string, path: string, request: TestRequest = {}) =>
  crocus.request(method, `/api/${path}`, { as: crocus.admin, ...request })

const importProject = async (name: string, access: string, logins: readonly string[], trackers: string) => {
  const folder = await archiveFolder({
    'project.xml': projectXml(`${members(...logins)}<trackers>${trackers}</trackers>`, { name, access }),
    'users.xml': usersXml(...logins.map(login => ({ name: login }))),
  })
  const report = await crocus.app.modules.imports.importProject(folder, { automap: 'no-email,create:A' })
  expect(report.messages.filter(message => message.level === 'error')).toEqual([])
  return readProject(crocus, report.project?.id ?? 0, crocus.admin)
}

interface LinkedFixture {
  readonly effort?: number
  readonly links?: readonly number[]
  readonly isForMembers?: boolean
  readonly more?: readonly unknown[]
}
const given = (in_: FixtureTracker, name: string, { effort, links, isForMembers, more = [] }: LinkedFixture = {}) =>
  givenArtifact(crocus, in_, name, {
    as: crocus.admin,
    values: [
      ...(effort === undefined
        ? []
        : [
            { field_id: in_.field('effort'), value: effort },
            { field_id: in_.field('remaining_effort'), value: effort },
          ]),
      ...(links ? [{ field_id: in_.field('links'), links: links.map(id => ({ id })) }] : []),
      ...(isForMembers ? [{ field_id: in_.field('access'), value: { granted_groups: [`${docks.id}_3`] } }] : []),
      ...more,
    ],
  })
const dates = (of: FixtureTracker): unknown[] => [
  { field_id: of.field('start'), value: '2026-03-02' },
  { field_id: of.field('days'), value: 3 },
  { field_id: of.field('capacity'), value: 7 },
]

beforeAll(async () => {
  crocus = await testApp()
  // Members of the docks; of the secret project; of both; of neither.
  ann = await givenAccount(crocus, 'ann')
  bob = await givenAccount(crocus, 'bob')
  carl = await givenAccount(crocus, 'carl')
  dora = await givenAccount(crocus, 'dora')
  docks = await importProject(
    'docks',
    'public',
    ['ann', 'carl'],
    plan('T1', 'plan', 1) +
      job('T2', 'job', 20) +
      job('T3', 'quiet', 30, ['effort', 'remaining_effort']) +
      plan('T4', 'blind', 40, ['links', 'start']) +
      plan('T5', 'mute', 50, ['remaining_effort', 'capacity', 'days']) +
      plan('T6', 'hush', 70, ['effort']) +
      plan('T7', 'veil', 80, ['links']) +
      step('T8', 'step', 60, 'T1') +
      step('T9', 'leap', 64, 'T7'),
  )
  vault = await importProject('vault', 'private', ['bob', 'carl'], job('T1', 'job', 1) + plan('T2', 'plan', 20))

  const sub = await given(docks.tracker('plan'), 'Sub', {
    links: [
      await given(vault.tracker('job'), 'Deep secret', { effort: 16 }),
      await given(docks.tracker('job'), 'Deep', { effort: 32 }),
    ],
  })
  const blind = await given(docks.tracker('blind'), 'Links that only members read', {
    links: [await given(docks.tracker('job'), 'Behind a hidden link', { effort: 64 })],
  })
  const hush = await given(docks.tracker('hush'), 'A sum that only members read', {
    links: [await given(docks.tracker('job'), 'Behind a hidden sum', { effort: 128 })],
  })
  const hidden = await given(vault.tracker('plan'), 'A plan that is hidden', {
    links: [await given(docks.tracker('job'), 'Behind a hidden artifact', { effort: 256 })],
  })
  whole = await given(docks.tracker('plan'), 'Whole', {
    links: [
      await given(docks.tracker('job'), 'Open', { effort: 1 }),
      await given(docks.tracker('job'), 'Restricted', { effort: 2, isForMembers: true }),
      await given(docks.tracker('quiet'), 'Quiet', { effort: 4 }),
      await given(vault.tracker('job'), 'Secret', { effort: 8 }),
      sub,
      blind,
      hush,
      hidden,
    ],
    more: dates(docks.tracker('plan')),
  })
})

/** The summands that each account may read. */
const inNone = 1 + 32
const inDocks = inNone + 2 + 4 + 64
const sums = () =>
  [
    [dora, inNone],
    [ann, inDocks + 128],
    [bob, inNone + 8 + 16 + 256],
    [carl, inDocks + 128 + 8 + 16 + 256],
  ] as const

const entry = (body: Pick<Body, 'values'>, name: string, of: FixtureTracker = docks.tracker('plan')): Entry =>
  body.values.find(({ field_id }) => field_id === of.field(name)) ?? { field_id: 0 }

describe('the sum of a computed field is that of its reader (fields.md §3.11)', () => {
  it('in GET /artifacts/{id}, with responses cached for other readers', async () => {
    const everything = 1 + 2 + 4 + 8 + 16 + 32 + 64 + 128 + 256
    const wanted = [...sums().map(([account, sum]) => [account.as, sum] as const), [crocus.admin, everything] as const]
    for (const [as, sum] of [...wanted, ...wanted.toReversed()]) {
      const body = (await call('GET', `artifacts/${whole}?values_format=all`, { as })).json<Body>()
      expect([as[0], entry(body, 'effort').value, body.values_by_field['effort']?.value]).toEqual([as[0], sum, sum])
    }
  })

  it('for callers without an account too', async () => {
    const response = await crocus.request('GET', `/api/artifacts/${whole}`)
    // The fields are for registered users.
    expect([response.status, entry(response.json<Body>(), 'effort').value]).toEqual([200, undefined])
  })

  it('in XML, lists, searches, histories, reports and linked artifacts', async () => {
    const list = `trackers/${docks.tracker('plan').id}/artifacts?values=all`
    const parent = await given(docks.tracker('plan'), 'Parent', { links: [whole] })
    const [report] = (await call('GET', `trackers/${docks.tracker('plan').id}/tracker_reports`)).json<
      { id: number }[]
    >()
    for (const [{ as, login }, sum] of sums()) {
      const xml = (await call('GET', `artifacts/${whole}`, { as, headers: { accept: 'application/xml' } })).text
      expect([login, /<is_autocomputed>true<\/is_autocomputed><value>(\d*)</.exec(xml)?.[1]]).toEqual([
        login,
        String(sum),
      ])
      const found: Record<string, readonly Pick<Body, 'id' | 'values'>[]> = {
        list: (await call('GET', list, { as })).json<Body[]>(),
        search: (
          await call(
            'GET',
            `${list}&query=${encodeURIComponent('{"title":{"operator":"contains","value":"Whole"}}')}`,
            {
              as,
            },
          )
        ).json<Body[]>(),
        ids: (await call('GET', `artifacts?query=${encodeURIComponent(`{"id":[${whole}]}`)}`, { as })).json<{
          collection: Body[]
        }>().collection,
        history: (await call('GET', `artifacts/${whole}/changesets`, { as }))
          .json<Pick<Body, 'values'>[]>()
          .map(({ values }) => ({ id: whole, values })),
        linked: (await call('GET', `artifacts/${parent}/linked_artifacts?direction=forward`, { as })).json<{
          collection: Body[]
        }>().collection,
        report: (await call('GET', `tracker_reports/${report?.id}/artifacts?values=all`, { as })).json<Body[]>(),
      }
      for (const [where, bodies] of Object.entries(found)) {
        const body = bodies.find(({ id }) => id === whole)
        expect([login, where, body && entry(body, 'effort').value]).toEqual([login, where, sum])
      }
      const [flat] = (
        await call('GET', `artifacts/${parent}/linked_artifacts?direction=forward&output_format=flat`, { as })
      ).json<{ effort: number }[]>()
      expect([login, flat?.effort]).toEqual([login, sum])
    }
  })

  it('for an access key that is limited to projects: the sum of these projects', async () => {
    for (const [projectId, sum] of [
      [docks.id, inDocks + 128],
      [vault.id, undefined],
    ] as const) {
      const key = await call('POST', 'access_keys', {
        as: carl.as,
        json: { projects: [projectId] },
      })
      const headers = { 'x-auth-accesskey': key.json<{ identifier: string }>().identifier }
      const response = await crocus.request('GET', `/api/artifacts/${whole}`, { headers })
      expect([response.status, sum && entry(response.json<Body>(), 'effort').value]).toEqual([sum ? 200 : 403, sum])
    }
  })

  it('without links of a link field that the reader may not read', async () => {
    const id = await given(docks.tracker('blind'), 'Blind', {
      links: [await given(docks.tracker('job'), 'Seen by all', { effort: 5 })],
    })
    for (const [{ as }, sum] of [
      [ann, 5],
      [dora, null],
    ] as const) {
      const body = (await call('GET', `artifacts/${id}`, { as })).json<Body>()
      expect(entry(body, 'effort', docks.tracker('blind')).value).toBe(sum)
    }
  })

  it('costs one round trip without summands, and one more per level', async () => {
    const costs: number[] = []
    for (const id of [
      await given(docks.tracker('plan'), 'Alone'),
      await given(docks.tracker('plan'), 'One level', {
        links: [await given(docks.tracker('job'), 'A', { effort: 1 })],
      }),
    ]) {
      await call('GET', `artifacts/${id}`, { as: ann.as })
      const before = crocus.db.roundTrips()
      await call('GET', `artifacts/${id}`, { as: ann.as })
      costs.push(crocus.db.roundTrips() - before)
    }
    expect(costs).toEqual([1, 2])
  })

  it('changes with the rights, and not only with the artifacts', async () => {
    const [restricted, tracker] = [await given(docks.tracker('job'), 'Once open', { effort: 3 }), docks.tracker('job')]
    const id = await given(docks.tracker('plan'), 'Over it', { links: [restricted] })
    const sum = async () => entry((await call('GET', `artifacts/${id}`, { as: dora.as })).json<Body>(), 'effort').value
    expect(await sum()).toBe(3)
    await call('PUT', `artifacts/${restricted}`, {
      json: { values: [{ field_id: tracker.field('access'), value: { granted_groups: [`${docks.id}_3`] } }] },
    })
    expect(await sum()).toBeNull()
  })
})

describe('a burndown is that of its reader (fields.md §3.15)', () => {
  const chart = async (id: number, as: TestRequest['as'], of: FixtureTracker = docks.tracker('plan')) =>
    entry((await call('GET', `artifacts/${id}`, { as: as ?? crocus.admin })).json<Body>(), 'chart', of).value

  it('its effort consists of values that they may read', async () => {
    for (const [{ login, as }, sum] of sums()) {
      // All readers may read the sum `remaining_effort` of the artifact that shows `effort` to its members only.
      const effort = login === 'dora' || login === 'bob' ? sum + 128 : sum
      expect([login, await chart(whole, as)]).toEqual([login, expect.objectContaining({ points: [effort] })])
    }
  })

  it('omits effort, capacity, start or duration without the right to read them', async () => {
    const mute = docks.tracker('mute')
    const blind = docks.tracker('blind')
    const links = [await given(docks.tracker('job'), 'Work', { effort: 9 })]
    const [first, second] = [
      await given(mute, 'Mute', { links, more: dates(mute) }),
      await given(blind, 'Blind', { links, more: dates(blind) }),
    ]
    expect(await chart(first, ann.as, mute)).toMatchObject({ points: [9], capacity: 7, duration: 3 })
    expect(await chart(first, dora.as, mute)).toMatchObject({ points: [], capacity: null, duration: null })
    expect(await chart(second, ann.as, blind)).toMatchObject({ points: [9], start_date: '2026-03-02T00:00:00+00:00' })
    expect(await chart(second, dora.as, blind)).toMatchObject({ points: [], start_date: null })
  })

  it('dates of a plan that links to it are used if the reader sees plan and link', async () => {
    const id = await given(docks.tracker('step'), 'Step')
    await given(docks.tracker('plan'), 'Plan of a step', { links: [id], more: dates(docks.tracker('plan')) })
    const veiled = await given(docks.tracker('leap'), 'Step of a plan whose links only members read')
    await given(docks.tracker('veil'), 'Its plan', { links: [veiled], more: dates(docks.tracker('veil')) })
    const dated = { start_date: '2026-03-02T00:00:00+00:00', duration: 3 }
    expect(await chart(id, dora.as, docks.tracker('step'))).toMatchObject(dated)
    expect(await chart(veiled, ann.as, docks.tracker('leap'))).toMatchObject(dated)
    const undated = { start_date: null, duration: null, points: [] }
    expect(await chart(veiled, dora.as, docks.tracker('leap'))).toMatchObject(undated)
  })
})

it('a webhook gets the sum of its own project and of values that every account may see', async () => {
  const payloads: { current: Pick<Body, 'values'> }[] = []
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      payloads.push(JSON.parse(new URLSearchParams(body).get('payload') ?? '') as (typeof payloads)[number])
      response.end()
    })
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  afterFile(() => receiver.close())
  const origin = `127.0.0.1:${(receiver.address() as AddressInfo).port}`
  await crocus.app.modules.settings.set('internal_hosts', origin, { actorId: 101, means: 'command' })
  await crocus.work()
  const hooks = await call('PUT', `trackers/${docks.tracker('plan').id}/webhooks`, { json: [`http://${origin}/`] })
  expect(hooks.status).toBe(200)
  await call('PUT', `artifacts/${whole}`, {
    json: { values: [{ field_id: docks.tracker('plan').field('title'), value: 'All of it' }] },
  })
  await crocus.work()
  expect(payloads.map(({ current }) => entry(current, 'effort').value)).toEqual([inDocks + 128])
})
