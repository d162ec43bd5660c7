import { beforeAll, describe, expect, it } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness/app.ts'
import {
  authorizationParams,
  authorize,
  authorizeAndDecide,
  bearer,
  browserOf,
  consentOf,
  decide,
  exchange,
  givenApp,
  givenCode,
  givenTokens,
  pkce,
  postForm,
  refresh,
  type OauthApp,
  type TokenResponse,
} from '../../../test/harness/oauth.ts'
import { expectDone, givenAccount, type Account } from '../../../test/harness/fixture.ts'

let crocus: TestApp
let ada: Account
let app: OauthApp
let other: OauthApp
beforeAll(async () => {
  crocus = await testApp()
  ada = await givenAccount(crocus, 'ada', { realName: 'Ada' })
  app = await givenApp(crocus)
  other = await givenApp(crocus)
})

const OFFLINE = 'openid offline_access'
const userinfo = (token: string) => crocus.request('GET', '/oauth2/userinfo', bearer(token))
const isGood = async (token: string) => (await userinfo(token)).status === 200
const invalid = (error: string) => ({ status: 400, error })
const outcome = ({ status, text }: { status: number; text: string }) => ({
  status,
  error: (JSON.parse(text) as { error?: string }).error,
})

describe('a code (auth.md §6.4)', () => {
  it('is exchanged for an access token, without more than was asked for', async () => {
    const answer = await exchange(crocus, app, await givenCode(crocus, ada, authorizationParams(app, 'read:project')))
    expect(answer.json()).toEqual({
      token_type: 'Bearer',
      access_token: expect.stringMatching(/^tlp-oauth2-at1-\d+[.][0-9a-f]{64}$/) as string,
      expires_in: 3600,
      scope: 'read:project',
    })
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
  })

  it('gives a refresh token and an ID token when they were asked for', async () => {
    const tokens = await givenTokens(crocus, app, ada, OFFLINE)
    expect(tokens.refresh_token).toMatch(/^tlp-oauth2-rt1-\d+[.][0-9a-f]{64}$/)
    expect(tokens.id_token?.split('.')).toHaveLength(3)
  })

  it('revokes all its tokens when it is used again', async () => {
    const code = await givenCode(crocus, ada, authorizationParams(app, OFFLINE))
    const first = (await exchange(crocus, app, code)).json<TokenResponse>()
    const second = (await refresh(crocus, app, first.refresh_token)).json<TokenResponse>()
    expect(await isGood(second.access_token)).toBe(true)
    expect(outcome(await exchange(crocus, app, code))).toEqual(invalid('invalid_grant'))
    expect([await isGood(first.access_token), await isGood(second.access_token)]).toEqual([false, false])
    expect(outcome(await refresh(crocus, app, second.refresh_token))).toEqual(invalid('invalid_grant'))
  })

  it('is accepted from one of several concurrent requests, and no token stays valid', async () => {
    const code = await givenCode(crocus, ada, authorizationParams(app, OFFLINE))
    const answers = await Promise.all([1, 2, 3, 4].map(() => exchange(crocus, app, code)))
    expect(answers.map(({ status }) => status).filter(status => status !== 200 && status !== 400)).toEqual([])
    const tokens = answers.filter(({ status }) => status === 200).map(answer => answer.json<TokenResponse>())
    expect(tokens.length).toBeLessThan(2)
    for (const { access_token } of tokens) expect(await isGood(access_token)).toBe(false)
  })

  it('is over after a minute', async () => {
    const code = await givenCode(crocus, ada, authorizationParams(app, 'openid'))
    crocus.clock.advance(60_000)
    expect(outcome(await exchange(crocus, app, code))).toEqual(invalid('invalid_grant'))
  })

  it('is of its application alone', async () => {
    const code = await givenCode(crocus, ada, authorizationParams(app, 'openid'))
    expect(outcome(await exchange(crocus, other, code))).toEqual(invalid('invalid_grant'))
    expect((await exchange(crocus, app, code)).status).toBe(200)
  })

  it.each([
    ['another address', { redirect_uri: 'https://app.example/callback/' }],
    ['a verifier where no challenge was', { code_verifier: pkce().verifier }],
  ])('is used up with %s', async (_what, more) => {
    const code = await givenCode(crocus, ada, authorizationParams(app, 'openid'))
    expect(outcome(await exchange(crocus, app, code, more))).toEqual(invalid('invalid_grant'))
    expect(outcome(await exchange(crocus, app, code))).toEqual(invalid('invalid_grant'))
  })

  it('with a challenge is good with its verifier only', async () => {
    const { verifier, params } = pkce()
    const code = () => givenCode(crocus, ada, authorizationParams(app, 'openid', params))
    expect(outcome(await exchange(crocus, app, await code()))).toEqual(invalid('invalid_grant'))
    const wrong = await exchange(crocus, app, await code(), { code_verifier: pkce().verifier })
    expect(outcome(wrong)).toEqual(invalid('invalid_grant'))
    expect((await exchange(crocus, app, await code(), { code_verifier: verifier })).status).toBe(200)
  })

  it.each([
    ['no grant_type', {}, 'invalid_request'],
    ['no code', { grant_type: 'authorization_code', redirect_uri: 'https://app.example/callback' }, 'invalid_request'],
    ['no redirect_uri', { grant_type: 'authorization_code', code: 'x' }, 'invalid_request'],
    ['another grant', { grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    ['no refresh_token', { grant_type: 'refresh_token' }, 'invalid_request'],
    ['a code that is none', { grant_type: 'authorization_code', code: 'x', redirect_uri: 'y' }, 'invalid_grant'],
  ])('is refused: %s', async (_what, form, error) => {
    expect(outcome(await postForm(crocus, app, '/oauth2/token', form))).toEqual(invalid(error))
  })

  it.each([
    ['a wrong secret', { client_secret: `tlp-oauth2-c1-1.${'0'.repeat(64)}` }],
    ['no secret', { client_secret: '' }],
    ['what is stored of the secret', { client_secret: 'stored' }],
    ['its secret with another number', { client_secret: 'renumbered' }],
    ['an unknown client', { client_id: 'tlp-client-id-999' }],
    ['no client', { client_id: '' }],
  ])('needs the application: %s', async (_what, wrong: Partial<OauthApp>) => {
    const row = await crocus.db.kysely.selectFrom('oauth_app').select('secret_hash').executeTakeFirstOrThrow()
    const secrets: Record<string, string> = {
      stored: row.secret_hash?.toString('hex') ?? '',
      renumbered: app.client_secret.replace(/-\d+[.]/, '-9.'),
    }
    const secret = secrets[wrong.client_secret ?? '']
    const credentials = { ...app, ...wrong, ...(secret !== undefined && { client_secret: secret }) }
    const answer = await postForm(crocus, credentials, '/oauth2/token', { grant_type: 'authorization_code' })
    expect(outcome(answer)).toEqual({ status: 401, error: 'invalid_client' })
    expect(answer.headers['www-authenticate']).toMatch(/^Basic realm="/)
  })

  it('takes no secret from the form', async () => {
    const { client_id, client_secret } = app
    const form = new URLSearchParams({ grant_type: 'authorization_code', client_id, client_secret })
    const answer = await crocus.request('POST', '/oauth2/token', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      bytes: Buffer.from(form.toString()),
    })
    expect(outcome(answer)).toEqual({ status: 401, error: 'invalid_client' })
  })
})

it('gives no code to HEAD', async () => {
  await givenCode(crocus, ada, authorizationParams(app, 'openid'))
  const { cookie } = await browserOf(crocus, ada)
  const query = new URLSearchParams(authorizationParams(app, 'openid')).toString()
  const answer = await crocus.request('HEAD', `/oauth2/authorize?${query}`, { headers: { cookie } })
  expect([answer.status, answer.headers['location']]).toEqual([404, undefined])
})

describe('a refresh token', () => {
  it('is replaced at each use, with fewer scopes if wanted, and gives no ID token', async () => {
    const first = await givenTokens(crocus, app, ada, `${OFFLINE} read:project`)
    const answer = await refresh(crocus, app, first.refresh_token, { scope: 'openid' })
    expect(answer.json()).toMatchObject({ scope: 'openid', token_type: 'Bearer' })
    const second = answer.json<TokenResponse>()
    expect(second.id_token).toBeUndefined()
    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect([await isGood(first.access_token), await isGood(second.access_token)]).toEqual([true, true])
    expect((await refresh(crocus, app, second.refresh_token)).json()).toMatchObject({
      scope: `${OFFLINE} read:project`,
    })
  })

  it.each(['openid read:tracker', 'everything'])('gives no scope that was not allowed: %s', async scope => {
    const { refresh_token } = await givenTokens(crocus, app, ada, OFFLINE)
    expect(outcome(await refresh(crocus, app, refresh_token, { scope }))).toEqual(invalid('invalid_scope'))
  })

  it('revokes its whole family when it is used again', async () => {
    const first = await givenTokens(crocus, app, ada, OFFLINE)
    const second = (await refresh(crocus, app, first.refresh_token)).json<TokenResponse>()
    expect(outcome(await refresh(crocus, app, first.refresh_token))).toEqual(invalid('invalid_grant'))
    expect([await isGood(first.access_token), await isGood(second.access_token)]).toEqual([false, false])
    expect(outcome(await refresh(crocus, app, second.refresh_token))).toEqual(invalid('invalid_grant'))
  })

  it('is accepted from one of several concurrent requests', async () => {
    const { refresh_token } = await givenTokens(crocus, app, ada, OFFLINE)
    const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(crocus, app, refresh_token)))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThan(2)
    expect(answers.map(({ status }) => status).filter(status => status !== 200 && status !== 400)).toEqual([])
  })

  it('is over after six hours', async () => {
    const { refresh_token } = await givenTokens(crocus, app, ada, OFFLINE)
    crocus.clock.advance(6 * 3_600_000)
    expect(outcome(await refresh(crocus, app, refresh_token))).toEqual(invalid('invalid_grant'))
  })

  it('is of its application alone', async () => {
    const { refresh_token } = await givenTokens(crocus, app, ada, OFFLINE)
    expect(outcome(await refresh(crocus, other, refresh_token))).toEqual(invalid('invalid_grant'))
    expect((await refresh(crocus, app, refresh_token)).status).toBe(200)
  })
})

describe('revocation (auth.md §6.5)', () => {
  it.each(['access_token', 'refresh_token'] as const)('by the %s ends the whole grant', async name => {
    const tokens = await givenTokens(crocus, app, ada, OFFLINE)
    expect((await postForm(crocus, app, '/oauth2/token/revoke', { token: tokens[name] ?? '' })).status).toBe(200)
    expect(await isGood(tokens.access_token)).toBe(false)
    expect(outcome(await refresh(crocus, app, tokens.refresh_token))).toEqual(invalid('invalid_grant'))
  })

  it('reveals nothing about unknown tokens, or tokens of others', async () => {
    const { access_token } = await givenTokens(crocus, app, ada, OFFLINE)
    for (const token of [access_token, 'x', `tlp-oauth2-at1-1.${'0'.repeat(64)}`]) {
      const answer = await postForm(crocus, other, '/oauth2/token/revoke', { token })
      expect([answer.status, answer.text]).toEqual([200, ''])
    }
    expect(await isGood(access_token)).toBe(true)
  })

  it('needs a token, and the application', async () => {
    expect(outcome(await postForm(crocus, app, '/oauth2/token/revoke', {}))).toEqual(invalid('invalid_request'))
    const wrong = await postForm(crocus, { ...app, client_secret: 'x' }, '/oauth2/token/revoke', { token: 'x' })
    expect(outcome(wrong)).toEqual({ status: 401, error: 'invalid_client' })
  })
})

describe('userinfo (auth.md §6.6)', () => {
  it('returns the claims of the scopes, by GET and POST', async () => {
    const all = await givenTokens(crocus, app, ada, 'openid profile email')
    const answer = await userinfo(all.access_token)
    expect(answer.json()).toEqual({
      sub: String(ada.id),
      email: 'ada@example.org',
      email_verified: true,
      name: 'Ada',
      preferred_username: 'ada',
      profile: 'http://crocus.test/users/ada',
      picture: 'http://crocus.test/users/ada/avatar.png',
      zoneinfo: expect.stringMatching(/\w/) as string,
      locale: 'en-US',
    })
    await crocus.request('PATCH', '/api/account', { as: ada.as, json: { language: 'fr' } })
    expect((await userinfo(all.access_token)).json()).toMatchObject({ locale: 'fr-FR' })
    const little = await givenTokens(crocus, app, ada, 'openid')
    const posted = await crocus.request('POST', '/oauth2/userinfo', bearer(little.access_token))
    expect(posted.json()).toEqual({ sub: String(ada.id) })
  })

  it.each([
    ['no token', undefined, 401, /^Bearer realm="/],
    ['one that is none', 'Bearer x', 401, /error="invalid_token"/],
    ['one that nobody has', `Bearer tlp-oauth2-at1-1.${'0'.repeat(64)}`, 401, /error="invalid_token"/],
  ])('refuses %s', async (_what, authorization, status, challenge) => {
    const headers = authorization === undefined ? {} : { authorization }
    const answer = await crocus.request('GET', '/oauth2/userinfo', { headers })
    expect([answer.status, answer.text]).toEqual([status, ''])
    expect(answer.headers['www-authenticate']).toMatch(challenge)
  })

  it('refuses a token without openid, and one in the address or in a form', async () => {
    const { access_token } = await givenTokens(crocus, app, ada, 'read:project')
    const answer = await userinfo(access_token)
    expect([answer.status, answer.text]).toEqual([403, ''])
    expect(answer.headers['www-authenticate']).toMatch(/error="insufficient_scope".*scope="openid"/)
    const good = await givenTokens(crocus, app, ada, 'openid')
    const inAddress = await crocus.request('GET', `/oauth2/userinfo?access_token=${good.access_token}`)
    const inForm = await crocus.request('POST', '/oauth2/userinfo', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      bytes: Buffer.from(`access_token=${good.access_token}`),
    })
    expect([inAddress.status, inForm.status]).toEqual([401, 401])
  })
})

describe('tokens', () => {
  it('are stored as hashes', async () => {
    const tokens = await givenTokens(crocus, app, ada, OFFLINE)
    const stored = JSON.stringify(await crocus.db.kysely.selectFrom('oauth_token').selectAll().execute())
    for (const text of [tokens.access_token, tokens.refresh_token ?? '']) {
      const secret = text.split('.')[1] ?? ''
      expect(secret).toHaveLength(64)
      expect(stored).not.toContain(secret)
      expect(stored).not.toContain(Buffer.from(secret, 'hex').toString('base64'))
    }
  })

  it('are over after an hour', async () => {
    const { access_token } = await givenTokens(crocus, app, ada, 'openid')
    crocus.clock.advance(3_600_000)
    expect(await isGood(access_token)).toBe(false)
  })

  it('end with the account', async () => {
    const leaving = await givenAccount(crocus, 'leaving')
    const tokens = await givenTokens(crocus, app, leaving, OFFLINE)
    const code = await givenCode(crocus, leaving, authorizationParams(app, 'openid'))
    await crocus.request('PATCH', `/api/users/${leaving.id}`, { as: crocus.admin, json: { status: 'S' } })
    expect(await isGood(tokens.access_token)).toBe(false)
    expect(outcome(await refresh(crocus, app, tokens.refresh_token))).toEqual(invalid('invalid_grant'))
    expect(outcome(await exchange(crocus, app, code))).toEqual(invalid('invalid_grant'))
  })

  it('end with the application', async () => {
    const doomed = await givenApp(crocus)
    const { access_token } = await givenTokens(crocus, doomed, ada, OFFLINE)
    expectDone(await crocus.request('DELETE', `/api/oauth2_apps/${doomed.id}`, { as: crocus.admin }))
    expect(await isGood(access_token)).toBe(false)
    const left = crocus.db.kysely.selectFrom('oauth_grant').select('id').where('app_id', '=', doomed.id)
    expect(await left.execute()).toEqual([])
  })

  it('are cleared away when nothing of their grant is good any more', async () => {
    const count = async () => (await crocus.db.kysely.selectFrom('oauth_grant').select('id').execute()).length
    await givenTokens(crocus, app, ada, OFFLINE)
    const clean = crocus.app.jobs.find(({ name }) => name === 'remove_expired_oauth_grants')
    crocus.clock.advance(2 * 3_600_000)
    await clean?.run({})
    expect(await count()).toBeGreaterThan(0)
    crocus.clock.advance(5 * 3_600_000)
    await clean?.run({})
    expect(await count()).toBe(0)
  })
})

describe('the consents of a user', () => {
  it('is remembered, and refused when the user refuses', async () => {
    const fresh = await givenApp(crocus)
    const params = authorizationParams(fresh, 'openid read:project', { state: 'the state' })
    const refused = await authorizeAndDecide(crocus, ada, params, 'deny')
    expect(Object.fromEntries(refused.searchParams)).toMatchObject({ error: 'access_denied', state: 'the state' })
    await givenCode(crocus, ada, params)
    expect(await authorize(crocus, ada, { ...params, scope: 'read:project' })).toMatch(
      /^https:\/\/app[.]example\/callback[?]code=.*&state=the\+state/,
    )
  })

  it('is listed, and revoked with all tokens at once', async () => {
    const fresh = await givenApp(crocus)
    crocus.clock.advance(1000)
    const { access_token, refresh_token } = await givenTokens(crocus, fresh, ada, OFFLINE)
    const list = () => crocus.request('GET', '/api/users/self/oauth2_authorizations', { as: ada.as })
    expect((await list()).json<unknown[]>()[0]).toMatchObject({
      app: { id: fresh.id, name: 'The app', client_id: fresh.client_id, project: null },
      scopes: ['openid', 'offline_access'],
      last_used_on: expect.stringMatching(/^\d{4}-/) as string,
    })
    const path = `/api/users/${ada.id}/oauth2_authorizations/${fresh.id}`
    expect((await crocus.request('DELETE', path, { as: crocus.admin })).status).toBe(403)
    expectDone(await crocus.request('DELETE', path, { as: ada.as }))
    expect((await crocus.request('DELETE', path, { as: ada.as })).status).toBe(404)
    expect(await isGood(access_token)).toBe(false)
    expect(outcome(await refresh(crocus, fresh, refresh_token))).toEqual(invalid('invalid_grant'))
    expect((await list()).text).not.toContain(fresh.client_id)
  })

  it('is decided once, in a browser of the user who was asked', async () => {
    const stranger = await givenAccount(crocus, 'stranger')
    const uid = consentOf(await authorize(crocus, ada, authorizationParams(await givenApp(crocus), 'openid')))
    const path = `/api/oauth2_interactions/${uid}`
    const mine = await browserOf(crocus, ada)
    const theirs = await browserOf(crocus, stranger)
    expect((await mine.request('GET', path)).json()).toMatchObject({
      redirect_host: 'app.example',
      scopes: [{ identifier: 'openid', is_new: true }],
      account: { id: ada.id },
    })
    expect((await theirs.request('GET', path)).status).toBe(404)
    expect((await decide(crocus, stranger, uid)).status).toBe(404)
    expect((await crocus.request('POST', path, { as: ada.as, json: { decision: 'allow' } })).status).toBe(403)
    expect((await crocus.request('POST', path, { json: { decision: 'allow' } })).status).toBe(401)
    expect((await decide(crocus, ada, uid, 'maybe')).status).toBe(400)
    expect((await decide(crocus, ada, uid)).status).toBe(200)
    expect((await decide(crocus, ada, uid)).status).toBe(404)
  })

  it('can be asked of another account in the same browser', async () => {
    const other = await givenAccount(crocus, 'other')
    const asked = { state: 'a&b', nonce: 'once', ...pkce().params }
    const params = authorizationParams(await givenApp(crocus), 'openid email', asked)
    const uid = consentOf(await authorize(crocus, ada, params))
    const answer = await (await browserOf(crocus, ada)).request('GET', `/api/oauth2_interactions/${uid}`)
    const { pathname, searchParams } = new URL(
      answer.json<{ request_path: string }>().request_path,
      'https://x.example',
    )
    expect([pathname, Object.fromEntries(searchParams)]).toEqual(['/oauth2/authorize', params])
    expect(consentOf(await authorize(crocus, other, Object.fromEntries(searchParams)))).not.toBe(uid)
  })

  it('is not asked for for ever', async () => {
    const uid = consentOf(await authorize(crocus, ada, authorizationParams(await givenApp(crocus), 'openid')))
    crocus.clock.advance(30 * 60_000)
    expect((await decide(crocus, ada, uid)).status).toBe(404)
  })

  it('leads to no address that the application gave up meanwhile', async () => {
    const moving = await givenApp(crocus)
    const uid = consentOf(await authorize(crocus, ada, authorizationParams(moving, 'openid')))
    const json = { redirect_uri: 'https://new.example/' }
    await crocus.request('PATCH', `/api/oauth2_apps/${moving.id}`, { as: crocus.admin, json })
    expect((await decide(crocus, ada, uid)).status).toBe(403)
  })

  it('stays when the password changes; codes and tokens do not', async () => {
    const changing = await givenAccount(crocus, 'changing')
    const params = authorizationParams(app, OFFLINE)
    const tokens = await givenTokens(crocus, app, changing, OFFLINE)
    const code = await givenCode(crocus, changing, params)
    const actor = { userId: 101, means: 'command' } as const
    await crocus.app.modules.users.setPassword(changing.id, 'another long password', actor)
    expect(await isGood(tokens.access_token)).toBe(false)
    expect(outcome(await refresh(crocus, app, tokens.refresh_token))).toEqual(invalid('invalid_grant'))
    expect(outcome(await exchange(crocus, app, code))).toEqual(invalid('invalid_grant'))
    const list = await crocus.request('GET', '/api/users/self/oauth2_authorizations', {
      as: ['changing', 'another long password'],
    })
    expect(list.json()).toMatchObject([{ app: { id: app.id } }])
  })
})
