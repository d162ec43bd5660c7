import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { Type } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reasons } from '../../reasons.ts'
import { Forbidden, Invalid, NotFound, Refusal, TooManyRequests, Unauthorized } from '../../errors.ts'
import { createApiServer } from './api-server.ts'
import type { ApiServerOptions } from './server-options.ts'
import { preconditionOf, requireFresh, versionHeaders } from '../headers/conditional.ts'
import { openApiFaults } from '../contract/openapi-rules.ts'
import { buildOpenApi, type OpenApiDocument } from '../contract/openapi.ts'
import { requireDeclared } from '../contract/response-check.ts'
import { paginated, paginationQuery } from '../routes/pagination.ts'
import { created, done, json, ok, routeFor, type Route, type RouteShape } from '../routes/route.ts'
import { idParams, Nullable } from '../schemas/schema.ts'

/** A small library of books: enough routes for every rule. */
interface Reader {
  readonly name: string
}
const route = routeFor<Reader>()
const about = { access: 'hybrid', spec: 'http.md §1', tag: 'books', errors: [404] } as const

const Book = Type.Object(
  {
    id: Type.Integer({ description: 'Id.' }),
    title: Type.String({ description: 'Title.' }),
    tags: Type.Array(Type.String(), { description: 'Tags.' }),
    owner: Nullable(Type.String(), { description: 'Owner.' }),
  },
  { $id: 'Book', description: 'A book.' },
)
const NewBook = Type.Object(
  {
    title: Type.String({ description: 'Title.' }),
    tags: Type.Optional(Type.Array(Type.String(), { description: 'Tags.' })),
    pages: Type.Integer({ description: 'Pages.', default: 1, minimum: 1 }),
    extra: Type.Optional(Type.Unknown({ description: 'Anything.' })),
  },
  { $id: 'NewBook', description: 'A book to add.' },
)
const book = { id: 12, title: 'Äpfel & <Birnen>', tags: ['a'], owner: null }
const version = { etag: 'v7', modifiedAt: new Date('2024-05-06T07:08:09Z') }
/** Texts below the compression limit, of several windows, and long enough for the thread pool. */
const longTexts = new Map([
  ['long', 'Äpfel '.repeat(800)],
  ['longer', 'Äpfel '.repeat(4_000)],
  ['longest', 'Äpfel '.repeat(40_000)],
])
let received: unknown
let origin: unknown

const routes: Route<Reader>[] = [
  route({
    ...about,
    method: 'GET',
    path: '/books',
    operationId: 'listBooks',
    summary: 'List the books',
    query: Type.Object(
      { ...paginationQuery({ max: 50 }), exact: Type.Boolean({ default: false, description: 'Exact.' }) },
      { description: 'Page.' },
    ),
    responses: { 200: Type.Array(Book, { description: 'The page.' }) },
    handler: ({ query }) => {
      received = query
      return Promise.resolve(paginated([book], query, 1, 50))
    },
  }),
  route({
    ...about,
    method: 'POST',
    path: '/books',
    access: 'protected',
    operationId: 'addBook',
    summary: 'Add a book',
    query: Type.Object(
      { dry_run: Type.Boolean({ default: false, description: 'Only try.' }) },
      { description: 'How.' },
    ),
    body: NewBook,
    bodyName: 'book',
    responseHeaders: ['Location'],
    responses: { 201: Book, 204: null },
    handler: request => {
      received = request.body
      origin = request.origin
      return Promise.resolve(
        request.query.dry_run ? { status: 204 } : created(book, { Location: 'https://x/api/v1/books/12' }),
      )
    },
  }),
  route({
    ...about,
    method: 'GET',
    path: '/books/{id}',
    scope: 'read:book',
    operationId: 'getBook',
    summary: 'Read a book',
    params: idParams(),
    responseHeaders: ['Etag', 'Last-Modified'],
    responses: { 200: Book },
    handler: ({ params }) => {
      if (params.id !== 12) throw new NotFound('there is no such book')
      return Promise.resolve(json(JSON.stringify(book), versionHeaders(version)))
    },
  }),
  route({
    ...about,
    method: 'PUT',
    path: '/books/{id}',
    allow: ['GET', 'PUT', 'DELETE', 'PATCH'],
    operationId: 'changeBook',
    summary: 'Change a book',
    params: idParams(),
    body: NewBook,
    responses: { 200: null },
    handler: ({ headers }) => {
      requireFresh(preconditionOf(headers), version)
      return Promise.resolve(done())
    },
  }),
  route({
    ...about,
    method: 'GET',
    path: '/books/new',
    operationId: 'getNewest',
    summary: 'Read the newest book',
    responses: { 200: Book },
    handler: () => Promise.resolve(ok(book)),
  }),
  route({
    ...about,
    method: 'PUT',
    path: '/books/{id}/tags',
    operationId: 'setTags',
    summary: 'Set the tags',
    params: idParams(),
    body: Type.Array(Type.String(), { description: 'Tags.' }),
    bodyName: 'tags',
    responses: { 200: null },
    handler: ({ body }) => {
      received = body
      return Promise.resolve(done())
    },
  }),
  route({
    ...about,
    method: 'GET',
    path: '/odd/{kind}',
    access: 'public',
    operationId: 'getOdd',
    summary: 'Answer as told',
    params: Type.Object({ kind: Type.String({ description: 'What to do.' }) }, { description: 'How.' }),
    responses: { 200: Type.Object({ text: Type.String({ description: 'Text.' }) }, { description: 'Text.' }) },
    handler: ({ params, log }) => {
      log.debug('odd')
      switch (params.kind) {
        case 'outage':
          throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
        case 'bug':
          throw new Error('secret detail')
        case 'quota':
          throw new TooManyRequests('enough', { headers: { 'X-RateLimit-Remaining': '0' } })
        case 'localised':
          throw new Refusal(400, 'hidden', {
            reason: 'parameter.range',
            localised: 'Titel fehlt',
            localisedList: ['a', 'b'],
          })
        case 'faults':
          throw new Invalid([
            { text: '`title` is needed', reason: 'field.required', field_id: 7, name: 'title' },
            { text: '`limit` is too large', reason: 'parameter.range', parameter: 'limit', limit: 50 },
          ])
        case 'hidden':
          throw new NotFound('nothing here', { reason: 'permission.project', name: 'secret' })
        case 'bad-header':
          return Promise.resolve(ok({ text: 'x' }, { 'X-Bad': 'a\r\nb' }))
        case 'bad-refusal':
          throw new Refusal(409, 'taken', { headers: { 'X-Bad': 'a\nb' } })
        case 'undeclared':
          return Promise.resolve(ok({ text: 'x', more: 1 }))
        case 'status':
          return Promise.resolve(created({ text: 'x' }))
        case 'cached':
          return Promise.resolve(ok({ text: 'x' }, { 'cache-control': 'private' }))
        default:
          return Promise.resolve(ok({ text: longTexts.get(params.kind) ?? params.kind }))
      }
    },
  }),
]

const lines: string[] = []
const options: ApiServerOptions<Reader> = {
  routes,
  logger: pino({ level: 'warn' }, { write: line => lines.push(line) }),
  version: '1.2.3',
  checkResponses: true,
  bodies: { most: 200_000 },
  authenticate: ({ headers }, access) => {
    if (access === 'public') return Promise.resolve({ name: 'anonymous' })
    const key = headers['x-auth-accesskey']
    if (key === 'good') return Promise.resolve({ name: 'ada' })
    if (key === 'suspended') return Promise.reject(new Forbidden('suspended', { reason: 'account.suspended' }))
    if (key !== undefined || access === 'protected')
      return Promise.reject(new Unauthorized('no such key', { reason: 'credentials.invalid' }))
    return Promise.resolve({ name: 'anonymous' })
  },
}

let app: FastifyInstance
let address: string
let port: number
beforeAll(async () => {
  app = createApiServer(options)
  app.post('/plain', request => ({ body: request.body }))
  app.get('/boom', () => {
    throw new Error('secret detail')
  })
  address = await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const key = { 'x-auth-accesskey': 'good' }
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })
const post = (payload: string | Buffer, headers: Record<string, string> = {}, url = '/api/books') =>
  app.inject({ method: 'POST', url, payload, headers: { ...key, 'content-type': 'application/json', ...headers } })
const internal = {
  code: 500,
  message: 'Internal Server Error',
  details: { reason: 'internal', doc: '/docs/reasons#internal' },
}
const errorOf = (answer: { json: () => unknown }) => {
  const { code, message } = (answer.json() as { error: { code: number; message: string } }).error
  return { code, message }
}

describe('addresses (http.md §1)', () => {
  it('serves the same under /api and /api/v1, with and without slash at the end', async () => {
    for (const url of [
      '/api/books/12',
      '/api/v1/books/12',
      '/api/books/12/',
      '/api/v1/books/12/?x=1',
      '/api/books/12.json',
    ]) {
      const answer = await get(url)
      expect([url, answer.statusCode, answer.json()]).toEqual([url, 200, book])
    }
  })

  it('answers 404 for other versions, the root of the API and unknown addresses', async () => {
    for (const url of [
      '/api',
      '/api/',
      '/api/v1',
      '/api/v1/',
      '/api/v2/books',
      '/api/v3/books',
      '/api/v1/v1/books',
      '/api/nope',
      '/apix',
      '/api/books/12/x/y',
      '/api/.json',
    ]) {
      const answer = await get(url)
      expect([url, answer.statusCode]).toEqual([url, 404])
      expect(errorOf(answer)).toMatchObject({ code: 404, message: expect.stringMatching(/^Not Found: /) as string })
    }
  })

  it('gives XML for .xml and JSON for .json whatever Accept says', async () => {
    expect((await get('/api/books/12.xml', { accept: 'application/json' })).headers['content-type']).toBe(
      'application/xml; charset=utf-8',
    )
    expect((await get('/api/books/12.json/', { accept: 'application/xml' })).headers['content-type']).toBe(
      'application/json; charset=utf-8',
    )
  })
})

describe('methods (http.md §2)', () => {
  it('answers OPTIONS on every route, without credentials, whether the id exists or not', async () => {
    for (const url of ['/api/books', '/api/v1/books/999', '/api/books/abc', '/api/books/12/tags']) {
      const answer = await app.inject({ method: 'OPTIONS', url, headers: { 'x-auth-accesskey': 'bad' } })
      expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([200, '', '0'])
      expect(answer.headers.allow).toBe(answer.headers['access-control-allow-methods'])
    }
    const unknown = await app.inject({ method: 'OPTIONS', url: '/api/nope' })
    expect(unknown.statusCode).toBe(404)
  })

  it('lists the methods of the path in the fixed order, or as the route says', async () => {
    expect((await get('/api/books')).headers.allow).toBe('OPTIONS, GET, POST')
    expect((await get('/api/books/12')).headers.allow).toBe('OPTIONS, GET, PUT, DELETE, PATCH')
    expect((await get('/api/books/77')).headers.allow).toBe('OPTIONS, GET, PUT, DELETE, PATCH')
    expect((await get('/api/books/new')).headers.allow).toBe('OPTIONS, GET')
  })

  it('refuses other methods with 405 and Allow, also on paths with parameters', async () => {
    const answer = await app.inject({ method: 'DELETE', url: '/api/books' })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'OPTIONS, GET, POST'])
    const parametrised = await app.inject({
      method: 'POST',
      url: '/api/books/12',
      payload: 'x',
      headers: { 'content-type': 'text/plain' },
    })
    expect([parametrised.statusCode, parametrised.headers.allow]).toEqual([405, 'OPTIONS, GET, PUT, DELETE, PATCH'])
  })

  it('serves HEAD as GET without a body', async () => {
    const answer = await fetch(`${address}/api/books/12`, { method: 'HEAD' })
    expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([200, 'v7', ''])
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(JSON.stringify(book))))
    expect((await fetch(`${address}/api/books/13`, { method: 'HEAD' })).status).toBe(404)
  })

  it('honours X-HTTP-Method-Override, but not from a GET with a cookie', async () => {
    const over = (method: string, headers: Record<string, string> = {}) => ({
      'x-http-method-override': method,
      ...headers,
    })
    expect(
      (await app.inject({ method: 'POST', url: '/api/books/12', headers: over('put'), payload: { title: 'x' } }))
        .statusCode,
    ).toBe(200)
    expect((await app.inject({ method: 'POST', url: '/api/books/12', headers: over('GET') })).json()).toEqual(book)
    expect((await get('/api/books', over('DELETE'))).statusCode).toBe(405)
    expect((await get('/api/books', over('DELETE', { cookie: 'a=b' }))).statusCode).toBe(200)
    expect((await get('/api/books', over('BREW'))).statusCode).toBe(200)
  })
})

describe('headers of every answer (http.md §2.1, §4.1)', () => {
  it.each(['/api/books', '/api/nope', '/api/books/abc', '/api/odd/bug', '/api/books/%zz', '/api/books.xml'])(
    '%s',
    async url => {
      const { headers } = await get(url)
      expect(headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-credentials': 'true',
        'content-language': 'en',
        'cache-control': 'no-store',
        expires: '0',
        vary: 'Accept',
      })
      expect(headers['access-control-allow-headers']).toMatch(
        /Authorization.*X-Auth-UserId.*X-Auth-Token.*X-Auth-AccessKey.*If-Match.*Idempotency-Key.*Prefer/,
      )
      expect(headers['access-control-expose-headers']).toMatch(
        /X-PAGINATION-SIZE.*X-PAGINATION-LIMIT-MAX.*Etag.*Retry-After.*Idempotent-Replayed/,
      )
    },
  )

  it('lets a route override one, once', async () => {
    expect((await get('/api/odd/cached')).headers['cache-control']).toBe('private')
  })
})

describe('order of failures (http.md §3.1)', () => {
  const put = (url: string, payload: string, headers: Record<string, string>) =>
    app.inject({ method: 'PUT', url, payload, headers })

  it('is: route, id, content type, syntax, Accept, credentials, validation, handler', async () => {
    const wrong = { accept: 'text/html', 'x-auth-accesskey': 'bad', 'if-match': 'old' }
    const text = { ...wrong, 'content-type': 'text/plain' }
    const asJson = { ...wrong, 'content-type': 'application/json' }
    expect((await put('/api/nope/12', '{', text)).statusCode).toBe(404)
    expect(errorOf(await put('/api/books/abc', '{', text))).toMatchObject({
      code: 400,
      message: expect.stringContaining('`id`') as string,
    })
    expect(errorOf(await put('/api/books/12', '{', text))).toMatchObject({
      code: 403,
      message: expect.stringContaining('text/plain') as string,
    })
    expect(errorOf(await put('/api/books/12', '{', asJson))).toMatchObject({
      code: 400,
      message: expect.stringContaining('malformed JSON') as string,
    })
    expect((await put('/api/books/12', '{}', asJson)).statusCode).toBe(406)
    expect((await put('/api/books/12', '{}', { ...asJson, accept: '*/*' })).statusCode).toBe(401)
    const known = { ...asJson, ...key, accept: '*/*' }
    expect(errorOf(await put('/api/books/12', '{}', known))).toEqual({
      code: 400,
      message: 'Bad Request: `title` is required',
    })
    expect((await put('/api/books/12', '{"title":"x"}', known)).statusCode).toBe(412)
    expect((await put('/api/books/12', '{"title":"x"}', { ...known, 'if-match': 'v7' })).statusCode).toBe(200)
  })

  it('checks the credentials before it parses a large body', async () => {
    const asXml = { 'content-type': 'application/xml', 'x-auth-accesskey': 'bad' }
    const malformed = (size: number) => `<r>${'x'.repeat(size)}`
    expect((await put('/api/books/12', malformed(60_000), asXml)).statusCode).toBe(400)
    expect((await put('/api/books/12', malformed(70_000), asXml)).statusCode).toBe(401)
  })

  it('checks the content type on GET and OPTIONS too', async () => {
    expect((await get('/api/books/12', { 'content-type': 'text/plain' })).statusCode).toBe(403)
    expect((await get('/api/books/12', { 'content-type': 'multipart/form-data' })).statusCode).toBe(403)
    expect((await get('/api/nope', { 'content-type': 'text/plain' })).statusCode).toBe(404)
    expect((await post('x', { 'content-type': ';;;' })).statusCode).toBe(403)
  })

  it('answers 406 in JSON for a charset or format that is not offered', async () => {
    const answer = await get('/api/books', { 'accept-charset': 'utf-16' })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([406, 'application/json; charset=utf-8'])
    expect(errorOf(await get('/api/books', { accept: 'text/html' })).message).toMatch(/application\/json/)
  })
})

describe('bodies (http.md §3)', () => {
  it('reads JSON, XML and forms to the same value', async () => {
    const expected = { title: 'T é', tags: ['1', 'b'], pages: 7 }
    expect((await post('{"title":" T é ","tags":["1","b"],"pages":"7","zzz":1}')).statusCode).toBe(201)
    expect([received, origin]).toEqual([expected, 'json'])
    const xml = '<request><title> T é </title><tags><item>1</item><item>b</item></tags><pages>7</pages></request>'
    expect((await post(xml, { 'content-type': 'application/xml' })).statusCode).toBe(201)
    expect([received, origin]).toEqual([expected, 'xml'])
    const form = 'title=+T+%C3%A9+&tags[]=1&tags[]=b&pages=7'
    expect((await post(form, { 'content-type': 'application/x-www-form-urlencoded' })).statusCode).toBe(201)
    expect([received, origin]).toEqual([expected, 'text'])
  })

  it('takes a body without Content-Type for JSON', async () => {
    const request =
      'POST /api/books HTTP/1.1\r\nHost: x\r\nX-Auth-AccessKey: good\r\nConnection: close\r\nContent-Length: 13\r\n\r\n{"title":"x"}'
    expect(await overSocket(request)).toMatch(/^HTTP\/1.1 201 /)
  })

  it('merges the query where the body lacks a key; the body wins', async () => {
    await post('{"title":"body"}', {}, '/api/books?title=query&pages=3')
    expect(received).toEqual({ title: 'body', pages: 3 })
    expect((await post('', {}, '/api/books?title=query')).statusCode).toBe(201)
    expect((await post('{"title":"x"}', {}, '/api/books?dry_run=true')).statusCode).toBe(204)
    expect((await post('{"title":"x","dry_run":true}')).statusCode).toBe(204)
    expect((await post('{"title":"x","dry_run":"false"}', {}, '/api/books?dry_run=1')).statusCode).toBe(201)
  })

  it('accepts the wrapped form', async () => {
    await post('{"book":{"title":"wrapped"}}')
    expect(received).toEqual({ title: 'wrapped', pages: 1 })
    for (const payload of [['a', ' b'], { tags: ['a', 'b'] }]) {
      expect((await app.inject({ method: 'PUT', url: '/api/books/12/tags', payload, headers: key })).statusCode).toBe(
        200,
      )
      expect(received).toEqual(['a', 'b'])
    }
    const putTags = (payload?: object) =>
      app.inject({ method: 'PUT', url: '/api/books/12/tags?x=y', headers: key, ...(payload && { payload }) })
    for (const payload of [undefined, {}, { tag: ['a'] }, { tags: null }])
      expect(errorOf(await putTags(payload)).message).toBe('Bad Request: `tags` is required')
    for (const payload of [[], { tags: [] }]) {
      expect((await putTags(payload)).statusCode).toBe(200)
      expect(received).toEqual([])
    }
    for (const [xml, expected] of [
      ['<request><tags><item>a</item></tags></request>', ['a']],
      ['<request><tags/></request>', []],
      ['<request><item>a</item><item>b</item></request>', ['a', 'b']],
    ] as const) {
      const headers = { ...key, 'content-type': 'application/xml' }
      const answer = await app.inject({ method: 'PUT', url: '/api/books/12/tags', headers, payload: xml })
      expect([xml, answer.statusCode, received]).toEqual([xml, 200, expected])
    }
    expect(
      errorOf(await app.inject({ method: 'PUT', url: '/api/books/12/tags', payload: ['a', []], headers: key })).message,
    ).toMatch(/`tags\[1\]`/)
  })

  it('names the missing parameter of an empty body, and refuses bare values', async () => {
    expect(errorOf(await post('')).message).toBe('Bad Request: `title` is required')
    for (const bare of ['null', '5', '"x"']) expect((await post(bare)).statusCode).toBe(400)
    expect(errorOf(await post('<a><b></a>', { 'content-type': 'application/xml' })).message).toMatch(
      /malformed XML at line 1/,
    )
    expect((await post('[1]')).statusCode).toBe(400)
  })

  it('ignores bodies of GET', async () => {
    expect(
      (
        await app.inject({
          method: 'GET',
          url: '/api/books/12',
          payload: '{broken',
          headers: { 'content-type': 'application/json' },
        })
      ).statusCode,
    ).toBe(200)
  })

  it('refuses hostile input with 400, never 500', async () => {
    const xml = { 'content-type': 'application/xml' }
    const hostile: [string, Record<string, string>][] = [
      ['<!DOCTYPE r [<!ENTITY a "b">]><r><title>&a;</title></r>', xml],
      [`${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`, xml],
      ['{"title":"a\\u0000b"}', {}],
      ['{"title":"\\ud800"}', {}],
      ['{"title":"x","extra":{"a":["\\u0000"]}}', {}],
      [`{"title":"x","extra":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, {}],
      ['{"title":["x"]}', {}],
      ['title=%00', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['title=%ff', { 'content-type': 'application/x-www-form-urlencoded' }],
      [`{"title":"x","tags":[${'1,'.repeat(9_999)}{}]}`, {}],
    ]
    for (const [payload, headers] of hostile)
      expect([payload.slice(0, 60), (await post(payload, headers)).statusCode]).toEqual([payload.slice(0, 60), 400])
    await post('{"title":"x","extra":{"__proto__":{"admin":true}}}')
    expect(JSON.stringify(received)).toBe('{"title":"x","pages":1,"extra":{}}')
  })

  it('answers 413 in the error form to a body that is too large', async () => {
    const large = JSON.stringify({ title: 'x'.repeat(300_000) })
    const answer = await fetch(`${address}/api/books`, {
      method: 'POST',
      body: large,
      headers: { ...key, 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({
      error: { code: 413, message: expect.stringMatching(/^Request Entity Too Large/) as string },
    })
    const stream = new ReadableStream({
      start: controller => {
        controller.enqueue(Buffer.from(large))
        controller.close()
      },
    })
    const chunked = await fetch(`${address}/api/books`, {
      method: 'POST',
      body: stream,
      duplex: 'half',
      headers: key,
    })
    expect(chunked.status).toBe(413)
  })
})

describe('query and path', () => {
  it('decodes, defaults and bounds the page (http.md §6)', async () => {
    const answer = await get('/api/books?limit=5&offset=&x=1'.replace('offset=', 'offset=2'))
    expect(received).toEqual({ limit: 5, offset: 2, exact: false })
    expect(answer.headers).toMatchObject({
      'x-pagination-limit': '5',
      'x-pagination-offset': '2',
      'x-pagination-size': '1',
      'x-pagination-limit-max': '50',
    })
    for (const [query, name] of [
      ['limit=51', 'limit'],
      ['limit=x', 'limit'],
      ['offset=-1', 'offset'],
      ['exact=maybe', 'exact'],
      ['limit=%zz', 'limit'],
      ['limit[]=1', 'limit'],
    ])
      expect(errorOf(await get(`/api/books?${query}`)), query).toMatchObject({
        code: 400,
        message: expect.stringContaining(`\`${name}\``) as string,
      })
  })

  it('treats an id that no object can have as unknown (artifacts.md §0.3)', async () => {
    for (const id of ['2147483648', '9007199254740993', '9223372036854775808', '9'.repeat(300), '-1', '0'])
      expect((await get(`/api/books/${id}`)).statusCode).toBe(404)
    for (const id of ['abc', '1.5', '0x0C', '%00', '12%20x'])
      expect((await get(`/api/books/${id}`)).statusCode).toBe(400)
  })

  it('answers 404 to an address with an endless parameter', async () => {
    expect((await get(`/api/books/${'9'.repeat(12_000)}`)).statusCode).toBe(404)
  })

  it('answers broken percent-encoding with 400', async () => {
    for (const url of ['/api/books/%', '/api/books/%ff', '/%zz']) expect(errorOf(await get(url)).code).toBe(400)
  })

  it('answers bytes that are no HTTP, and huge headers, in the error form', async () => {
    expect(await overSocket('NONSENSE\r\n\r\n')).toMatch(
      /^HTTP\/1.1 400 [^]*\{"error":\{"code":400,"message":"Bad Request","details":.*\}\}\}$/,
    )
    expect(await overSocket(`GET /api/books?${'x'.repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 431 [^]*"code":431/,
    )
  })
})

describe('answers', () => {
  it('are JSON or XML of the same value', async () => {
    const answer = await get('/api/books/12', { accept: 'application/xml' })
    expect(answer.body).toBe(
      '<?xml version="1.0" encoding="utf-8"?>\n<response><id>12</id><title>Äpfel &amp; &lt;Birnen&gt;</title><tags><item>a</item></tags><owner></owner></response>',
    )
    expect(answer.headers).toMatchObject({
      etag: 'v7',
      'last-modified': 'Mon, 06 May 2024 07:08:09 GMT',
      'content-length': String(Buffer.byteLength(answer.body)),
    })
    expect((await get('/api/books', { accept: 'text/html,application/xml;q=0.9,*/*;q=0.8' })).body).toMatch(
      /<response><item><id>12/,
    )
  })

  it('are empty where a route has no result', async () => {
    for (const accept of ['application/json', 'application/xml']) {
      const answer = await app.inject({
        method: 'PUT',
        url: '/api/books/12',
        payload: { title: 'x' },
        headers: { ...key, accept },
      })
      expect([answer.statusCode, answer.body, answer.headers['content-type']]).toEqual([
        200,
        '',
        `${accept}; charset=utf-8`,
      ])
    }
    expect((await post('{"title":"x"}', {}, '/api/books?dry_run=1')).headers['content-length']).toBeUndefined()
  })

  it('are compressed on request if that saves bytes', async () => {
    for (const [kind, text] of longTexts) {
      const long = await get(`/api/odd/${kind}`, { 'accept-encoding': 'gzip, br' })
      expect(long.headers).toMatchObject({
        'content-encoding': 'gzip',
        vary: 'Accept, Accept-Encoding',
        'content-length': String(long.rawPayload.length),
      })
      expect(JSON.parse(gunzipSync(long.rawPayload).toString())).toEqual({ text })
      expect(long.rawPayload.length).toBeLessThan(text.length / 10)
    }
    expect((await get('/api/odd/short', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBeUndefined()
    expect((await get('/api/odd/long', { 'accept-encoding': 'gzip;q=0' })).headers['content-encoding']).toBeUndefined()
  })
})

describe('errors (http.md §4.2)', () => {
  it('have the form in JSON and XML', async () => {
    expect((await get('/api/books/13')).json()).toEqual({
      error: {
        code: 404,
        message: 'Not Found: there is no such book',
        details: { reason: 'not_found', doc: '/docs/reasons#not_found' },
      },
    })
    expect((await get('/api/books/13.xml')).body).toBe(
      '<?xml version="1.0" encoding="utf-8"?>\n<response><error><code>404</code><message>Not Found: there is no such book</message><details><reason>not_found</reason><doc>/docs/reasons#not_found</doc></details></error></response>',
    )
    expect((await get('/api/odd/localised')).json()).toMatchObject({
      error: { code: 400, message: 'Bad Request', i18n_error_message: 'Titel fehlt', i18n_error_messages: ['a', 'b'] },
    })
  })

  it('tell programs the reason and its parameters (integrators.md §8)', async () => {
    const first = { reason: 'field.required', doc: '/docs/reasons#field.required', field_id: 7, name: 'title' }
    const second = { reason: 'parameter.range', doc: '/docs/reasons#parameter.range', parameter: 'limit', limit: 50 }
    expect((await get('/api/odd/faults')).json()).toEqual({
      error: {
        code: 400,
        message: 'Bad Request: `title` is needed\n`limit` is too large',
        details: { ...first, all: [first, second] },
      },
    })
    expect((await get('/api/odd/faults.xml')).body).toContain(
      '<details><reason>field.required</reason><doc>/docs/reasons#field.required</doc><field_id>7</field_id><name>title</name>' +
        '<all><item><reason>field.required</reason>',
    )
    const page = await get('/docs/reasons')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    for (const reason of Object.keys(reasons)) expect(page.body).toContain(`<dt id="${reason}">`)
    // The reason of a refusal for a hidden object is not sent.
    expect((await get('/api/odd/hidden')).json()).toEqual({
      error: {
        code: 404,
        message: 'Not Found: nothing here',
        details: { reason: 'not_found', doc: '/docs/reasons#not_found' },
      },
    })
  })

  it('from before the negotiation are JSON, unless the client reads XML only (xml.md §1.3)', async () => {
    expect((await get('/api/nope', { accept: 'application/xml' })).headers['content-type']).toMatch(/xml/)
    expect((await get('/api/nope', { accept: 'text/html,application/xml' })).headers['content-type']).toMatch(/json/)
  })

  it('say how to sign in with a 401, and carry headers of their own', async () => {
    const answer = await get('/api/books', { 'x-auth-accesskey': 'bad' })
    expect([answer.statusCode, errorOf(answer).message]).toEqual([401, 'Unauthorized: no such key'])
    const challenge = /(?:^|, )([A-Za-z]+) realm="[^"]*"(?:, charset="UTF-8")?/g
    expect([...String(answer.headers['www-authenticate']).matchAll(challenge)].map(match => match[1])).toEqual([
      'Basic',
      'Token',
      'AccessKey',
      'Bearer',
    ])
    // If a response offers Basic, a browser asks for a password before the page gets the response.
    const ofPage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'x-auth-accesskey': 'bad' }
    expect((await get('/api/books', ofPage)).headers['www-authenticate']).not.toContain('Basic')
    expect((await get('/api/books', { 'x-auth-accesskey': 'suspended' })).statusCode).toBe(403)
    expect((await get('/api/odd/quota')).headers['x-ratelimit-remaining']).toBe('0')
  })

  it('hide a bug from the client and show it in the log', async () => {
    lines.length = 0
    const answer = await get('/api/odd/bug')
    expect(answer.json()).toEqual({ error: internal })
    expect(lines.join()).toMatch(/secret detail.*api-server\.test\.ts/)
    expect((await get('/boom')).json()).toEqual({ error: internal })
  })

  it('are a 503 that may be retried when the database was unavailable, and a warning in the log', async () => {
    lines.length = 0
    const answer = await get('/api/odd/outage')
    expect(answer.json()).toMatchObject({
      error: { code: 503, message: expect.stringMatching(/^Service Unavailable: the database is away/) as string },
    })
    expect(answer.headers['retry-after']).toBe('2')
    expect(lines.map(line => (JSON.parse(line) as { level: number }).level)).toEqual([40])
  })

  it('are answered even when a header cannot be sent', async () => {
    for (const kind of ['bad-header', 'bad-refusal']) {
      const answer = await fetch(`${address}/api/odd/${kind}`)
      expect([answer.status, await answer.json()]).toEqual([500, { error: internal }])
    }
  })
})

describe('checked responses (STYLE.md §8)', () => {
  it('fail with 500 when they are not as declared', async () => {
    for (const [kind, reason] of [
      ['undeclared', /\$\.more is not declared/],
      ['status', /answers 201, which it does not declare/],
    ] as const) {
      lines.length = 0
      expect((await get(`/api/odd/${kind}`)).statusCode).toBe(500)
      expect(lines.join()).toMatch(reason)
    }
  })
})

it('answers 503 while it is not ready', async () => {
  let isReady = false
  const server = createApiServer({ ...options, isReady: () => isReady })
  expect(errorOf(await server.inject('/api/books')).code).toBe(503)
  isReady = true
  expect((await server.inject('/api/books')).statusCode).toBe(200)
  await server.close()
})

it('refuses to start with a path parameter that has no schema, or a method twice at one path', () => {
  const [first] = routes
  if (!first) throw new Error('no route')
  expect(() => createApiServer({ ...options, routes: [{ ...first, path: '/books/{nr}' }] })).toThrow(
    /path parameter nr/,
  )
  const again = { ...first, path: '/books', operationId: 'again' }
  expect(() => createApiServer({ ...options, routes: [first, again] })).toThrow(/twice at \/books/)
})

it('leaves other routes alone', async () => {
  const answer = await app.inject({ method: 'POST', url: '/plain', payload: { a: 1 } })
  expect(answer.json()).toEqual({ body: { a: 1 } })
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  expect((await app.inject({ method: 'HEAD', url: '/plain' })).statusCode).toBe(404)
})

describe('explorer and OpenAPI (http.md §10)', () => {
  it('serves a complete document under both prefixes', async () => {
    for (const url of ['/api/openapi.json', '/api/v1/openapi.json']) {
      const answer = await get(url)
      const document: OpenApiDocument = answer.json()
      expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' } })
      expect(openApiFaults(document)).toEqual([])
    }
  })

  it('describes parameters, bodies in both formats, answers, errors and who may call', () => {
    const document = buildOpenApi(routes, { version: '1' })
    const operation = document.paths['/books']?.['post']
    expect(operation).toMatchObject({
      operationId: 'addBook',
      'x-spec': 'http.md §1',
      security: [{ accessKey: [] }, { session: [] }, { basic: [] }, { token: [], tokenUser: [] }],
      parameters: [{ name: 'dry_run', in: 'query', required: false, schema: { type: 'boolean', default: false } }],
      requestBody: { content: { 'application/xml': { schema: { $ref: '#/components/schemas/NewBook' } } } },
      responses: {
        201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } } },
        401: {},
        413: {},
      },
    })
    expect(document.components.schemas['NewBook']).toMatchObject({ required: ['title'] })
    expect(document.paths['/books/{id}']?.['get']).toMatchObject({
      security: [{}, {}, {}, {}, {}, { oauth2: ['read:book'] }],
    })
    expect(JSON.stringify(document)).not.toMatch(/"~|verbatim|allowEmpty/)
    const [first] = routes
    if (!first) throw new Error('no route')
    const titled = { ...first, responses: { 200: Type.Object({}, { title: 'Value of a field' }) } }
    expect(Object.keys(buildOpenApi([titled], { version: '1' }).components.schemas)).toContain('ValueOfAField')
  })

  it('names the headers of conditions, keys and versions where they count', () => {
    const [first] = routes
    if (!first) throw new Error('no route')
    const responseHeaders = ['Etag', 'Preference-Applied'] as const
    const write = { ...first, conditions: true, idempotency: 'own', responseHeaders } as const
    const operationOf = (route: RouteShape) => {
      const operation = buildOpenApi([route], { version: '1' }).paths['/books']?.['get'] as {
        parameters?: { name: string; description: string }[]
        responses: Record<string, { headers?: object }>
      }
      const names = (operation.parameters ?? []).map(({ name }) => name)
      return {
        names,
        parameters: operation.parameters,
        headers: Object.keys(operation.responses['200']?.headers ?? {}),
      }
    }
    const { names, parameters, headers } = operationOf(write)
    expect(names).toEqual(expect.arrayContaining(['Prefer', 'If-Match', 'If-Unmodified-Since', 'Idempotency-Key']))
    expect(parameters?.find(({ name }) => name === 'Prefer')?.description).toContain('handling=merge')
    expect(headers).toEqual(expect.arrayContaining(['Etag', 'Preference-Applied', 'Idempotent-Replayed']))
    const plain = operationOf(first)
    expect([...plain.names, ...plain.headers].filter(name => /^(If-|Idem|Etag|Prefer)/.test(name))).toEqual([])
  })

  it('fails in tests when a route sends a header that it does not declare', () => {
    const [first] = routes
    if (!first) throw new Error('no route')
    const answer = { status: 200, body: [], headers: { Etag: 'v7' } }
    expect(() => requireDeclared(first, answer)).toThrow('sends Etag')
    expect(requireDeclared({ ...first, responseHeaders: ['Etag'] }, answer)).toBe(answer)
  })

  it('reports the faults of an incomplete document', () => {
    const bare = Type.Object({
      a: Type.Object({ b: Type.String() }),
      list: Type.Array(Type.Object({ c: Type.Integer({ description: 'c' }) }), { description: 'l' }),
    })
    const [first] = routes
    if (!first) throw new Error('no route')
    const wanting = {
      ...first,
      operationId: 'x',
      summary: ' ',
      spec: '',
      errors: [],
      query: Type.Object({ q: Type.String() }),
      responses: { 200: bare },
    }
    expect(openApiFaults(buildOpenApi([wanting], { version: '1' }))).toEqual([
      'GET /books: no summary',
      'GET /books: no section of the specification',
      'GET /books 200: no description',
      'GET /books 200.a: no description',
      'GET /books 200.a.b: no description',
      'GET /books 200.list[]: no description',
      'GET /books: parameter q has no description',
    ])
    const plain = Type.Array(Type.String())
    const union = Type.Object(
      {
        nullable: Nullable(plain, { description: 'd' }),
        bare: Nullable(plain),
        variants: Type.Union([Type.Object({}), Type.String()], { description: 'd' }),
      },
      { description: 'd' },
    )
    expect(openApiFaults(buildOpenApi([{ ...first, responses: { 200: union } }], { version: '1' }))).toEqual([
      'GET /books 200.bare: no description',
      'GET /books 200.bare|0: no description',
      'GET /books 200.variants|0: no description',
    ])
    expect(() => buildOpenApi([first, first], { version: '1' })).toThrow(/operationId listBooks/)
    const other = { ...first, operationId: 'y', path: '/other', responses: { 200: Type.Object({}, { $id: 'Book' }) } }
    expect(() => buildOpenApi([first, other], { version: '1' })).toThrow(/called Book/)
  })

  it('serves Swagger 2.0 too, with definitions for all it refers to', async () => {
    const answer = await get('/api/explorer/swagger.json', { host: 'example.org:8443' })
    expect(answer.headers['content-type']).toMatch(/^application\/json/)
    const document: { definitions: object } = answer.json()
    expect(document).toMatchObject({
      swagger: '2.0',
      host: 'example.org:8443',
      basePath: '/api',
      produces: ['application/json', 'application/xml'],
      info: { title: 'Crocus API', version: '1.2.3' },
      securityDefinitions: {
        api_access_key: { type: 'apiKey', in: 'header', name: 'X-Auth-AccessKey' },
        oauth2: { flow: 'accessCode' },
      },
      paths: {
        '/books': {
          get: { parameters: [{ name: 'limit', in: 'query', type: 'integer', default: 10, maximum: 50 }, {}, {}] },
          post: { parameters: [{ name: 'dry_run' }, { in: 'body', schema: { $ref: '#/definitions/NewBook' } }] },
        },
      },
      definitions: { Book: { properties: { owner: { type: 'string', 'x-nullable': true, description: 'Owner.' } } } },
    })
    expect(answer.body).not.toMatch(/components|anyOf|"null"/)
    for (const [, name = ''] of answer.body.matchAll(/#\/definitions\/(\w+)/g))
      expect(Object.keys(document.definitions)).toContain(name)
  })

  it('serves Swagger UI itself, with a strict policy and no script in the page', async () => {
    const moved = await get('/api/explorer')
    expect([moved.statusCode, moved.headers.location]).toEqual([301, '/api/explorer/'])
    // §9: no page is cached unless it says so.
    expect(moved.headers['cache-control']).toBe('no-store')
    const page = await get('/api/explorer/')
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'; script-src 'self'; style-src 'self';/)
    expect(page.body).not.toMatch(/<script>|https?:|style=|onload/)
    const sources = [...page.body.matchAll(/(?:src|href)="([^"/]+)"/g)].map(match => match[1] ?? '')
    expect(sources.length).toBeGreaterThanOrEqual(4)
    for (const source of [...sources, 'oauth2-redirect.html', 'oauth2-redirect.js']) {
      const file = await get(`/api/explorer/${source}`, { 'accept-encoding': 'gzip' })
      expect([source, file.statusCode, file.headers['content-encoding']]).toEqual([source, 200, 'gzip'])
      expect(gunzipSync(file.rawPayload).equals((await get(`/api/explorer/${source}`)).rawPayload)).toBe(true)
    }
    expect((await get('/api/explorer/package.json')).statusCode).toBe(404)
    expect((await get('/api/explorer/..%2fpackage.json')).statusCode).toBe(404)
  })

  it('refuses requests that other sites cause, except links to the page (http.md §9)', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }
    const refused = await get('/api/explorer/explorer.js', foreign)
    expect([refused.statusCode, refused.headers['content-type']]).toEqual([403, 'text/plain; charset=utf-8'])
    expect(
      (await get('/api/explorer/', { ...foreign, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }))
        .statusCode,
    ).toBe(200)
    expect((await get('/api/explorer/', { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
    expect((await get('/api/books', foreign)).statusCode).toBe(200)
  })
})

const overSocket = (request: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(request))
    socket.on('data', part => (answer += part.toString()))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
