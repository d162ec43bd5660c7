import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenProject, readProject, type Account, type FixtureProject } from '../harness/fixture.ts'

describePages('a new tracker', () => {
  let browser: TestBrowser
  let ann: Account
  let project: FixtureProject
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann')
    project = await givenProject(browser.crocus, 'lighthouse', { as: ann.as })
    await givenProject(browser.crocus, 'harbour', { as: ann.as })
  })
  const now = () => readProject(browser.crocus, project.id, ann.as)

  it('begins empty, with a short name after its name, and goes on with its fields', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse/trackers')
    await page.getByRole('link', { name: 'New tracker' }).click()
    await page.getByText('An empty form').click()
    await page.getByLabel('Name', { exact: true }).fill('Lamp réports')
    expect(await page.getByLabel('Short name').inputValue()).toBe('lamp_reports')
    await page.getByLabel('Short name').fill('bug')
    await expectAccessible(page)
    await screenshots(page, 'new-tracker')
    await page.getByRole('button', { name: 'Make the tracker' }).click()
    await page.getByText('another tracker of the project has the item name "bug"').waitFor()
    await page.getByLabel('Short name').fill('lamp')
    await page.getByRole('button', { name: 'Make the tracker' }).click()
    await page.waitForURL('**/trackers/lamp/settings/fields')
    await page.getByRole('heading', { name: 'The form of Lamp réports' }).waitFor()
    expect((await now()).tracker('lamp').fields.map(({ name }) => name)).toEqual(['details', 'title', 'status'])
  })

  it('is like another one, of this project or of another', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/projects/lighthouse/trackers/new?template=${project.tracker('story').id}`)
    await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('User stories')
    await page.getByRole('combobox', { name: 'Project' }).selectOption('The harbour')
    await page.getByLabel('Tracker', { exact: true }).selectOption('Tasks')
    await page.getByLabel('Name', { exact: true }).fill('Dives')
    await page.getByRole('button', { name: 'Make the tracker' }).click()
    await page.waitForURL('**/trackers/dives/settings/fields')
    expect((await now()).tracker('dives').fields.map(({ name }) => name)).toContain('skills')
  })

  it('comes from a file, and says what is no tracker', async () => {
    const path = `/api/trackers/${project.tracker('bug').id}/definition`
    const definition = (await browser.crocus.request('GET', path, { as: ann.as })).text
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse/trackers/new?from=file')
    const choose = (name: string, text: string) =>
      page.setInputFiles('input[type=file]', { name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    await choose('list.json', '[1]')
    await page.getByText('list.json is neither a definition nor the XML of a tracker.').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Nothing')
    await page.getByRole('button', { name: 'Make the tracker' }).click()
    await page.getByText('Choose what the tracker begins with.').waitFor()
    await choose('bug.json', definition)
    await page.getByText('bug.json').waitFor()
    await page.getByLabel('Name', { exact: true }).fill('Leaks')
    await page.getByRole('button', { name: 'Make the tracker' }).click()
    await page.waitForURL('**/trackers/leaks/settings/fields')
    expect((await now()).tracker('leaks').fields).toHaveLength(project.tracker('bug').fields.length)
  })

  it('is made by administrators of the project only', async () => {
    const bob = await givenAccount(browser.crocus, 'bob')
    const page = await browser.newPageOf(bob.as)
    await page.goto('/projects/lighthouse/trackers')
    await page.getByRole('link', { name: 'Bugs' }).first().waitFor()
    expect(await page.getByRole('link', { name: 'New tracker' }).count()).toBe(0)
    await page.goto('/projects/lighthouse/trackers/new')
    await page.getByText('You do not administer this project').waitFor()
  })
})
