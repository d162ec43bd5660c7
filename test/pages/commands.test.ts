import { beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account } from '../harness/fixture.ts'

describePages('commands, and what the shell offers everywhere', () => {
  let browser: TestBrowser
  let ann: Account
  let artifact: number
  let trackerId: number
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
    const lighthouse = await givenProject(browser.crocus, 'lighthouse', { as: ann.as })
    trackerId = lighthouse.tracker('bug').id
    artifact = await givenArtifact(browser.crocus, lighthouse.tracker('bug'), 'The lamp is out', { as: ann.as })
  })

  const openSheet = async (page: Page) => {
    await page.keyboard.press('Shift+?')
    const sheet = page.getByRole('dialog', { name: 'Keys' })
    await sheet.waitFor()
    return sheet
  }

  it('gives no two commands of a page the same key', async () => {
    const page = await browser.newPageOf(ann.as)
    for (const path of ['/projects', '/projects/lighthouse/trackers/bug', `/artifacts/${artifact}`]) {
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).first().waitFor()
      await page.waitForLoadState('networkidle')
      const sheet = await openSheet(page)
      const keys = await sheet.getByRole('cell').allInnerTexts()
      expect(keys.length, path).toBeGreaterThan(3)
      expect(keys.toSorted(), path).toEqual([...new Set(keys)].toSorted())
      await page.keyboard.press('Escape')
    }
  })

  it('runs a key that somebody presses before the commands are there', async () => {
    const page = await browser.newPageOf(ann.as)
    let release = () => undefined as void
    const held = new Promise<void>(resolve => (release = resolve))
    await page.route('**/assets/command-center-*.js', async route => {
      await held
      await route.continue()
    })
    await page.goto('/projects')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: /Search or jump to/ })
    expect(await palette.count()).toBe(0)
    release()
    await palette.waitFor()
  })

  it('finds commands in the sheet, and goes places by two letters', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse')
    await page.getByRole('heading', { level: 1, name: 'The lighthouse' }).waitFor()
    // The keys come after the page.
    await page.waitForLoadState('networkidle')
    const sheet = await openSheet(page)
    await sheet.getByRole('searchbox', { name: 'Find a command' }).fill('projects')
    await expect.poll(() => sheet.getByRole('row').count()).toBe(1)
    await expectAccessible(page)
    await screenshots(page, 'keys')
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.waitForURL('/projects')
  })

  it('lets nobody be surprised by single letters who has turned them off', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/account/appearance')
    const letters = page.getByRole('switch', { name: /Single letters are shortcuts/ })
    await letters.press('Space')
    await page.getByText('Saved').first().waitFor()
    await expectAccessible(page)
    await page.goto('/projects/lighthouse')
    await page.getByRole('heading', { level: 1, name: 'The lighthouse' }).waitFor()
    await page.waitForLoadState('networkidle')
    // The keys with Ctrl hold, so the commands are there; letters are not.
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: /Search or jump to/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('g')
    await page.keyboard.press('p')
    await page.keyboard.press('Shift+?')
    await page
      .getByRole('dialog', { name: 'Keys' })
      .waitFor({ timeout: 500 })
      .then(
        () => expect.unreachable('a letter acted'),
        () => undefined,
      )
    expect(new URL(page.url()).pathname).toBe('/projects/lighthouse')
    await page.goto('/account/appearance')
    await letters.press('Space')
    await page.getByText('Saved').first().waitFor()
  })

  it('leads from addresses by number, and from those of old references', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/trackers/${trackerId}`)
    await page.waitForURL(/\/projects\/lighthouse\/trackers\/bug($|\?)/)
    await page.goto(`/trackers/${trackerId}/new`)
    await page.waitForURL(/\/projects\/lighthouse\/trackers\/bug\/new/)
    await page.goto(`/goto?key=art&val=${artifact}&group_id=101`)
    await page.waitForURL(`/artifacts/${artifact}`)
    for (const path of ['/trackers/999999', '/trackers/none', '/tracker-reports/999999', '/goto?key=art&val=x']) {
      await page.goto(path)
      await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
      expect(await page.getByRole('grid').count()).toBe(0)
    }
  })

  it('keeps the navigation of the project where a page of it does not exist, and offers the sign-in', async () => {
    const page = await browser.newPage()
    await page.goto('/projects/lighthouse/no/such/page')
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
    await page
      .getByRole('navigation', { name: 'Project', exact: true })
      .getByRole('link', { name: 'Members' })
      .waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'not-found-project')
  })

  it('offers new things of the project in the header', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse')
    await page.getByRole('heading', { level: 1, name: 'The lighthouse' }).waitFor()
    await page.getByRole('banner').getByRole('button', { name: 'New', exact: true }).click()
    await page.getByRole('menuitem', { name: 'New bug in Bugs' }).click()
    await page.getByRole('dialog').getByRole('form', { name: 'New bug' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/projects/lighthouse')
  })
})
