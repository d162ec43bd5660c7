// Lists with `snapshot` (integrators.md §11).
import { beforeAll, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest, type TestResponse } from '../../../../test/harness/app.ts'
import { givenAccount, givenProject, type Account, type Credentials } from '../../../../test/harness/fixture.ts'
import { anElement, aTracker, givenTracker } from '../../../../test/harness/trackers.ts'

let crocus: TestApp
let owner: Account
let member: Account
let projectId: number
let trackerId: number
let field: (name: string) => number
let ids: number[]

const call = (method: string, path: string, request: TestRequest = {}) =>
  crocus.request(method, `/api/${path}`, { as: owner.as, ...request })
const list = (parameters: string, as?: Credentials) =>
  call('GET', `trackers/${trackerId}/artifacts?limit=3&${parameters}`, as ? { as } : {})
const idsOf = (answer: TestResponse): number[] => {
  expect(answer.status, answer.text).toBe(200)
  return answer.json<{ id: number }[]>().map(({ id }) => id)
}
const snapshotOf = (answer: TestResponse): string => String(answer.headers['x-snapshot'])
const put = async (id: number, value: object) => {
  crocus.clock.advance(1_000)
  const answer = await call('PUT', `artifacts/${id}`, { json: { values: [value] } })
  expect(answer.status, answer.text).toBe(200)
}
const close = (id: number) => put(id, { field_id: field('access'), value: { granted_groups: [`${projectId}_4`] } })
const make = async (number: number): Promise<number> => {
  const values = [
    { field_id: field('title'), value: `Chore ${number}` },
    { field_id: field('effort'), value: number },
  ]
  const answer = await call('POST', 'artifacts', { json: { tracker: { id: trackerId }, values } })
  expect(answer.status, answer.text).toBe(201)
  return answer.json<{ id: number }>().id
}

beforeAll(async () => {
  crocus = await testApp()
  owner = await givenAccount(crocus, 'owner')
  member = await givenAccount(crocus, 'member')
  projectId = (await givenProject(crocus, 'house', { as: owner.as, members: ['member'] })).id
  const given = await givenTracker(
    crocus,
    aTracker(projectId, 'chore', {
      elements: [
        anElement('string', 'title'),
        anElement('int', 'effort'),
        anElement('perm', 'access', { permissions: { read: [3], submit: [3], update: [3] } }),
      ],
      permissions: { admin: [4], full: [1] },
      semantics: { title: { field: 'title' } },
    }),
  )
  trackerId = given.tracker.id
  field = given.field
  ids = []
  for (let number = 0; number < 8; number++) ids.push(await make(number))
})

it('walks the artifacts of a moment, with the values of now', async () => {
  const query = `tql=${encodeURIComponent('effort < 7')}&order_by=-effort`
  const first = await list(`${query}&snapshot=new`, member.as)
  const [a, b, c, d, e, f, g] = ids
  expect(idsOf(first)).toEqual([g, f, e])
  expect(first.headers).toMatchObject({ 'x-pagination-size': '7', 'x-snapshot-missing': '0' })
  const id = snapshotOf(first)
  // The order would be another one now, one artifact is hidden, one more matches.
  await put(d ?? 0, { field_id: field('effort'), value: 100 })
  await close(c ?? 0)
  await make(1)
  const second = await list(`${query}&snapshot=${id}&offset=3`, member.as)
  expect(idsOf(second)).toEqual([d, b])
  expect(second.headers).toMatchObject({ 'x-pagination-size': '7', 'x-snapshot-missing': '1', 'x-snapshot': id })
  expect(idsOf(await list(`${query}&snapshot=${id}&offset=6`, member.as))).toEqual([a])
  // Columns do not make another list.
  const columns = await list(`${query}&snapshot=${id}&fields=effort`, member.as)
  expect(columns.json<{ values: { value: unknown }[] }[]>().map(one => one.values[0]?.value)).toEqual([6, 5, 4])
  // The links name the list that is kept.
  const links = String(first.headers['link'])
  expect(links.match(/snapshot=[^&>]+/g)).toEqual([`snapshot=${id}`, `snapshot=${id}`, `snapshot=${id}`])
  expect(links).not.toContain('snapshot=new')
})

it('counts what the caller sees, also without a query', async () => {
  const all = await list('snapshot=new&order=desc')
  const seen = await list('snapshot=new&order=desc', member.as)
  expect(Number(all.headers['x-pagination-size']) - Number(seen.headers['x-pagination-size'])).toBe(1)
  expect(idsOf(all)[0]).toBeGreaterThan(ids.at(-1) ?? 0)
  // Without a snapshot the total is that of the tracker, as clients of the base contract know it.
  expect((await list('', member.as)).headers['x-pagination-size']).toBe(all.headers['x-pagination-size'])
  expect((await list('', member.as)).headers['x-snapshot']).toBeUndefined()
})

it('is of one account and one query', async () => {
  const id = snapshotOf(await list('snapshot=new'))
  for (const [parameters, as] of [
    [`snapshot=${id}`, member.as],
    [`snapshot=${id}&order=desc`, owner.as],
    [`snapshot=${id}&tql=effort%20%3E%201`, owner.as],
    ['snapshot=nothing', owner.as],
  ] as const) {
    const gone = await list(parameters, as)
    expect([gone.status, gone.json<{ error: { details: { reason: string } } }>().error.details.reason]).toEqual([
      410,
      'snapshot.gone',
    ])
  }
  expect((await list(`snapshot=${id}`)).status).toBe(200)
  const nobody = await crocus.request('GET', `/api/trackers/${trackerId}/artifacts?snapshot=new&limit=1`)
  const path = `/api/trackers/${trackerId}/artifacts?snapshot=${snapshotOf(nobody)}&offset=1&limit=1`
  expect((await crocus.request('GET', path)).status).toBe(200)
  expect((await crocus.request('GET', path, { as: owner.as })).status).toBe(410)
})

it('keeps reports, own artifacts and lists as of a time', async () => {
  const made = await call('POST', 'tracker_reports', {
    json: { tracker: { id: trackerId }, label: 'Small', expert_query: 'effort < 3' },
  })
  const report = `tracker_reports/${made.json<{ id: number }>().id}/artifacts?limit=2`
  const first = await call('GET', `${report}&snapshot=new`)
  expect(idsOf(first)).toEqual(ids.slice(0, 2))
  await close(ids[2] ?? 0)
  const flat = `${report}&snapshot=${snapshotOf(first)}&offset=2&values=all&output_format=flat`
  expect((await call('GET', flat)).json<object[]>()[0]).toMatchObject({ effort: 2 })

  const own = `users/self/artifacts?limit=2&query=${encodeURIComponent('{"submitted_by":true}')}`
  const mine = await call('GET', `${own}&snapshot=new`)
  expect(idsOf(mine)).toEqual(ids.slice(0, 2))
  expect((await call('DELETE', `artifacts/${ids[3]}`)).status).toBe(200)
  const next = await call('GET', `${own}&snapshot=${snapshotOf(mine)}&offset=2`)
  expect(idsOf(next)).toEqual([ids[2]])
  expect(next.headers['x-snapshot-missing']).toBe('1')

  const at = `as_of=${encodeURIComponent(crocus.clock.now().toISOString())}`
  crocus.clock.advance(60_000)
  await put(ids[0] ?? 0, { field_id: field('title'), value: 'Later' })
  const past = await list(`${at}&snapshot=new`)
  const page = await list(`${at}&snapshot=${snapshotOf(past)}`)
  expect(page.json<{ title: string }[]>()[0]).toMatchObject({ title: 'Chore 0' })
  expect((await list(`snapshot=${snapshotOf(past)}`)).status).toBe(410)
})
