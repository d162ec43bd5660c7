import { afterAll } from 'vitest'
import { createApp, type App } from '../../src/app.ts'
import type { Config } from '../../src/platform/config.ts'
import type { Db } from '../../src/platform/db/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { testClock, type TestClock } from './clock.ts'
import { testDatabase } from './database.ts'
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
}

export interface TestResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly text: string
  json<T = unknown>(): T
}

export interface TestApp {
  readonly app: App
  readonly db: Db
  readonly clock: TestClock
  readonly config: Config
  /** Credentials of the site administrator, for `as`. */
  readonly admin: readonly [login: string, password: string]
  /** Sends a request through the whole app, without a socket. */
  request(method: string, path: string, request?: TestRequest): Promise<TestResponse>
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
    logLevel: 'fatal',
    ...settings,
  }
  const db = await testDatabase()
  const clock = testClock()
  const app = await createApp({ config, db, clock, log: createLog(config.logLevel), checkResponses: true })
  // Hooks of one kind run in reverse order: before the database closes.
  afterAll(() => app.close())
  await app.bootstrap()
  await app.fastify.ready()
  return {
    app,
    db,
    clock,
    config,
    admin: ['admin', ADMIN_PASSWORD],
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

const bodyOf = ({ json, xml }: TestRequest): { payload?: string } => {
  if (xml !== undefined) return { payload: xml }
  return json === undefined ? {} : { payload: JSON.stringify(json) }
}
