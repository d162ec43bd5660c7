import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../platform/db/db.ts'
import { testApp, type TestApp, type TestRequest } from '../../../../test/harness/app.ts'
import { givenAccount, givenProject, type Account } from '../../../../test/harness/fixture.ts'
import { anElement, aTracker, aValue, createTrackersOf } from '../../../../test/harness/trackers.ts'

let crocus: TestApp
let owner: Account
let member: Account
let projectId: number
let trackerId: number
let field: (name: string) => number
let value: (label: string) => number

const call = (method: string, path: string, request: TestRequest = {}) =>
  crocus.request(method, `/api/${path}`, { as: owner.as, ...request })

const START = '2026-03-02T10:00:00+00:00'

beforeAll(async () => {
  crocus = await testApp()
  crocus.clock.set(START)
  owner = await givenAccount(crocus, 'owner')
  member = await givenAccount(crocus, 'member')
  projectId = (await givenProject(crocus, 'garden', { as: owner.as, members: ['member'] })).id
  const open = { read: [3], submit: [3], update: [3] }
  const made = await createTrackersOf(
    crocus,
    aTracker(projectId, 'chore', {
      elements: [
        anElement('string', 'title', { permissions: open }),
        anElement('int', 'effort', { permissions: open }),
        anElement('int', 'secret', { permissions: { read: [4], submit: [4], update: [4] } }),
        anElement('computed', 'total', { permissions: open }),
        anElement('priority', 'rank', { permissions: open }),
        anElement('sb', 'state', {
          permissions: open,
          bind: { type: 'static', isRankAlpha: false, values: ['new', 'busy', 'done'].map(label => aValue(label)) },
        }),
        anElement('art_link', 'links', { permissions: open }),
      ],
      permissions: { admin: [4], full: [3] },
      semantics: { title: { field: 'title' } },
    }),
  )
  trackerId = made.trackerIds.get('chore') ?? 0
  field = name => made.fieldIds.get(name) ?? 0
  value = label => made.valueIds.get(label) ?? 0
})

const title = (text: string) => ({ field_id: field('title'), value: text })
const effort = (number: number) => ({ field_id: field('effort'), value: number })
const state = (label: string) => ({ field_id: field('state'), bind_value_ids: [value(label)] })

/** Each write is a minute after the one before. */
const make = async (...values: object[]): Promise<number> => {
  crocus.clock.advance(60_000)
  const answer = await call('POST', 'artifacts', { json: { tracker: { id: trackerId }, values } })
  expect(answer.status, answer.text).toBe(201)
  return answer.json<{ id: number }>().id
}
const change = async (id: number, ...values: object[]): Promise<void> => {
  crocus.clock.advance(60_000)
  const answer = await call('PUT', `artifacts/${id}`, { json: { values } })
  expect(answer.status, answer.text).toBe(200)
}
const now = (): string => crocus.clock.now().toISOString()

interface Listed {
  readonly id: number
  readonly title: string
  readonly etag?: string
  readonly values: readonly { readonly label: string; readonly value?: unknown; readonly values?: readonly unknown[] }[]
}
const list = async (at: string, parameters: Record<string, string> = {}, as = owner.as) => {
  const query = new URLSearchParams({ as_of: at, values: 'all', ...parameters })
  return call('GET', `trackers/${trackerId}/artifacts?${query.toString()}`, { as })
}
const listed = async (...given: Parameters<typeof list>): Promise<Listed[]> => {
  const answer = await list(...given)
  expect(answer.status, answer.text).toBe(200)
  return answer.json<Listed[]>()
}

describe('a list as of a time', () => {
  it('has the versions of then, by query and order, with the columns that are asked for', async () => {
    const id = await make(title('Rake'), effort(1), state('new'))
    const other = await make(title('Mow'), effort(5), state('new'))
    const then = now()
    await change(id, effort(9), state('done'))
    const later = await make(title('Dig'), effort(3), state('new'))
    const query = { tql: 'state = "new" AND effort < 9', order_by: '-effort', fields: 'effort', with: 'etag' }
    const found = await listed(then, query)
    expect(found.map(one => [one.id, one.values.map(entry => entry.value)])).toEqual([
      [other, [5]],
      [id, [1]],
    ])
    const versions = await call('GET', `artifacts/${id}?as_of=${encodeURIComponent(then)}`)
    expect(found[1]?.etag).toBe(versions.headers['etag'])
    expect((await listed(now(), query)).map(one => one.id)).toEqual([other, later])
    // JSON criteria and the older language mean the same.
    const criteria = JSON.stringify({ state: [value('new')] })
    for (const parameters of [{ query: criteria }, { expert_query: 'state = "new"' }])
      expect((await listed(then, parameters)).map(one => one.id)).toEqual([id, other])
    expect((await listed(then, { order: 'desc', limit: '1' })).map(one => one.id)).toEqual([other])
  })

  it('takes a date alone, not in the future', async () => {
    for (const wrong of ['12', 'yesterday', '2999-01-01']) expect((await list(wrong)).status).toBe(400)
    expect((await listed('2001-01-01')).length).toBe(0)
  })

  it('refuses to search and sort by what follows from other artifacts', async () => {
    for (const parameters of [
      { tql: 'total = 1' },
      { tql: 'IS LINKED FROM' },
      { tql: 'title = "a" OR NOT_A_FIELD = 1' },
      { order_by: 'rank' },
      { order_by: 'total' },
    ] as Record<string, string>[])
      expect([parameters, (await list(now(), parameters)).status]).toEqual([parameters, 400])
    expect((await list(now(), { tql: 'IS LINKED TO' })).status).toBe(200)
  })

  it('has no values of a list that are gone', async () => {
    const id = await make(title('Weed'), state('busy'))
    const then = now()
    await change(id, state('done'))
    expect((await listed(then, { tql: 'state = "busy"' })).map(one => one.id)).toEqual([id])
    const bind = { type: 'static', values: [{ label: 'new' }, { label: 'done' }] }
    const gone = await call('PATCH', `tracker_fields/${field('state')}?allow_data_loss=true`, { json: { bind } })
    expect(gone.status, gone.text).toBe(200)
    const found = await listed(then, { tql: 'title = "Weed" AND state = ""' })
    expect(found.map(one => [one.id, one.values.find(({ label }) => label === 'state')?.values])).toEqual([[id, []]])
    expect((await listed(then, { query: JSON.stringify({ state: [value('busy')] }) })).length).toBe(0)
    const single = await call('GET', `artifacts/${id}?as_of=${encodeURIComponent(then)}`)
    expect(single.json<Listed>().values.find(({ label }) => label === 'state')?.values).toEqual([])
  })

  it('is judged by the rights of now: a hidden change tells nothing', async () => {
    const id = await make(title('Hoe'), { field_id: field('secret'), value: 1 })
    const then = now()
    const before = (await list(then, { tql: 'title = "Hoe"' }, member.as)).text
    await change(id, { field_id: field('secret'), value: 2 })
    expect((await list(then, { tql: 'title = "Hoe"' }, member.as)).text).toBe(before)
    const diff = await call('GET', `trackers/${trackerId}/diff?from=${encodeURIComponent(then)}`, { as: member.as })
    expect(diff.json()).toMatchObject({ created: [], changed: [], deleted: [], next: null })
    const whole = await call('GET', `trackers/${trackerId}/diff?from=${encodeURIComponent(then)}`)
    expect(whole.json<{ changed: object[] }>().changed).toMatchObject([
      { artifact_id: id, fields: [{ name: 'secret', before: { value: 1 }, after: { value: 2 } }] },
    ])
  })

  it('takes imported history by its own dates, whatever the order of the changesets', async () => {
    const { artifacts, trackers } = crocus.app.modules
    const tracker = await trackers.get(trackerId)
    if (!tracker) throw new Error('there is no tracker')
    const at = (day: number) => ({
      submittedBy: owner.id,
      submittedByEmail: null,
      submittedOn: new Date(`2020-01-0${day}T10:00:00Z`),
    })
    const version = (day: number, text: string) => ({
      ...at(day),
      values: new Map([[field('title'), text]]),
      comment: [],
    })
    const id = await inTransaction(crocus.db, async tx => {
      const [first = 0] = await artifacts.allocateArtifactIds(tx, 1)
      // The second changeset claims a later date than the third.
      const changesets = [version(1, 'One'), version(5, 'Two'), version(3, 'Three')]
      await artifacts.importArtifacts(tx, {
        trackers: [{ tracker, artifacts: [{ id: first, changesets }] }],
        actorId: 101,
      })
      return first
    })
    const titles = async (day: string) => (await listed(`2020-01-${day}T12:00:00Z`)).map(one => [one.id, one.title])
    expect(await titles('01')).toEqual([[id, 'One']])
    expect(await titles('02')).toEqual([[id, 'One']])
    expect(await titles('03')).toEqual([[id, 'Three']])
    expect(await titles('06')).toEqual([[id, 'Three']])
    for (const day of ['02', '03', '06']) {
      const single = await call('GET', `artifacts/${id}?as_of=2020-01-${day}T12:00:00Z`)
      expect(single.json<{ title: string }>().title).toBe((await titles(day))[0]?.[1])
    }
  })
})

describe('a report as of a time', () => {
  it('finds and shows what it did then', async () => {
    const id = await make(title('Plant'), effort(2))
    const then = now()
    await change(id, title('Planted'))
    const made = await call('POST', 'tracker_reports', {
      json: { tracker: { id: trackerId }, label: 'Plants', expert_query: 'title = "Plant"', columns: [field('title')] },
    })
    expect(made.status, made.text).toBe(201)
    const report = made.json<{ id: number }>().id
    const run = async (parameters: string) => {
      const answer = await call('GET', `tracker_reports/${report}/artifacts?${parameters}`)
      expect(answer.status, answer.text).toBe(200)
      return answer.json<object[]>()
    }
    const at = `as_of=${encodeURIComponent(then)}`
    expect(await run(at)).toMatchObject([{ id, title: 'Plant', values: null }])
    expect(await run(`${at}&values=all&output_format=flat`)).toMatchObject([{ title: 'Plant', effort: 2 }])
    expect(await run(`${at}&values=from_table_renderer&output_format=flat`)).toEqual([{ title: 'Plant' }])
    expect(await run('values=all&output_format=flat')).toMatchObject([{ title: 'Planted' }])
  })
})

describe('the differences of a tracker between two times', () => {
  it('lists deletions to those who saw the artifacts, until they are restored', async () => {
    // Events have the time of the database.
    crocus.clock.set(new Date())
    const closed = await call('GET', `trackers/${trackerId}`)
    expect(closed.status).toBe(200)
    const from = encodeURIComponent(new Date(Date.now() - 3_600_000).toISOString())
    const id = await make(title('Burn'))
    crocus.clock.set(new Date())
    expect((await call('DELETE', `artifacts/${id}`)).status).toBe(200)
    const diff = async (as = owner.as) => {
      crocus.clock.set(new Date(Date.now() + 10_000))
      const answer = await call('GET', `trackers/${trackerId}/diff?from=${from}`, { as })
      expect(answer.status, answer.text).toBe(200)
      return answer.json<{ deleted: number[]; created: number[]; deleted_known_since: string }>()
    }
    expect((await diff()).deleted).toEqual([id])
    expect((await diff(member.as)).deleted).toEqual([id])
    expect(Date.parse((await diff()).deleted_known_since)).toBeLessThan(Date.now())
    expect((await call('POST', `trash/${id}/restore`)).status).toBe(200)
    const restored = await diff()
    expect(restored.deleted).toEqual([])
    expect(restored.created).toContain(id)
  })

  it('is read in pages, and refuses times in the wrong order', async () => {
    crocus.clock.set(new Date(Date.now() + 20_000))
    const from = now()
    const ids = [await make(title('A')), await make(title('B')), await make(title('C'))]
    const found: number[] = []
    let path: string | undefined = `trackers/${trackerId}/diff?from=${encodeURIComponent(from)}&limit=2`
    for (let page = 0; path !== undefined; page++) {
      expect(page).toBeLessThan(3)
      const answer = await call('GET', path)
      found.push(...answer.json<{ created: number[] }>().created)
      path = /<[^>]*\/api\/([^>]*)>; rel="next"/.exec(String(answer.headers['link'] ?? ''))?.[1]
    }
    expect(found).toEqual(ids)
    const wrong = `from=${encodeURIComponent(now())}&to=${encodeURIComponent(START)}`
    expect((await call('GET', `trackers/${trackerId}/diff?${wrong}`)).status).toBe(400)
    expect((await call('GET', `trackers/${trackerId}/diff`)).status).toBe(400)
    expect((await call('GET', `trackers/999999/diff?from=2026-01-01`)).status).toBe(404)
    expect((await call('GET', `trackers/${trackerId}/diff?from=2026-01-01&after=1e99`)).status).toBe(200)
  })
})
