import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness/app.ts'
import { untilSomebodyWaits } from '../../../../test/harness/locks.ts'
import {
  authorizationParams,
  authorize,
  authorizeAndDecide,
  givenApp,
  givenCode,
  pkce,
  type OauthApp,
  type Params,
} from '../../../../test/harness/oauth.ts'
import { givenAccount, givenProject, type Account } from '../../../../test/harness/fixture.ts'
import { signIn } from '../../../../test/harness/sessions.ts'
import { inTransaction } from '../../../platform/db/db.ts'

let crocus: TestApp
let ada: Account
let app: OauthApp
beforeAll(async () => {
  crocus = await testApp()
  ada = await givenAccount(crocus, 'ada')
  app = await givenApp(crocus, { redirectUri: 'https://app.example/callback?from=crocus' })
  await givenCode(crocus, ada, authorizationParams(app, 'openid read:project'))
})

const params = (more: Params = {}): Params =>
  authorizationParams(app, 'openid read:project', { state: 'a b&c', ...more })
const without = (name: string): Params => Object.fromEntries(Object.entries(params()).filter(([key]) => key !== name))
const request = (given: Params | string) =>
  crocus.request('GET', `/oauth2/authorize?${new URLSearchParams(given).toString()}`)
/** The parameters that the application gets. */
const told = (location: string): Record<string, string> => {
  expect(location).toMatch(/^https:\/\/app[.]example\/callback[?]from=crocus&/)
  return Object.fromEntries(new URL(location).searchParams)
}
const error = async (given: Params, user: Account | null = ada) => {
  const { error, state, iss } = told(await authorize(crocus, user ?? undefined, given))
  expect({ state, iss }).toEqual({ state: 'a b&c', iss: 'http://crocus.test' })
  return error
}

describe('requests that lead nowhere (auth.md §6.3, 1–2)', () => {
  it.each([
    ['no client', () => without('client_id')],
    ['one that is none', () => params({ client_id: '1' })],
    ['one that is unknown', () => params({ client_id: 'tlp-client-id-999' })],
    ['no address', () => without('redirect_uri')],
    ['another address', () => params({ redirect_uri: 'https://app.example/callback?from=evil' })],
    ['a longer address', () => params({ redirect_uri: `${app.redirect_uri}/` })],
    ['the address in other letters', () => params({ redirect_uri: app.redirect_uri.replace('app.e', 'App.E') })],
  ])('get a page with 403: %s', async (_what, given) => {
    const answer = await request(given())
    expect(answer.status).toBe(403)
    expect(answer.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    expect(answer.headers['location']).toBeUndefined()
    expect(answer.text).toContain('url=/oauth2/error?error=')
  })

  it('get it when the address is given twice', async () => {
    const twice = `${new URLSearchParams(params()).toString()}&redirect_uri=https://evil.example/`
    expect((await request(twice)).status).toBe(403)
  })

  it('get it for applications of projects that are not active', async () => {
    const { id } = await givenProject(crocus, 'asleep', { as: ada.as })
    const sleeping = await givenApp(crocus, { projectId: id, as: ada.as })
    const given = authorizationParams(sleeping, 'openid')
    expect((await request(given)).status).toBe(302)
    await crocus.app.modules.projects.change({ userId: 101, means: 'command' }, id, { status: 'suspended' })
    expect((await request(given)).status).toBe(403)
  })
})

describe('requests that are wrong (auth.md §6.3, 3–8)', () => {
  it.each([
    [{ response_type: '' }, 'invalid_request'],
    [{ response_type: 'token' }, 'invalid_request'],
    [{ response_type: 'code id_token' }, 'invalid_request'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
    [{ request: 'x' }, 'request_not_supported'],
    [{ request_uri: 'https://app.example/' }, 'request_uri_not_supported'],
    [{ registration: '{}' }, 'registration_not_supported'],
    [{ prompt: 'none login' }, 'invalid_request'],
    [{ max_age: 'long' }, 'invalid_request'],
    [{ scope: '' }, 'invalid_scope'],
    [{ scope: 'openid everything' }, 'invalid_scope'],
    [{ scope: 'openid  read:project' }, 'invalid_scope'],
    [{ scope: 'OPENID' }, 'invalid_scope'],
    [{ code_challenge: pkce().params['code_challenge'] ?? '' }, 'invalid_request'],
    [{ ...pkce().params, code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge: 'short', code_challenge_method: 'S256' }, 'invalid_request'],
    [{ code_challenge_method: 'S256' }, 'invalid_request'],
  ] as [Params, string][])('are answered to the application: %j', async (more, expected) => {
    expect(await error(params(more))).toBe(expected)
  })

  it('are not the better for being sent twice', async () => {
    const twice = `${new URLSearchParams(params()).toString()}&scope=openid`
    expect(told(String((await request(twice)).headers['location']))['error']).toBe('invalid_request')
  })

  it('need a challenge when the application wants one', async () => {
    const careful = await givenApp(crocus, { pkce: true })
    const given = authorizationParams(careful, 'openid')
    const location = await authorize(crocus, ada, given)
    expect(new URL(location).searchParams.get('error')).toBe('invalid_request')
    expect(await authorize(crocus, ada, { ...given, ...pkce().params })).toMatch(/^\/oauth2\/consent\//)
  })
})

describe('the sign-in of the user (auth.md §6.3, 6)', () => {
  const loginPage = (location: string) => {
    const url = new URL(location, 'http://crocus.test')
    expect(url.pathname).toBe('/login')
    const back = new URL(url.searchParams.get('return_to') ?? '', 'http://crocus.test')
    expect(back.pathname).toBe('/oauth2/authorize')
    return { page: Object.fromEntries(url.searchParams), back: Object.fromEntries(back.searchParams) }
  }

  it('signs in first, and comes back with the same request', async () => {
    const { page, back } = loginPage(await authorize(crocus, undefined, params({ login_hint: 'ada' })))
    expect(back).toEqual(params({ login_hint: 'ada' }))
    expect(page).toMatchObject({ login_hint: 'ada' })
    expect(page['again']).toBeUndefined()
  })

  it('signs in first also when the request comes as a form', async () => {
    const answer = await crocus.request('POST', '/oauth2/authorize', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      bytes: Buffer.from(new URLSearchParams(params()).toString()),
    })
    expect(answer.status).toBe(302)
    expect(loginPage(String(answer.headers['location'])).back).toEqual(params())
  })

  it('signs in once more for prompt=login, and then not again', async () => {
    const { page, back } = loginPage(await authorize(crocus, ada, params({ prompt: 'login consent' })))
    expect(page['again']).toBe('1')
    expect(back).toEqual(params({ prompt: 'consent' }))
    expect(loginPage(await authorize(crocus, ada, params({ prompt: 'login' }))).back).toEqual(params())
  })

  it('signs in once more when that is longer ago than max_age', async () => {
    const eve = await givenAccount(crocus, 'eve')
    await givenCode(crocus, eve, params())
    crocus.clock.advance(60_000)
    expect(loginPage(await authorize(crocus, eve, params({ max_age: '60' }))).back).toEqual(params({ max_age: '60' }))
    expect(told(await authorize(crocus, eve, params({ max_age: '61' })))['code']).toMatch(/^tlp-oauth2-ac1-/)
    expect(loginPage(await authorize(crocus, eve, params({ max_age: '0' }))).back).toEqual(params())
  })

  it.each([{}, { max_age: '0' }])('is nobody for prompt=none without a session: login_required %j', async more => {
    expect(await error(params({ prompt: 'none', ...more }), null)).toBe('login_required')
  })
})

describe('the consent of the user (auth.md §6.3, 9–11)', () => {
  it('gives a code when all of it was allowed before', async () => {
    const answer = told(await authorize(crocus, ada, params({ prompt: 'none' })))
    expect(answer).toEqual({
      from: 'crocus',
      state: 'a b&c',
      iss: 'http://crocus.test',
      code: expect.stringMatching(/^tlp-oauth2-ac1-\d+[.][0-9a-f]{64}$/) as string,
    })
  })

  it.each([
    { prompt: 'consent' },
    { scope: 'openid offline_access' },
    { scope: 'openid read:project read:tracker' },
  ] as Params[])('is asked for with %j', async more => {
    expect(await authorize(crocus, ada, params(more))).toMatch(/^\/oauth2\/consent\/[\w-]{32}$/)
  })

  it('cannot be asked for with prompt=none', async () => {
    expect(await error(params({ prompt: 'none', scope: 'openid email' }))).toBe('interaction_required')
  })

  it('is asked for again for offline access, and replaced by the new consent', async () => {
    const own = await givenApp(crocus)
    const offline = authorizationParams(own, 'openid offline_access')
    await givenCode(crocus, ada, offline)
    expect(await authorize(crocus, ada, offline)).toMatch(/^\/oauth2\/consent\//)
    await givenCode(crocus, ada, authorizationParams(own, 'read:project'))
    expect(await authorize(crocus, ada, authorizationParams(own, 'openid'))).toMatch(/^\/oauth2\/consent\//)
  })

  it('is of one application', async () => {
    const own = await givenApp(crocus)
    expect(await authorize(crocus, ada, authorizationParams(own, 'openid'))).toMatch(/^\/oauth2\/consent\//)
  })

  it('may be nothing', async () => {
    const answer = await authorizeAndDecide(crocus, ada, params({ prompt: 'consent' }), 'deny')
    expect(told(answer.href)).toMatchObject({ error: 'access_denied', state: 'a b&c' })
  })
})

describe('connections (auth.md §6)', () => {
  const paths = ['/oauth2/authorize', '/oauth2/jwks', '/oauth2/userinfo', '/.well-known/openid-configuration']

  it.each(paths)('are https, except on the machine itself: %s', async path => {
    const plain = await crocus.request('GET', path, { headers: { host: 'crocus.example' } })
    expect([plain.status, plain.headers['content-type']]).toEqual([400, 'text/plain; charset=utf-8'])
    expect(plain.text).toContain('https')
    const saidByAnybody = { host: 'crocus.example', 'x-forwarded-proto': 'https' }
    expect((await crocus.request('GET', path, { headers: saidByAnybody })).status).toBe(400)
    for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'localhost'])
      expect((await crocus.request('GET', path, { headers: { host } })).status).not.toBe(400)
    for (const host of ['localhost.example', '127.0.0.1.example', 'example'])
      expect((await crocus.request('GET', path, { headers: { host } })).status).toBe(400)
  })

  it('are refused before a secret is looked at', async () => {
    for (const path of ['/oauth2/token', '/oauth2/token/revoke'])
      expect((await crocus.request('POST', path, { headers: { host: 'crocus.example' } })).status).toBe(400)
  })

  it.each(['/oauth2/token/introspection', '/oauth2/introspect', '/oauth2/register', '/oauth2/device'])(
    'there are no others: %s',
    async path => {
      expect((await crocus.request('POST', path)).status).toBe(404)
    },
  )
})

describe('an application that is deleted while it is asked for', () => {
  /** Returns the response of `request` when the application is deleted meanwhile: the statements of the request wait for the deletion. */
  const whileDeleted = async <Answer>(appId: number, request: () => Promise<Answer>): Promise<Answer> => {
    let answer: Promise<Answer> | undefined
    await inTransaction(crocus.db, async tx => {
      await sql`delete from oauth_app where id = ${appId}`.execute(tx)
      answer = request()
      await untilSomebodyWaits(tx)
    })
    return answer as Promise<Answer>
  }
  const asked = async (user: Account, given: Params) => {
    const browser = await signIn(crocus, user.as)
    return () => browser.request('GET', `/oauth2/authorize?${new URLSearchParams(given).toString()}`)
  }

  it('is unknown: before the user is asked, and before a code is made', async () => {
    const fresh = await givenApp(crocus, {})
    const first = await whileDeleted(fresh.id, await asked(ada, authorizationParams(fresh, 'openid')))
    expect([first.status, first.headers['location']]).toEqual([403, undefined])

    const known = await givenApp(crocus, {})
    const given = authorizationParams(known, 'openid')
    await givenCode(crocus, ada, given)
    const second = await whileDeleted(known.id, await asked(ada, given))
    expect([second.status, second.headers['location']]).toEqual([403, undefined])
    expect(second.text).toContain('invalid_client')
  })

  it('is not allowed anything any more', async () => {
    const fresh = await givenApp(crocus, {})
    const browser = await signIn(crocus, ada.as)
    const query = new URLSearchParams(authorizationParams(fresh, 'openid')).toString()
    const consent = await browser.request('GET', `/oauth2/authorize?${query}`)
    const uid = String(consent.headers['location']).split('/').at(-1)
    const answer = await whileDeleted(fresh.id, () =>
      browser.request('POST', `/api/oauth2_interactions/${uid}`, { json: { decision: 'allow' } }),
    )
    expect(answer.status).toBe(404)
  })
})
