import { connect, type AddressInfo } from 'node:net'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../harness/app.ts'
import { givenAccessKey, givenAccount, givenArtifact, givenProject, type Account } from '../harness/fixture.ts'

// Requests that need a raw socket: bytes that no client library writes, and credentials of every wrong form.

let crocus: TestApp
let port: number
let mia: Account
let key: string
let artifactId: number

beforeAll(async () => {
  crocus = await testApp()
  mia = await givenAccount(crocus, 'mia')
  const project = await givenProject(crocus, 'garden', { members: ['mia'] })
  artifactId = await givenArtifact(crocus, project.tracker('bug'), 'Roots', { as: mia.as })
  key = await givenAccessKey(crocus, mia.as)
  await crocus.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  port = (crocus.app.fastify.server.address() as AddressInfo).port
})

interface Answer {
  readonly status: number
  readonly head: string
  readonly body: string
}

const exchange = (...parts: readonly (string | Buffer)[]): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => {
      for (const part of parts) socket.write(part)
    })
    socket.setTimeout(15_000, () => socket.destroy(new Error('no answer')))
    socket.on('data', chunk => chunks.push(chunk))
    // A server that has refused may close while the rest is still being sent.
    socket.on('error', error => (chunks.length > 0 ? undefined : reject(error)))
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString()
      const end = text.indexOf('\r\n\r\n')
      resolve({
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]),
        head: text.slice(0, end),
        body: text.slice(end + 4),
      })
    })
  })

const request = (line: string, headers: Readonly<Record<string, string>> = {}, body = ''): Promise<Answer> =>
  exchange(
    `${line} HTTP/1.1\r\nHost: crocus.test\r\nConnection: close\r\n` +
      Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('') +
      (body === '' ? '\r\n' : `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`),
  )

const expectRefused = (answer: Answer, statuses: readonly number[], context: string): void => {
  expect(statuses, `${context} → ${answer.status} ${answer.body.slice(0, 300)}`).toContain(answer.status)
  const { error } = JSON.parse(answer.body) as { error: { code: number; message: string } }
  expect([context, error.code, typeof error.message]).toEqual([context, answer.status, 'string'])
}
const expectAlive = async (): Promise<void> => {
  expect((await request(`GET /api/artifacts/${artifactId}`, { 'X-Auth-AccessKey': key })).status).toBe(200)
}

describe('malformed requests (http.md §1, §3)', () => {
  it('with percent-encoding that is none are refused', async () => {
    for (const path of [
      '%',
      '%zz',
      '%c0%af',
      '%ff',
      '%ed%a0%80',
      '1%',
      '%00',
      '1%2f..%2f2',
      '..%2f..%2fetc%2fpasswd',
      '%252e',
    ])
      for (const route of ['artifacts', 'projects', 'users', 'tokens', 'user_groups'])
        expectRefused(await request(`GET /api/${route}/${path}`), [400, 404, 405], `${route}/${path}`)
    for (const query of ['limit=%', 'query=%ff', 'offset=%zz', '%zz=1', 'query=%ed%a0%80'])
      expect((await request(`GET /api/projects?${query}`)).status, query).toBe(400)
    await expectAlive()
  })

  it('with paths and targets of odd forms are refused, none is another route', async () => {
    for (const target of [
      '/api',
      '/api/',
      '/api//projects',
      '/api/v1',
      '/api/v2/projects',
      '/api/v99/projects',
      '/api/projects/101/../..',
      '/api/projects\\101',
      '/api/artifacts/1/',
      '/api/.json',
      '/api/projects/.xml',
      `/api/projects/${'9'.repeat(5_000)}x`,
      `/api/${'a/'.repeat(2_000)}`,
    ]) {
      const { status, body } = await request(`GET ${target}`)
      expect([target.slice(0, 40), status >= 200 && status < 500]).toEqual([target.slice(0, 40), true])
      if (status >= 400) expect(JSON.parse(body)).toMatchObject({ error: { code: status } })
    }
    await expectAlive()
  })

  it('with expectations that nobody can meet are refused in the error form, those that expect nothing are served', async () => {
    const self = `GET /api/artifacts/${artifactId}`
    for (const expected of ['', '  '])
      expect([expected, (await request(self, { 'X-Auth-AccessKey': key, Expect: expected })).status]).toEqual([
        expected,
        200,
      ])
    for (const expected of ['a miracle', 'tea']) {
      const answer = await request(self, { 'X-Auth-AccessKey': key, Expect: expected })
      expectRefused(answer, [417], expected)
      expect(answer.head).toMatch(/\r\nx-request-id: /i)
      const body = '{"tracker":{"id":1}}'
      expectRefused(await request('POST /api/artifacts', { Expect: expected }, body), [417], expected)
      const inXml = await request(self, { Expect: expected, Accept: 'application/xml' })
      expect([inXml.status, inXml.body.includes('<code>417</code>')]).toEqual([417, true])
    }
    await expectAlive()
  })

  it('with wrong HTTP are answered in the error form, or not at all', async () => {
    for (const text of [
      'GET\r\n\r\n',
      'GET /api/projects HTTP/9.9\r\n\r\n',
      'NONSENSE /api/projects HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /api/projects HTTP/1.1\r\nHost: x\r\nA\u0000B: 1\r\n\r\n',
      'GET /api/projects HTTP/1.1\r\nHost: x\r\nX: a\u0000b\r\n\r\n',
      'GET /api/projects HTTP/1.1\r\nHost: x\r\n: empty\r\n\r\n',
      'POST /api/artifacts HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n',
      'POST /api/artifacts HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
      'POST /api/artifacts HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'POST /api/artifacts HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      `GET /api/projects HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(100_000)}\r\n\r\n`,
      `GET /api/projects?${'a'.repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      '\u0016\u0003\u0001\u0002\u0000',
      '\r\n\r\n\r\n{"json":true}\r\n\r\n',
    ]) {
      const { status, body } = await exchange(text)
      const shown = JSON.stringify(text.slice(0, 80))
      expect([400, 404, 405, 408, 413, 414, 431], `${shown} → ${status}`).toContain(status)
      if (body !== '') expect(JSON.parse(body), shown).toMatchObject({ error: { code: status } })
    }
    await expectAlive()
  })

  it('larger than 10 MiB are refused with 413, whether they say so or not, and end no later than that (http.md §3.2)', async () => {
    const credentials = `X-Auth-AccessKey: ${key}\r\n`
    const head = `POST /api/artifacts HTTP/1.1\r\nHost: crocus.test\r\nConnection: close\r\n${credentials}`
    for (const type of ['application/json', 'application/xml', 'application/x-www-form-urlencoded']) {
      const told = await exchange(`${head}Content-Type: ${type}\r\nContent-Length: ${10 * 1024 * 1024 + 1}\r\n\r\n{`)
      expectRefused(told, [413], `${type}, told`)
      const piece = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(0x100000, ' '), Buffer.from('\r\n')])
      const untold = await exchange(
        `${head}Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`,
        ...new Array<Buffer>(11).fill(piece),
        '0\r\n\r\n',
      )
      expectRefused(untold, [413], `${type}, untold`)
    }
    await expectAlive()
  })

  it('of exactly 10 MiB are read', async () => {
    const body = `{"tracker":{"id":4000000},"values":[]${' '.repeat(10 * 1024 * 1024 - 38)}}`
    expect(Buffer.byteLength(body)).toBe(10 * 1024 * 1024)
    const answer = await request(
      'POST /api/artifacts',
      { 'X-Auth-AccessKey': key, 'Content-Type': 'application/json' },
      body,
    )
    expectRefused(answer, [404], '10 MiB')
  })

  it('asking for formats that are not offered get 406 (http.md §5)', async () => {
    for (const accept of [
      'text/html',
      'image/png',
      'application/json;q=0',
      'text/xml',
      'application/vnd.x+json',
      'nonsense',
      'a/b'.repeat(2_000),
    ])
      expectRefused(await request('GET /api/projects', { Accept: accept }), [406], accept)
    for (const charset of ['utf-16', 'x', 'utf-8;q=0'])
      expectRefused(await request('GET /api/projects', { 'Accept-Charset': charset }), [406], charset)
  })
})

describe('credentials of wrong forms never make an anonymous caller and never fail the server (base.md §5, auth.md §2.1)', () => {
  const hex = 'a'.repeat(64)
  const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`
  const wrong: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ...[
      '',
      ' ',
      'x',
      'tlp-k1-',
      'tlp-k1-1',
      'tlp-k1-1.',
      `tlp-k1-.${hex}`,
      `tlp-k1-x.${hex}`,
      `tlp-k1--1.${hex}`,
      `tlp-k1-1e3.${hex}`,
      `tlp-k1-1.${hex}`,
      `tlp-k1-1.${hex}00`,
      `tlp-k1-1.${hex.slice(2)}`,
      `tlp-k1-1.${'g'.repeat(64)}`,
      `tlp-k1-0.${hex}`,
      `tlp-k1-2147483648.${hex}`,
      `tlp-k1-9007199254740993.${hex}`,
      `tlp-k1-9223372036854775808.${hex}`,
      `tlp-k1-${'9'.repeat(400)}.${hex}`,
      `tlp-k2-1.${hex}`,
      `tlp-oauth2-at1-1.${hex}`,
      "' or 1=1 --",
      'x'.repeat(5_000),
    ].map(value => [`access key ${value.slice(0, 40)}`, { 'X-Auth-AccessKey': value }] as const),
    ...[
      'Bearer',
      'Bearer ',
      'bearer x',
      'Bearer tlp-oauth2-at1-1',
      `Bearer tlp-oauth2-at1-1.${hex}`,
      `Bearer tlp-oauth2-at1-${'9'.repeat(400)}.${hex}`,
      `Bearer tlp-k1-1.${hex}`,
      'Bearer é§',
      'Bearer a b c',
      'BEARER x',
      'Basic',
      'Basic ',
      'Basic !!!',
      'Basic =',
      basic(''),
      basic(':'),
      basic('mia'),
      basic('mia:'),
      basic(':x'),
      basic('mia:wrong'),
      basic('nobody:x'),
      basic('None:'),
      basic("' or 1=1 --:x"),
      basic('mia\u0000:x'),
      basic('mia:x\u0000'),
      basic(`${'x'.repeat(4_000)}:x`),
      basic(`mia:${'x'.repeat(4_000)}`),
      `Basic ${Buffer.from([0xff, 0xfe, 0x3a, 0x78]).toString('base64')}`,
    ].map(value => [`authorization ${value.slice(0, 40)}`, { Authorization: value }] as const),
    ...(
      [
        [{ 'X-Auth-Token': '' }],
        [{ 'X-Auth-Token': 'x' }],
        [{ 'X-Auth-Token': hex }],
        [{ 'X-Auth-Token': hex, 'X-Auth-UserId': '' }],
        [{ 'X-Auth-Token': hex, 'X-Auth-UserId': '101' }],
        [{ 'X-Auth-Token': hex, 'X-Auth-UserId': '-1' }],
        [{ 'X-Auth-Token': hex, 'X-Auth-UserId': '9'.repeat(400) }],
        [{ 'X-Auth-Token': hex, 'X-Auth-UserId': "1' or '1'='1" }],
        [{ 'X-Auth-Token': 'x'.repeat(5_000), 'X-Auth-UserId': '101' }],
      ] as const
    ).map(([headers]) => [`token ${JSON.stringify(headers).slice(0, 60)}`, headers] as const),
  ]

  it.each([
    ['open to everybody', 'GET /api/projects'],
    ['for people who signed in', 'GET /api/project_fields'],
  ])('on a route that is %s', async (_what, line) => {
    for (const [name, headers] of wrong) {
      const answer = await request(line, headers)
      expectRefused(answer, [401], name)
      expect(answer.head, name).toMatch(/^www-authenticate: Basic realm="/im)
    }
    await expectAlive()
  })

  it('are not looked at where no route looks at credentials', async () => {
    for (const [, headers] of wrong.slice(0, 5)) {
      expect((await request('OPTIONS /api/projects', headers)).status).toBe(200)
      const login = JSON.stringify({ username: mia.as[0], password: mia.as[1] })
      expect(
        (await request('POST /api/tokens', { ...headers, 'Content-Type': 'application/json' }, login)).status,
      ).toBe(200)
    }
  })

  it('win over right ones that come later in the order of auth.md §2', async () => {
    const right = basic(mia.as.join(':'))
    expect((await request('GET /api/projects', { Authorization: right })).status).toBe(200)
    expect((await request('GET /api/projects', { Authorization: right, 'X-Auth-AccessKey': 'x' })).status).toBe(401)
    expect((await request('GET /api/projects', { Authorization: right, 'X-Auth-Token': 'x' })).status).toBe(401)
    expect((await request('GET /api/projects', { Authorization: 'Bearer x', 'X-Auth-AccessKey': key })).status).toBe(
      200,
    )
  })

  it('of a tampered key are those of nobody', async () => {
    for (const position of [key.length - 1, key.length - 30, key.length - 64]) {
      const other = key[position] === '0' ? '1' : '0'
      const tampered = key.slice(0, position) + other + key.slice(position + 1)
      expectRefused(await request('GET /api/projects', { 'X-Auth-AccessKey': tampered }), [401], tampered)
    }
    expectRefused(await request('GET /api/projects', { 'X-Auth-AccessKey': `${key}, ${key}` }), [401], 'twice')
    expect(
      (await request('GET /api/users/self', { 'X-Auth-AccessKey': key.toUpperCase().replace('TLP-K1', 'tlp-k1') }))
        .status,
    ).toBe(200)
  })
})
