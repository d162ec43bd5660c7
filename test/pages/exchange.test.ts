// Export of a list and import of a sheet, as people do them in a browser.
import { readFile } from 'node:fs/promises'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

describePages('sheets in and out of a tracker', () => {
  let browser: TestBrowser
  let ann: Account
  let ben: Account
  let project: FixtureProject
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann')
    ben = await givenAccount(browser.crocus, 'ben')
    project = await givenProject(browser.crocus, 'lighthouse', { as: ann.as, members: ['ben'] })
    await givenArtifact(browser.crocus, project.tracker('bug'), 'The lamp is dark', { as: ann.as })
    await givenArtifact(browser.crocus, project.tracker('bug'), 'The horn is silent', { as: ann.as })
  })

  it('downloads the shown list, with its query', async () => {
    const page = await browser.newPageOf(ben.as)
    await page.goto('/projects/lighthouse/trackers/bug?tql=title%20%3D%20%22lamp%22')
    await page.getByText('1 artifact', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).first().click()
    expect(await page.getByRole('menuitem', { name: 'Import a sheet…' }).count()).toBe(0)
    await page.getByRole('menuitem', { name: 'Export…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export' })
    await dialog.getByText('1 artifact of this list').waitFor()
    await expectAccessible(page)
    await screenshots(page, 'export-dialog')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('bug.csv')
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toContain('The lamp is dark')
    expect(text).not.toContain('horn')
  })

  it('imports a sheet: guesses columns, rehearses with refused cells, imports the rest, and takes it back', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse/trackers/bug')
    await page.getByRole('button', { name: 'More', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Import a sheet…' }).click()
    await page.getByRole('heading', { name: 'Import a sheet', level: 1 }).waitFor()
    const sheet =
      'Key,Title,Times reported,Assigned to\r\nB-1,The stairs are steep,3,ben\r\nB-2,The oil is low,,nobody\r\n'
    await page.getByLabel('Sheet', { exact: true }).setInputFiles({
      name: 'bugs.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(sheet),
    })
    await page.getByText('bugs.csv').waitFor()
    expect(await page.getByLabel('Key becomes').inputValue()).toBe('external_id')
    expect(await page.getByLabel('Title becomes').inputValue()).toBe('field:title')
    expect(await page.getByLabel('Times reported becomes').inputValue()).toBe('field:reports')
    expect(await page.getByLabel('Assigned to becomes').inputValue()).toBe('field:assigned_to')
    await expectAccessible(page)
    await screenshots(page, 'import-sheet')

    await page.getByRole('button', { name: 'Rehearse' }).click()
    await page.getByRole('heading', { name: 'Rehearsal' }).waitFor()
    await browser.crocus.work()
    await page.getByText('Would be imported: 1 · refused: 1').waitFor()
    const refused = page.getByRole('region', { name: 'What was found in the sheet' }).getByRole('row').nth(1)
    expect(await refused.innerText()).toMatch(/^3\s+Assigned to\s+.*nobody/s)
    await expectAccessible(page)
    await screenshots(page, 'import-sheet-rehearsed')

    await page.getByRole('button', { name: 'Import the 1 line that fits' }).click()
    await page.getByRole('heading', { name: 'Import', exact: true }).waitFor()
    await browser.crocus.work()
    await page.getByText('New: 1 · changed: 0 · unchanged: 0 · refused: 1').waitFor()
    const list = await browser.crocus.request('GET', `/api/trackers/${project.tracker('bug').id}/artifacts`, {
      as: ann.as,
    })
    expect(list.text).toContain('The stairs are steep')

    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'Undo' }).waitFor()
    await browser.crocus.work()
    await page.getByText('In the trash: 1 · put back: 0 · kept: 0').waitFor()
    await page.getByRole('link', { name: 'Show' }).first().click()
    await page.getByText('2 artifacts', { exact: true }).waitFor()
  })

  it('tells those who may not import', async () => {
    const page = await browser.newPageOf(ben.as)
    await page.goto('/projects/lighthouse/trackers/bug/import')
    await page.getByText('You cannot import into this tracker').waitFor()
    await expectAccessible(page)
  })
})
