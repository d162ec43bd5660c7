// Several real servers on one database, bucket and shared folder, behind a proxy that takes them in turn.
import { join } from 'node:path'
import { afterFile } from './after-file.ts'
import type { TestApp, TestRequest, TestResponse } from './app.ts'
import { testDatabaseUrl } from './database.ts'
import { startServerProcess, testFolder, type ServerProcess } from './process.ts'
import { s3Environment, startS3Server } from './s3-server.ts'
import type { Account, Credentials } from './fixture.ts'
import { tcpProxy } from './tcp-proxy.ts'

export const ADMIN_PASSWORD = 'the admin of the tests'

/** The part of a server that fixture builders use: requests. */
type RequestSender = Pick<TestApp, 'request' | 'admin'>

export interface TestServers {
  readonly servers: readonly ServerProcess[]
  readonly sharedFolder: string
  readonly databaseUrl: string
  /** Address of the proxy. */
  readonly address: string
  /** Requests by the proxy, each on a connection of its own: to the next server. For builders of scenes, which ask for no more. */
  readonly all: TestApp
  /** Requests to one of them. */
  readonly each: readonly TestApp[]
  account(login: string): Promise<Account>
}

/** Starts them at the same moment on an empty database. */
export const startServers = async (count: number): Promise<TestServers> => {
  const folder = await testFolder()
  const sharedFolder = join(folder, 'shared')
  const s3 = await startS3Server(join(folder, 's3'))
  afterFile(() => s3.close())
  const url = await testDatabaseUrl({ isEmpty: true })
  const proxy = await tcpProxy([])
  afterFile(() => proxy.close())
  const address = `http://127.0.0.1:${proxy.port}`
  const servers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      startServerProcess({
        CROCUS_DATA: join(folder, `data-${index}`),
        CROCUS_SHARED: sharedFolder,
        CROCUS_ADMIN_PASSWORD: ADMIN_PASSWORD,
        CROCUS_PUBLIC_URL: address,
        DATABASE_URL: url,
        ...s3Environment(s3.settings),
      }),
    ),
  )
  afterFile(() => {
    for (const server of servers) server.child.kill('SIGTERM')
    return Promise.all(servers.map(server => server.exit))
  })
  for (const server of servers) proxy.addTarget({ host: '127.0.0.1', port: Number(new URL(server.address).port) })
  const all = requestsTo(address)
  return {
    servers,
    sharedFolder,
    databaseUrl: url,
    address,
    all: all as TestApp,
    each: servers.map(server => requestsTo(server.address) as TestApp),
    account: async login => {
      const password = `the password of ${login}`
      const json = { username: login, real_name: login, email: `${login}@example.org`, password }
      const made = await all.request('POST', '/api/site/users', { as: all.admin, json })
      if (made.status !== 201) throw new Error(made.text)
      return { id: made.json<{ id: number }>().id, login, as: [login, password] }
    },
  }
}

/** To a server that was started with `ADMIN_PASSWORD`. */
export const requestsTo = (address: string): RequestSender => ({
  admin: ['admin', ADMIN_PASSWORD] satisfies Credentials,
  request: async (method, path, { headers, as, json, xml, bytes }: TestRequest = {}): Promise<TestResponse> => {
    const content = bytes ?? xml ?? (json === undefined ? undefined : JSON.stringify(json))
    const response = await fetch(`${address}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        connection: 'close',
        ...(as && { authorization: `Basic ${Buffer.from(as.join(':')).toString('base64')}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...(xml !== undefined && { 'content-type': 'application/xml' }),
        ...headers,
      },
      ...(content !== undefined && { body: typeof content === 'string' ? content : Buffer.from(content) }),
    })
    const received = Buffer.from(await response.arrayBuffer())
    const text = received.toString('utf8')
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text,
      bytes: received,
      json: <T>() => JSON.parse(text) as T,
    }
  },
})
