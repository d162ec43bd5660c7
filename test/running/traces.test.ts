import { once } from 'node:events'
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { testDatabaseUrl } from '../harness/database.ts'
import { mailServer } from '../harness/mail-server.ts'
import { startServerProcess, testFolder, type ServerProcess, type Settings } from '../harness/process.ts'
import { startTraceCollector } from '../harness/trace-collector.ts'
import { until } from '../harness/until.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = '00f067aa0ba902b7'
const waiters = Array.from({ length: 8 }, (_, index) => `${index + 1}`.repeat(32))
const PASSWORD = 'sesame-of-the-admin'
const basic = Buffer.from(`admin:${PASSWORD}`).toString('base64')
const asAdmin = { authorization: `Basic ${basic}`, 'content-type': 'application/json' }

/** Says on standard error which files of the packages for traces are loaded. */
const TELL_LOADED = `--import=data:text/javascript,${encodeURIComponent(
  `import { registerHooks } from 'node:module'
  registerHooks({ load: (url, context, next) => {
    if (url.includes('@opentelemetry/')) process.stderr.write('loaded ' + url + '\\n')
    return next(url, context)
  } })`,
)}`

const start = async (settings: Settings, databaseUrl?: string): Promise<ServerProcess> => {
  return startServerProcess({
    CROCUS_DATA: await testFolder(),
    DATABASE_URL: databaseUrl ?? (await testDatabaseUrl()),
    CROCUS_ADMIN_PASSWORD: PASSWORD,
    NODE_OPTIONS: TELL_LOADED,
    ...settings,
  })
}

const stop = (server: ServerProcess): ServerProcess['exit'] => {
  server.child.kill('SIGTERM')
  return server.exit
}

/** A project with one tracker, which says who is in charge. */
const givenTracker = async (address: string): Promise<number> => {
  const post = async (path: string, json: object): Promise<number> => {
    const answer = await fetch(`${address}${path}`, { method: 'POST', headers: asAdmin, body: JSON.stringify(json) })
    expect(answer.status).toBe(201)
    return ((await answer.json()) as { id: number }).id
  }
  const about = { shortname: 'orchard', label: 'Orchard', description: 'Trees', is_public: true }
  const project = await post('/api/projects', { ...about, template_id: 100, categories: [], fields: [] })
  return post('/api/trackers', { project: { id: project }, label: 'Trees', item_name: 'tree' })
}

/** The second half of the body comes by itself, when the connection has nothing else to do. */
const postSlowly = async (url: string, body: string): Promise<number | undefined> => {
  const sent = request(url, { method: 'POST', headers: asAdmin })
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>
  sent.write(body.slice(0, 20))
  await sleep(50)
  sent.end(body.slice(20))
  const [response] = await answered
  response.resume()
  return response.statusCode
}

describe('traces', { timeout: 60_000 }, () => {
  it('tell of requests, statements, jobs, mails and calls, and of nothing that somebody sent', async () => {
    const collector = await startTraceCollector()
    const mails = await mailServer()
    const heard: IncomingHttpHeaders[] = []
    const builder = createServer((asked, response) => {
      heard.push(asked.headers)
      asked.resume()
      response.writeHead(201).end()
    }).listen(0, '127.0.0.1')
    await once(builder, 'listening')
    const databaseUrl = await testDatabaseUrl()
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query(`insert into setting values ('internal_hosts', '127.0.0.1')`)
    const server = await start(
      {
        CROCUS_LOG_LEVEL: 'debug',
        CROCUS_SMTP_URL: mails.url,
        // All others wait, and are woken by whoever is done.
        CROCUS_MAX_IN_WORK: '1',
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20sesame-of-the-collector',
        OTEL_SERVICE_NAME: 'garden',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      },
      databaseUrl,
    )
    try {
      const { address } = server
      const call = async (path: string, init: RequestInit = {}): Promise<number> =>
        (await fetch(`${address}${path}`, { ...init, headers: { ...asAdmin, ...init.headers } })).status

      const traced = { traceparent: `00-${TRACE}-${CALLER}-01`, tracestate: 'rojo=1' }
      expect(await call('/api/artifacts/12?sesame=query', { headers: traced })).toBe(404)
      const calls = waiters.map(id => call('/api/artifacts/12', { headers: { traceparent: `00-${id}-${CALLER}-01` } }))
      expect(await Promise.all(calls)).toEqual(waiters.map(() => 404))
      const search = encodeURIComponent(`assigned_to = 'admin' and status != ''`)
      const trackerPath = `/api/trackers/${await givenTracker(address)}/artifacts`
      expect(await call(`${trackerPath}?expert_query=${search}`)).toBe(200)
      expect(await call('/health')).toBe(200)
      expect(await call('/api/sesame-unknown', { method: 'POST', body: '{}' })).toBe(404)
      const user = { username: 'ann', email: 'ann@example.org', real_name: 'sesame-row', password: 'sesame-of-ann' }
      expect(await postSlowly(`${address}/api/site/users`, JSON.stringify(user))).toBe(201)
      const job = {
        url: `http://127.0.0.1:${(builder.address() as AddressInfo).port}/job?token=sesame-job`,
        state: 'x',
      }
      const mail = { to: { address: 'sesame@example.org' }, subject: 'sesame', text: 'sesame' }
      await client.query(
        `select graphile_worker.add_job('start_build', payload => $1::json), graphile_worker.add_job('send_mail', payload => $2::json)`,
        [JSON.stringify(job), JSON.stringify({ id: 'a', mail })],
      )
      await until(() => heard.length > 0 && mails.received.length > 0)
    } finally {
      await client.end()
      // Sends what is left.
      expect(await stop(server)).toBe(0)
      await collector.close()
      builder.close()
    }

    const { spans } = collector
    const answer = spans.find(({ traceId, kind }) => traceId === TRACE && kind === 2)
    expect(answer).toMatchObject({
      parentSpanId: CALLER,
      name: 'GET /api/artifacts/{id}',
      kind: 2,
      isFailed: false,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/artifacts/{id}',
        'http.response.status_code': 404,
        'server.address': '127.0.0.1',
        'url.scheme': 'http',
      },
      resource: { 'service.name': 'garden', 'process.pid': server.pid, 'deployment.environment.name': 'test' },
    })
    expect(answer?.resource['service.instance.id']).toMatch(/^[\w-]{36}$/)
    const inTrace = spans.filter(({ traceId }) => traceId === TRACE)
    expect(inTrace.find(({ name }) => name === 'read-artifact-1')).toMatchObject({
      parentSpanId: answer?.spanId,
      kind: 3,
      attributes: { 'db.system.name': 'postgresql' },
    })
    for (const id of waiters) {
      const names = spans.filter(({ traceId }) => traceId === id).map(({ name }) => name)
      expect(names.sort()).toEqual(['GET /api/artifacts/{id}', 'read-artifact-1'])
    }
    const searched = spans.find(({ name }) => name === 'GET /api/trackers/{id}/artifacts')
    const asked = spans.filter(({ parentSpanId }) => parentSpanId === searched?.spanId)
    expect(asked.map(({ name }) => name)).toContain('with artifact_index')
    // Its body came by the connection: what follows is part of it all the same.
    const made = spans.find(({ name }) => name === 'POST /api/site/users')
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === made?.spanId)
    expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['begin', 'insert users', 'commit']))
    expect(spans.find(({ name, kind }) => name === 'POST' && kind === 2)?.attributes).not.toHaveProperty(['http.route'])
    expect(spans.some(({ attributes }) => attributes['http.route'] === '/health')).toBe(false)

    const build = spans.find(({ name }) => name === 'job start_build')
    const toBuilder = spans.find(({ name, kind }) => name === 'POST' && kind === 3)
    expect(toBuilder).toMatchObject({ parentSpanId: build?.spanId, attributes: { 'http.response.status_code': 201 } })
    expect(heard[0]?.traceparent).toBe(`00-${toBuilder?.traceId}-${toBuilder?.spanId}-01`)
    const sendMail = spans.find(({ name }) => name === 'job send_mail')
    expect(spans.find(({ name }) => name === 'send mail')?.parentSpanId).toBe(sendMail?.spanId)
    // Not even of itself.
    expect(spans.filter(({ attributes }) => attributes['server.port'] === Number(new URL(collector.url).port))).toEqual(
      [],
    )

    const lines = server.stdout().split('\n')
    const answered = lines.find(line => line.includes(TRACE) && line.includes('request answered'))
    expect(JSON.parse(answered ?? '{}')).toMatchObject({
      traceId: TRACE,
      reqId: answer?.attributes['crocus.request_id'],
    })
    expect(lines.some(line => line.includes(`"traceId":"${build?.traceId}"`))).toBe(true)
    expect(collector.headers[0]?.authorization).toBe('Bearer sesame-of-the-collector')
    expect(collector.bodies.join('')).not.toMatch(/sesame|ann@example/)
    expect(server.stdout() + server.stderr()).not.toContain('sesame-of-the-collector')
    expect(server.stderr()).toContain('loaded ')
  })

  it('are dropped when the collector does not answer, and nothing else suffers; off, nothing of them is loaded', async () => {
    const collector = await startTraceCollector(0)
    const [silent, off] = await Promise.all([
      start({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/anywhere` }),
      start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: 'true' }),
    ])
    try {
      for (const server of [silent, off]) {
        const answers = await Promise.all(
          Array.from({ length: 20 }, () => fetch(`${server.address}/api/users/self`, { headers: asAdmin })),
        )
        expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
      }
      await until(() => collector.bodies.length > 0)
    } finally {
      expect(await Promise.all([silent, off].map(stop))).toEqual([0, 0])
      await collector.close()
    }
    expect(off.stderr()).not.toContain('loaded ')
  })
})
