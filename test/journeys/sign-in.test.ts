import { beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../src/platform/db/db.ts'
import { testApp, type TestApp, type TestResponse } from '../harness/app.ts'
import {
  expectDone,
  givenAccessKey,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
} from '../harness/fixture.ts'
import { expectSameInXml, readXml } from '../harness/xml.ts'

// Every kind of credentials (base.md §5), their lifetime (§8), and the refusals of wrong ones (§7).

const hour = 3_600_000
const command = { userId: 101, means: 'command' } as const
let crocus: TestApp
let mia: Account
let artifactId: number

beforeAll(async () => {
  crocus = await testApp()
  mia = await givenAccount(crocus, 'mia')
  const project = await givenProject(crocus, 'garden', { members: ['mia'] })
  artifactId = await givenArtifact(crocus, project.tracker('bug'), 'Roots', { as: mia.as })
})

const self = async (headers: Record<string, string>): Promise<string> => {
  const response = await crocus.request('GET', '/api/users/self', { headers })
  return response.status === 200 ? response.json<{ username: string }>().username : String(response.status)
}
const messageOf = (response: TestResponse): string => response.json<{ error: { message: string } }>().error.message

describe('no credentials (§5.1)', () => {
  it('read public data, and get 401 where credentials are needed', async () => {
    expect((await crocus.request('GET', `/api/artifacts/${artifactId}`)).status).toBe(200)
    for (const [method, path] of [
      ['GET', '/api/project_fields'],
      ['POST', '/api/artifacts'],
      ['PUT', `/api/artifacts/${artifactId}`],
      ['DELETE', `/api/artifacts/${artifactId}`],
      ['POST', '/api/projects'],
      ['POST', '/api/access_keys'],
      ['POST', '/api/user_groups'],
      ['DELETE', '/api/tokens'],
    ] as const) {
      const response = await crocus.request(method, path, method === 'GET' || method === 'DELETE' ? {} : { json: {} })
      expect([method, path, response.status, response.json()]).toEqual([
        method,
        path,
        401,
        {
          error: {
            code: 401,
            message: 'Unauthorized',
            details: { reason: 'credentials.missing', doc: '/docs/reasons#credentials.missing' },
          },
        },
      ])
      for (const scheme of ['Basic', 'Bearer', 'Token', 'AccessKey'])
        expect(response.headers['www-authenticate'], path).toContain(`${scheme} realm="`)
    }
  })

  it('OPTIONS asks nobody who they are, on every route (http.md §2.1)', async () => {
    const { paths } = (await crocus.request('GET', '/api/openapi.json')).json<{ paths: Record<string, unknown> }>()
    await crocus.app.modules.settings.set('access_mode', 'regular', { actorId: 101, means: 'command' })
    for (const path of Object.keys(paths)) {
      const response = await crocus.request('OPTIONS', `/api${path.replace(/\{[^}]+\}/g, '7')}`, {
        headers: { 'x-auth-accesskey': 'wrong' },
      })
      expect([path, response.status, response.text]).toEqual([path, 200, ''])
      expect(String(response.headers.allow), path).toMatch(/^OPTIONS(, (GET|POST|PUT|PATCH|DELETE))*$/)
      expect(response.headers['access-control-allow-methods'], path).toBe(response.headers.allow)
    }
    await crocus.app.modules.settings.set('access_mode', 'anonymous', { actorId: 101, means: 'command' })
  })
})

describe('user name and password on each request (§5)', () => {
  it('are taken in any case of the name, and refused when wrong, where nobody needs them too', async () => {
    const basic = (login: string, password: string) => ({
      authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
    })
    expect(await self(basic('mia', mia.as[1]))).toBe('mia')
    expect(await self(basic('MIA', mia.as[1]))).toBe('mia')
    for (const wrong of [basic('mia', 'wrong'), basic('nobody', 'x'), basic('mia', mia.as[1].toUpperCase())])
      for (const path of ['/api/users/self', `/api/artifacts/${artifactId}`])
        expect((await crocus.request('GET', path, { headers: wrong })).status).toBe(401)
  })
})

describe('a token (§2.6, §4.7c, §8)', () => {
  interface Token {
    readonly user_id: string
    readonly token: string
    readonly uri: string
  }
  const signIn = async (): Promise<Token> => {
    const response = await crocus.request('POST', '/api/tokens', { json: { username: mia.as[0], password: mia.as[1] } })
    expect(response.status).toBe(200)
    return response.json<Token>()
  }
  const headersOf = ({ user_id, token }: Token) => ({ 'x-auth-token': token, 'x-auth-userid': user_id })

  it('lasts 24 hours to the second; afterwards a new one is needed', async () => {
    const token = await signIn()
    expect(token).toEqual({
      user_id: String(mia.id),
      token: expect.stringMatching(/^[0-9a-f]{32,}$/) as string,
      uri: `/api/tokens/${token.token}`,
    })
    expect(await self(headersOf(token))).toBe('mia')
    crocus.clock.advance(24 * hour - 1_000)
    expect(await self(headersOf(token))).toBe('mia')
    crocus.clock.advance(1_000)
    expect(await self(headersOf(token))).toBe('401')
    const expired = await crocus.request('GET', `/api/artifacts/${artifactId}`, { headers: headersOf(token) })
    expect([expired.status, messageOf(expired).startsWith('Unauthorized: ')]).toEqual([401, true])
    expect(await self(headersOf(await signIn()))).toBe('mia')
  })

  it('is asked for in XML, too', async () => {
    const response = await crocus.request('POST', '/api/tokens', {
      xml: `<request><username>mia</username><password>${mia.as[1]}</password></request>`,
      headers: { accept: 'application/xml' },
    })
    expect(response.status).toBe(200)
    const answer = readXml(response.text)
    const token = { user_id: answer.say('user_id'), token: answer.say('token'), uri: answer.say('uri') }
    expectSameInXml(token, answer, 'token')
    expect(await self(headersOf(token))).toBe('mia')
  })

  it('belongs to its user alone, needs both headers, and ends when its user says so', async () => {
    const [first, second, third] = [await signIn(), await signIn(), await signIn()]
    expect(await self({ 'x-auth-token': first.token, 'x-auth-userid': '101' })).toBe('401')
    expect(await self({ 'x-auth-token': first.token })).toBe('401')
    const foreign = await crocus.request('DELETE', `/api/tokens/${first.token}`, { as: crocus.admin })
    expect(foreign.status).toBe(400)
    expectDone(await crocus.request('DELETE', first.uri, { headers: headersOf(second) }))
    expect([await self(headersOf(first)), await self(headersOf(second))]).toEqual(['401', 'mia'])
    expectDone(await crocus.request('DELETE', '/api/tokens', { headers: headersOf(second) }))
    expect([await self(headersOf(second)), await self(headersOf(third))]).toEqual(['401', '401'])
  })

  it('is refused for a wrong password, with one message for all accounts', async () => {
    const texts = new Set<string>()
    for (const [username, password] of [
      ['mia', 'wrong'],
      ['nobody', 'wrong'],
      ['mia', ''],
    ]) {
      const response = await crocus.request('POST', '/api/tokens', { json: { username, password } })
      if (password !== '') texts.add(`${response.status} ${messageOf(response)}`)
      expect([400, 401]).toContain(response.status)
    }
    expect([...texts]).toEqual([expect.stringMatching(/^401 Unauthorized: /)])
    expect((await crocus.request('POST', '/api/tokens', { json: { username: 'mia' } })).status).toBe(400)
  })
})

describe('a personal access key (§5, auth.md §4)', () => {
  it('is shown once, does what its owner may do, tells when it was used, and ends when it is deleted', async () => {
    const key = await givenAccessKey(crocus, mia.as)
    expect(key).toMatch(/^tlp-k1-\d+\.[0-9a-f]{64}$/)
    const headers = { 'x-auth-accesskey': key }
    expect(await self(headers)).toBe('mia')
    const { id, ...rest } = (await crocus.request('GET', '/api/access_keys/self', { headers })).json<{ id: number }>()
    expect(rest).toMatchObject({
      description: 'of a test',
      expiration_date: null,
      scopes: [{ identifier: 'write:rest' }],
    })
    expect((rest as { last_used_on: string | null }).last_used_on).not.toBeNull()
    const list = await crocus.request('GET', `/api/users/${mia.id}/access_keys`, { headers })
    expect(list.json<{ id: number }[]>().map(one => one.id)).toEqual([id])
    expect(list.text).not.toContain(key.split('.')[1])

    // The key of another owner: not found, and silently not deleted.
    expect((await crocus.request('GET', `/api/access_keys/${id}`, { as: crocus.admin })).status).toBe(404)
    expectDone(await crocus.request('DELETE', `/api/access_keys/${id}`, { as: crocus.admin }))
    expect(await self(headers)).toBe('mia')
    expectDone(await crocus.request('DELETE', `/api/access_keys/${id}`, { headers }))
    expect(await self(headers)).toBe('401')
    expect((await crocus.request('GET', `/api/artifacts/${artifactId}`, { headers })).status).toBe(401)
  })

  it('can be one of any number, ends at its date, and opens only what its scopes say', async () => {
    const make = async (json: object): Promise<{ 'x-auth-accesskey': string }> => {
      const response = await crocus.request('POST', '/api/access_keys', { as: mia.as, json })
      expect([response.status, response.status === 201 ? '' : response.text]).toEqual([201, ''])
      return { 'x-auth-accesskey': response.json<{ identifier: string }>().identifier }
    }
    const keys: { 'x-auth-accesskey': string }[] = []
    for (let count = 0; count < 60; count++) keys.push(await make({ description: `key ${count}` }))
    expect(await self(keys[59] ?? {})).toBe('mia')
    const page = await crocus.request('GET', `/api/users/${mia.id}/access_keys?limit=50&offset=50`, { as: mia.as })
    expect([page.headers['x-pagination-size'], page.json<unknown[]>().length]).toEqual(['60', 10])

    const end = new Date(crocus.clock.now().getTime() + hour)
    const brief = await make({ expiration_date: end.toISOString().replace('.000Z', '+00:00') })
    crocus.clock.advance(hour - 1_000)
    expect(await self(brief)).toBe('mia')
    crocus.clock.advance(1_000)
    expect(await self(brief)).toBe('401')

    expect(await self(await make({ scopes: ['write:svn'] }))).toBe('401')
    for (const json of [
      { scopes: [] },
      { scopes: ['nonsense'] },
      { expiration_date: '2001-01-01T00:00:00+00:00' },
      { expiration_date: 'soon' },
    ])
      expect((await crocus.request('POST', '/api/access_keys', { as: mia.as, json })).status).toBe(400)
  })
})

describe('an OAuth2 access token (§5)', () => {
  it('that no application was given is refused, in the header only, and never taken from elsewhere', async () => {
    const token = `tlp-oauth2-at1-1.${'a'.repeat(64)}`
    expect(await self({ authorization: `Bearer ${token}` })).toBe('401')
    expect((await crocus.request('GET', `/api/projects?access_token=${token}`)).status).toBe(200)
    expect((await crocus.request('GET', `/api/users/self?access_token=${token}`)).status).toBe(401)
  })
})

describe('an account that may no longer sign in (auth.md §2.1)', () => {
  it('is refused with 403 by key and token, which know it, and with 401 by password', async () => {
    const ben = await givenAccount(crocus, 'ben')
    const key = { 'x-auth-accesskey': await givenAccessKey(crocus, ben.as) }
    const { token, user_id } = (
      await crocus.request('POST', '/api/tokens', { json: { username: 'ben', password: ben.as[1] } })
    ).json<{ token: string; user_id: string }>()
    const pair = { 'x-auth-token': token, 'x-auth-userid': user_id }
    const { users } = crocus.app.modules
    const become = (status: 'A' | 'S' | 'D' | 'P') =>
      inTransaction(crocus.db, tx => users.update(tx, ben.id, { status }, command))
    for (const [status, word] of [
      ['S', 'suspended'],
      ['D', 'deleted'],
      ['P', 'pending'],
    ] as const) {
      await become(status)
      for (const headers of [key, pair]) {
        const response = await crocus.request('GET', `/api/artifacts/${artifactId}`, { headers })
        expect([status, response.status, messageOf(response).includes(word)]).toEqual([status, 403, true])
      }
      expect((await crocus.request('GET', '/api/projects', { as: ben.as })).status).toBe(401)
      expect(
        (await crocus.request('POST', '/api/tokens', { json: { username: 'ben', password: ben.as[1] } })).status,
      ).toBe(401)
    }
    await become('A')
    expect([await self(key), await self(pair)]).toEqual(['ben', 'ben'])
  })

  it('keeps keys and tokens when its password changes (auth.md §4.3)', async () => {
    const zoe = await givenAccount(crocus, 'zoe')
    const key = { 'x-auth-accesskey': await givenAccessKey(crocus, zoe.as) }
    await crocus.app.modules.auth.changeAccount(zoe.id, { password: 'another password' }, command)
    expect(await self(key)).toBe('zoe')
    expect((await crocus.request('GET', '/api/projects', { as: zoe.as })).status).toBe(401)
    expect((await crocus.request('GET', '/api/projects', { as: ['zoe', 'another password'] })).status).toBe(200)
  })
})

describe('errors (§2.7, §7)', () => {
  it('have one form, in the format that was asked for, with the status inside', async () => {
    const cases = [
      ['GET', '/api/artifacts/9999999', 404, 'Not Found'],
      ['GET', '/api/users/self', 401, 'Unauthorized'],
      ['PUT', `/api/user_groups/101_3/users`, 401, 'Unauthorized'],
      ['GET', '/api/projects?limit=51', 400, 'Bad Request'],
      ['GET', '/api/projects/9999999', 404, 'Not Found'],
    ] as const
    for (const [method, path, status, reason] of cases) {
      const json = await crocus.request(method, path)
      const xml = await crocus.request(method, path, { headers: { accept: 'application/xml' } })
      expect([path, json.status, xml.status]).toEqual([path, status, status])
      expect(json.json(), path).toMatchObject({ error: { code: status } })
      expect(messageOf(json), path).toMatch(new RegExp(`^${reason}(: .+)?$`))
      expectSameInXml(json.json(), readXml(xml.text), path)
    }
    const wrongType = await crocus.request('GET', '/api/projects', { headers: { 'content-type': 'text/plain' } })
    expect([wrongType.status, messageOf(wrongType).includes('text/plain')]).toEqual([403, true])
    const wrongMethod = await crocus.request('DELETE', '/api/projects', { as: mia.as })
    expect([wrongMethod.status, wrongMethod.headers.allow]).toEqual([405, 'OPTIONS, GET, POST, PATCH'])
  })
})
