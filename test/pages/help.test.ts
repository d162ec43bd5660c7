import { beforeAll, expect, it } from 'vitest'
import { readGuide } from '../../tools/web/read-guide.ts'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenProject } from '../harness/fixture.ts'

describePages('the help', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await testBrowser()
    await givenProject(browser.crocus, 'lighthouse')
  })

  it('leads from a page to the part of the guide about it, and on through the guide', async () => {
    const page = await browser.newPageOf(browser.crocus.admin)
    await page.goto('/projects/lighthouse/trackers/bug')
    await page.getByRole('button', { name: 'Help' }).click()
    await page.getByRole('menuitem', { name: 'Help for this page' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tables and filters' }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'help')
    const picture = page.getByRole('img', { name: /^The table of a tracker/ })
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => page.evaluate<number>('document.querySelector(".help-text img").naturalWidth'))
      .toBeGreaterThan(1_000)
    await page.getByRole('link', { name: /Boards →/ }).click()
    await page.waitForURL('/help/boards')
    await page.getByRole('heading', { level: 1, name: 'Boards' }).waitFor()
    expect(await page.title()).toMatch(/^Boards · /)
  })

  it('finds sections by their words, for anonymous readers, too', async () => {
    const page = await browser.newPage()
    await page.goto('/help')
    await page.getByRole('heading', { level: 1, name: 'Help' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('searchbox', { name: 'Search the help' }).fill('immutable tags')
    // The contents have a link of this name, too.
    await page.getByText('Tags can be made in these folders').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Rules', exact: true }).click()
    await page.waitForURL('/help/subversion#rules')
    await expect.poll(() => page.getByRole('heading', { name: 'Rules' }).isVisible()).toBe(true)
    await page.goto('/help?q=perpetuum')
    await page.getByText('No page of the guide has these words').waitFor()
    await expectAccessible(page)
  })

  it('shows each page of the guide, says in French that it is English, and knows no other pages', async () => {
    const { pages } = await readGuide()
    const page = await browser.newPage({ locale: 'fr-FR' })
    for (const { name, title } of pages) {
      await page.goto(`/help/${name}`)
      await page.getByRole('heading', { level: 1, name: title }).waitFor()
      await page.getByText('Le guide est rédigé en anglais.').waitFor()
    }
    await page.goto('/help/nothing')
    await page.getByRole('heading', { name: 'Il n’y a rien à cette adresse' }).waitFor()
    expect(await page.getByText('Le guide est rédigé en anglais.').count()).toBe(0)
  })
})
