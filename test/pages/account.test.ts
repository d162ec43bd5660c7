import { beforeAll, expect, it } from 'vitest'
import {
  expectAccessible,
  describePages,
  screenshots,
  signIn,
  testBrowser,
  type TestBrowser,
} from '../harness/browser.ts'
import { givenAccessKey, givenAccount, givenArtifact, givenProject, type Account } from '../harness/scene.ts'

describePages('the pages of one’s own account', () => {
  let browser: TestBrowser
  let ann: Account
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Archer' })
    const lighthouse = await givenProject(browser.crocus, 'lighthouse', { members: ['ann'] })
    await givenArtifact(browser.crocus, lighthouse.tracker('bug'), 'The lamp flickers', { as: ann.as })
    await browser.crocus.work()
  })

  it('signs in with login and password, says when they are wrong, and goes on where one wanted to', async () => {
    const page = await browser.newPage()
    await page.goto('/account/sessions')
    await page.waitForURL(url => url.pathname === '/login')
    await expectAccessible(page)
    await screenshots(page, 'sign-in')
    await page.getByLabel('Login name').fill('ann')
    await page.getByLabel('Password', { exact: true }).fill('a wrong one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('alert').waitFor()
    await screenshots(page, 'sign-in-refused')
    await page.getByLabel('Password', { exact: true }).fill(ann.as[1])
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sessions' }).waitFor()
    await page.getByText('this one').waitFor()
    await expectAccessible(page)
    await screenshots(page, 'sessions')
  })

  it('leads to no other site after signing in', async () => {
    const page = await browser.newPage()
    await signIn(page, ann.as, '//elsewhere.example/')
    await page.getByRole('heading', { name: 'Hello, Ann Archer' }).waitFor()
    expect(page.url()).toBe(`${browser.origin}/`)
  })

  it('shows one’s projects and what one worked on, and signs out', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.getByRole('link', { name: 'The lighthouse' }).waitFor()
    await page.getByRole('link', { name: 'The lamp flickers' }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'home')
    await page.getByRole('button', { name: 'Account of Ann Archer' }).click()
    await page.getByRole('menu').waitFor()
    await expectAccessible(page)
    await screenshots(page, 'user-menu')
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL(url => url.pathname === '/login')
    await page.goto('/account/profile')
    await page.waitForURL(url => url.pathname === '/login')
  })

  it('changes name, address and password, and says what is wrong with them', async () => {
    const carl = await givenAccount(browser.crocus, 'carl', { realName: 'Carl' })
    const page = await browser.newPageOf(carl.as)
    await page.goto('/account/profile')
    await page.getByLabel('Name', { exact: true }).fill('Carl Cooper')
    await page.getByLabel('E-mail address').fill('carl@cooper.example')
    await page.getByLabel('Password', { exact: true }).fill('a wrong one')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').waitFor()
    await screenshots(page, 'profile-refused')
    await page.getByLabel('Password', { exact: true }).fill(carl.as[1])
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    await page.getByRole('button', { name: 'Account of Carl Cooper' }).waitFor()

    await page.goto('/account/password')
    await page.getByLabel('Current password', { exact: true }).fill(carl.as[1])
    await page.getByLabel('New password', { exact: true }).fill('another that is long')
    await expectAccessible(page)
    await screenshots(page, 'password')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await page.getByText('The password is changed.').waitFor()
    await signIn(await browser.newPage(), ['carl', 'another that is long'])
  })

  it('shows language and theme at once, and wherever one signs in', async () => {
    const dora = await givenAccount(browser.crocus, 'dora')
    const page = await browser.newPageOf(dora.as)
    await page.goto('/account/appearance')
    await page.getByText('Dark', { exact: true }).click()
    await page.getByText('Saved').first().waitFor()
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
    await page.getByLabel('Language').selectOption('fr')
    await page.getByRole('heading', { name: 'Apparence' }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'appearance')
    const elsewhere = await browser.newPageOf(dora.as)
    await elsewhere.getByRole('heading', { name: /^Bonjour/ }).waitFor()
    expect(await elsewhere.locator('html').getAttribute('data-theme')).toBe('dark')
  })

  it('sets a new password by the link of a mail, once', async () => {
    const eve = await givenAccount(browser.crocus, 'eve')
    const page = await browser.newPage()
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgotten password?' }).click()
    await page.getByLabel('Login name or e-mail address').fill('eve')
    await expectAccessible(page)
    await screenshots(page, 'forgotten-password')
    await page.getByRole('button', { name: 'Send the mail' }).click()
    await page.getByRole('status').filter({ hasText: 'a mail is on its way' }).waitFor()
    await browser.crocus.work()
    const mail = browser.crocus.mails.find(({ to }) => JSON.stringify(to).includes('eve@example.org'))
    const link = /\/reset-password\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    await page.goto(link)
    await page.getByLabel('New password', { exact: true }).fill('found back into it')
    await expectAccessible(page)
    await screenshots(page, 'new-password')
    await page.getByRole('button', { name: 'Set the password' }).click()
    await page.getByText('The new password is set. Sign in with it.').waitFor()
    await signIn(page, [eve.login, 'found back into it'])
    await page.goto(link)
    await page.getByRole('heading', { name: 'This link is no longer good' }).waitFor()
    await expectAccessible(page)
  })

  it('lists applications', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/account/applications')
    await page.getByRole('heading', { name: 'No application acts for you' }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'applications')
  })

  it('ends a session elsewhere', async () => {
    const bob = await givenAccount(browser.crocus, 'bob')
    const other = await browser.newPageOf(bob.as)
    const page = await browser.newPageOf(bob.as)
    await page.goto('/account/sessions')
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByText('Signed out everywhere else').waitFor()
    await other.goto('/account/profile')
    await other.waitForURL(url => url.pathname === '/login')
  })

  it('shows a page of the account to the keyboard as to the mouse', async () => {
    await givenAccessKey(browser.crocus, ann.as)
    const page = await browser.newPageOf(ann.as)
    await page.goto('/account/profile')
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Account of Ann Archer' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(url => url.pathname === '/account/keys')
  })
})
