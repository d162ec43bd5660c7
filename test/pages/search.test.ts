import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

describePages('the search', () => {
  let browser: TestBrowser
  let ann: Account
  let lighthouse: FixtureProject
  let relay: number
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
    lighthouse = await givenProject(browser.crocus, 'lighthouse', { as: ann.as })
    const vault = await givenProject(browser.crocus, 'vault', { isPublic: false })
    await givenArtifact(browser.crocus, vault.tracker('bug'), 'The relay of the vault', { as: browser.crocus.admin })
    const bug = lighthouse.tracker('bug')
    relay = await givenArtifact(browser.crocus, bug, 'The relay chatters below −12 °C', {
      as: ann.as,
      values: [
        {
          field_id: bug.field('description'),
          value: { content: 'Only the coil of the **fallback** lets go', format: 'commonmark' },
        },
      ],
    })
    const { status } = await browser.crocus.request('PUT', `/api/artifacts/${relay}`, {
      as: ann.as,
      json: { values: [], comment: { body: 'A new relay is ordered', format: 'text' } },
    })
    expect(status).toBe(200)
  })

  it('finds over all kinds, limits by kind and project, and leads to the hit', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/search')
    await page.getByText('What are you looking for?').waitFor()
    await page.getByRole('searchbox', { name: 'Search everything' }).fill('relay')
    const hits = page.getByRole('list', { name: 'Hits' }).getByRole('listitem')
    await page.getByText('2 hits').waitFor()
    expect(await hits.count()).toBe(2)
    expect(await page.locator('.hits mark').allInnerTexts()).toEqual(['relay', 'relay', 'relay'])
    expect(await page.getByText('vault').count()).toBe(0)
    await expectAccessible(page)
    await screenshots(page, 'search')
    await page.setViewportSize({ width: 1440, height: 900 })

    const kinds = page.getByRole('group', { name: 'Kind' })
    await kinds.getByRole('button', { name: 'Comments 1' }).click()
    await page.getByText('1 hit', { exact: true }).waitFor()
    await hits.getByText(/comment on bug #/).waitFor()
    await page.goBack()
    await page.goto('/search?q=relay&type=comment')
    await hits.getByRole('link').first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/artifacts/${relay}#comment-`))
    await page.getByRole('region', { name: 'Activity' }).getByText('A new relay is ordered').waitFor()
  })

  it('says what to do without hits, and widens a limited search', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/search?q=fallback&type=comment`)
    await page.getByText('Nothing found').waitFor()
    await page.getByRole('button', { name: 'Search everywhere' }).click()
    await page.getByRole('list', { name: 'Hits' }).getByText('fallback').waitFor()
    await page.goto('/search?q=perpetuum')
    await page.getByText('Every word must be in the same text').waitFor()
    await expectAccessible(page, [320])
  })

  it('is asked from the palette, and by a number', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.waitForURL('/search')
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Search or jump to…' })
    await palette.getByRole('combobox').fill('chatters')
    await palette.getByRole('option', { name: /The relay chatters/ }).waitFor()
    await palette.getByRole('option', { name: /Search everywhere for “chatters”/ }).click()
    await page.waitForURL('/search?q=chatters')
    await page.getByText('1 hit', { exact: true }).waitFor()
    await page.getByRole('searchbox', { name: 'Search everything' }).fill(`bug #${relay}`)
    await page.waitForURL(`/artifacts/${relay}`)
  })
})
