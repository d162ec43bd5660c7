// A program with a client library of OpenID Connect, against a listening server.
import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify, type JWTVerifyGetKey } from 'jose'
import * as client from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp, type App } from '../../src/app.ts'
import { openDatabase, type Db } from '../../src/platform/db/db.ts'
import { createLog } from '../../src/platform/log.ts'
import { listen, testApp, type TestApp } from '../harness/app.ts'
import { bearer, browserOf, consentOf, decide, givenApp, type OauthApp } from '../harness/oauth.ts'
import { givenAccount, givenProject, type Account } from '../harness/fixture.ts'

let crocus: TestApp
let issuer: string
let ada: Account
let app: OauthApp
let second: App
let secondAddress: string
let secondDb: Db
beforeAll(async () => {
  crocus = await testApp({ publicUrl: undefined })
  issuer = await listen(crocus)
  await crocus.app.modules.settings.set('public_url', issuer, { actorId: 101, means: 'command' })
  ada = await givenAccount(crocus, 'ada', { realName: 'Ada' })
  const project = await givenProject(crocus, 'garden', { as: ada.as })
  app = await givenApp(crocus, { projectId: project.id, as: ada.as, pkce: true })
  // Another process on the same database, with the same public address.
  secondDb = openDatabase(crocus.databaseUrl)
  const config = { ...crocus.config, publicUrl: issuer }
  second = await createApp({ config, db: secondDb, clock: crocus.clock, log: createLog('fatal') })
  secondAddress = await second.fastify.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await second.close()
  await secondDb.close()
})

const discover = (secret = app.client_secret): Promise<client.Configuration> =>
  client.discovery(new URL(issuer), app.client_id, undefined, client.ClientSecretBasic(secret), {
    // The second check also verifies the signature of ID tokens.
    execute: [client.allowInsecureRequests, client.enableNonRepudiationChecks],
  })

interface SignedIn {
  readonly config: client.Configuration
  readonly tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>>
}

/** Signs in like the program: opens the library's address in the user's browser, and gets a code back. */
const signIn = async (scope: string): Promise<SignedIn> => {
  const config = await discover()
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const expectedState = client.randomState()
  const expectedNonce = client.randomNonce()
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: app.redirect_uri,
    scope,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
  })
  const { cookie } = await browserOf(crocus, ada)
  const asked = await fetch(address, { redirect: 'manual', headers: { cookie } })
  expect(asked.status).toBe(302)
  const location = asked.headers.get('location') ?? ''
  const back = location.startsWith('/oauth2/consent/')
    ? (await decide(crocus, ada, consentOf(location))).json<{ redirect_to: string }>().redirect_to
    : location
  const tokens = await client.authorizationCodeGrant(config, new URL(back), {
    pkceCodeVerifier,
    expectedState,
    expectedNonce,
    idTokenExpected: true,
  })
  return { config, tokens }
}

describe('a client library', () => {
  it('discovers, signs in with PKCE, reads who it is, calls the API, refreshes and revokes', async () => {
    const { config, tokens } = await signIn('openid profile offline_access read:project')
    const claims = tokens.claims()
    expect(claims).toMatchObject({ iss: issuer, aud: app.client_id, sub: String(ada.id) })
    expect((claims?.exp ?? 0) - (claims?.iat ?? 0)).toBe(120)
    expect(claims?.auth_time).toBe(Math.floor(crocus.clock.now().getTime() / 1000))
    expect(claims).not.toHaveProperty('name')

    const user = await client.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '')
    expect(user).toMatchObject({ name: 'Ada', preferred_username: 'ada' })
    expect(user).not.toHaveProperty('email')

    const projects = await client.fetchProtectedResource(
      config,
      tokens.access_token,
      new URL(`${issuer}/api/projects`),
      'GET',
    )
    expect(projects.status).toBe(200)

    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(refreshed.access_token).not.toBe(tokens.access_token)
    await client.tokenRevocation(config, refreshed.access_token)
    await expect(client.fetchUserInfo(config, refreshed.access_token, claims?.sub ?? '')).rejects.toThrow()
    await expect(client.refreshTokenGrant(config, refreshed.refresh_token ?? '')).rejects.toThrow()
  })

  it('is let in by its secret only, and not by one that was renewed', async () => {
    const { config, tokens } = await signIn('openid offline_access')
    await expect(client.refreshTokenGrant(await discover('wrong'), tokens.refresh_token ?? '')).rejects.toThrow()
    const renewed = await crocus.request('POST', `/api/oauth2_apps/${app.id}/secret`, { as: ada.as })
    await expect(client.refreshTokenGrant(config, tokens.refresh_token ?? '')).rejects.toThrow()
    app = { ...app, ...renewed.json<OauthApp>() }
    const again = await client.refreshTokenGrant(await discover(), tokens.refresh_token ?? '')
    expect(again.access_token).toMatch(/^tlp-oauth2-at1-/)
  })
})

describe('keys of ID tokens (auth.md §6.7)', () => {
  const keysOf = (address: string): JWTVerifyGetKey =>
    createRemoteJWKSet(new URL(`${address}/oauth2/jwks`), { cooldownDuration: 0 })
  const isVerified = async (token = '', address = issuer): Promise<boolean> =>
    jwtVerify(token, keysOf(address), { issuer, audience: app.client_id, algorithms: ['RS256'] }).then(
      () => true,
      () => false,
    )
  const kid = (token = ''): string | undefined => decodeProtectedHeader(token).kid
  const published = async (address: string): Promise<Record<string, unknown>[]> =>
    ((await (await fetch(`${address}/oauth2/jwks`)).json()) as { keys: Record<string, unknown>[] }).keys

  it('are replaced by hand, for all processes, while tokens of the old one stay good', async () => {
    const before = (await signIn('openid')).tokens.id_token
    expect(await isVerified(before)).toBe(true)
    const next = await crocus.app.modules.oauth.rotateKeys()
    const after = (await signIn('openid')).tokens.id_token
    expect([kid(before) === next, kid(after)]).toEqual([false, next])
    expect([await isVerified(before), await isVerified(after)]).toEqual([true, true])
    await expect.poll(async () => (await published(secondAddress)).map(key => key['kid'])).toContain(next)
    expect([await isVerified(before, secondAddress), await isVerified(after, secondAddress)]).toEqual([true, true])

    crocus.clock.advance(10 * 60_000)
    expect([await isVerified(before), await isVerified(after)]).toEqual([false, true])
  })

  it('are replaced every hour by themselves; of the old one nothing private is left', async () => {
    const job = crocus.app.jobs.find(({ name }) => name === 'rotate_oauth_keys')
    const [first] = await published(issuer)
    await job?.run({})
    expect((await published(issuer))[0]).toEqual(first)
    crocus.clock.advance(3_600_000)
    await job?.run({})
    const [next, old] = await published(issuer)
    expect(old).toEqual(first)
    expect(next?.['kid']).not.toBe(first?.['kid'])
    const rows = await crocus.db.kysely.selectFrom('oauth_signing_key').selectAll().execute()
    expect(rows.filter(row => row.private_jwk !== null).map(row => row.kid)).toEqual([next?.['kid']])
    crocus.clock.advance(3_600_000)
    await job?.run({})
    expect(await published(issuer)).toHaveLength(2)
  })

  it('are published without their private parts', async () => {
    for (const key of await published(issuer)) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
      expect(key).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig' })
    }
    const answer = await fetch(`${issuer}/oauth2/jwks`)
    expect(answer.headers.get('cache-control')).toBe('max-age=120,public')
  })
})

describe('two processes', () => {
  const project = (address: string, token: string): Promise<number> =>
    fetch(`${address}/api/projects`, bearer(token)).then(({ status }) => status)

  it('share codes, tokens and what is revoked', async () => {
    const { config, tokens } = await signIn('openid offline_access read:project')
    const { access_token, refresh_token = '' } = tokens
    expect([await project(issuer, access_token), await project(secondAddress, access_token)]).toEqual([200, 200])
    const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token })
    const authorization = `Basic ${Buffer.from(`${app.client_id}:${app.client_secret}`).toString('base64')}`
    const refreshed = await fetch(`${secondAddress}/oauth2/token`, {
      method: 'POST',
      body: form,
      headers: { authorization },
    })
    expect(refreshed.status).toBe(200)
    // If the first process gets the old token again, the grant ends on both processes.
    await expect(client.refreshTokenGrant(config, refresh_token)).rejects.toThrow()
    expect(await project(issuer, access_token)).toBe(401)
    await expect.poll(() => project(secondAddress, access_token)).toBe(401)
  })
})
