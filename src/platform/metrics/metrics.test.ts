import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import { until } from '../../../test/harness/until.ts'
import { enqueueJobs } from '../jobs/jobs.store.ts'

const TOKEN = 'a-token-of-the-tests'
const asPrometheus = { headers: { authorization: `Bearer ${TOKEN}` } }

let crocus: TestApp
beforeAll(async () => {
  crocus = await testApp({ metrics: { host: '127.0.0.1', port: undefined, token: TOKEN } })
})

const scrape = async (): Promise<string> => (await crocus.request('GET', '/metrics', asPrometheus)).text
/** Value of the series with this name and labels, 0 if it does not exist. */
const valueOf = (text: string, series: string): number => {
  const line = text.split('\n').find(each => each.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1) ?? 0)
}
const read = async (series: string): Promise<number> => valueOf(await scrape(), series)

const requests = (method: string, route: string, status: string): string =>
  `crocus_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`

describe('GET /metrics', () => {
  it('answers only requests with the token', async () => {
    for (const headers of [{}, { authorization: 'Bearer wrong' }, { authorization: `Basic ${TOKEN}` }]) {
      const refused = await crocus.request('GET', '/metrics', { headers })
      expect(refused.status).toBe(401)
      expect(refused.headers['www-authenticate']).toContain('Bearer')
      expect(refused.text).not.toContain('crocus_http')
    }
    expect((await crocus.request('GET', '/metrics', { as: crocus.admin })).status).toBe(401)
    const given = await crocus.request('GET', '/metrics', asPrometheus)
    expect([given.status, given.headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  })

  it('is in the form that Prometheus reads, each metric once, with help and type before its values', async () => {
    const text = await scrape()
    const names = new Set<string>()
    let current = ''
    for (const line of text.split('\n').filter(each => each !== '')) {
      const [, word, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
      if (word === 'HELP') {
        expect(names).not.toContain(name)
        expect(rest.length).toBeGreaterThan(10)
        names.add(name)
        current = name
      } else if (word === 'TYPE') expect(name).toBe(current)
      else {
        expect(line).toMatch(
          /^[a-z_\d]+(_bucket|_sum|_count)?(\{([a-z_]+="[^"]*",?)+\})? -?(\d+(\.\d+)?(e[+-]?\d+)?|\+Inf)$/,
        )
        expect(line.startsWith(current)).toBe(true)
      }
    }
    for (const name of [
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'process_start_time_seconds',
      'nodejs_eventloop_lag_p99_seconds',
      'crocus_build_info',
      'crocus_database_up',
      'crocus_event_consumer_lag_seconds',
      'crocus_event_horizon_seconds',
      'crocus_streams',
    ])
      expect(names).toContain(name)
  })

  it('counts requests by the pattern of their route, never by the called path', async () => {
    const series = requests('GET', '/api/users/:id', '4xx')
    const before = await read(series)
    for (const id of [700_001, 700_002, 700_003]) await crocus.request('GET', `/api/users/${id}`, { as: crocus.admin })
    await crocus.request('HEAD', '/api/v1/users/700004/', { as: crocus.admin })
    const text = await scrape()
    expect(valueOf(text, series)).toBe(before + 4)
    expect(text).not.toMatch(/route="[^"]*70000/)
  })

  it('counts all unknown addresses of the API as one', async () => {
    const before = await read(requests('POST', 'unknown', '4xx'))
    for (let turn = 0; turn < 5; turn++) await crocus.request('POST', `/api/nothing-${turn}/here`)
    const text = await scrape()
    expect(valueOf(text, requests('POST', 'unknown', '4xx'))).toBe(before + 5)
    expect(text).not.toContain('nothing-')
  })

  it('shows requests in progress, and none after a client disconnects', async () => {
    const { fastify } = crocus.app
    await fastify.listen({ port: 0, host: '127.0.0.1' })
    const { port } = fastify.server.address() as AddressInfo
    const client = connect(port, '127.0.0.1')
    await once(client, 'connect')
    client.write(
      'POST /api/tokens HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"user',
    )
    // The scrape itself counts as one.
    const inProgress = () => read('crocus_http_requests_in_progress')
    await until(async () => (await inProgress()) === 2)
    expect(await read('crocus_http_connections')).toBe(1)
    client.destroy()
    await until(async () => (await inProgress()) === 1)
    expect(await read('crocus_http_connections')).toBe(0)
    expect(await read('crocus_http_received_bytes_total')).toBeGreaterThan(90)
  })

  it('shows admitted, waiting and refused requests', async () => {
    const { work } = crocus.app.requestClasses
    const refused = await read('crocus_lane_refused_total{lane="work"}')
    const admitted = Array.from({ length: crocus.config.overload.inWork }, () => work.tryAcquire())
    const ended: string[] = []
    work.wait(
      () => ended.push('started'),
      () => ended.push('refused'),
    )
    work.countRefusal()
    const text = await scrape()
    expect(valueOf(text, 'crocus_lane_requests{lane="work",state="work"}')).toBe(admitted.length)
    expect(valueOf(text, 'crocus_lane_requests{lane="work",state="waiting"}')).toBe(1)
    expect(valueOf(text, 'crocus_lane_refused_total{lane="work"}')).toBe(refused + 1)
    for (let leaving = admitted.length + 1; leaving > 0; leaving--) work.release()
    expect(ended).toEqual(['started'])
    expect(await read('crocus_lane_requests{lane="work",state="work"}')).toBe(0)
  })

  it('counts hits and misses of caches', async () => {
    const hits = await read('crocus_cache_hits_total{cache="user"}')
    await crocus.request('GET', '/api/users/101', { as: crocus.admin })
    expect(await read('crocus_cache_hits_total{cache="user"}')).toBeGreaterThan(hits)
    expect(await read('crocus_cache_misses_total{cache="user"}')).toBeGreaterThan(0)
  })

  it('shows which jobs wait and which failed for good', async () => {
    await enqueueJobs(crocus.db.kysely, [
      { name: 'send_mail', maxAttempts: 1 },
      { name: 'send_mail' },
      { name: 'tidy_outbox' },
    ])
    await sql`update graphile_worker._private_jobs set run_at = now() - interval '1 hour', attempts = least(1, max_attempts)`.execute(
      crocus.db.kysely,
    )
    const text = await scrape()
    expect(valueOf(text, 'crocus_jobs{name="send_mail",state="failed"}')).toBe(1)
    expect(valueOf(text, 'crocus_mails{state="waiting"}')).toBe(1)
    expect(valueOf(text, 'crocus_jobs{name="tidy_outbox",state="waiting"}')).toBe(1)
    expect(valueOf(text, 'crocus_job_overdue_seconds{name="tidy_outbox"}')).toBeGreaterThan(3599)
  })

  it('answers without the metrics of the database while the database does not respond', async () => {
    let release = (): void => undefined
    const held = new Promise<void>(resolve => (release = resolve))
    // All connections are taken. The pool lends search connections to searches only, so some of these calls get none.
    const holders = Array.from({ length: crocus.db.connections().max }, () =>
      crocus.db.kysely.connection().execute(() => held),
    )
    try {
      await until(() => crocus.db.connections().waiting > 0)
      const { active, waiting } = crocus.db.connections()
      const text = await scrape()
      expect(text).toContain('\ncrocus_database_up 0')
      expect(valueOf(text, 'crocus_database_connections{state="active"}')).toBe(active)
      expect(active + waiting).toBe(holders.length)
      expect(text).not.toContain('\ncrocus_jobs{')
    } finally {
      release()
      await Promise.all(holders)
    }
    expect(await read('crocus_database_up')).toBe(1)
  })
})

describe('without metrics', () => {
  it('nothing is measured and no endpoint answers', async () => {
    const plain = await testApp()
    expect((await plain.request('GET', '/metrics', asPrometheus)).status).toBe(404)
  })
})
