import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

describePages('a session that ends', () => {
  let browser: TestBrowser
  let ann: Account
  let harbour: FixtureProject
  let id: number
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
    harbour = await givenProject(browser.crocus, 'harbour', { as: ann.as, isPublic: false })
    id = await givenArtifact(browser.crocus, harbour.tracker('bug'), 'The crane is stuck', { as: ann.as })
  })

  /**
   * Ends the session when the page sends such a request next. Not before: what the page asks in the background would open the dialog, too,
   * and the dialog covers what the test is about to use.
   */
  const endSessionAt = async (page: Page, method: string, path: RegExp): Promise<void> => {
    let isEnded = false
    await page.route(
      ({ pathname }) => path.test(pathname),
      async route => {
        if (!isEnded && route.request().method() === method) {
          isEnded = true
          await page.context().clearCookies()
        }
        await route.continue()
      },
    )
  }
  const commentsOf = async (): Promise<string[]> =>
    (await browser.crocus.request('GET', `/api/artifacts/${id}/changesets?fields=comments`, { as: ann.as }))
      .json<{ last_comment: { commonmark?: string } }[]>()
      .flatMap(({ last_comment }) => last_comment.commonmark ?? [])
  const openDrafts = (page: Page) =>
    page.evaluate<string[]>('indexedDB.databases().then(all => all.map(({ name }) => name))')

  it('asks for the password over the page, and then sends what was typed', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${id}`)
    await page.getByRole('textbox', { name: 'Comment' }).fill('The hook is rusty')
    await endSessionAt(page, 'PUT', /^\/api\/artifacts\//)
    await page.getByRole('button', { name: /^Comment/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByText('The session of Ann Keeper has ended').waitFor()
    await expectAccessible(page)
    await screenshots(page, 'sign-in-again')
    await dialog.getByLabel('Password of ann', { exact: true }).fill('wrong')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.getByRole('alert').getByText('The password is wrong').waitFor()
    expect(await commentsOf()).toEqual([])
    await dialog.getByLabel('Password of ann', { exact: true }).fill(ann.as[1])
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Activity' }).getByText('The hook is rusty').waitFor()
    await expect.poll(commentsOf).toEqual(['The hook is rusty'])
    expect(new URL(page.url()).pathname).toBe(`/artifacts/${id}`)
  })

  it('does not take a private page for one that is gone, and lets the reader leave', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/harbour')
    await page.getByRole('heading', { name: 'The harbour', level: 1 }).waitFor()
    await endSessionAt(page, 'GET', /^\/api\/trackers\//)
    await page.getByRole('main').getByRole('link', { name: 'Bugs' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByRole('button', { name: 'Leave the page' }).click()
    await page.waitForURL(/\/login/)
    await page.getByRole('heading', { name: /^Sign in to/ }).waitFor()
    expect(await dialog.count()).toBe(0)
    expect(await page.getByText('Ann Keeper').count()).toBe(0)
  })

  it('asks before it deletes drafts on signing out, and keeps them on request', async () => {
    const page = await browser.newPageOf(ann.as)
    const draft = async () => {
      await page.goto(`/artifacts/${id}`)
      await page.getByRole('textbox', { name: 'Comment' }).fill('Not finished')
      await page.getByText(/^Draft/).waitFor()
    }
    const signOut = async () => {
      await page.getByRole('button', { name: 'Account of Ann Keeper' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      return page.getByRole('dialog', { name: 'Sign out?' })
    }
    const signInAgain = async () => {
      await page.getByLabel('Login name').fill('ann')
      await page.getByLabel('Password', { exact: true }).fill(ann.as[1])
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.waitForURL('/')
    }
    await draft()
    const dialog = await signOut()
    await dialog.getByText('There is 1 draft').waitFor()
    await expectAccessible(page)
    await screenshots(page, 'sign-out')
    await dialog.getByText('Keep drafts on this device').click()
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('/login')
    await signInAgain()
    await page.goto(`/artifacts/${id}`)
    await expect.poll(() => page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('Not finished')

    await (await signOut()).getByRole('button', { name: 'Delete the drafts and sign out' }).click()
    await page.waitForURL('/login')
    await expect.poll(() => openDrafts(page)).toEqual([])
    await signInAgain()
    await page.goto(`/artifacts/${id}`)
    await page.getByRole('heading', { name: 'The crane is stuck', level: 1 }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('')

    // Nothing is left to ask about.
    await signOut()
    await page.waitForURL('/login')
    await expect.poll(() => openDrafts(page)).toEqual([])
  })
})
