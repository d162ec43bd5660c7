import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, describePages, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { authorizationParams, exchange, givenApp, type OauthApp } from '../harness/oauth.ts'
import { givenAccount, givenProject, type Account, type Credentials } from '../harness/fixture.ts'

describePages('the page that asks for consent', () => {
  let browser: TestBrowser
  let application: Server
  let origin: string
  let app: OauthApp
  let alice: Account
  let bob: Account
  beforeAll(async () => {
    browser = await testBrowser()
    alice = await givenAccount(browser.crocus, 'alice', { realName: 'Alice Liddell' })
    bob = await givenAccount(browser.crocus, 'bob', { realName: 'Bob' })
    application = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<link rel="icon" href="data:,"><p>The application'),
    )
    await new Promise<void>(listening => application.listen(0, '127.0.0.1', listening))
    origin = `http://localhost:${(application.address() as AddressInfo).port}`
    const { id: projectId } = await givenProject(browser.crocus, 'lighthouse')
    app = await givenApp(browser.crocus, { projectId, redirectUri: `${origin}/callback` })
  })
  afterAll(() => application?.close())

  const requestPath = (scope: string): string =>
    `/oauth2/authorize?${new URLSearchParams(authorizationParams(app, scope, { state: 'of the app' })).toString()}`

  const signIn = async (page: Page, [login, password]: Credentials): Promise<void> => {
    await page.getByLabel(/^Login name/).fill(login)
    await page.getByLabel(/^Password/).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  const arrival = async (page: Page): Promise<URLSearchParams> => {
    await page.waitForURL(url => url.origin === origin)
    return new URL(page.url()).searchParams
  }

  it('asks after signing in, and sends a user who allows it back with a code', async () => {
    const page = await browser.newPage({ mayGoTo: origin })
    await page.goto(requestPath('openid read:project'))
    await signIn(page, alice.as)
    await page.getByRole('heading', { name: 'The app asks for access' }).waitFor()
    await page.getByText('An application of the project The lighthouse').waitFor()
    await page.getByText('see your projects with their groups').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Allow' }).click()
    const code = (await arrival(page)).get('code')
    expect((await exchange(browser.crocus, app, code ?? '')).status).toBe(200)

    await page.goto(browser.origin + requestPath('openid email offline_access'))
    await page.getByText('new', { exact: true }).first().waitFor()
    expect(await page.getByRole('listitem').allInnerTexts()).toEqual([
      'know who you are, and sign you in',
      'see your e-mail address\nnew',
      'go on while you are away\nnew',
    ])
    await screenshots(page, 'consent')
  })

  it('sends a user who denies it back without a code, asked again under another account', async () => {
    const page = await browser.newPageOf(alice.as, { mayGoTo: origin })
    await page.goto(requestPath('openid profile'))
    await page.getByRole('button', { name: 'Use another account' }).click()
    await signIn(page, bob.as)
    await page.getByText('@bob').waitFor()
    await page.getByRole('button', { name: 'Deny' }).click()
    const answer = await arrival(page)
    expect([answer.get('error'), answer.get('state')]).toEqual(['access_denied', 'of the app'])
  })

  it('says so when nothing waits for an answer', async () => {
    const page = await browser.newPageOf(alice.as)
    await page.goto('/oauth2/consent/forgotten')
    await page.getByRole('heading', { name: 'This request is not there any more' }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'consent-gone')
  })

  it('tells of an application that cannot be let in in its own words, not in those of the link', async () => {
    const page = await browser.newPage()
    await page.goto('/oauth2/authorize?client_id=tlp-client-id-999')
    await page.getByText('No such application is registered here, or').waitFor()
    await expectAccessible(page)
    await screenshots(page, 'consent-error')
    await page.goto('/oauth2/error?error=invalid_client&error_description=Call%20this%20number')
    await page.getByText('No such application is registered here, or').waitFor()
    expect(await page.getByText('Call this number').count()).toBe(0)
  })
})
