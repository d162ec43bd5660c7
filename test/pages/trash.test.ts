import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

describePages('the trash of a tracker', () => {
  let browser: TestBrowser
  let ann: Account
  let ben: Account
  let project: FixtureProject
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann')
    ben = await givenAccount(browser.crocus, 'ben')
    project = await givenProject(browser.crocus, 'lighthouse', { as: ann.as, members: ['ben'] })
    await browser.crocus.app.modules.settings.set('artifacts_deletion_limit', '20', { actorId: null, means: 'command' })
  })
  const tracker = () => project.tracker('bug')
  const linkTo = (id: number) => ({ field_id: tracker().field('links'), links: [{ id, type: '' }] })
  const delete_ = async (id: number): Promise<void> => {
    const response = await browser.crocus.request('DELETE', `/api/artifacts/${id}`, { as: ann.as })
    expect(response.status).toBe(200)
  }
  const statusOf = async (id: number): Promise<number> =>
    (await browser.crocus.request('GET', `/api/artifacts/${id}`, { as: ann.as })).status

  it('is found in the menu of the tracker, shows artifacts as they were and gives them back', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse/trackers/bug')
    await page.getByRole('button', { name: 'More', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Trash' }).click()
    await page.getByText('The trash is empty').waitFor()
    await expectAccessible(page)

    const other = await givenArtifact(browser.crocus, tracker(), 'The stairs are steep', { as: ann.as })
    const horn = await givenArtifact(browser.crocus, tracker(), 'The horn is silent', { as: ann.as })
    await delete_(horn)
    await page.reload()
    await page.getByRole('button', { name: 'The horn is silent', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'The horn is silent' })
    await dialog.getByRole('definition').filter({ hasText: 'The horn is silent' }).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('The horn is silent is back').waitFor()
    await page.getByText('The trash is empty').waitFor()
    expect(await statusOf(horn)).toBe(200)
    await page.getByRole('button', { name: 'Open', exact: true }).click()
    await page.waitForURL(`**/artifacts/${horn}`)
    expect(await statusOf(other)).toBe(200)
  })

  it('tells the losses before a restore', async () => {
    const stairs = await givenArtifact(browser.crocus, tracker(), 'The stairs are steep', { as: ann.as })
    const oil = await givenArtifact(browser.crocus, tracker(), 'The oil is low', {
      as: ann.as,
      values: [linkTo(stairs)],
    })
    await delete_(oil)
    await delete_(stairs)
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse/trackers/bug/settings/trash')
    await page.getByRole('button', { name: 'Restore The oil is low' }).click()
    const dialog = page.getByRole('dialog', { name: 'The oil is low' })
    await dialog.getByText(`The link with artifact #${stairs}:`, { exact: false }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'trash-lost')
    await page.setViewportSize({ width: 1440, height: 900 })
    expect(await statusOf(oil)).toBe(404)
    await dialog.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('The artifact is back, without these parts:').waitFor()
    expect(await statusOf(oil)).toBe(200)
  })

  it('erases for good after the number is typed', async () => {
    const rope = await givenArtifact(browser.crocus, tracker(), 'The rope is frayed', { as: ann.as })
    await delete_(rope)
    const page = await browser.newPageOf(ann.as, { viewport: { width: 390, height: 844 } })
    await page.goto('/projects/lighthouse/trackers/bug/settings/trash')
    await page.getByRole('button', { name: 'Delete The rope is frayed for good' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByLabel(/^Type/).fill('0')
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await dialog.getByText('This is not the number of the artifact.').waitFor()
    await expectAccessible(page)
    await dialog.getByLabel(/^Type/).fill(String(rope))
    await dialog.getByRole('button', { name: 'Delete for good' }).click()
    await page.getByText('The rope is frayed is gone for good').waitFor()
    await page.getByRole('button', { name: 'Restore The rope is frayed' }).waitFor({ state: 'detached' })
    const gone = await browser.crocus.request('GET', `/api/trash/${rope}`, { as: ann.as })
    expect(gone.status).toBe(404)
  })

  it('has no way in for people who do not administer the tracker', async () => {
    await delete_(await givenArtifact(browser.crocus, tracker(), 'The secret of the cellar', { as: ann.as }))
    const page = await browser.newPageOf(ben.as)
    await page.goto('/projects/lighthouse/trackers/bug')
    await page.getByRole('button', { name: 'More', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Copy the address' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Trash' }).count()).toBe(0)
    await page.goto('/projects/lighthouse/trackers/bug/settings/trash')
    await page.getByText('There is nothing at this address').waitFor()
    expect(await page.getByText('The secret of the cellar').count()).toBe(0)
  })

  it('speaks French', async () => {
    await delete_(await givenArtifact(browser.crocus, tracker(), 'La lanterne fume', { as: ann.as }))
    await browser.crocus.request('PATCH', '/api/account', { as: ann.as, json: { language: 'fr' } })
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse/trackers/bug/settings/trash')
    await page.getByRole('button', { name: 'Rétablir La lanterne fume' }).waitFor()
    await page.getByRole('heading', { name: 'Corbeille', level: 1 }).waitFor()
    await screenshots(page, 'trash-french')
    await expectAccessible(page)
  })
})
