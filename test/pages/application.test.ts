import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as client from 'openid-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { describePages, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenProject, type Account } from '../harness/fixture.ts'

// The life of an application, from its registration to the end of its last token, for its developer and its user.

describePages('an application that acts for somebody', () => {
  let browser: TestBrowser
  let application: Server
  let back: string
  let ann: Account
  let ben: Account
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann')
    ben = await givenAccount(browser.crocus, 'ben', { realName: 'Ben Pilot' })
    await givenProject(browser.crocus, 'lighthouse', { as: ann.as, isPublic: false, members: ['ben'] })
    application = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<link rel="icon" href="data:,"><p>Tide tables'),
    )
    await new Promise<void>(listening => application.listen(0, '127.0.0.1', listening))
    back = `http://localhost:${(application.address() as AddressInfo).port}/back`
  })
  afterAll(() => application?.close())

  it('is registered, signs a user in who consents, calls the API, refreshes, and loses it all', async () => {
    const registering = await browser.newPageOf(ann.as)
    await registering.goto('/projects/lighthouse/administration/applications')
    await registering.getByRole('button', { name: 'Register an application' }).click()
    await registering.getByLabel('Name').fill('Tide tables')
    await registering.getByLabel('Redirect address').fill(back)
    await registering.getByRole('button', { name: 'Register', exact: true }).click()
    const valueOf = (label: string) => registering.getByRole('group', { name: label }).innerText()
    const [clientId, secret] = [await valueOf('Client identifier'), await valueOf('Client secret')]

    const config = await client.discovery(
      new URL(browser.origin),
      clientId,
      undefined,
      client.ClientSecretBasic(secret),
      {
        execute: [client.allowInsecureRequests],
      },
    )
    const pkceCodeVerifier = client.randomPKCECodeVerifier()
    const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()]
    const address = client.buildAuthorizationUrl(config, {
      redirect_uri: back,
      scope: 'openid profile offline_access read:project',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
      nonce: expectedNonce,
    })
    const page = await browser.newPage({ mayGoTo: new URL(back).origin })
    await page.goto(address.href)
    await page.getByLabel(/^Login name/).fill(ben.as[0])
    await page.getByLabel(/^Password/).fill(ben.as[1])
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Tide tables asks for access' }).waitFor()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('Tide tables').waitFor()
    await page.waitForURL(url => url.origin === new URL(back).origin)

    const tokens = await client.authorizationCodeGrant(config, new URL(page.url()), {
      pkceCodeVerifier,
      expectedState,
      expectedNonce,
      idTokenExpected: true,
    })
    const subject = tokens.claims()?.sub ?? ''
    expect(subject).toBe(String(ben.id))
    expect(await client.fetchUserInfo(config, tokens.access_token, subject)).toMatchObject({ name: 'Ben Pilot' })
    const projects = (token: string) =>
      fetch(`${browser.origin}/api/projects`, { headers: { authorization: `Bearer ${token}` } })
    expect(await (await projects(tokens.access_token)).json()).toMatchObject([{ shortname: 'lighthouse' }])

    const refreshed = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect((await projects(refreshed.access_token)).status).toBe(200)
    await client.tokenRevocation(config, refreshed.refresh_token ?? '')
    expect((await projects(refreshed.access_token)).status).toBe(401)
    await expect(client.refreshTokenGrant(config, refreshed.refresh_token ?? '')).rejects.toThrow()
  })
})
