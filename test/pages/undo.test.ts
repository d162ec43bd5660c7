import { beforeAll, expect, it } from 'vitest'
import { describePages, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

describePages('Ctrl+Z', () => {
  let browser: TestBrowser
  let ann: Account
  let lighthouse: FixtureProject
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann')
    lighthouse = await givenProject(browser.crocus, 'lighthouse', { as: ann.as })
  })

  const titleOf = async (id: number): Promise<string> =>
    (await browser.crocus.request('GET', `/api/artifacts/${id}`, { as: ann.as })).json<{ title: string }>().title
  const open = async (title: string) => {
    const id = await givenArtifact(browser.crocus, lighthouse.tracker('bug'), title, { as: ann.as })
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${id}`)
    const rename = async (text: string): Promise<void> => {
      await page.getByRole('button', { name: 'Edit Title' }).press('Enter')
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
      await expect.poll(() => titleOf(id)).toBe(text)
    }
    const undo = async (): Promise<void> => {
      await page.getByRole('heading', { name: 'Activity' }).click()
      await page.keyboard.press('Control+z')
    }
    return { id, page, rename, undo }
  }

  it('takes back the last changes of the tab, one after the other, and then does nothing', async () => {
    const { id, page, rename, undo } = await open('The lamp')
    await rename('The lens')
    await rename('The fog horn')
    await undo()
    await page
      .getByRole('log')
      .getByText(/is undone$/)
      .first()
      .waitFor()
    await expect.poll(() => titleOf(id)).toBe('The lens')
    await page.getByRole('heading', { name: 'The lens', level: 1 }).waitFor()
    await undo()
    await expect.poll(() => titleOf(id)).toBe('The lamp')
    await undo()
    await page.waitForTimeout(500)
    expect(await titleOf(id)).toBe('The lamp')
  })

  it('leaves alone what somebody changed since, and says so', async () => {
    const { id, page, rename, undo } = await open('The stairs')
    await rename('The steps')
    const values = [{ field_id: lighthouse.tracker('bug').field('title'), value: 'The ladder' }]
    await browser.crocus.request('PUT', `/api/artifacts/${id}`, { as: ann.as, json: { values } })
    await page.getByRole('heading', { name: 'The ladder', level: 1 }).waitFor()
    await undo()
    await page
      .getByRole('log')
      .getByText(/cannot be undone/)
      .waitFor()
    expect(await titleOf(id)).toBe('The ladder')
  })

  it('is the key of the browser while somebody types', async () => {
    const { id, page, rename } = await open('The door')
    await rename('The gate')
    const comment = page.getByRole('textbox', { name: 'Comment' })
    await comment.fill('Half a sentence')
    await comment.press('Control+z')
    await page.waitForTimeout(500)
    expect(await titleOf(id)).toBe('The gate')
    await comment.fill('')
  })
})
