import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, type Account } from '../harness/fixture.ts'
import { codeAt, givenSecondFactor } from '../harness/second-factors.ts'

describePages('second factors', () => {
  let browser: TestBrowser
  let ann: Account
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann')
  })

  const code = (secret: string) => {
    browser.crocus.clock.advance(30_000)
    return codeAt(secret, browser.crocus.clock.now())
  }
  const fillIn = async (page: Page, account: Account) => {
    await page.goto('/login')
    await page.getByLabel('Login name').fill(account.as[0])
    await page.getByLabel('Password', { exact: true }).fill(account.as[1])
    await page.getByRole('button', { name: 'Sign in' }).click()
  }

  it('are added with an app, kept on paper, renewed and removed', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/account/second-factors')
    await page.getByText('Your password alone opens the account').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Authenticator app' }).click()
    await page.getByLabel('Name').fill('My phone')
    await page.getByLabel('Current password', { exact: true }).fill('a guess')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('not the password of your account').waitFor()
    await page.getByLabel('Current password', { exact: true }).fill(ann.as[1])
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: 'QR code of the secret' }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'second-factor-new')
    const secret = ((await page.getByRole('group', { name: 'Secret' }).textContent()) ?? '').replaceAll(' ', '')
    await page.getByLabel('Code that the app shows').fill('000000')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByText('The code is wrong').waitFor()
    await page.getByLabel('Code that the app shows').fill(code(secret))
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const codes = ((await page.getByRole('group', { name: 'Recovery codes' }).textContent()) ?? '').split('\n')
    expect(codes).toHaveLength(10)
    await screenshots(page, 'recovery-codes')
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('Recovery codes left: 10').waitFor()
    await expectAccessible(page)
    await screenshots(page, 'second-factors')

    await page.getByRole('button', { name: 'New codes…' }).click()
    await page.getByLabel('Code of your second factor').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Make new codes' }).click()
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByRole('button', { name: 'Remove: My phone' }).click()
    await page.getByLabel('Code of your second factor').fill(codes[1] ?? '')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('The code is wrong, or it was used before').waitFor()
    await page.getByLabel('Code of your second factor').fill(code(secret))
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByText('Your password alone opens the account').waitFor()
  })

  it('are asked for when their owner signs in', async () => {
    const ben = await givenAccount(browser.crocus, 'ben')
    const { secret, recoveryCodes } = await givenSecondFactor(browser.crocus, ben.as)
    const page = await browser.newPage()
    await fillIn(page, ben)
    const field = page.getByLabel('Code of your second factor')
    await field.waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.locator('input:focus').getAttribute('name')).toBe('code')
    await expectAccessible(page, [320])
    await screenshots(page, 'sign-in-code')
    await field.fill('000000')
    await page.keyboard.press('Enter')
    await page.getByText('the code is wrong', { exact: false }).waitFor()
    await field.fill(code(secret))
    await page.keyboard.press('Enter')
    await page.waitForURL(url => url.pathname === '/')

    const other = await browser.newPage()
    await fillIn(other, ben)
    await other.getByLabel('Code of your second factor').fill(recoveryCodes[0] ?? '')
    await other.keyboard.press('Enter')
    await other.waitForURL(url => url.pathname === '/')
  })

  it('are removed by a site administrator for an owner who lost them', async () => {
    const eve = await givenAccount(browser.crocus, 'eve')
    await givenSecondFactor(browser.crocus, eve.as)
    const page = await browser.newPageOf(browser.crocus.admin)
    await page.goto('/administration/users?query=eve')
    await page.getByRole('button', { name: 'Actions for eve' }).click()
    await page.getByRole('menuitem', { name: 'Remove second factors' }).click()
    await page.getByRole('button', { name: 'Remove second factors' }).click()
    await page.getByText('eve: done').waitFor()
    const fresh = await browser.newPage()
    await fillIn(fresh, eve)
    await fresh.waitForURL(url => url.pathname === '/')
  })
})
