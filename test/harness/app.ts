import { afterAll } from 'vitest'
import { createApp, type App } from '../../src/app.ts'
import type { Config } from '../../src/platform/config.ts'
import { openDatabase, type Db } from '../../src/platform/db/db.ts'
import { drainConsumers } from '../../src/platform/events/consumer.ts'
import { runDueJobs } from '../../src/platform/jobs/jobs.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import type { OutgoingMail } from '../../src/platform/mail/transport.ts'
import { testClock, type TestClock } from './clock.ts'
import { testDatabaseUrl } from './database.ts'
import { testFolder } from './process.ts'

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

export interface TestApp {
  readonly app: App
  readonly db: Db
  /** For a second process on the same database. */
  readonly databaseUrl: string
  readonly clock: TestClock
  readonly config: Config
  /** Credentials of the site administrator, for `as`. */
  readonly admin: readonly [login: string, password: string]
  /** Sends a request through the whole app, without a socket. */
  request(method: string, path: string, request?: TestRequest): Promise<TestResponse>
  /** Does what a server does in the background: acts on the events so far and does the jobs that are due. */
  work(): Promise<void>
  /** Mails that went out, in their order; empty it as you like. */
  readonly mails: OutgoingMail[]
  /** How long answers to wrong passwords were held back, in milliseconds; nobody really waits. Empty it as you like. */
  readonly waits: number[]
}

/**
 * The whole application on a database and a data folder of the test file's own, set up as at a first start. Call it in `beforeAll`;
 * all of it is gone when the file's tests are over.
 */
export const testApp = async (settings: Partial<Config> = {}): Promise<TestApp> => {
  const config: Config = {
    port: 0,
    host: '127.0.0.1',
    dataFolder: await testFolder(),
    publicUrl: 'http://crocus.test',
    adminPassword: ADMIN_PASSWORD,
    databaseUrl: undefined,
    workers: 1,
    answerMegabytes: 64,
    smtpUrl: undefined,
    logLevel: 'fatal',
    s3: undefined,
    metrics: undefined,
    ...settings,
  }
  const databaseUrl = await testDatabaseUrl()
  const db = openDatabase(databaseUrl)
  // Hooks of one kind run in reverse order: this one before the drop.
  afterAll(() => db.close())
  const clock = testClock()
  const log = createLog(config.logLevel)
  const mails: OutgoingMail[] = []
  const mailTransport = { send: async (mail: OutgoingMail) => void mails.push(mail), close: () => undefined }
  const waits: number[] = []
  const sleep = async (milliseconds: number) => void waits.push(milliseconds)
  const metrics = config.metrics && (await createMetrics(config.metrics, log))
  const app = await createApp({ config, db, clock, log, metrics, checkResponses: true, mailTransport, sleep })
  const metricsServer = await metrics?.start(app.figures)
  afterAll(() => metricsServer?.close())
  // Hooks of one kind run in reverse order: before the database closes.
  afterAll(() => app.close())
  await app.bootstrap()
  await app.fastify.ready()
  return {
    app,
    db,
    databaseUrl,
    clock,
    config,
    admin: ['admin', ADMIN_PASSWORD],
    mails,
    waits,
    work: async () => {
      await drainConsumers({ db, consumers: app.consumers, log })
      await runDueJobs({ database: databaseUrl, jobs: app.jobs, log })
    },
    request: async (method, path, request = {}) => {
      const response = await app.fastify.inject({
        method: method as 'GET',
        url: path,
        headers: { ...headersOf(request), ...request.headers },
        ...bodyOf(request),
      })
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
