import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Type } from 'typebox'
import { afterEach, describe, expect, it } from 'vitest'
import { until } from '../../../test/harness/until.ts'
import { ConcurrencyLimiter } from '../overload/concurrency-limiter.ts'
import type { RequestClasses } from '../overload/request-classes.ts'
import { JsonList } from './response/response.ts'
import { createApiServer } from './server/api-server.ts'
import type { ApiServerOptions } from './server/server-options.ts'
import { json, ok, routeFor, type Route } from './routes/route.ts'

interface Reader {
  readonly name: string
}
const route = routeFor<Reader>()
const about = { access: 'hybrid', spec: 'http.md §1', tag: 'books', errors: [404], summary: 'Books' } as const
const Title = Type.Object({ title: Type.String({ description: 'Title.' }) }, { description: 'A book.' })

/** A request waits for this promise until the test resolves it. */
let hold = Promise.withResolvers<void>()
let seenIp = ''
const routes: Route<Reader>[] = [
  route({
    ...about,
    method: 'GET',
    path: '/held',
    operationId: 'getHeld',
    responses: { 200: Title },
    handler: async ({ ip }) => {
      seenIp = ip
      await hold.promise
      return ok({ title: 'held' })
    },
  }),
  route({
    ...about,
    method: 'GET',
    path: '/list',
    operationId: 'getList',
    responses: { 200: Type.Array(Title, { description: 'All.' }) },
    handler: async () => {
      const rest = async function* () {
        await hold.promise
        yield ['{"title":"b"}']
      }
      return json(new JsonList(['{"title":"a"}'], rest()))
    },
  }),
  route({
    ...about,
    method: 'POST',
    path: '/books/{secret}',
    params: Type.Object({ secret: Type.String({ description: 'A secret.' }) }, { description: 'Path.' }),
    operationId: 'addBook',
    body: Title,
    responses: { 200: Title },
    handler: async ({ body }) => {
      await sleep(20)
      return ok({ title: body.title.slice(0, 10) })
    },
  }),
]

const lanesOf = (inWork: number, waiting: number, waitMs = 60_000): RequestClasses => ({
  work: new ConcurrencyLimiter({ inWork, waiting, waitMs }),
  streams: new ConcurrencyLimiter({ inWork: 1, waiting: 0, waitMs }),
  long: new ConcurrencyLimiter({ inWork: 1, waiting: 0, waitMs }),
  plain: new ConcurrencyLimiter({ inWork: 1, waiting: 0, waitMs }),
  lagMs: () => 0,
  close: () => undefined,
})

let app: FastifyInstance
let lines: Record<string, unknown>[]
let viewer: Reader
afterEach(async () => {
  hold.resolve()
  await app.close()
})

const start = async (options: Partial<ApiServerOptions<Reader>> = {}): Promise<number> => {
  hold = Promise.withResolvers<void>()
  lines = []
  viewer = { name: 'mia' }
  app = createApiServer<Reader>({
    routes,
    authenticate: async () => viewer,
    logger: pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line) as never) }),
    version: '1.0.0',
    ...options,
  })
  app.get('/page', { config: { requestClass: 'long' } }, async () => {
    await hold.promise
    return 'page'
  })
  app.get('/plain/:secret', { config: { requestClass: 'plain' } }, async () => {
    await sleep(5)
    return 'plain'
  })
  app.get('/free', async () => 'free')
  await app.listen({ port: 0, host: '127.0.0.1' })
  return (app.server.address() as AddressInfo).port
}

const post = (port: number, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
const get = (port: number, path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers })

/** All bytes that a server sends in response until it closes; `trickle` sends one more byte now and then. */
const talk = (port: number, head: string, trickle = false): Promise<string> =>
  new Promise(resolve => {
    let text = ''
    const socket: Socket = connect(port, '127.0.0.1', () => void socket.write(head))
    const dripping = trickle ? setInterval(() => socket.write(' '), 20) : undefined
    socket.on('data', chunk => (text += chunk.toString()))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(dripping)
      resolve(text)
    })
  })

/** A keep-alive connection with one request at a time; returns the status of each response. */
const asker = async (port: number): Promise<{ ask(): Promise<number>; end(): void }> => {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return {
    ask: async () => {
      socket.write('GET /api/held HTTP/1.1\r\nHost: crocus.test\r\n\r\n')
      const [answer] = (await once(socket, 'data')) as [Buffer]
      return Number(answer.toString().slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
    },
    end: () => void socket.destroy(),
  }
}

describe('more requests than the server takes', () => {
  it('wait, then are refused with 503 in the error form, and are answered again afterwards', async () => {
    const requestClasses = lanesOf(1, 1)
    const port = await start({ requestClasses })
    const first = get(port, '/api/held')
    await until(() => requestClasses.work.inWork === 1)
    const second = get(port, '/api/v1/held')
    await until(() => requestClasses.work.waiting === 1)
    for (const [accept, form] of [
      [
        'application/json',
        /^\{"error":\{"code":503,"message":"Service Unavailable: [^"]+","details":\{"reason":"limit\.busy",.*"retry_at":"20[^"]*Z"\}\}\}$/,
      ],
      ['application/xml', /<code>503<\/code>/],
    ] as const) {
      const third = await get(port, '/api/held', { accept })
      expect([third.status, third.headers.get('retry-after')]).toEqual([503, '2'])
      expect(third.headers.get('content-type')).toBe(`${accept}; charset=utf-8`)
      expect(third.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
      expect(third.headers.get('x-request-id')).toMatch(/^\S+$/)
      expect(await third.text()).toMatch(form)
    }
    expect((await get(port, '/free')).status).toBe(200)
    hold.resolve()
    expect([(await first).status, (await second).status]).toEqual([200, 200])
    expect((await get(port, '/api/held')).status).toBe(200)
    expect([requestClasses.work.inWork, requestClasses.work.waiting, requestClasses.work.refused]).toEqual([0, 0, 2])
  })

  it('are refused a second later, so that a client that asks again at once costs little', async () => {
    const requestClasses = lanesOf(1, 0)
    const port = await start({ requestClasses })
    expect(requestClasses.work.tryAcquire()).toBe(true)
    const client = await asker(port)
    const began = performance.now()
    for (let turn = 1; turn <= 2; turn++) {
      expect(await client.ask()).toBe(503)
      expect(performance.now() - began).toBeGreaterThan(turn * 900)
    }
    requestClasses.work.release()
    hold.resolve()
    expect(await client.ask()).toBe(200)
    client.end()
  })

  it('are not read without end from a client that waits for no response', async () => {
    const requestClasses = lanesOf(1, 0)
    const port = await start({ requestClasses })
    expect(requestClasses.work.tryAcquire()).toBe(true)
    const one = 'GET /api/held HTTP/1.1\r\nHost: crocus.test\r\n\r\n'
    const socket = connect(port, '127.0.0.1', () => void socket.write(one.repeat(50_000)))
    socket.on('error', () => undefined)
    await until(() => requestClasses.work.refused > 0)
    await sleep(500)
    expect(requestClasses.work.refused).toBeLessThan(10_000)
    socket.destroy()
  })

  it('are refused before their body arrives', async () => {
    const requestClasses = lanesOf(1, 0)
    const port = await start({ requestClasses })
    expect(requestClasses.work.tryAcquire()).toBe(true)
    const head =
      'POST /api/books/1 HTTP/1.1\r\nHost: crocus.test\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n'
    const socket = connect(port, '127.0.0.1', () => void socket.write(head))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 503 /)
    socket.destroy()
  })

  it('are refused when they waited too long', async () => {
    const requestClasses = lanesOf(1, 5, 10)
    const port = await start({ requestClasses })
    const first = get(port, '/api/held')
    await until(() => requestClasses.work.inWork === 1)
    expect((await get(port, '/api/held')).status).toBe(503)
    hold.resolve()
    expect((await first).status).toBe(200)
  })

  it('leave no place occupied when their client disconnects while they wait', async () => {
    const requestClasses = lanesOf(1, 1)
    const port = await start({ requestClasses })
    const first = get(port, '/api/held')
    await until(() => requestClasses.work.inWork === 1)
    const controller = new AbortController()
    const second = fetch(`http://127.0.0.1:${port}/api/held`, { signal: controller.signal })
    await until(() => requestClasses.work.waiting === 1)
    controller.abort()
    await expect(second).rejects.toThrow()
    await sleep(20)
    hold.resolve()
    await first
    await until(() => requestClasses.work.inWork === 0)
    expect((await get(port, '/api/held')).status).toBe(200)
  })

  it('of one class do not delay another class', async () => {
    const requestClasses = lanesOf(1, 0)
    const port = await start({ requestClasses })
    const list = await get(port, '/api/list')
    const page = get(port, '/page')
    await until(() => requestClasses.long.inWork === 1)
    expect([requestClasses.work.inWork, requestClasses.streams.inWork]).toEqual([0, 1])
    expect((await post(port, '/api/books/1', { title: 'x' })).status).toBe(200)
    expect((await get(port, '/api/list')).status).toBe(503)
    expect((await get(port, '/page')).status).toBe(503)
    hold.resolve()
    expect(await list.json()).toEqual([{ title: 'a' }, { title: 'b' }])
    expect(await (await page).text()).toBe('page')
    await until(() => requestClasses.long.inWork === 0 && requestClasses.streams.inWork === 0)
    expect((await get(port, '/page')).status).toBe(200)
  })
})

describe('request ids', () => {
  const idOf = (response: Response): string => response.headers.get('x-request-id') ?? ''

  it('are on every response, each a different one', async () => {
    const port = await start({ requestClasses: lanesOf(5, 5) })
    hold.resolve()
    const ids = new Set<string>()
    for (const path of [
      '/api/held',
      '/api/held',
      '/api/nothing',
      '/api/openapi.json',
      '/api/explorer/',
      '/page',
      '/nothing',
    ])
      ids.add(idOf(await get(port, path)))
    for (const method of ['OPTIONS', 'HEAD', 'DELETE'])
      ids.add(idOf(await fetch(`http://127.0.0.1:${port}/api/held`, { method })))
    expect(ids.size).toBe(10)
    for (const id of ids) expect(id).toMatch(/^[\w-]{8,40}$/)
  })

  it('are those of a trusted proxy when they are well-formed', async () => {
    hold.resolve()
    const own = { 'x-request-id': 'edge/7f:1' }
    let port = await start()
    hold.resolve()
    expect(idOf(await get(port, '/api/held', own))).not.toBe('edge/7f:1')
    await app.close()
    port = await start({ trustedProxies: ['10.0.0.0/8', '127.0.0.0/8'] })
    hold.resolve()
    expect(idOf(await get(port, '/api/held', own))).toBe('edge/7f:1')
    for (const id of ['', 'two words', 'x'.repeat(129), 'a"b'])
      expect(idOf(await get(port, '/api/held', { 'x-request-id': id }))).not.toBe(id)
  })
})

describe('client addresses from a proxy', () => {
  it('count only from a trusted proxy', async () => {
    const forwarded = { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' }
    let port = await start()
    hold.resolve()
    await get(port, '/api/held', forwarded)
    expect(seenIp).toBe('127.0.0.1')
    await app.close()
    port = await start({ trustedProxies: ['127.0.0.1'] })
    hold.resolve()
    await get(port, '/api/held', forwarded)
    expect(seenIp).toBe('203.0.113.9')
  })
})

describe('a slow request', () => {
  it('is logged by its route, without what was sent', async () => {
    const port = await start({ slowRequestMs: 1, accountIdOf: () => 102, requestClasses: lanesOf(5, 5) })
    const response = await post(port, '/api/books/tell-nobody?q=tell-nobody', { title: 'tell-nobody' })
    await response.text()
    await until(() => lines.length > 0)
    expect(lines).toEqual([
      expect.objectContaining({
        msg: 'slow request',
        level: 40,
        reqId: idOfAnswer(response),
        method: 'POST',
        route: '/api/books/{secret}',
        status: 200,
        waitedMilliseconds: 0,
        accountId: 102,
      }),
    ])
    expect(JSON.stringify(lines)).not.toContain('tell-nobody')
  })

  it('is logged outside the API too, unless it is a transfer', async () => {
    const port = await start({ slowRequestMs: 1, requestClasses: lanesOf(5, 5) })
    for (const path of ['/page', '/free', '/plain/tell-nobody?q=tell-nobody']) {
      hold.resolve()
      await (await get(port, path)).text()
    }
    await until(() => lines.length > 0)
    expect(lines).toEqual([
      expect.objectContaining({ msg: 'slow request', method: 'GET', route: '/plain/:secret', status: 200 }),
    ])
    expect(JSON.stringify(lines)).not.toContain('tell-nobody')
  })
  const idOfAnswer = (response: Response): string | null => response.headers.get('x-request-id')
})

describe('bodies', () => {
  const head = (headers: string): string =>
    `POST /api/books/1 HTTP/1.1\r\nHost: crocus.test\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`

  it('that come too slowly end with 408 in the error form', async () => {
    const port = await start({ bodies: { windowMs: 100, windowBytes: 100 } })
    const answer = await talk(port, `${head('Content-Length: 1000')}{"title":`, true)
    expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*Connection: close[^]*\{"error":\{"code":408,/)
  })

  it('of clients without credentials must be small', async () => {
    const port = await start({ hasCredentials: headers => headers['x-auth-accesskey'] !== undefined })
    const body = { title: 'x'.repeat(300_000) }
    expect((await post(port, '/api/books/1', body)).status).toBe(413)
    expect((await post(port, '/api/books/1', body, { 'x-auth-accesskey': 'k' })).status).toBe(200)
    // XML takes several times as long to parse.
    const postXml = async (size: number, headers: Record<string, string> = {}): Promise<number> => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/books/1`, {
        method: 'POST',
        headers: { 'content-type': 'application/xml; charset=utf-8', ...headers },
        body: `<request><title>${'x'.repeat(size)}</title></request>`,
      })
      await answer.arrayBuffer()
      return answer.status
    }
    expect([await postXml(60_000), await postXml(70_000)]).toEqual([200, 413])
    expect(await postXml(70_000, { 'x-auth-accesskey': 'k' })).toBe(200)
  })

  it('are refused while there is no room for them', async () => {
    const port = await start({ bodies: { held: 200_000 } })
    const large = { title: 'x'.repeat(150_000) }
    const half = connect(port, '127.0.0.1', () => half.write(`${head('Content-Length: 150000')}${'x'.repeat(140_000)}`))
    await sleep(100)
    const refused = await post(port, '/api/books/1', large)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '2'])
    half.destroy()
    let status = 503
    for (let turn = 0; turn < 100 && status === 503; turn++) {
      await sleep(10)
      status = (await post(port, '/api/books/1', large)).status
    }
    expect(status).toBe(200)
  })
})

describe('headers', () => {
  it('that do not arrive end with 408, those that are too long with 431, in the error form', async () => {
    const port = await start()
    app.server.headersTimeout = 50
    const [late, long] = await Promise.all([
      talk(port, 'GET /api/held HTTP/1.1\r\nHost: x\r\n'),
      talk(port, `GET /api/held HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`),
    ])
    expect(late).toMatch(/^HTTP\/1\.1 408 [^]*\{"error":\{"code":408,/)
    expect(long).toMatch(/^HTTP\/1\.1 431 [^]*\{"error":\{"code":431,/)
    for (const header of [
      'Access-Control-Allow-Origin: *',
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-store',
    ])
      for (const answer of [late, long]) expect(answer).toContain(`\r\n${header}\r\n`)
  }, 30_000)
})
