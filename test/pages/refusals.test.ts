import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

/** The answer of the server, and the sentence of the page. */
const refusals: readonly (readonly [status: number, reason: string, said: RegExp])[] = [
  [400, 'The title is too short', /The title is too short/],
  [403, 'You may not change the title', /You may not change the title/],
  [409, 'Another request is in the way', /Another request is in the way/],
  [413, 'The request is larger than 1000000 bytes', /larger than 1000000 bytes/],
  [422, 'The key was used for another request', /The key was used for another request/],
]

describePages('refusals of writes', () => {
  let browser: TestBrowser
  let ann: Account
  let lighthouse: FixtureProject
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
    await givenAccount(browser.crocus, 'ben', { realName: 'Ben Pilot' })
    lighthouse = await givenProject(browser.crocus, 'lighthouse', { as: ann.as, members: ['ben'] })
  })

  const bug = (title: string) => givenArtifact(browser.crocus, lighthouse.tracker('bug'), title, { as: ann.as })
  const titleOf = async (id: number) =>
    (await browser.crocus.request('GET', `/api/artifacts/${id}`, { as: ann.as })).json<{ title: string }>().title
  /** The server refuses the next write. */
  const refuseNext = async (
    page: Page,
    method: string,
    path: RegExp,
    status: number,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> => {
    let isRefused = false
    const refuse = async (route: Route): Promise<void> => {
      if (isRefused || route.request().method() !== method) return route.fallback()
      isRefused = true
      await route.fulfill({
        status,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ error: { code: status, message: `Refused: ${message}` } }),
      })
    }
    await page.route(path, refuse)
  }
  const ARTIFACT = /\/api\/artifacts\/\d+$/
  const typeTitle = async (page: Page, title: string): Promise<void> => {
    await page.getByRole('button', { name: 'Edit Title' }).press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).waitFor()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
  }

  it.each([
    ['the page of an artifact', (id: number) => `/artifacts/${id}`],
    ['the panel beside the table', (id: number) => `/projects/lighthouse/trackers/bug?open=${id}`],
  ])('stand beside their field, with what was typed, in %s', async (_place, address) => {
    const id = await bug('Lamp')
    const page = await browser.newPageOf(ann.as)
    await page.goto(address(id))
    // 403 takes the editor away: the right is gone (below).
    for (const [status, message, said] of refusals.filter(([code]) => code !== 403)) {
      await refuseNext(page, 'PUT', ARTIFACT, status, message)
      await typeTitle(page, `Lantern ${status}`)
      const editor = page.getByRole('textbox', { name: 'Title' })
      await page.getByRole('alert').getByText(said).waitFor()
      expect([status, await editor.inputValue()]).toEqual([status, `Lantern ${status}`])
      // The sentence belongs to the field for readers by ear, too.
      const describedBy = (await editor.getAttribute('aria-describedby')) ?? ''
      const described = await page
        .locator(
          `#${describedBy
            .split(' ')
            .map(part => part.replaceAll(':', String.raw`\:`))
            .join(', #')}`,
        )
        .allInnerTexts()
      expect([status, described.join(' ')]).toEqual([status, expect.stringMatching(said)])
      expect(await titleOf(id)).toBe('Lamp')
      // The same once more, and this time the server takes it.
      await editor.press('Enter')
      await page
        .getByRole('heading', { name: `Lantern ${status}` })
        .first()
        .waitFor()
      await expect.poll(() => titleOf(id)).toBe(`Lantern ${status}`)
      await typeTitle(page, 'Lamp')
      await expect.poll(() => titleOf(id)).toBe('Lamp')
    }
  })

  it('are sent again by themselves when the server is busy', async () => {
    const id = await bug('Lamp')
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${id}`)
    for (const status of [429, 503]) {
      await refuseNext(page, 'PUT', ARTIFACT, status, 'Try again later', { 'retry-after': '1' })
      await typeTitle(page, `Busy ${status}`)
      await expect.poll(() => titleOf(id)).toBe(`Busy ${status}`)
      expect(await page.getByRole('alert').count()).toBe(0)
    }
  })

  it('of a real workflow, right and size keep what was typed', async () => {
    const id = await bug('Lamp')
    const page = await browser.newPageOf(['ben', 'the password of ben'])
    await page.goto(`/artifacts/${id}`)
    // Longer than the server takes.
    const box = page.getByRole('textbox', { name: 'Comment' })
    await box.fill('x'.repeat(70_000))
    await page.getByRole('button', { name: /^Comment/ }).click()
    const activity = page.getByRole('region', { name: 'Activity' })
    await activity.getByRole('alert').getByText('65535').waitFor()
    expect((await box.inputValue()).length).toBe(70_000)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })
    await box.fill('A short one')
    // Ben leaves the project while he writes: the right to write goes, what he wrote stays.
    const members = { user_references: [{ username: 'ann' }] }
    const path = `/api/user_groups/${lighthouse.id}_3/users`
    expect((await browser.crocus.request('PUT', path, { as: ann.as, json: members })).status).toBe(200)
    await typeTitle(page, 'No longer mine')
    await page.getByRole('alert').first().waitFor()
    await page
      .getByText('No longer mine')
      .or(page.getByRole('textbox', { name: 'Title' }))
      .first()
      .waitFor()
    expect(await titleOf(id)).toBe('Lamp')
    expect(await box.inputValue()).toBe('A short one')
  })

  it('stand in the form of a new artifact, which stays as it was', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse/trackers/bug')
    await page.getByRole('link', { name: 'New bug' }).click()
    const form = page.getByRole('form', { name: 'New bug' })
    const title = form.getByRole('textbox', { name: 'Title' })
    await title.fill('Foghorn')
    for (const [status, message, said] of refusals) {
      await page.waitForLoadState('networkidle')
      await refuseNext(page, 'POST', /\/api\/artifacts$/, status, message)
      await form.getByRole('button', { name: 'Create', exact: true }).click()
      await form.getByRole('alert').getByText(said).first().waitFor()
      expect([status, await title.inputValue()]).toEqual([status, 'Foghorn'])
    }
    await form.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('grid').getByRole('link', { name: 'Foghorn' }).waitFor()
  })
})
