import type { AddressInfo } from 'node:net'
import { createApp, type App } from '../../src/app.ts'
import { defaultOverload, type Config } from '../../src/platform/config.ts'
import { openDatabase, type Db, type StatementLimits } from '../../src/platform/db/db.ts'
import { drainConsumers } from '../../src/platform/events/consumer.ts'
import { runDueJobs } from '../../src/platform/jobs/jobs.ts'
import { createLog } from '../../src/platform/log.ts'
import { isReason } from '../../src/platform/reasons.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import type { OutgoingMail } from '../../src/platform/mail/outgoing-mail.ts'
import { afterFile } from './after-file.ts'
import { testClock, type TestClock } from './clock.ts'
import { testDatabaseUrl } from './database.ts'
import { testFolder } from './process.ts'
import { tcpProxy, type Target } from './tcp-proxy.ts'

export const ADMIN_PASSWORD = 'the admin of the tests'

export interface TestRequest {
  readonly headers?: Readonly<Record<string, string>>
  /** Login and password; undefined = anonymous. */
  readonly as?: readonly [login: string, password: string]
  /** Body, sent as JSON. */
  readonly json?: unknown
  /** Body, sent as XML. */
  readonly xml?: string
  /** Body, sent as it is. */
  readonly bytes?: Uint8Array
}

export interface TestResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly text: string
  readonly bytes: Buffer
  json<T = unknown>(): T
}

/** One of several servers, without a socket. */
export interface TestServer {
  readonly app: App
  readonly db: Db
}

/** Its `app` and `db` are those of the first server. */
export interface TestApp extends TestServer {
  /** One server, unless the tests run on several (`CROCUS_TEST_SERVERS`). */
  readonly servers: readonly TestServer[]
  /** For a second process on the same database. */
  readonly databaseUrl: string
  readonly clock: TestClock
  readonly config: Config
  /** Credentials of the site administrator, for `as`. */
  readonly admin: readonly [login: string, password: string]
  /** Sends a request through the whole app, without a socket. */
  request(method: string, path: string, request?: TestRequest): Promise<TestResponse>
  /** Does the background work of a server: handles the events so far and runs the due jobs. */
  work(): Promise<void>
  /** Sent mails in order; a test may empty the list. */
  readonly mails: OutgoingMail[]
  /** Milliseconds by which responses to wrong passwords were delayed; no test really waits. A test may empty the list. */
  readonly waits: number[]
}

/** How many servers the requests of a test are spread over: `CROCUS_TEST_SERVERS`, else one. */
export const TEST_SERVERS = Number(process.env['CROCUS_TEST_SERVERS'] ?? 1)

/**
 * The whole application on a separate database and data folder, set up as at a first start. Call it in `beforeAll`; everything is removed
 * after the file's tests.
 *
 * With `CROCUS_TEST_SERVERS=3` three applications use the database, each with separate caches and a data folder. Each request goes to the
 * next one: a test fails if a server does not share a change.
 *
 * `limits`: limits of statements, as those of a server; default: none. `count`: number of servers.
 */
export const testApp = async (
  settings: Partial<Config> = {},
  { limits, count = TEST_SERVERS }: { readonly limits?: StatementLimits; readonly count?: number } = {},
): Promise<TestApp> => {
  const sharedFolder = settings.sharedFolder ?? settings.dataFolder ?? (await testFolder())
  const config: Config = {
    port: 0,
    host: '127.0.0.1',
    dataFolder: sharedFolder,
    sharedFolder,
    publicUrl: 'http://crocus.test',
    adminPassword: ADMIN_PASSWORD,
    databaseUrl: undefined,
    databaseReadUrl: undefined,
    workers: 1,
    answerMegabytes: 64,
    doesBackgroundWork: true,
    smtpUrl: undefined,
    logLevel: (process.env['CROCUS_TEST_LOG'] as Config['logLevel'] | undefined) ?? 'fatal',
    s3: undefined,
    metrics: undefined,
    tracing: undefined,
    trustedProxies: [],
    slowRequestMs: 0,
    overload: defaultOverload,
    maxStreams: 4_000,
    ...settings,
  }
  const databaseUrl = await testDatabaseUrl()
  const clock = testClock()
  const log = createLog(config.logLevel)
  const mails: OutgoingMail[] = []
  const mailTransport = { send: async (mail: OutgoingMail) => void mails.push(mail), close: () => undefined }
  const waits: number[] = []
  const sleep = async (milliseconds: number) => void waits.push(milliseconds)

  const start = async (dataFolder: string): Promise<TestServer> => {
    const db = openDatabase(databaseUrl, limits && { limits })
    // Hooks of one kind run in reverse order: this one before the drop.
    afterFile(() => db.close())
    const metrics = config.metrics && (await createMetrics(config.metrics, log))
    const options = { config: { ...config, dataFolder }, db, clock, log, metrics, mailTransport, sleep }
    const app = await createApp({ ...options, checkResponses: true })
    const metricsServer = await metrics?.start(app.metricsCollector)
    afterFile(() => metricsServer?.close())
    // Hooks of one kind run in reverse order: before the database closes.
    afterFile(() => app.close())
    await app.bootstrap()
    await app.fastify.ready()
    return { app, db }
  }
  const first = await start(config.dataFolder)
  const servers = [first]
  while (servers.length < count) servers.push(await start(await testFolder()))
  let turn = 0
  const next = (): TestServer => servers[turn++ % servers.length] ?? first

  return {
    ...first,
    servers,
    databaseUrl,
    clock,
    config,
    admin: ['admin', ADMIN_PASSWORD],
    mails,
    waits,
    work: async () => {
      const { app, db } = next()
      await drainConsumers({ db, consumers: app.consumers, log })
      await next().app.modules.webhooks.deliverDue()
      await runDueJobs({ database: databaseUrl, jobs: next().app.jobs, log })
    },
    request: async (method, path, request = {}) => {
      const response = await next().app.fastify.inject({
        method: method as 'GET',
        url: path,
        headers: { ...headersOf(request), ...request.headers },
        ...bodyOf(request),
      })
      requireReason(path, response.statusCode, response.headers['content-type'], response.body)
      return {
        status: response.statusCode,
        headers: response.headers,
        text: response.body,
        bytes: response.rawPayload,
        json: <T>() => JSON.parse(response.body) as T,
      }
    },
  }
}

/** integrators.md §8: every refusal of the API has a reason. */
const requireReason = (
  path: string,
  status: number,
  type: string | string[] | number | undefined,
  body: string,
): void => {
  if (status < 400 || !path.startsWith('/api/') || body === '') return
  const reason = String(type).startsWith('application/json')
    ? (JSON.parse(body) as { error?: { details?: { reason?: string } } }).error?.details?.reason
    : /<error>.*<details><reason>([^<]*)<\/reason>/s.exec(body)?.[1]
  if (reason === undefined || !isReason(reason))
    throw new Error(`${path} answers ${status} without a known reason: ${body.slice(0, 200)}`)
}

/** Listens on a free port, for clients that need a socket; several servers behind a proxy that takes them in turn. */
export const listen = async ({ servers }: TestApp): Promise<string> => {
  const targets: Target[] = []
  for (const { app } of servers) {
    await app.fastify.listen({ port: 0, host: '127.0.0.1' })
    targets.push({ host: '127.0.0.1', port: (app.fastify.server.address() as AddressInfo).port })
  }
  if (targets.length === 1) return `http://127.0.0.1:${targets[0]?.port}`
  const proxy = await tcpProxy(targets)
  afterFile(() => proxy.close())
  return `http://127.0.0.1:${proxy.port}`
}

const headersOf = ({ as, json, xml }: TestRequest): Record<string, string> => ({
  ...(as && { authorization: `Basic ${Buffer.from(as.join(':')).toString('base64')}` }),
  ...(json !== undefined && { 'content-type': 'application/json' }),
  ...(xml !== undefined && { 'content-type': 'application/xml' }),
})

const bodyOf = ({ json, xml, bytes }: TestRequest): { payload?: string | Buffer } => {
  if (bytes !== undefined) return { payload: Buffer.from(bytes) }
  if (xml !== undefined) return { payload: xml }
  return json === undefined ? {} : { payload: JSON.stringify(json) }
}
