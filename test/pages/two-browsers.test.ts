import { beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

describePages('two browsers and one artifact', () => {
  let browser: TestBrowser
  let ann: Account
  let ben: Account
  let lighthouse: FixtureProject
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
    ben = await givenAccount(browser.crocus, 'ben', { realName: 'Ben Pilot' })
    lighthouse = await givenProject(browser.crocus, 'lighthouse', { as: ann.as, members: ['ben'] })
  })

  const tracker = () => lighthouse.tracker('bug')
  const put = async (id: number, values: unknown[]) => {
    const { status } = await browser.crocus.request('PUT', `/api/artifacts/${id}`, { as: ben.as, json: { values } })
    expect(status).toBe(200)
  }
  const read = async (id: number) =>
    (await browser.crocus.request('GET', `/api/artifacts/${id}`, { as: ann.as })).json<{
      title: string
      values: { field_id: number; commonmark?: string }[]
    }>()
  const open = async (id: number): Promise<Page> => {
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }
  const editTitle = async (page: Page, title: string) => {
    await page.getByRole('button', { name: 'Edit Title' }).press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.type(title)
    await page.keyboard.press('Enter')
  }
  const description = (text: string) => ({
    field_id: tracker().field('description'),
    value: { content: text, format: 'commonmark' },
  })

  it('both stand where they changed different fields, and each is told', async () => {
    const id = await givenArtifact(browser.crocus, tracker(), 'Lamp', { as: ann.as })
    const page = await open(id)
    await put(id, [description('It is dark')])
    await editTitle(page, 'The lamp is out')
    await page.getByText(/Ben Pilot changed .* meanwhile/).waitFor()
    await expect.poll(async () => (await read(id)).title).toBe('The lamp is out')
    await page.getByText('It is dark').first().waitFor()
  })

  it('asks where both changed the same field, and saves what the person chose', async () => {
    const id = await givenArtifact(browser.crocus, tracker(), 'Lamp', { as: ann.as })
    const page = await open(id)
    await put(id, [{ field_id: tracker().field('title'), value: 'Lantern' }])
    await editTitle(page, 'Light')
    const dialog = page.getByRole('dialog', { name: 'Ben Pilot changed the same fields while you were writing' })
    const save = dialog.getByRole('button', { name: 'Save the result' })
    expect(await save.isDisabled()).toBe(true)
    expect((await read(id)).title).toBe('Lantern')
    await dialog.getByRole('radio', { name: /Mine/ }).check()
    await save.click()
    await expect.poll(async () => (await read(id)).title).toBe('Light')
  })

  it('joins a text that both changed in different places: no word is lost', async () => {
    const id = await givenArtifact(browser.crocus, tracker(), 'Lamp', {
      as: ann.as,
      values: [description('The lamp is out.\n\nNobody saw it.')],
    })
    const page = await open(id)
    await page.getByText('Nobody saw it.').first().waitFor()
    await page
      .locator('#field-description')
      .getByRole('button', { name: /^Edit / })
      .press('Enter')
    await page.locator('#field-description textarea').fill('The lamp is out.\n\nNobody saw it. It was foggy.')
    await put(id, [description('The north lamp is out.\n\nNobody saw it.')])
    await page.locator('#field-description textarea').press('Control+Enter')
    const dialog = page.getByRole('dialog', { name: /changed the same fields/ })
    await dialog.waitFor()
    await expectAccessible(page)
    await screenshots(page, 'artifact-merge')
    await dialog.getByRole('button', { name: 'Save the result' }).click()
    await expect
      .poll(
        async () =>
          (await read(id)).values.find(value => value.field_id === tracker().field('description'))?.commonmark,
      )
      .toBe('The north lamp is out.\n\nNobody saw it. It was foggy.')
  })

  it('lets the person copy what they typed into an artifact that somebody deleted', async () => {
    const id = await givenArtifact(browser.crocus, tracker(), 'Lamp', { as: ann.as })
    const page = await open(id)
    await page.getByRole('button', { name: 'Edit Title' }).press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('All that I know')
    expect((await browser.crocus.request('DELETE', `/api/artifacts/${id}`, { as: ann.as })).status).toBe(200)
    await page.keyboard.press('Enter')
    await page.getByText('This artifact was deleted').waitFor()
    await expect
      .poll(() => page.getByLabel('You wrote this, and it is not saved:').inputValue())
      .toBe('All that I know')
  })
})
