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

    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('combobox', { name: 'Find a field' }).fill('title')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).fill('Lamp 24')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('11 artifacts').waitFor()
    expect(new URL(page.url()).searchParams.get('tql')).toBe('title = "Lamp 24"')
    await page.getByRole('button', { name: 'TQL' }).click()
    await page.getByRole('textbox', { name: 'Query (TQL)' }).fill('no_such_field = 1')
    await page.keyboard.press('Enter')
    await page
      .getByRole('alert')
      .getByText(/no_such_field/)
      .waitFor()
    await page.getByRole('textbox', { name: 'Query (TQL)' }).fill('title = "Lamp 250"')
    await page.keyboard.press('Enter')
    await page.getByText('1 artifact', { exact: true }).waitFor()
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
