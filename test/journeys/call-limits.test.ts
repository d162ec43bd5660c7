import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { openDatabase } from '../../src/platform/db/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { afterFile } from '../harness/after-file.ts'
import { TEST_SERVERS, testApp, type TestApp, type TestResponse } from '../harness/app.ts'
import { givenAccessKey, givenAccount, givenArtifact, givenProject, type Account } from '../harness/fixture.ts'

// Limits of calls: per account whatever the credentials, otherwise per address; all processes count together.

let crocus: TestApp
let mia: Account
let tom: Account
let key: string
const actor = { actorId: null, means: 'command' } as const

beforeAll(async () => {
  crocus = await testApp({ trustedProxies: ['127.0.0.1'] })
  mia = await givenAccount(crocus, 'mia')
  tom = await givenAccount(crocus, 'tom')
  key = await givenAccessKey(crocus, mia.as)
})

const limit = async (name: 'requests_per_minute' | 'writes_per_minute' | 'anonymous_requests_per_minute', to: number) =>
  crocus.app.modules.settings.set(name, String(to), actor)
const statuses = async (count: number, ask: () => Promise<TestResponse>): Promise<number[]> => {
  const found: number[] = []
  for (let done = 0; done < count; done++) found.push((await ask()).status)
  return found
}
const self = (as: Account['as']) => () => crocus.request('GET', '/api/users/self', { as })

// Each of several processes may let a call through before it learns about the others (docs/decisions/0050); `rate-windows.test.ts` counts
// those calls.
describe.skipIf(TEST_SERVERS > 1)('limits of calls', () => {
  it('are off until somebody sets them, and tell nothing then', async () => {
    const before = crocus.db.roundTrips()
    const answer = await self(mia.as)()
    const { 'x-ratelimit-limit': scarcest, ratelimit, 'ratelimit-policy': policy } = answer.headers
    expect([answer.status, scarcest, ratelimit, policy]).toEqual([200, undefined, undefined, undefined])
    await self(mia.as)()
    expect(crocus.db.roundTrips() - before).toBeLessThan(5)
  })

  it('count the calls of an account, whatever its credentials, and say when to come again', async () => {
    await limit('requests_per_minute', 5)
    const first = await self(mia.as)()
    expect(first.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4' })
    expect(Number(first.headers['x-ratelimit-reset'])).toBeGreaterThan(crocus.clock.now().getTime() / 1_000)
    expect(first.headers['ratelimit-policy']).toBe('"requests";q=5;w=60')
    expect(first.headers['ratelimit']).toMatch(/^"requests";r=4;t=([1-9]|[1-5]\d|60)$/)
    const byKey = () => crocus.request('GET', '/api/users/self', { headers: { 'x-auth-accesskey': key } })
    expect(await statuses(2, byKey)).toEqual([200, 200])
    // A call that is refused for another reason counts, and its headers show it.
    const missing = await crocus.request('GET', '/api/artifacts/4000000', { as: mia.as })
    expect([missing.status, missing.headers['x-ratelimit-remaining']]).toEqual([404, '1'])
    expect(await statuses(3, self(mia.as))).toEqual([200, 429, 429])
    const refused = await byKey()
    expect(refused.json()).toMatchObject({
      error: { code: 429, message: expect.stringContaining('Too Many Requests: ') as string },
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '0' })
    expect(refused.headers['ratelimit']).toBe(`"requests";r=0;t=${String(refused.headers['retry-after'])}`)
    const xml = await crocus.request('GET', '/api/users/self', { as: mia.as, headers: { accept: 'application/xml' } })
    expect([xml.status, xml.text]).toEqual([429, expect.stringContaining('<code>429</code>')])
    expect((await self(tom.as)()).status).toBe(200)
    crocus.clock.advance(60_000)
    expect((await byKey()).status).toBe(200)
    await limit('requests_per_minute', 0)
  })

  it('count changes by themselves', async () => {
    await limit('writes_per_minute', 2)
    await limit('requests_per_minute', 100)
    const write = () => crocus.request('POST', '/api/artifacts', { as: tom.as, json: {} })
    const first = await write()
    expect(first.headers['ratelimit-policy']).toBe('"requests";q=100;w=60, "writes";q=2;w=60')
    expect(first.headers['ratelimit']).toMatch(/^"requests";r=\d+;t=\d+, "writes";r=1;t=\d+$/)
    expect(await statuses(2, write)).toEqual([400, 429])
    const read = await self(tom.as)()
    expect([read.status, read.headers['ratelimit-policy']]).toEqual([200, '"requests";q=100;w=60'])
    await limit('writes_per_minute', 0)
    await limit('requests_per_minute', 0)
  })

  it('count anonymous callers and wrong credentials by address', async () => {
    await limit('anonymous_requests_per_minute', 3)
    const from =
      (ip: string, headers: Record<string, string> = {}) =>
      () =>
        crocus.request('GET', '/api/projects', { headers: { 'x-forwarded-for': ip, ...headers } })
    expect(await statuses(2, from('198.51.100.1'))).toEqual([200, 200])
    expect(await statuses(2, from('198.51.100.1', { 'x-auth-accesskey': 'tlp-k1-1.0' }))).toEqual([401, 429])
    expect(await statuses(1, from('198.51.100.1'))).toEqual([429])
    expect(await statuses(1, from('198.51.100.2'))).toEqual([200])
    // An IPv6 address counts as its network.
    expect(await statuses(4, from('2001:db8:0:1::1'))).toEqual([200, 200, 200, 429])
    expect(await statuses(1, from('2001:db8:0:1:ffff::2'))).toEqual([429])
    expect((await self(tom.as)()).status).toBe(200)
    await limit('anonymous_requests_per_minute', 0)
  })

  it('leave the headers of the deletion cap alone, and list it beside them', async () => {
    const project = await givenProject(crocus, 'garden', { members: ['mia'] })
    const id = await givenArtifact(crocus, project.tracker('bug'), 'Roots', { as: crocus.admin })
    await limit('requests_per_minute', 1_000)
    const deleted = await crocus.request('DELETE', `/api/artifacts/${id}`, { as: crocus.admin })
    expect(deleted.status).toBe(200)
    expect(deleted.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'x-ratelimit-remaining': '4' })
    expect(deleted.headers['ratelimit-policy']).toBe('"requests";q=1000;w=60, "deletions";q=5;w=86400')
    expect(deleted.headers['ratelimit']).toMatch(/^"requests";r=\d+;t=\d+, "deletions";r=4$/)
    await limit('requests_per_minute', 0)
  })

  it('hold for two servers on one database together, but for a twentieth each', async () => {
    await limit('requests_per_minute', 60)
    crocus.clock.advance(60_000)
    const db = openDatabase(crocus.databaseUrl)
    const { config, clock } = crocus
    const other = await createApp({ config, db, clock, log: createLog('fatal'), checkResponses: true })
    afterFile(async () => {
      await other.close()
      await db.close()
    })
    const authorization = `Basic ${Buffer.from(mia.as.join(':')).toString('base64')}`
    const ask = async (app: TestApp['app']): Promise<number> =>
      (await app.fastify.inject({ url: '/api/users/self', headers: { authorization } })).statusCode
    const answers: number[] = []
    for (let turn = 0; turn < 50; turn++) answers.push(await ask(crocus.app), await ask(other))
    const allowed = answers.filter(status => status === 200).length
    expect(allowed).toBeGreaterThanOrEqual(60)
    expect(allowed).toBeLessThanOrEqual(66)
    expect(new Set(answers)).toEqual(new Set([200, 429]))
    expect([await ask(crocus.app), await ask(other)]).toEqual([429, 429])
    await limit('requests_per_minute', 0)
    await expect.poll(() => ask(other)).toBe(200)
  })
})
