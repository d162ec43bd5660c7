// Applications and what they do, over the endpoints of OAuth2.
import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { TestApp, TestResponse } from './app.ts'
import type { Account, Credentials } from './fixture.ts'
import { signIn, type Browser } from './sessions.ts'

export interface OauthApp {
  readonly id: number
  readonly client_id: string
  readonly client_secret: string
  readonly redirect_uri: string
}

export interface TokenResponse {
  readonly access_token: string
  readonly refresh_token?: string
  readonly id_token?: string
  readonly expires_in: number
}

/** An application of a project, or of the whole platform. */
export const givenApp = async (
  crocus: TestApp,
  given: {
    readonly projectId?: number
    readonly as?: Credentials
    readonly redirectUri?: string
    readonly pkce?: boolean
  } = {},
): Promise<OauthApp> => {
  const { projectId, as = crocus.admin, redirectUri = 'https://app.example/callback', pkce = false } = given
  const path = projectId === undefined ? '/api/oauth2_apps' : `/api/projects/${projectId}/oauth2_apps`
  const json = { name: 'The app', redirect_uri: redirectUri, use_pkce: pkce }
  const answer = await crocus.request('POST', path, { as, json })
  expect([answer.status, answer.status === 201 ? '' : answer.text]).toEqual([201, ''])
  return answer.json<OauthApp>()
}

export type Params = Readonly<Record<string, string>>

/** Tokens for agents are for the MCP server alone. */
const RESOURCE = 'http://crocus.test/mcp'

export const authorizationParams = (app: OauthApp, scope: string, more: Params = {}): Params => ({
  response_type: 'code',
  client_id: app.client_id,
  redirect_uri: app.redirect_uri,
  scope,
  ...(/(?:read|write):mcp/.test(scope) && { resource: RESOURCE }),
  ...more,
})

export interface Pkce {
  readonly verifier: string
  readonly params: Params
}

export const pkce = (): Pkce => {
  const verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, params: { code_challenge, code_challenge_method: 'S256' } }
}

const browsers = new WeakMap<Account, Promise<Browser>>()

/** The browser of somebody who signed in when it was first used. */
export const browserOf = (crocus: TestApp, user: Account): Promise<Browser> => {
  const browser = browsers.get(user) ?? signIn(crocus, user.as)
  browsers.set(user, browser)
  return browser
}

/** Where the authorization endpoint sends a browser: that of the user, or one in which nobody is signed in. */
export const authorize = async (crocus: TestApp, user: Account | undefined, params: Params): Promise<string> => {
  const cookie = user ? { cookie: (await browserOf(crocus, user)).cookie } : {}
  const path = `/oauth2/authorize?${new URLSearchParams(params).toString()}`
  // As browsers follow a link of the application.
  const headers = { ...cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
  const answer = await crocus.request('GET', path, { headers })
  expect([answer.status, answer.status === 302 ? '' : answer.text]).toEqual([302, ''])
  expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' })
  return String(answer.headers['location'])
}

/** Id of the question that the browser is sent to. */
export const consentOf = (location: string): string => {
  const uid = /^\/oauth2\/consent\/([\w-]+)$/.exec(location)?.[1]
  if (uid === undefined) throw new Error(`No consent is asked for: ${location}`)
  return uid
}

export const decide = async (
  crocus: TestApp,
  user: Account,
  uid: string,
  decision: string = 'allow',
): Promise<TestResponse> =>
  (await browserOf(crocus, user)).request('POST', `/api/oauth2_interactions/${uid}`, { json: { decision } })

/** Where the browser ends up, with what the user says on the page that asks, if it asks. */
export const authorizeAndDecide = async (
  crocus: TestApp,
  user: Account,
  params: Params,
  decision: 'allow' | 'deny' = 'allow',
): Promise<URL> => {
  const location = await authorize(crocus, user, params)
  if (!location.startsWith('/oauth2/consent/')) return new URL(location)
  const answer = await decide(crocus, user, consentOf(location), decision)
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return new URL(answer.json<{ redirect_to: string }>().redirect_to)
}

export const givenCode = async (crocus: TestApp, user: Account, params: Params): Promise<string> => {
  const code = (await authorizeAndDecide(crocus, user, params)).searchParams.get('code')
  if (code === null) throw new Error('There is no code')
  return code
}

/** A form from an application, which names itself as it should. */
export const postForm = (
  crocus: TestApp,
  app: Pick<OauthApp, 'client_id' | 'client_secret'>,
  path: string,
  form: Params,
): Promise<TestResponse> =>
  crocus.request('POST', path, {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      authorization: `Basic ${Buffer.from(`${app.client_id}:${app.client_secret}`).toString('base64')}`,
    },
    bytes: Buffer.from(new URLSearchParams(form).toString()),
  })

export const exchange = (crocus: TestApp, app: OauthApp, code: string, more: Params = {}): Promise<TestResponse> =>
  postForm(crocus, app, '/oauth2/token', {
    grant_type: 'authorization_code',
    code,
    redirect_uri: app.redirect_uri,
    ...more,
  })

export const refresh = (crocus: TestApp, app: OauthApp, token = '', more: Params = {}): Promise<TestResponse> =>
  postForm(crocus, app, '/oauth2/token', { grant_type: 'refresh_token', refresh_token: token, ...more })

export const givenTokens = async (
  crocus: TestApp,
  app: OauthApp,
  user: Account,
  scope: string,
): Promise<TokenResponse> => {
  const answer = await exchange(crocus, app, await givenCode(crocus, user, authorizationParams(app, scope)))
  expect([answer.status, answer.status === 200 ? '' : answer.text]).toEqual([200, ''])
  return answer.json<TokenResponse>()
}

export const bearer = (token: string): { readonly headers: Params } => ({
  headers: { authorization: `Bearer ${token}` },
})
