import { beforeAll, expect, it } from 'vitest'
import { expectAccessible, describePages, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenProject } from '../harness/fixture.ts'

describePages('the shell of the pages', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await testBrowser()
    await givenProject(browser.crocus, 'lighthouse')
    await givenProject(browser.crocus, 'harbour')
  })

  it('shows public projects to anonymous readers, accessible in light and dark at every width', async () => {
    const page = await browser.newPage()
    await page.goto('/')
    await page.getByRole('link', { name: 'The lighthouse' }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'welcome')
  })

  it('says so where there is no page, and leads back', async () => {
    const page = await browser.newPage()
    await page.goto('/no/such/page')
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Go to the start page' }).click()
    await page.waitForURL('/')
  })

  it('speaks the language of the browser', async () => {
    const page = await browser.newPage({ locale: 'fr-FR' })
    await page.goto('/')
    await page.getByRole('heading', { name: 'Bienvenue sur Crocus' }).waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('fr')
  })

  it('lets the keyboard skip to the content', async () => {
    const page = await browser.newPage()
    await page.goto('/')
    await page.getByRole('link', { name: 'The lighthouse' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('main')
  })
})
