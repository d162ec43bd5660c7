import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { archiveFolder, projectXml, trackerXml, usersXml } from '../../../test/harness/archives.ts'
import {
  expectDone,
  givenAccount,
  givenArtifact,
  readProject,
  type Account,
  type Credentials,
  type FixtureTracker,
} from '../../../test/harness/fixture.ts'

// An account may have its own time zone: the API writes dates with its offset and reads them in it. Other accounts have the platform's
// zone.

interface Body {
  readonly submitted_on: string
  readonly last_modified_date: string
  readonly values: readonly { readonly field_id: number; readonly value: unknown }[]
}

const element = (type: string, id: number, name: string, more = ''): string =>
  `<formElement type="${type}" ID="F${id}" rank="${id}"><name>${name}</name><label>${name}</label>${more}</formElement>`
const plain = [
  element('string', 1, 'title'),
  element('date', 2, 'day'),
  element('date', 3, 'moment', '<properties display_time="1"/>'),
  element('subon', 4, 'made'),
  element('lud', 5, 'changed'),
  element('date', 6, 'today', '<properties default_value="today"/>'),
]
const chart = [
  element('string', 7, 'title'),
  element('date', 8, 'day'),
  element('int', 9, 'days'),
  element('int', 10, 'remaining_effort'),
  element('burndown', 11, 'chart'),
]
const aTracker = (id: number, item: string, fields: readonly string[], semantics: string): string => {
  const right = (field: string, type: string): string =>
    `<permission scope="field" REF="${/ID="(F\d+)"/.exec(field)?.[1]}" ugroup="UGROUP_REGISTERED" type="PLUGIN_TRACKER_FIELD_${type}"/>`
  return trackerXml(
    `<formElements>${fields.join('')}</formElements><semantics>${semantics}</semantics>
     <permissions><permission scope="tracker" ugroup="UGROUP_REGISTERED" type="PLUGIN_TRACKER_ACCESS_FULL"/>
     ${fields.map(field => ['READ', 'UPDATE', 'SUBMIT'].map(type => right(field, type)).join('')).join('')}</permissions>`,
    { attributes: `id="T${id}"`, item },
  )
}

let crocus: TestApp
let here: Account
let tokyo: Account
let york: Account
let projectId: number
let tracker: FixtureTracker
/** A chart depends on the day, so responses with one are not cached. */
let trips: FixtureTracker

beforeAll(async () => {
  crocus = await testApp()
  await crocus.app.modules.settings.set('timezone', 'Europe/Paris', { actorId: 101, means: 'command' })
  here = await givenAccount(crocus, 'here')
  tokyo = await givenAccount(crocus, 'tokyo')
  york = await givenAccount(crocus, 'york')
  await choose(tokyo, 'Asia/Tokyo')
  await choose(york, 'America/New_York')
  const folder = await archiveFolder({
    'project.xml': projectXml(
      `<trackers>${aTracker(1, 'boat', plain, '<semantic type="title"><field REF="F1"/></semantic>')}
       ${aTracker(
         2,
         'trip',
         chart,
         `<semantic type="title"><field REF="F7"/></semantic>
          <semantic type="timeframe"><start_date_field REF="F8"/><duration_field REF="F9"/></semantic>`,
       )}</trackers>`,
    ),
    'users.xml': usersXml(),
  })
  const report = await crocus.app.modules.imports.importProject(folder, { automap: 'no-email,create:A' })
  expect(report.messages.filter(message => message.level === 'error')).toEqual([])
  projectId = report.project?.id ?? 0
  const project = await readProject(crocus, projectId, crocus.admin)
  tracker = project.tracker('boat')
  trips = project.tracker('trip')
})

const choose = async ({ as }: Account, timezone: string) =>
  expect((await crocus.request('PATCH', '/api/account', { as, json: { timezone } })).status).toBe(200)
const read = async (id: number, as: Credentials): Promise<Body> =>
  (await crocus.request('GET', `/api/artifacts/${id}`, { as })).json<Body>()
const value = (body: Pick<Body, 'values'>, name: string, of = tracker): unknown =>
  body.values.find(({ field_id }) => field_id === of.field(name))?.value
const found = async (query: string, as: Credentials): Promise<number[]> => {
  const path = `/api/trackers/${tracker.id}/artifacts?expert_query=${encodeURIComponent(query)}`
  const response = await crocus.request('GET', path, { as })
  expect([response.status, response.status === 200 ? '' : response.text]).toEqual([200, ''])
  return response.json<{ id: number }[]>().map(({ id }) => id)
}

describe('dates in the time zone of the account (artifacts.md §0, fields.md §3.4)', () => {
  it('are written with its offset, with responses cached for other readers', async () => {
    crocus.clock.set('2026-03-02T20:30:00Z')
    const id = await givenArtifact(crocus, tracker, 'Late', {
      as: here.as,
      values: [
        { field_id: tracker.field('day'), value: '2026-03-02' },
        { field_id: tracker.field('moment'), value: '2026-03-02 21:30' },
      ],
    })
    const wanted = [
      [here, '2026-03-02T21:30:00+01:00', '2026-03-02T00:00:00+01:00'],
      [tokyo, '2026-03-03T05:30:00+09:00', '2026-03-02T00:00:00+09:00'],
      [york, '2026-03-02T15:30:00-05:00', '2026-03-02T00:00:00-05:00'],
    ] as const
    for (const [{ as }, moment, day] of [...wanted, ...wanted.toReversed()]) {
      const body = await read(id, as)
      expect([body.submitted_on, body.last_modified_date]).toEqual([moment, moment])
      expect(['made', 'changed', 'moment', 'day'].map(name => value(body, name))).toEqual([moment, moment, moment, day])
      const history = (await crocus.request('GET', `/api/artifacts/${id}/changesets`, { as })).json<
        { submitted_on: string; values: Body['values'] }[]
      >()
      expect(history.map(one => [one.submitted_on, value(one, 'day')])).toEqual([[moment, day]])
    }
  })

  it('are written with its offset in the activity, the versions of comments and the last visits', async () => {
    crocus.clock.set('2026-03-02T20:30:00Z')
    const id = await givenArtifact(crocus, tracker, 'Told', {
      as: here.as,
      values: [{ field_id: tracker.field('moment'), value: '2026-03-02 21:30' }],
    })
    const comment = { body: 'First', format: 'text' }
    // Changes are visits.
    for (const { as } of [here, tokyo])
      expectDone(await crocus.request('PUT', `/api/artifacts/${id}`, { as, json: { values: [], comment } }))
    await crocus.work()
    for (const [{ as, id: accountId }, moment] of [
      [here, '2026-03-02T21:30:00+01:00'],
      [tokyo, '2026-03-03T05:30:00+09:00'],
    ] as const) {
      const get = async <Found>(path: string): Promise<Found> =>
        (await crocus.request('GET', `/api/${path}`, { as })).json()
      const activity = await get<
        {
          changeset_id: number
          at: string
          comment: { last_modified_on: string } | null
          changes: { name: string; after: unknown }[]
        }[]
      >(`artifacts/${id}/activity`)
      expect(activity.map(({ at, comment }) => [at, comment?.last_modified_on])).toEqual([
        [moment, moment],
        [moment, moment],
        [moment, undefined],
      ])
      const changes = activity.flatMap(entry => entry.changes)
      expect(changes.find(({ name }) => name === 'moment')?.after).toMatchObject({ value: moment })
      const [latest] = activity
      const versions = await get<{ at: string }[]>(
        `artifacts/${id}/changesets/${latest?.changeset_id}/comment_versions`,
      )
      expect(versions.map(({ at }) => at)).toEqual([moment])
      const { entries } = await get<{ entries: { visit_time: string }[] }>(`users/${accountId}/history`)
      // The log of events takes the time of the database.
      expect(entries[0]?.visit_time.slice(-6)).toBe(moment.slice(-6))
      const beats = await get<{ entries: { updated_at: string }[] }>(`projects/${projectId}/heartbeats`)
      expect(new Set(beats.entries.map(({ updated_at }) => updated_at))).toEqual(new Set([moment]))
    }
  })

  it('are the defaults of a field: today is the day of the account', async () => {
    // In Tokyo it is already the 3rd.
    crocus.clock.set('2026-03-02T20:30:00Z')
    const defaultOf = async ({ as }: Account): Promise<unknown> => {
      const { fields } = (await crocus.request('GET', `/api/trackers/${tracker.id}`, { as })).json<{
        fields: { name: string; default_value: unknown }[]
      }>()
      return fields.find(({ name }) => name === 'today')?.default_value
    }
    expect([await defaultOf(here), await defaultOf(tokyo)]).toEqual(['2026-03-02', '2026-03-03'])
  })

  it('are returned as sent: a day stays the day', async () => {
    for (const { as } of [here, tokyo, york]) {
      const id = await givenArtifact(crocus, tracker, 'There and back', {
        as,
        values: [{ field_id: tracker.field('day'), value: '2026-07-01' }],
      })
      const { values } = await read(id, as)
      const same = values.filter(({ field_id }) => ['day', 'moment'].some(name => tracker.field(name) === field_id))
      const etag = (await crocus.request('GET', `/api/artifacts/${id}`, { as })).headers['etag']
      await crocus.request('PUT', `/api/artifacts/${id}`, { as, json: { values: same } })
      const after = await crocus.request('GET', `/api/artifacts/${id}`, { as: here.as })
      expect([after.headers['etag'], value(after.json<Body>(), 'day')]).toEqual([etag, '2026-07-01T00:00:00+02:00'])
    }
  })

  it('are read in it: points in time without offset, today, and dates in queries', async () => {
    // In Tokyo it is already the 3rd.
    crocus.clock.set('2026-03-02T20:30:00Z')
    const id = await givenArtifact(crocus, tracker, 'Meant', {
      as: tokyo.as,
      values: [{ field_id: tracker.field('moment'), value: '2026-03-03 05:30' }],
    })
    const body = await read(id, here.as)
    expect(value(body, 'moment')).toBe('2026-03-02T21:30:00+01:00')
    expect(value(body, 'today')).toBe('2026-03-03T00:00:00+01:00')
    expect(await found('moment = "2026-03-03 05:30" AND title = "Meant"', tokyo.as)).toEqual([id])
    expect(await found('moment = "2026-03-03 05:30" AND title = "Meant"', here.as)).toEqual([])
    expect(await found('moment = "2026-03-02 21:30" AND title = "Meant"', here.as)).toEqual([id])
  })

  it('of a burndown: its days are the platform’s, written with the offset of the reader (fields.md §3.15)', async () => {
    crocus.clock.set('2026-03-04T10:00:00Z')
    const id = await givenArtifact(crocus, trips, 'Chart', {
      as: here.as,
      values: [
        { field_id: trips.field('day'), value: '2026-03-03' },
        { field_id: trips.field('days'), value: 1 },
        { field_id: trips.field('remaining_effort'), value: 5 },
      ],
    })
    const points = async ({ as }: Account) =>
      (value(await read(id, as), 'chart', trips) as { points_with_date: { date: string }[] }).points_with_date.map(
        ({ date }) => date,
      )
    expect(await points(here)).toEqual(['2026-03-03T23:59:00+01:00', '2026-03-04T23:59:59+01:00'])
    expect(await points(tokyo)).toEqual(['2026-03-04T07:59:00+09:00', '2026-03-05T07:59:59+09:00'])
  })

  it('are the platform’s again when the account has no zone any more', async () => {
    const id = await givenArtifact(crocus, tracker, 'Again', { as: york.as })
    expect((await read(id, york.as)).submitted_on).toMatch(/-05:00$/)
    await choose(york, '')
    expect((await read(id, york.as)).submitted_on).toMatch(/\+01:00$/)
  })
})
