import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

describePages('the pages of trackers and artifacts', () => {
  let browser: TestBrowser
  let ann: Account
  let lighthouse: FixtureProject
  const ids: number[] = []
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
    await givenAccount(browser.crocus, 'ben', { realName: 'Ben Pilot' })
    lighthouse = await givenProject(browser.crocus, 'lighthouse', { as: ann.as, members: ['ann', 'ben'] })
    for (let number = 1; number <= 250; number++)
      ids.push(await givenArtifact(browser.crocus, lighthouse.tracker('bug'), `Lamp ${number} is out`, { as: ann.as }))
  })

  it('opens a tracker from the project, scrolls through all rows, sorts and filters', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse')
    await page.getByRole('main').getByRole('link', { name: 'Bugs' }).click()
    await page.waitForURL(/\/projects\/lighthouse\/trackers\/bug/)
    const grid = page.getByRole('grid', { name: /Bugs/ })
    await grid.waitFor()
    await page.getByText('250 artifacts').waitFor()
    expect(await grid.getAttribute('aria-rowcount')).toBe('251')
    await grid.getByRole('link', { name: 'Lamp 250 is out' }).waitFor()
    expect(await grid.getByRole('row').count()).toBeLessThan(80)
    await expectAccessible(page)
    await screenshots(page, 'tracker')
    // The last row, which is on the third page of the list.
    await grid.getByRole('gridcell').first().focus()
    await page.keyboard.press('Control+End')
    await grid.getByRole('link', { name: 'Lamp 1 is out', exact: true }).waitFor()
    // Back from an artifact, the list stands where the person left it.
    await grid.getByRole('link', { name: 'Lamp 3 is out', exact: true }).click()
    await page.getByRole('heading', { name: 'Lamp 3 is out', level: 1 }).waitFor()
    await page.goBack()
    await expect
      .poll(async () => {
        const box = await grid.getByRole('link', { name: 'Lamp 3 is out', exact: true }).boundingBox()
        return box !== null && box.y > 0 && box.y < 900
      })
      .toBe(true)

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Find a field' }).fill('title')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).fill('Lamp 24')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('11 artifacts').waitFor()
    expect(new URL(page.url()).searchParams.get('tql')).toBe('title = "Lamp 24"')
  })

  const openQuery = async (tql: string) => {
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/projects/lighthouse/trackers/bug?tql=${encodeURIComponent(tql)}`)
    const queryNow = () => new URL(page.url()).searchParams.get('tql')
    return { page, queryNow }
  }

  /** By keys: to keep the look of replaced text, the browser's own `fill` writes a style, which the content security policy reports. */
  const rewrite = async (page: Page, text: string) => {
    await page.getByRole('textbox', { name: 'Query (TQL)' }).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.insertText(text)
  }

  it('shows a query as chips, which are changed and removed one by one', async () => {
    const text = `title="Lamp 24"  AND @status = OPEN() AND (title = "x" OR WITHOUT CHILDREN)`
    const { page, queryNow } = await openQuery(text)
    await page.getByText('11 artifacts').waitFor()
    await page.getByRole('button', { name: 'Status is Open' }).waitFor()
    await page.getByRole('button', { name: 'Advanced (title = "x" OR WITHOUT CHILDREN)' }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'tracker-chips')
    await page.getByRole('button', { name: 'Remove the filter Status' }).click()
    // The other chips keep their text.
    await expect.poll(queryNow).toBe('title="Lamp 24" AND (title = "x" OR WITHOUT CHILDREN)')
    await page.getByRole('button', { name: 'Title contains Lamp 24' }).click()
    const form = page.getByRole('dialog', { name: 'Change the filter Title' })
    await form.getByRole('textbox', { name: 'Title' }).fill('Say "25"')
    await form.getByRole('button', { name: 'Apply' }).click()
    await expect.poll(queryNow).toBe(String.raw`title = "Say \"25\"" AND (title = "x" OR WITHOUT CHILDREN)`)
    await page.getByText('0 artifacts').waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('250 artifacts').waitFor()

    // Words in any text, by keys alone.
    await page.keyboard.press('f')
    await page.getByRole('combobox', { name: 'Find a field' }).fill('lamp 123')
    await page.keyboard.press('Enter')
    await page.getByText('1 artifact', { exact: true }).waitFor()
    expect(queryNow()).toBe('@text = "lamp 123"')
    await page.getByRole('button', { name: 'Any text contains lamp 123' }).waitFor()
  })

  it('edits a query as text, with completions; mistakes leave the rows in sight', async () => {
    const { page, queryNow } = await openQuery('title = "Lamp 24"')
    await page.getByText('11 artifacts').waitFor()
    await page.getByRole('button', { name: 'TQL' }).click()
    const text = page.getByRole('textbox', { name: 'Query (TQL)' })
    await text.waitFor()
    await page.keyboard.type(' AND assi')
    const options = page.getByRole('option')
    // A list that has just opened takes no key, so that nobody chooses by accident.
    const accept = async (label: string) => {
      await options.filter({ hasText: label }).first().waitFor()
      await page.waitForTimeout(150)
      await page.keyboard.press('Enter')
    }
    await accept('Assigned to')
    await options.filter({ hasText: 'NOT IN' }).waitFor()
    await page.keyboard.type('= my')
    await accept('MYSELF()')
    await expect.poll(() => text.textContent()).toBe('title = "Lamp 24" AND assigned_to = MYSELF()')
    await page.keyboard.press('Enter')
    await page.getByText('0 artifacts').waitFor()
    expect(queryNow()).toBe('title = "Lamp 24" AND assigned_to = MYSELF()')

    await rewrite(page, 'title = "Lamp 24"')
    await page.keyboard.press('Enter')
    await page.getByText('11 artifacts').waitFor()
    await rewrite(page, 'no_such_field = 1')
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .getByText(/no_such_field/)
      .waitFor()
    await page.getByText('Not run: Unknown fields: no_such_field').waitFor()
    expect(await text.getAttribute('aria-invalid')).toBe('true')
    // The rows of the last good query stay.
    await page.getByRole('link', { name: 'Lamp 24 is out' }).waitFor()
    expect(queryNow()).toBe('title = "Lamp 24"')
    await expectAccessible(page)
    await screenshots(page, 'tracker-query')
    await rewrite(page, 'title = "Lamp 250"')
    await page.keyboard.press('Enter')
    await page.getByText('1 artifact', { exact: true }).waitFor()
    expect(await page.getByText(/^Not run/).count()).toBe(0)
  })

  it('opens no list of columns that Escape closed before it was loaded', async () => {
    const page = await browser.newPageOf(ann.as)
    const chunk = Promise.withResolvers<void>()
    await page.route('**/assets/view-menus-*', async route => {
      await chunk.promise
      await route.continue()
    })
    await page.goto('/projects/lighthouse/trackers/bug')
    const button = page.getByRole('button', { name: 'Columns' })
    const isLoaded = page.waitForResponse('**/assets/view-menus-*')
    await button.click()
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Escape')
    await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
    chunk.resolve()
    await isLoaded
    await page.keyboard.press('f')
    await page.getByRole('combobox', { name: 'Find a field' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })

  it('asks for a query that an address has wrong, and tells of changes by others', async () => {
    const { page } = await openQuery('title ~ "Lamp"')
    await page
      .getByRole('alert')
      .getByText(/^Expected.*: ~$/)
      .waitFor()
    await rewrite(page, 'title = "Lamp 25"')
    await page.keyboard.press('Enter')
    await page.getByText('2 artifacts').waitFor()
    await page.waitForLoadState('networkidle')
    browser.crocus.clock.advance(60_000)
    const ben = ['ben', 'the password of ben'] as const
    const changed = await browser.crocus.request('PUT', `/api/artifacts/${ids[24]}`, {
      as: ben,
      json: { values: [], comment: { body: 'seen', format: 'text' } },
    })
    expect(changed.status).toBe(200)
    const show = page.getByRole('button', { name: '1 changed · Show' })
    await expect
      .poll(async () => {
        await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
        return show.count()
      })
      .toBe(1)
    await show.click()
    await expect.poll(() => show.count()).toBe(0)
  })

  it('creates an artifact, edits it in place, comments, and links', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse/trackers/bug')
    await page.getByRole('link', { name: 'New bug' }).click()
    const form = page.getByRole('form', { name: 'New bug' })
    await form.getByRole('button', { name: 'Create and open' }).click()
    await form.getByRole('alert').getByText('“Title” needs a value.').waitFor()
    await form.getByRole('textbox', { name: 'Title' }).fill('Foghorn sounds twice')
    await expectAccessible(page)
    await screenshots(page, 'artifact-new')
    await form.getByRole('button', { name: 'Create and open' }).click()
    await page.waitForURL(/\/artifacts\/\d+/)
    const id = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0])
    await page.getByRole('heading', { name: 'Foghorn sounds twice', level: 1 }).waitFor()
    const artifact = async () =>
      (await browser.crocus.request('GET', `/api/artifacts/${id}`, { as: ann.as })).json<{
        title: string
        status: string
        assignees: { username: string }[]
      }>()

    await page.getByRole('button', { name: 'Edit Title' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Foghorn sounds three times')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Foghorn sounds three times', level: 1 }).waitFor()
    await expect.poll(async () => (await artifact()).title).toBe('Foghorn sounds three times')

    await page.getByRole('button', { name: 'Edit Assigned to' }).click()
    await page.getByRole('combobox', { name: /Assigned to/ }).fill('Ann')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Done' }).click()
    await expect.poll(async () => (await artifact()).assignees.map(({ username }) => username)).toEqual(['ann'])

    await page.getByRole('textbox', { name: 'Comment' }).fill('Heard it **again** last night')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('listitem').filter({ hasText: 'Heard it again last night' }).waitFor()
    await page.getByRole('region', { name: 'Links' }).getByRole('button', { name: 'Link', exact: true }).click()
    await page.getByRole('textbox', { name: 'Number or words of the title' }).fill(String(ids[0]))
    await page.getByRole('checkbox').first().waitFor()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('region', { name: 'Links' }).getByRole('link', { name: 'Lamp 1 is out' }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'artifact')
  })

  it('says there is nothing where there is no artifact, or none that the reader sees', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/artifacts/999999')
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
  })

  it('runs commands by keys, and shows all of them', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${ids[0]}`)
    await page.getByRole('heading', { name: 'Lamp 1 is out', level: 1 }).waitFor()
    await page.keyboard.press('Shift+?')
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Edit the title').waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: /Search or jump to/ })
    await palette.getByRole('combobox').fill(`#${ids[1]}`)
    await palette.getByRole('option', { name: new RegExp(`Artifact #${ids[1]}`) }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Lamp 2 is out', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/artifacts/${ids[1]}`)
  })
})
