import { beforeAll, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

describePages('a new artifact', () => {
  let browser: TestBrowser
  let ann: Account
  let lighthouse: FixtureProject
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
    lighthouse = await givenProject(browser.crocus, 'lighthouse', { as: ann.as })
  })

  const bugs = '/projects/lighthouse/trackers/bug'
  const titles = async (): Promise<readonly (string | null)[]> => {
    const path = `/api/trackers/${lighthouse.tracker('bug').id}/artifacts?limit=100`
    const found = (await browser.crocus.request('GET', path, { as: ann.as })).json<{ title: string | null }[]>()
    return found.map(({ title }) => title)
  }
  const openDialog = async (page: Page, path = bugs): Promise<Locator> => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    // The keys come after the page.
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('c')
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    return dialog
  }
  const titleOf = (form: Locator) => form.getByRole('textbox', { name: 'Title' })

  it('opens over the page with the defaults of the tracker, and creates without leaving the page', async () => {
    const page = await browser.newPageOf(ann.as)
    const dialog = await openDialog(page)
    await titleOf(dialog).waitFor()
    expect(await titleOf(dialog).and(page.locator(':focus')).count()).toBe(1)
    // The tracker has a default status.
    await dialog.getByRole('button', { name: /^Status: \w+/ }).waitFor()
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await dialog.getByRole('alert').getByText('“Title” needs a value.').waitFor()
    await dialog.getByText('1 to mend').waitFor()
    await titleOf(dialog).fill('Lamp blinks')
    await expectAccessible(page)
    await screenshots(page, 'new-artifact')
    await page.setViewportSize({ width: 1440, height: 900 })
    await titleOf(dialog).press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toBe(bugs)
    await page
      .getByRole('log')
      .getByText(/bug #\d+ is created/)
      .waitFor()
    expect(await titles()).toContain('Lamp blinks')
    await page.getByRole('log').getByRole('button', { name: 'Open' }).click()
    await page.getByRole('heading', { level: 1, name: 'Lamp blinks' }).waitFor()
  })

  it('repeats a request whose answer got lost with the same key, and the next one with another', async () => {
    const page = await browser.newPageOf(ann.as)
    const keys: (string | undefined)[] = []
    await page.route('**/api/artifacts', async route => {
      keys.push(route.request().headers()['idempotency-key'])
      await (keys.length === 1 ? route.abort() : route.continue())
    })
    const dialog = await openDialog(page)
    await titleOf(dialog).fill('Lost at first')
    await titleOf(dialog).press('Control+Enter')
    await dialog.getByRole('alert').getByText('The server does not answer').waitFor()
    await dialog.getByRole('checkbox', { name: /Create another/ }).click()
    await titleOf(dialog).press('Control+Enter')
    await expect.poll(() => titleOf(dialog).inputValue()).toBe('')
    await titleOf(dialog).fill('The next one')
    await titleOf(dialog).press('Control+Enter')
    await expect.poll(() => titleOf(dialog).inputValue()).toBe('')
    expect(keys).toHaveLength(3)
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[1])
  })

  it('asks the server about a field that the focus has left', async () => {
    const page = await browser.newPageOf(ann.as)
    const before = (await titles()).length
    let isRefused = true
    await page.route('**/api/artifacts?dry_run=true', async route => {
      const error = { code: 400, message: 'Bad Request: `title` is taken', details: { reason: 'x', name: 'title' } }
      await (isRefused ? route.fulfill({ status: 400, json: { error } }) : route.continue())
    })
    const dialog = await openDialog(page)
    await titleOf(dialog).fill('Taken')
    await titleOf(dialog).press('Tab')
    await dialog.getByRole('alert').getByText('is taken').waitFor()
    isRefused = false
    await titleOf(dialog).fill('Free')
    await dialog.getByRole('alert').waitFor({ state: 'detached' })
    const report = page.waitForResponse(response => response.url().includes('dry_run=true'))
    await titleOf(dialog).press('Tab')
    expect((await report).status()).toBe(200)
    expect(await titles()).toHaveLength(before)
  })

  it('makes one artifact of two presses', async () => {
    const page = await browser.newPageOf(ann.as)
    const dialog = await openDialog(page)
    await titleOf(dialog).fill('Once')
    await dialog.getByRole('button', { name: 'Create', exact: true }).evaluate((button: { click: () => void }) => {
      button.click()
      button.click()
    })
    await dialog.waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    expect((await titles()).filter(title => title === 'Once')).toHaveLength(1)
  })

  it('keeps a draft on closing, says so, and takes it along to the page', async () => {
    const page = await browser.newPageOf(ann.as)
    const dialog = await openDialog(page)
    await titleOf(dialog).fill('Half a thought')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('log').getByText('The draft is kept on this device').waitFor()
    await page.getByRole('log').getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => titleOf(dialog).inputValue()).toBe('Half a thought')
    await titleOf(dialog).fill('Half a thought and more')
    await dialog.getByRole('button', { name: 'Expand to a page, with what is typed' }).click()
    await page.waitForURL(`${bugs}/new`)
    const form = page.getByRole('form', { name: 'New bug' })
    await expect.poll(() => titleOf(form).inputValue()).toBe('Half a thought and more')
    await page.reload()
    await expect.poll(() => titleOf(form).inputValue()).toBe('Half a thought and more')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Begin anew' }).click()
    await expect.poll(() => titleOf(form).inputValue()).toBe('')
    await page.reload()
    await titleOf(form).waitFor()
    await expect.poll(() => titleOf(form).inputValue()).toBe('')
    expect(await titles()).not.toContain('Half a thought')
  })

  it('keeps pinned values for the next one, and empties the others', async () => {
    const page = await browser.newPageOf(ann.as)
    const dialog = await openDialog(page)
    await titleOf(dialog).fill('First of two')
    await dialog.getByRole('button', { name: /^Assigned to/ }).click()
    await page.getByRole('combobox', { name: /Assigned to/ }).fill('Ann')
    await page.keyboard.press('Enter')
    const done = page.getByRole('button', { name: /^Done/ })
    if (await done.isVisible()) await done.click()
    await dialog.getByRole('button', { name: 'Keep Assigned to for the next one' }).click()
    await dialog.getByRole('checkbox', { name: /Create another/ }).check()
    await titleOf(dialog).press('Control+Enter')
    await expect.poll(() => titleOf(dialog).inputValue()).toBe('')
    await dialog.getByRole('button', { name: /^Assigned to: Ann Keeper/ }).waitFor()
    await titleOf(dialog).fill('Second of two')
    await dialog.getByRole('button', { name: 'Create and open' }).click()
    await page.getByRole('heading', { level: 1, name: 'Second of two' }).waitFor()
    await page.getByRole('complementary').getByText('Ann Keeper').first().waitFor()
    // The browser remembers the tracker, which is no draft.
    await page.goto('/')
    const tabs = page.getByRole('navigation', { name: 'My work' })
    await tabs.getByRole('link', { name: /^Submitted \d+/ }).waitFor()
    expect(await tabs.getByRole('link', { name: /^Drafts/ }).innerText()).toBe('Drafts')
  })

  it('asks for the tracker where the page has none: the last one first', async () => {
    const page = await browser.newPageOf(ann.as)
    const dialog = await openDialog(page, '/projects')
    await dialog.getByRole('combobox', { name: 'Find a tracker' }).fill('tasks')
    await page.keyboard.press('Enter')
    await dialog.getByRole('form', { name: 'New task' }).waitFor()
    await titleOf(dialog).fill('Paint the door')
    await titleOf(dialog).press('Control+Enter')
    await dialog.waitFor({ state: 'detached' })
    // The browser writes down which tracker was the last one.
    await page.waitForLoadState('networkidle')
    const again = await openDialog(page, '/projects')
    await again.getByText('Last used').waitFor()
    await again
      .getByRole('option', { name: /^Tasks/ })
      .first()
      .waitFor()
    expect(await again.getByRole('option').first().innerText()).toMatch(/^Tasks/)
    await page.keyboard.press('Enter')
    await again.getByRole('form', { name: 'New task' }).waitFor()
    // Another tracker by the name in the heading.
    await again.getByRole('button', { name: 'task: choose another tracker' }).click()
    await again.getByRole('combobox', { name: 'Find a tracker' }).fill('stories')
    await page.keyboard.press('Enter')
    await again.getByRole('form', { name: 'New story' }).waitFor()
  })

  it('sends files while somebody writes, and creates when they are there', async () => {
    const page = await browser.newPageOf(ann.as)
    const dialog = await openDialog(page)
    let release = () => undefined as void
    const held = new Promise<void>(resolve => (release = resolve))
    await page.route('**/uploads/**', async route => {
      await held
      await route.continue()
    })
    await dialog
      .getByLabel(/^Files for/)
      .setInputFiles({ name: 'lamp.txt', mimeType: 'text/plain', buffer: Buffer.from('dark') })
    await dialog.getByText('lamp.txt').waitFor()
    await titleOf(dialog).fill('With a file')
    await titleOf(dialog).press('Control+Enter')
    await dialog.getByText('Creates as soon as 1 file is there').waitFor()
    expect(await titles()).not.toContain('With a file')
    release()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('log').getByRole('button', { name: 'Open' }).click()
    await page.getByRole('heading', { level: 1, name: 'With a file' }).waitFor()
    await page.getByRole('link', { name: 'lamp.txt' }).waitFor()
  })

  it('shows the rest of the form by its layout, and the server’s refusal beside its field', async () => {
    const page = await browser.newPageOf(ann.as)
    const dialog = await openDialog(page, '/projects/lighthouse/trackers/story')
    const more = dialog.getByRole('button', { name: 'More fields' })
    await more.click()
    expect(await more.getAttribute('aria-expanded')).toBe('true')
    await titleOf(dialog).fill('A story')
    await page.route('**/api/artifacts', async route => {
      const details = { reason: 'field.value', name: 'title' }
      await route.fulfill({
        status: 400,
        contentType: 'application/json',
        body: JSON.stringify({ error: { code: 400, message: 'Bad Request: `title` is taken', details } }),
      })
    })
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await dialog.getByRole('alert').getByText('is taken').waitFor()
    await expect.poll(() => titleOf(dialog).getAttribute('aria-invalid')).toBe('true')
    expect(await titleOf(dialog).inputValue()).toBe('A story')
    // A corrected field has no fault any more.
    await titleOf(dialog).fill('Another story')
    await expect.poll(() => titleOf(dialog).getAttribute('aria-invalid')).not.toBe('true')
  })

  it('copies an artifact from its menu', async () => {
    const id = await givenArtifact(browser.crocus, lighthouse.tracker('bug'), 'Original', { as: ann.as })
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${id}`)
    await page.getByRole('heading', { level: 1, name: 'Original' }).waitFor()
    await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Make a copy…' }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => titleOf(dialog).inputValue()).toBe('Original')
  })
})
