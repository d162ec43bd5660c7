import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../test/harness/app.ts'
import { openApiFaults } from './platform/http/contract/openapi-rules.ts'

let crocus: TestApp
beforeAll(async () => {
  crocus = await testApp()
})

describe('the application', () => {
  it('describes every operation, schema and property of its API', async () => {
    const document = await crocus.request('GET', '/api/openapi.json')
    expect(document.status).toBe(200)
    expect(openApiFaults(document.json())).toEqual([])
  })

  it('reports its health, without the API’s rules', async () => {
    const health = await crocus.request('GET', '/health')
    expect(health.status).toBe(200)
    expect(health.json()).toMatchObject({
      status: 'ok',
      database: 'ok',
      svn: expect.stringMatching(/^o(n|ff)/) as string,
    })
  })

  it('creates the content of a fresh installation once, however often it starts', async () => {
    expect(await crocus.app.bootstrap()).toEqual({})
    const trackers = await crocus.request('GET', '/api/projects/100/trackers', { as: crocus.admin })
    const items = trackers.json<{ item_name: string; id: number }[]>()
    expect(items.map(tracker => tracker.item_name).sort()).toEqual(['bug', 'story', 'task', 'test_case'])
    // import.md §11: objects that a server creates itself take no number that imports count.
    expect(items.every(tracker => tracker.id > 1_000_000_000)).toBe(true)
  })
})
