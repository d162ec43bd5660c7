import { Client, StreamableHTTPClientTransport, type OAuthClientProvider } from '@modelcontextprotocol/client'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { afterFile } from '../../../test/harness/after-file.ts'
import { listen, testApp, type TestApp } from '../../../test/harness/app.ts'
import { givenAccount, givenArtifact, givenProject, type Account } from '../../../test/harness/fixture.ts'
import { makeLocalhostCertificate } from '../../../test/harness/localhost-certificate.ts'
import { useTool } from '../../../test/harness/mcp.ts'
import {
  authorizationParams,
  authorize,
  authorizeAndDecide,
  bearer,
  browserOf,
  pkce,
} from '../../../test/harness/oauth.ts'
import type { SettingName } from '../settings/index.ts'

const REDIRECT = 'http://127.0.0.1:49152/callback'
const command = { actorId: null, means: 'command' } as const

let crocus: TestApp
let origin: string
let ann: Account
/** Signs in later than the clock of other tests goes. */
let bob: Account
let artifactId: number
beforeAll(async () => {
  crocus = await testApp()
  origin = await listen(crocus)
  // Programs follow the addresses that the server tells.
  await set('public_url', origin)
  ann = await givenAccount(crocus, 'ann')
  bob = await givenAccount(crocus, 'bob')
  const project = await givenProject(crocus, 'lighthouse', { as: ann.as })
  artifactId = await givenArtifact(crocus, project.tracker('bug'), 'The lamp', { as: ann.as })
})
const set = (name: SettingName, value: string) => crocus.app.modules.settings.set(name, value, command)
beforeEach(() => set('oauth_dynamic_registration', '0'))

/** A program on the machine of its user, with what it keeps between its starts. */
interface Program extends OAuthClientProvider {
  /** Address that it would open in the browser. */
  readonly opened: () => URL
}
const program = (known?: { readonly client_id: string }): Program => {
  const kept = new Map<string, unknown>(known ? [['client', known]] : [])
  const keep =
    (name: string) =>
    (value: unknown): void =>
      void kept.set(name, value)
  return {
    redirectUrl: REDIRECT,
    clientMetadata: {
      client_name: 'Claude',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    clientInformation: () => kept.get('client') as never,
    saveClientInformation: keep('client'),
    tokens: () => kept.get('tokens') as never,
    saveTokens: keep('tokens'),
    redirectToAuthorization: keep('opened'),
    saveCodeVerifier: keep('verifier'),
    codeVerifier: () => kept.get('verifier') as string,
    discoveryState: () => kept.get('discovery') as never,
    saveDiscoveryState: keep('discovery'),
    opened: () => kept.get('opened') as URL,
  }
}

const transportOf = (authProvider: Program) =>
  new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider })

/** The user allows in the browser what the program asks for. */
const allow = async (asking: Program, user = ann): Promise<void> => {
  const params = Object.fromEntries(asking.opened().searchParams)
  expect(params).toMatchObject({ resource: `${origin}/mcp`, code_challenge_method: 'S256' })
  const back = await authorizeAndDecide(crocus, user, params)
  expect(back.href).toContain('http://127.0.0.1:49152/callback?code=')
  await transportOf(asking).finishAuth(back.searchParams)
}

const connect = async (asking: Program): Promise<Client> => {
  const client = new Client({ name: 'Claude', version: '1' })
  await client.connect(transportOf(asking))
  afterFile(() => client.close())
  return client
}
const signIn = async (asking: Program, user?: Account): Promise<Client> => {
  await expect(connect(asking)).rejects.toThrow()
  await allow(asking, user)
  return connect(asking)
}

const register = (json: object) => crocus.request('POST', '/oauth2/register', { json })
const aClient = (given: object = {}) => ({ client_name: 'A program', redirect_uris: [REDIRECT], ...given })

describe('signing in to the MCP server', () => {
  it('finds out by itself where and how', async () => {
    const { status, headers } = await crocus.request('POST', '/mcp', { json: {} })
    expect([status, headers['www-authenticate']]).toEqual([
      401,
      `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="read:mcp"`,
    ])
    const server = (await crocus.request('GET', '/.well-known/oauth-authorization-server')).json<object>()
    expect(server).toEqual((await crocus.request('GET', '/.well-known/openid-configuration')).json())
    expect(server).toMatchObject({
      issuer: origin,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'none'],
    })
    expect(server).not.toHaveProperty('registration_endpoint')
    await set('oauth_dynamic_registration', '1')
    const open = (await crocus.request('GET', '/.well-known/oauth-authorization-server')).json()
    expect(open).toMatchObject({
      registration_endpoint: `${origin}/oauth2/register`,
      client_id_metadata_document_supported: true,
    })
  })

  it(
    'works for a public client that an administrator registered, with one scope after the other',
    { timeout: 60_000 },
    async () => {
      const made = await crocus.request('POST', '/api/oauth2_apps', {
        as: crocus.admin,
        json: {
          name: 'Claude',
          redirect_uris: ['https://claude.example/callback', 'http://127.0.0.1/callback'],
          is_public: true,
        },
      })
      expect(made.json()).toMatchObject({
        client_secret: null,
        is_public: true,
        use_pkce: true,
        is_self_registered: false,
      })
      const asking = program({ client_id: made.json<{ client_id: string }>().client_id })
      const client = await signIn(asking)
      expect(await useTool(client, 'get_artifact', { id: artifactId })).toMatchObject({ isError: false })
      // It has asked to read alone. The first write asks for more.
      expect(asking.opened().searchParams.get('scope')).not.toContain('write:mcp')
      await expect(useTool(client, 'comment', { id: artifactId, text: 'No' })).rejects.toThrow()
      expect(asking.opened().searchParams.get('scope')).toContain('write:mcp')
      await allow(asking)
      const writer = await connect(asking)
      expect(await useTool(writer, 'comment', { id: artifactId, text: 'Yes' })).toMatchObject({
        isError: false,
        members: { dry_run: true },
      })
      const [token, refresh] = [await asking.tokens(), await asking.tokens()].map((tokens, index) =>
        index === 0 ? tokens?.access_token : tokens?.refresh_token,
      )
      const api = await crocus.request('GET', `/api/artifacts/${artifactId}`, bearer(token ?? ''))
      expect([api.status, api.text]).toEqual([401, expect.stringContaining('another service')])
      expect(refresh).toBeDefined()
    },
  )

  it('works for a program that registers itself, where the platform allows it', { timeout: 60_000 }, async () => {
    await expect(connect(program())).rejects.toThrow('does not support dynamic client registration')
    expect((await register(aClient())).status).toBe(404)
    await set('oauth_dynamic_registration', '1')
    const asking = program()
    const client = await signIn(asking)
    expect(await useTool(client, 'get_artifact', { id: artifactId })).toMatchObject({ isError: false })
    const apps = (await crocus.request('GET', '/api/oauth2_apps', { as: crocus.admin })).json()
    expect(apps).toContainEqual(
      expect.objectContaining({
        name: 'Claude',
        is_self_registered: true,
        is_public: true,
        project: null,
        last_token_on: expect.stringMatching(/^\d{4}-/) as string,
      }),
    )
    // Tokens are renewed without the user.
    crocus.clock.advance(61 * 60_000)
    expect(await useTool(await connect(asking), 'get_artifact', { id: artifactId })).toMatchObject({ isError: false })
  })

  it('tells the user that a program registered itself', async () => {
    await set('oauth_dynamic_registration', '1')
    const made = (await register(aClient({ client_name: '  A \n program ' }))).json<{ client_id: string }>()
    expect(made).toMatchObject({ client_name: 'A program', token_endpoint_auth_method: 'none' })
    const params = authorizationParams({ ...made, id: 0, client_secret: '', redirect_uri: REDIRECT }, 'read:mcp', {
      resource: `${origin}/mcp`,
      ...pkce().params,
    })
    const location = await authorize(crocus, ann, params)
    const browser = await browserOf(crocus, ann)
    const asked = await browser.request('GET', `/api/oauth2_interactions/${location.split('/').at(-1)}`)
    expect(asked.json()).toMatchObject({
      app: { name: 'A program', is_self_registered: true },
      redirect_host: '127.0.0.1:49152',
    })
  })
})

describe('clients that register themselves', () => {
  beforeEach(() => set('oauth_dynamic_registration', '1'))

  it('are refused with what is wrong', async () => {
    const refused = await register(aClient({ redirect_uris: ['http://evil.example/'] }))
    expect([refused.status, refused.json()]).toMatchObject([400, { error: 'invalid_redirect_uri' }])
    const noJson = await crocus.request('POST', '/oauth2/register', {
      headers: { 'content-type': 'application/json' },
      bytes: Buffer.from('{'),
    })
    expect([noJson.status, noJson.json()]).toMatchObject([400, { error: 'invalid_client_metadata' }])
  })

  it('are at most twenty a day from a network, and go after thirty days without a token', async () => {
    crocus.clock.advance(25 * 60 * 60_000)
    const answers = await Promise.all(Array.from({ length: 23 }, () => register(aClient({ client_name: 'Unused' }))))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
    crocus.clock.advance(29 * 24 * 60 * 60_000)
    const remove = crocus.app.jobs.find(({ name }) => name === 'remove_unused_oauth_apps')
    const names = async () =>
      (await crocus.request('GET', '/api/oauth2_apps', { as: crocus.admin }))
        .json<{ name: string }[]>()
        .map(({ name }) => name)
    await remove?.run({})
    expect(await names()).toContain('Unused')
    crocus.clock.advance(2 * 24 * 60 * 60_000)
    await remove?.run({})
    expect(await names()).not.toContain('Unused')
    // Those of administrators stay.
    expect(await names()).toContain('Claude')
  })
})

describe('metadata documents of clients', () => {
  it('are their ids, and read once a day', { timeout: 60_000 }, async () => {
    const certificate = makeLocalhostCertificate()
    setDefaultCACertificates([...getCACertificates('default'), certificate.cert])
    const document: Record<string, unknown> = aClient({ client_name: 'By document' })
    let reads = 0
    const server = createServer(certificate, (_request, response) => {
      reads++
      response.setHeader('content-type', 'application/json').end(JSON.stringify(document))
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    afterFile(() => server.close())
    const host = `localhost:${(server.address() as AddressInfo).port}`
    const clientId = `https://${host}/client.json`
    document['client_id'] = clientId
    const asking = { ...program(), clientMetadataUrl: clientId }
    const ask = async () => {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: REDIRECT,
        scope: 'read:mcp',
        resource: `${origin}/mcp`,
        ...pkce().params,
      })
      return crocus.request('GET', `/oauth2/authorize?${query.toString()}`)
    }
    // Off: no such client is known, and nothing is read.
    expect([(await ask()).status, reads]).toEqual([403, 0])
    await set('oauth_dynamic_registration', '1')
    // An inside address is read only if an operator allowed it.
    expect([(await ask()).status, reads]).toEqual([403, 0])
    await set('internal_hosts', host)
    document['client_id'] = 'https://another.example/client.json'
    expect([(await ask()).status, reads]).toEqual([403, 1])
    document['client_id'] = clientId
    const client = await signIn(asking, bob)
    expect(reads).toBe(2)
    expect(await useTool(client, 'get_artifact', { id: artifactId })).toMatchObject({ isError: false })
    document['client_name'] = 'Renamed'
    document['redirect_uris'] = ['https://app.example/back']
    expect([(await ask()).status, reads]).toEqual([302, 2])
    crocus.clock.advance(25 * 60 * 60_000)
    expect([(await ask()).status, reads]).toEqual([403, 3])
    const apps = (await crocus.request('GET', '/api/oauth2_apps', { as: crocus.admin })).json()
    expect(apps).toContainEqual(
      expect.objectContaining({ client_id: clientId, name: 'Renamed', is_self_registered: true }),
    )
    await set('internal_hosts', '')
  })
})

describe('the parameter resource', () => {
  it('is the MCP server alone, and what the code was given for', async () => {
    await set('oauth_dynamic_registration', '1')
    const made = (await register(aClient())).json<{ client_id: string }>()
    const app = { ...made, id: 0, client_secret: '', redirect_uri: REDIRECT }
    const refusalOf = async (scope: string, more: Record<string, string>) =>
      new URL(
        await authorize(crocus, bob, authorizationParams(app, scope, { ...pkce().params, ...more })),
      ).searchParams.get('error')
    expect(await refusalOf('read:mcp', { resource: 'https://elsewhere.example/mcp' })).toBe('invalid_target')
    expect(await refusalOf('read:mcp', { resource: '' })).toBe('invalid_target')
    expect(await refusalOf('read:tracker', { resource: `${origin}/api` })).toBe('invalid_target')

    const token = async (granted: string | undefined, asked: string | undefined, scope: string) => {
      const { verifier, params } = pkce()
      const back = await authorizeAndDecide(
        crocus,
        bob,
        authorizationParams(app, scope, { ...params, resource: granted ?? '' }),
      )
      const form = {
        grant_type: 'authorization_code',
        client_id: app.client_id,
        code: back.searchParams.get('code') ?? '',
        redirect_uri: REDIRECT,
        code_verifier: verifier,
        ...(asked !== undefined && { resource: asked }),
      }
      return crocus.request('POST', '/oauth2/token', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        bytes: Buffer.from(new URLSearchParams(form).toString()),
      })
    }
    const wrong = await token(undefined, `${origin}/mcp`, 'read:tracker')
    expect([wrong.status, wrong.json()]).toMatchObject([400, { error: 'invalid_target' }])
    const { access_token: own } = (await token(undefined, undefined, 'read:tracker')).json<{ access_token: string }>()
    const { access_token: agents } = (await token(`${origin}/mcp`, undefined, 'read:mcp')).json<{
      access_token: string
    }>()
    const statuses = async (secret: string) => [
      (await crocus.request('GET', `/api/artifacts/${artifactId}`, bearer(secret))).status,
      (
        await crocus.request('POST', '/mcp', {
          headers: { ...bearer(secret).headers, accept: 'application/json, text/event-stream' },
          json: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
        })
      ).status,
    ]
    expect(await statuses(own)).toEqual([200, 401])
    expect(await statuses(agents)).toEqual([401, 200])
  })
})

describe('addresses of public clients', () => {
  it('match with any port of the own machine, and byte by byte elsewhere', async () => {
    const made = await crocus.request('POST', '/api/oauth2_apps', {
      as: crocus.admin,
      json: {
        name: 'Local',
        redirect_uris: [
          'http://127.0.0.1:1/back',
          'http://[::1]/back',
          'http://localhost:3000/back',
          'https://a.example/back',
        ],
        is_public: true,
      },
    })
    const { client_id } = made.json<{ client_id: string }>()
    const known = async (redirect_uri: string) => {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id,
        redirect_uri,
        scope: 'openid',
        ...pkce().params,
      })
      return (await crocus.request('GET', `/oauth2/authorize?${query.toString()}`)).status === 302
    }
    for (const [uri, isKnown] of [
      ['http://127.0.0.1:50123/back', true],
      ['http://127.0.0.1/back', true],
      ['http://[::1]:50123/back', true],
      ['http://127.0.0.1:50123/other', false],
      ['http://127.0.0.1:50123@evil.example/back', false],
      ['http://127.0.0.1.evil.example/back', false],
      ['http://localhost:3000/back', true],
      ['http://localhost:3001/back', false],
      ['https://a.example:444/back', false],
      ['https://a.example/back', true],
    ] as const)
      expect([uri, await known(uri)]).toEqual([uri, isKnown])
  })

  it('need PKCE, and no secret', async () => {
    const { id } = (
      await crocus.request('POST', '/api/oauth2_apps', {
        as: crocus.admin,
        json: { name: 'No secret', redirect_uri: REDIRECT, is_public: true },
      })
    ).json<{ id: number }>()
    const off = await crocus.request('PATCH', `/api/oauth2_apps/${id}`, { as: crocus.admin, json: { use_pkce: false } })
    expect(off.status).toBe(400)
    expect((await crocus.request('POST', `/api/oauth2_apps/${id}/secret`, { as: crocus.admin })).status).toBe(409)
    const params = { response_type: 'code', client_id: `tlp-client-id-${id}`, redirect_uri: REDIRECT, scope: 'openid' }
    expect(new URL(await authorize(crocus, bob, params)).searchParams.get('error')).toBe('invalid_request')
  })
})
