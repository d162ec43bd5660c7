import { beforeAll, describe, expect, it } from 'vitest'
import { expectAccessible, noBrowser, screenshots, signIn, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccessKey, givenAccount, givenArtifact, givenProject, type Account } from '../harness/scene.ts'

describe.skipIf(noBrowser)('the pages of one’s own account', () => {
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
