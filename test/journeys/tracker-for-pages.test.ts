import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp, type TestRequest } from '../harness/app.ts'
import { givenAccount, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

interface TrackerBody {
  readonly fields: readonly {
    readonly name: string
    readonly sortable?: boolean
    readonly queryable?: readonly string[]
  }[]
}

let crocus: TestApp
let lighthouse: FixtureProject
let owner: Account
let member: Account
let stranger: Account

beforeAll(async () => {
  crocus = await testApp()
  owner = await givenAccount(crocus, 'owner')
  member = await givenAccount(crocus, 'member')
  stranger = await givenAccount(crocus, 'stranger')
  lighthouse = await givenProject(crocus, 'lighthouse', { as: owner.as, members: ['member'], isPublic: false })
}, 60_000)

const get = (path: string, request: TestRequest = { as: member.as }) => crocus.request('GET', `/api${path}`, request)

describe('GET /trackers/{id}?with=query (web-trackers.md §3, A21)', () => {
  it('offers exactly the orders and comparisons that lists accept', async () => {
    for (const name of ['bug', 'test_case']) {
      const path = `/trackers/${lighthouse.tracker(name).id}`
      const { fields } = (await get(`${path}?with=query`)).json<TrackerBody>()
      const withValues = fields.filter(field => field.queryable !== undefined)
      expect(withValues.length).toBeGreaterThan(5)
      for (const field of withValues) {
        const sorted = await get(`${path}/artifacts?order_by=${field.name}`)
        expect([field.name, sorted.status === 200]).toEqual([field.name, field.sortable])
        const searched = await get(`${path}/artifacts?tql=${encodeURIComponent(`${field.name} = 1`)}`)
        const isTaken = !/cannot be searched|is not possible with fields/.test(searched.text)
        expect([field.name, isTaken]).toEqual([field.name, field.queryable?.includes('=')])
      }
    }
  })

  it('leaves the answer to other clients as it is', async () => {
    const { fields } = (await get(`/trackers/${lighthouse.tracker('bug').id}`)).json<TrackerBody>()
    expect(fields.filter(field => 'sortable' in field || 'queryable' in field)).toEqual([])
    expect((await get(`/trackers/${lighthouse.tracker('bug').id}?with=rows`)).status).toBe(400)
  })
})

describe('GET /trackers/{id}/canned_responses (web-trackers.md §3, A21)', () => {
  it('is for all who may comment; only administrators change them', async () => {
    const path = `/trackers/${lighthouse.tracker('bug').id}/canned_responses`
    const json = [{ title: 'Thanks', body: 'Thank you for the report.' }]
    const put = (as: Account) => crocus.request('PUT', `/api${path}`, { as: as.as, json })
    expect((await put(owner)).status).toBe(200)
    expect((await get(path)).json()).toEqual(json)
    expect((await put(member)).status).toBe(403)
    expect((await get(path, { as: stranger.as })).status).toBe(403)
    expect((await get(path, {})).status).toBe(401)
  })
})
