import { beforeAll, describe, expect, it, vi } from 'vitest'
import { testDatabase } from '../../../test/harness/database.ts'
import { basic, identityOn, PASSWORD, type Identity } from '../../../test/harness/identity.ts'
import { inTransaction, type Db } from '../../platform/db/db.ts'
import { openApiFaults } from '../../platform/http/contract/openapi-rules.ts'
import { buildOpenApi } from '../../platform/http/contract/openapi.ts'

let db: Db
let one: Identity
beforeAll(async () => {
  db = await testDatabase()
  one = await identityOn(db)
})
const actor = { userId: null, means: 'command' } as const
type Headers = Record<string, string>

interface TestResponse {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly text: string
  readonly body: never
}
const call = async (
  method: string,
  url: string,
  headers: Headers = {},
  body?: unknown,
  ip?: string,
): Promise<TestResponse> => {
  const response = await one.server.inject({
    method: method as 'GET',
    url: `/api${url}`,
    headers: {
      ...headers,
      ...(body !== undefined && typeof body !== 'string' && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(ip !== undefined && { remoteAddress: ip }),
  })
  const isJson = response.payload !== '' && String(response.headers['content-type']).startsWith('application/json')
  return {
    status: response.statusCode,
    headers: response.headers,
    text: response.payload,
    body: (isJson ? JSON.parse(response.payload) : undefined) as never,
  }
}
const messageOf = (answer: TestResponse): string => (answer.body as { error: { message: string } }).error.message

const keyOf = async (login: string, scopes = ['write:rest'], expiration: string | null = null): Promise<string> => {
  const user = await one.users.findByLogin(login)
  return one.auth.createAccessKey({ userId: user?.id ?? 0, description: '', scopes, expiration }, actor)
}
const tokenOf = async (login: string): Promise<Headers> => {
  const answer = await call('POST', '/tokens', {}, { username: login, password: PASSWORD })
  const { user_id, token } = answer.body as { user_id: string; token: string }
  return { 'x-auth-userid': user_id, 'x-auth-token': token }
}
const setStatus = async (login: string, status: 'A' | 'S' | 'D' | 'P' | 'V'): Promise<void> => {
  const user = await one.users.findByLogin(login)
  await inTransaction(db, tx => one.users.update(tx, user?.id ?? 0, { status }, actor))
}

it('describes every route, schema and property of users and credentials', () => {
  expect(openApiFaults(buildOpenApi([...one.users.routes, ...one.auth.routes], { version: '0' }))).toEqual([])
})

describe('levels of routes and access modes (auth.md §1)', () => {
  it('answers 401 without credentials on protected routes, in every mode, with the ways to sign in', async () => {
    const answer = await call('GET', '/access_keys/1')
    expect(answer.status).toBe(401)
    expect(answer.body).toEqual({
      error: {
        code: 401,
        message: 'Unauthorized',
        details: { reason: 'credentials.missing', doc: '/docs/reasons#credentials.missing' },
      },
    })
    for (const scheme of ['Basic', 'Bearer', 'Token', 'AccessKey'])
      expect(answer.headers['www-authenticate']).toMatch(new RegExp(`\\b${scheme} realm="[^"]+"`))
  })

  it('lets anonymous callers in on hybrid routes only where the platform allows it', async () => {
    expect((await call('GET', '/users/100')).status).toBe(200)
    for (const mode of ['regular', 'restricted'] as const) {
      await one.setAccessMode(mode)
      expect((await call('GET', '/users/100')).status).toBe(401)
      expect((await call('OPTIONS', '/users/100')).status).toBe(200)
    }
    await one.setAccessMode('anonymous')
  })

  it('looks at no credentials on public routes and OPTIONS', async () => {
    await one.account('public.caller')
    const wrong = { 'x-auth-accesskey': 'nonsense' }
    const answer = await call('POST', '/tokens', wrong, { username: 'public.caller', password: PASSWORD })
    expect(answer.status).toBe(200)
    expect((await call('OPTIONS', '/users/100', wrong)).status).toBe(200)
  })
})

describe('wrong credentials (auth.md §2.1)', () => {
  let good: { key: string; token: Headers }
  beforeAll(async () => {
    await one.account('cred')
    good = { key: await keyOf('cred'), token: await tokenOf('cred') }
  })
  const onHybrid = (headers: Headers) => call('GET', '/users/100', headers)
  const zeros = '0'.repeat(64)

  it.each<[string, () => Headers | Promise<Headers>, RegExp]>([
    ['a key that is no key', () => ({ 'x-auth-accesskey': 'abc' }), /badly formatted/],
    ['an empty key', () => ({ 'x-auth-accesskey': '' }), /badly formatted/],
    ['a key with a short secret', () => ({ 'x-auth-accesskey': good.key.slice(0, -2) }), /badly formatted/],
    ['an unknown key', () => ({ 'x-auth-accesskey': `tlp-k1-999999.${zeros}` }), /access key is not valid/],
    ['an unknown key of a huge id', () => ({ 'x-auth-accesskey': `tlp-k1-${'9'.repeat(30)}.${zeros}` }), /not valid/],
    [
      'a wrong secret',
      () => ({ 'x-auth-accesskey': good.key.replace(/\..*/, `.${zeros}`) }),
      /access key is not valid/,
    ],
    ['a key without REST', async () => ({ 'x-auth-accesskey': await keyOf('cred', ['write:svn']) }), /not valid/],
    ['a bearer of no form', () => ({ authorization: 'Bearer abc' }), /badly formatted/],
    ['a bearer in lower case', () => ({ authorization: 'bearer ü' }), /badly formatted/],
    ['an empty bearer', () => ({ authorization: 'Bearer' }), /badly formatted/],
    ['an unknown bearer', () => ({ authorization: `Bearer tlp-oauth2-at1-1.${zeros}` }), /token is not valid/],
    ['an unknown token', () => ({ ...good.token, 'x-auth-token': zeros }), /token is not valid/],
    ['an empty token', () => ({ ...good.token, 'x-auth-token': '' }), /token is not valid/],
    ['a token of another user', () => ({ ...good.token, 'x-auth-userid': '101' }), /token is not valid/],
    ['a token without user', () => ({ 'x-auth-token': good.token['x-auth-token'] as string }), /token is not valid/],
    ['an unknown login', () => basic('nobody.at.all'), /Basic/],
    ['a login with NUL', () => basic('cred\0'), /Basic/],
    ['a wrong password', () => basic('cred', 'wrong password'), /Basic/],
    ['Basic of no form', () => ({ authorization: 'Basic' }), /Basic/],
    ['an empty header', () => ({ authorization: '' }), /scheme/],
    ['an unknown scheme', () => ({ authorization: 'Digest x' }), /scheme/],
  ])('%s is a 401, never an anonymous caller', async (_name, headers, reason) => {
    const answer = await onHybrid(await headers())
    expect(answer.status).toBe(401)
    expect(messageOf(answer)).toMatch(reason)
    expect(answer.headers['www-authenticate']).toContain('Basic')
  })

  it('writes the refusal in XML if the client accepts XML', async () => {
    const answer = await onHybrid({ 'x-auth-accesskey': 'abc', accept: 'application/xml' })
    expect(answer.status).toBe(401)
    expect(answer.text).toMatch(/<error>.*<code>401<\/code><message>Unauthorized: the access key is badly formatted</s)
  })

  it('lets the first credentials decide: a wrong key beside a right password', async () => {
    expect((await onHybrid({ 'x-auth-accesskey': 'abc', ...basic('cred') })).status).toBe(401)
    expect((await onHybrid({ ...good.token, 'x-auth-token': 'abc', ...basic('cred') })).status).toBe(401)
    expect((await onHybrid({ 'x-auth-accesskey': good.key, ...basic('cred', 'wrong') })).status).toBe(200)
    expect((await onHybrid({ ...good.token, ...basic('cred', 'wrong') })).status).toBe(200)
    expect((await onHybrid({ ...good.token, authorization: 'Bearer abc' })).status).toBe(401)
  })

  it('refuses an expired key, from that very second', async () => {
    const ends = new Date(one.clock.now().getTime() + 10_000)
    const key = await keyOf('cred', ['write:rest'], ends.toISOString().replace(/\.\d+Z/, 'Z'))
    one.clock.set(new Date(Math.floor(ends.getTime() / 1000) * 1000 - 1))
    expect((await onHybrid({ 'x-auth-accesskey': key })).status).toBe(200)
    one.clock.advance(1)
    const answer = await onHybrid({ 'x-auth-accesskey': key })
    expect([answer.status, messageOf(answer)]).toEqual([401, 'Unauthorized: the access key is not valid'])
  })

  it.each([
    ['S', /suspended/],
    ['D', /deleted/],
    ['P', /pending/],
    ['V', /^Forbidden$/],
  ] as const)(
    'refuses valid credentials of an account of status %s, by 403, and by 401 for Basic',
    async (status, text) => {
      const login = `state.${status.toLowerCase()}`
      await one.account(login)
      const key = await keyOf(login)
      const token = await tokenOf(login)
      expect((await onHybrid(basic(login))).status).toBe(200)
      await setStatus(login, status)
      for (const headers of [{ 'x-auth-accesskey': key }, token]) {
        const answer = await onHybrid(headers)
        expect([answer.status, text.test(messageOf(answer))]).toEqual([403, true])
      }
      expect((await onHybrid(basic(login))).status).toBe(401)
      expect((await call('POST', '/tokens', {}, { username: login, password: PASSWORD })).status).toBe(401)
      await setStatus(login, 'A')
      expect((await onHybrid({ 'x-auth-accesskey': key })).status).toBe(200)
    },
  )
})

describe('right credentials (auth.md §2)', () => {
  it.each<[string, () => Promise<Headers>]>([
    ['HTTP Basic, the login in whatever case', async () => basic('RIGHT.one')],
    ['an access key', async () => ({ 'x-auth-accesskey': await keyOf('right.one') })],
    [
      'an access key in upper case',
      async () => ({
        'x-auth-accesskey': (await keyOf('right.one')).replace(/\..*/, hex => hex.toUpperCase()),
      }),
    ],
    ['a token', () => tokenOf('right.one')],
    [
      'the scheme in lower case',
      async () => ({ authorization: `basic ${basic('right.one').authorization?.slice(6)}` }),
    ],
  ])('%s', async (_name, headers) => {
    if (!(await one.users.findByLogin('right.one'))) await one.account('right.one')
    const answer = await call('GET', '/users/self', await headers())
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ username: 'right.one' })
  })

  it('costs no query when warm, whatever the method (DESIGN.md §4)', async () => {
    await one.account('warm')
    for (const headers of [basic('warm'), { 'x-auth-accesskey': await keyOf('warm') }, await tokenOf('warm')]) {
      // The invalidation of an earlier change may drop a cache once more.
      await vi.waitFor(
        async () => {
          const before = db.roundTrips()
          for (let count = 0; count < 3; count++) expect((await call('GET', '/users/self', headers)).status).toBe(200)
          expect(db.roundTrips() - before).toBe(0)
        },
        { timeout: 10_000 },
      )
    }
  })
})

describe('tokens (base.md §4.7c, auth.md §3)', () => {
  it('answers 200 with a string user_id and the path of the token', async () => {
    const user = await one.account('token.user')
    const answer = await call('POST', '/tokens', {}, { username: 'token.user', password: PASSWORD })
    expect(answer.status).toBe(200)
    const { token } = answer.body as { token: string }
    expect(token).toMatch(/^[0-9a-f]{32,}$/)
    expect(answer.body).toEqual({ user_id: String(user.id), token, uri: `/api/tokens/${token}` })
  })

  it('says that it is to go, in a refusal too, and other routes do not', async () => {
    const going = { deprecation: '@1796083200', sunset: 'Sun, 31 Dec 2028 23:59:59 GMT' }
    await one.account('token.going')
    const wrong = { username: 'token.going', password: 'wrong' }
    for (const body of [{ username: 'token.going', password: PASSWORD }, wrong]) {
      const { headers } = await call('POST', '/tokens', {}, body)
      expect(headers).toMatchObject(going)
      expect(headers['link']).toBe('</help/access#access-keys>; rel="deprecation"; type="text/html"')
    }
    expect((await call('DELETE', '/tokens', await tokenOf('token.going'))).headers).toMatchObject(going)
    expect((await call('GET', '/users/100')).headers).not.toHaveProperty('deprecation')
    const { paths } = buildOpenApi(one.auth.routes, { version: '0' })
    const responses = paths['/tokens']?.['post']?.['responses'] as Record<string, { headers?: object }>
    expect(paths['/tokens']?.['post']).toHaveProperty('deprecated', true)
    expect(Object.keys(responses['200']?.headers ?? {})).toEqual(['Deprecation', 'Sunset'])
    expect(paths['/access_keys']?.['post']).not.toHaveProperty('deprecated')
  })

  it('does the same in XML', async () => {
    const user = await one.account('token.xml')
    const body = `<request><username>token.xml</username><password>${PASSWORD}</password></request>`
    const headers = { 'content-type': 'application/xml', accept: 'application/xml' }
    const answer = await call('POST', '/tokens', headers, body)
    expect(answer.status).toBe(200)
    expect(answer.text).toMatch(
      new RegExp(`<user_id>${user.id}</user_id><token>[0-9a-f]+</token><uri>/api/tokens/[0-9a-f]+</uri>`),
    )
  })

  it.each([
    [{}, 400],
    [{ username: 'token.user' }, 400],
    [{ password: PASSWORD }, 400],
    [{ username: ['token.user'], password: PASSWORD }, 400],
    [{ username: 'token.user', password: 'wrong password' }, 401],
    [{ username: 'nobody.at.all', password: PASSWORD }, 401],
    [{ username: 'token.user', password: ` ${PASSWORD}` }, 401],
  ])('answers %j with %i', async (body, status) =>
    expect((await call('POST', '/tokens', {}, body)).status).toBe(status),
  )

  it('tells unknown accounts and wrong passwords by one text', async () => {
    const [unknown, wrong] = await Promise.all(
      ['nobody.at.all', 'token.user'].map(username => call('POST', '/tokens', {}, { username, password: 'wrong one' })),
    )
    expect(unknown?.text).toBe(wrong?.text)
  })

  it('lasts exactly 24 hours', async () => {
    await one.account('token.day')
    const token = await tokenOf('token.day')
    one.clock.advance(24 * 3_600_000 - 1)
    expect((await call('GET', '/users/self', token)).status).toBe(200)
    one.clock.advance(1)
    expect((await call('GET', '/users/self', token)).status).toBe(401)
  })

  it('ends one token, or all, of the caller only', async () => {
    await one.account('token.a')
    await one.account('token.b')
    const [a1, a2, a3, b] = [
      await tokenOf('token.a'),
      await tokenOf('token.a'),
      await tokenOf('token.a'),
      await tokenOf('token.b'),
    ]
    const works = async (token: Headers) => (await call('GET', '/users/self', token)).status === 200
    for (const token of [a1, a2, a3, b]) expect(await works(token)).toBe(true)

    expect((await call('DELETE', `/tokens/${b['x-auth-token']}`, a1)).status).toBe(400)
    expect((await call('DELETE', '/tokens/nonsense', a1)).status).toBe(400)
    const ended = await call('DELETE', `/tokens/${a2['x-auth-token']}`, a1)
    expect([ended.status, ended.text]).toEqual([200, ''])
    expect([await works(a1), await works(a2), await works(a3), await works(b)]).toEqual([true, false, true, true])

    const all = await call('DELETE', '/tokens', a1)
    expect([all.status, all.text]).toEqual([200, ''])
    expect([await works(a1), await works(a3), await works(b)]).toEqual([false, false, true])
  })

  it('lists what the paths allow, and knows no GET', async () => {
    expect((await call('OPTIONS', '/tokens')).headers.allow).toBe('OPTIONS, POST, DELETE')
    expect((await call('OPTIONS', '/tokens/x')).headers.allow).toBe('OPTIONS, DELETE')
    expect((await call('GET', '/tokens')).status).toBe(405)
    expect([404, 405]).toContain((await call('GET', '/tokens/x')).status)
  })

  it('keeps no token in the database', async () => {
    const token = (await tokenOf('token.user'))['x-auth-token'] as string
    const rows = await db.kysely.selectFrom('token').selectAll().execute()
    expect(JSON.stringify(rows.map(row => [row.token_hash.toString('hex'), row.token_hash.toString()]))).not.toContain(
      token,
    )
  })

  it('removes expired tokens of all users when a token is issued', async () => {
    await one.account('token.old')
    await tokenOf('token.old')
    one.clock.advance(25 * 3_600_000)
    await tokenOf('token.user')
    const old = await one.users.findByLogin('token.old')
    const rows = await db.kysely
      .selectFrom('token')
      .where('user_id', '=', old?.id ?? 0)
      .selectAll()
      .execute()
    expect(rows).toEqual([])
  })
})

describe('access keys (auth.md §4)', () => {
  let mine: Headers
  let userId: number
  beforeAll(async () => {
    userId = (await one.account('key.owner')).id
    await one.account('key.other')
    mine = { 'x-auth-accesskey': await keyOf('key.owner', ['write:rest', 'write:svn']) }
  })
  const make = async (body: unknown, headers = mine) => call('POST', '/access_keys', headers, body)
  const idOf = (answer: TestResponse): number =>
    Number(/^tlp-k1-(\d+)\./.exec((answer.body as { identifier: string }).identifier)?.[1])

  it('makes one with any method, another key included, and shows it once', async () => {
    const answer = await make({ description: 'for the build', scopes: ['write:rest', 'write:svn'] })
    expect(answer.status).toBe(201)
    const { identifier } = answer.body as { identifier: string }
    expect(Object.keys(answer.body)).toEqual(['identifier'])
    expect(identifier).toMatch(/^tlp-k1-\d+\.[0-9a-f]{64}$/)
    const shown = await call('GET', `/access_keys/${idOf(answer)}`, mine)
    expect(shown.body).toEqual({
      id: idOf(answer),
      creation_date: one.settings.isoDate(one.clock.now()),
      expiration_date: null,
      description: 'for the build',
      last_used_on: null,
      last_used_by: null,
      projects: null,
      scopes: [{ identifier: 'write:rest' }, { identifier: 'write:svn' }],
    })
    expect((await make(undefined, basic('key.owner'))).status).toBe(201)
    expect((await make({}, await tokenOf('key.owner'))).status).toBe(201)
  })

  it('does the same in XML', async () => {
    const body = '<request><description>x</description><scopes><item>write:svn</item></scopes></request>'
    const headers = { ...mine, 'content-type': 'application/xml', accept: 'application/xml' }
    const answer = await call('POST', '/access_keys', headers, body)
    expect(answer.status).toBe(201)
    expect(answer.text).toMatch(/<identifier>tlp-k1-\d+\.[0-9a-f]{64}<\/identifier>/)
  })

  it.each([
    [{ scopes: [] }, /at least/],
    [{ scopes: 'write:rest' }, /list/],
    [{ scopes: ['rest'] }, /"rest"/],
    [{ scopes: ['write:unknown'] }, /none is known/],
    [{ expiration_date: 'tomorrow' }, /ISO 8601/],
    [{ expiration_date: '2031-02-30T00:00:00+00:00' }, /ISO 8601/],
    [{ expiration_date: '2031-02-03' }, /ISO 8601/],
    [{ expiration_date: '2001-02-03T04:05:06+01:00' }, /has passed/],
  ])('refuses %j with 400', async (body, reason) => {
    const answer = await make(body)
    expect([answer.status, reason.test(messageOf(answer))]).toEqual([400, true])
  })

  it('shows the expiration in the platform’s zone', async () => {
    const at = new Date(Math.ceil(one.clock.now().getTime() / 1000) * 1000 + 3_600_000)
    const answer = await make({ expiration_date: at.toISOString().replace('.000Z', '+00:00') })
    const shown = await call('GET', `/access_keys/${idOf(answer)}`, mine)
    expect(shown.body).toMatchObject({ expiration_date: one.settings.isoDate(at) })
    one.clock.advance(2 * 3_600_000)
    expect((await call('GET', `/access_keys/${idOf(answer)}`, mine)).status).toBe(404)
    const list = (await call('GET', '/users/self/access_keys', mine)).body as { id: number }[]
    expect(list.map(key => key.id)).not.toContain(idOf(answer))
  })

  it('shows the key of this very request, with this very use', async () => {
    const key = { 'x-auth-accesskey': await keyOf('key.owner') }
    const self = await call('GET', '/access_keys/self', key, undefined, '10.1.1.1')
    const used = one.settings.isoDate(one.clock.now())
    expect(self.body).toMatchObject({ last_used_on: used, last_used_by: '10.1.1.1' })
    one.clock.advance(3_599_000)
    expect((await call('GET', '/access_keys/self', key, undefined, '10.1.1.1')).body).toMatchObject({
      last_used_on: used,
    })
    one.clock.advance(1_000)
    expect((await call('GET', '/access_keys/self', key, undefined, '10.1.1.1')).body).toMatchObject({
      last_used_on: one.settings.isoDate(one.clock.now()),
    })
    expect((await call('GET', '/access_keys/self', key, undefined, '10.1.1.2')).body).toMatchObject({
      last_used_by: '10.1.1.2',
    })
    expect((await call('GET', '/access_keys/self', basic('key.owner'))).status).toBe(404)
  })

  it('records an address that returns within a minute only if the response shows it', async () => {
    const key = { 'x-auth-accesskey': await keyOf('key.owner') }
    const { id } = (await call('GET', '/access_keys/self', key, undefined, '10.1.1.1')).body as { id: number }
    const usedBy = async (): Promise<unknown> =>
      ((await call('GET', `/access_keys/${id}`, mine)).body as { last_used_by: string }).last_used_by
    await call('GET', '/users/self', key, undefined, '10.1.1.2')
    expect(await usedBy()).toBe('10.1.1.2')
    one.clock.advance(59_999)
    await call('GET', '/users/self', key, undefined, '10.1.1.1')
    expect(await usedBy()).toBe('10.1.1.2')
    const self = await call('GET', '/access_keys/self', key, undefined, '10.1.1.1')
    expect(self.body).toMatchObject({ last_used_by: '10.1.1.1' })
    await call('GET', '/users/self', key, undefined, '10.1.1.2')
    expect(await usedBy()).toBe('10.1.1.1')
    one.clock.advance(1)
    await call('GET', '/users/self', key, undefined, '10.1.1.2')
    expect(await usedBy()).toBe('10.1.1.2')
  })

  it('hides keys of others, and ignores requests to delete them', async () => {
    const other = { 'x-auth-accesskey': await keyOf('key.other') }
    const id = (await call('GET', '/access_keys/self', other)).body as { id: number }
    expect((await call('GET', `/access_keys/${id.id}`, mine)).status).toBe(404)
    const deleted = await call('DELETE', `/access_keys/${id.id}`, mine)
    expect([deleted.status, deleted.text]).toEqual([200, ''])
    expect((await call('GET', '/users/self', other)).status).toBe(200)
  })

  it('deletes at once and idempotently', async () => {
    const key = { 'x-auth-accesskey': await keyOf('key.owner') }
    const { id } = (await call('GET', '/access_keys/self', key)).body as { id: number }
    for (let count = 0; count < 2; count++) expect((await call('DELETE', `/access_keys/${id}`, mine)).status).toBe(200)
    expect((await call('GET', '/users/self', key)).status).toBe(401)
    expect((await call('DELETE', '/access_keys/abc', mine)).status).toBe(400)
    expect((await call('DELETE', '/access_keys/99999999999999999999', mine)).status).toBe(200)
    expect((await call('GET', '/access_keys/abc', mine)).status).toBe(400)
    expect((await call('GET', '/access_keys/99999999999999999999', mine)).status).toBe(404)
  })

  it('lists one’s own by pages', async () => {
    const all = await call('GET', `/users/${userId}/access_keys`, mine)
    const ids = (all.body as { id: number }[]).map(key => key.id)
    expect(ids.length).toBeGreaterThan(3)
    expect(all.headers).toMatchObject({
      'x-pagination-size': String(ids.length),
      'x-pagination-limit': '50',
      'x-pagination-limit-max': '50',
    })
    const page = await call('GET', '/users/self/access_keys?limit=2&offset=1', mine)
    expect((page.body as { id: number }[]).map(key => key.id)).toEqual(ids.slice(1, 3))
    expect((await call('GET', '/users/101/access_keys', mine)).status).toBe(403)
    for (const bad of ['limit=0', 'limit=51', 'offset=-1'])
      expect((await call('GET', `/users/self/access_keys?${bad}`, mine)).status).toBe(400)
  })

  it('lists what the paths allow', async () => {
    expect((await call('OPTIONS', '/access_keys')).headers.allow).toBe('OPTIONS, POST')
    expect((await call('OPTIONS', '/access_keys/1')).headers.allow).toBe('OPTIONS, POST, DELETE')
    expect((await call('OPTIONS', '/users/1/access_keys')).headers.allow).toBe('OPTIONS, GET')
  })

  it('purges expired keys', async () => {
    const at = new Date(one.clock.now().getTime() + 60_000).toISOString().replace(/\.\d+Z/, 'Z')
    const id = Number(/^tlp-k1-(\d+)/.exec(await keyOf('key.owner', ['write:rest'], at))?.[1])
    const kept = Number(/^tlp-k1-(\d+)/.exec(await keyOf('key.owner'))?.[1])
    one.clock.advance(120_000)
    await one.auth.removeExpired()
    const rows = await db.kysely.selectFrom('access_key').select('id').where('id', 'in', [id, kept]).execute()
    expect(rows).toEqual([{ id: kept }])
  })
})
