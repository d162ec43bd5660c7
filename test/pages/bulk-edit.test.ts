import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import {
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
  type FixtureTracker,
} from '../harness/fixture.ts'

describePages('many artifacts of a table', () => {
  let browser: TestBrowser
  let ann: Account
  let ben: Account
  let lighthouse: FixtureProject
  let bug: FixtureTracker
  const ids: number[] = []
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
    ben = await givenAccount(browser.crocus, 'ben', { realName: 'Ben Pilot' })
    lighthouse = await givenProject(browser.crocus, 'lighthouse', { as: ann.as, members: ['ann', 'ben'] })
    bug = lighthouse.tracker('bug')
    for (const title of ['Fog', 'Gale', 'Hail', 'Ice', 'Rust', 'Salt'])
      ids.push(await givenArtifact(browser.crocus, bug, title, { as: ann.as }))
  })

  const open = async (): Promise<Page> => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse/trackers/bug?sort=title')
    await page.getByRole('grid').getByRole('link', { name: 'Salt' }).waitFor()
    return page
  }
  const read = async (id: number) =>
    (await browser.crocus.request('GET', `/api/artifacts/${id}`, { as: ann.as })).json<{
      assignees: { username: string }[]
      title: string
      tracker: { id: number }
      values: { type: string; links?: { id: number }[] }[]
    }>()
  const assigneesOf = async (): Promise<string[]> =>
    (await Promise.all(ids.map(read))).map(({ assignees }) => assignees.map(({ username }) => username).join())
  const bar = (page: Page) => page.getByRole('toolbar', { name: 'Chosen artifacts' })
  const choose = async (page: Page, title: string, modifiers: 'Shift'[] = []) =>
    page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: title, exact: true }) })
      .getByRole('checkbox')
      .click({ modifiers })

  it('get values of a list added after a preview, and lose them again by one undo', async () => {
    const page = await open()
    await choose(page, 'Fog')
    await choose(page, 'Ice', ['Shift'])
    await bar(page).getByText('4 chosen').waitFor()
    await expectAccessible(page)
    await screenshots(page, 'tracker-table-selected')
    await bar(page).getByRole('button', { name: 'Choose all 6' }).click()
    await bar(page).getByText('6 chosen').waitFor()
    await choose(page, 'Salt')
    await bar(page).getByText('5 chosen').waitFor()

    await bar(page).getByRole('button', { name: 'Edit…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change 5 artifacts' })
    await dialog.getByRole('combobox', { name: 'Field to change' }).selectOption({ label: 'Assigned to' })
    const field = dialog.getByRole('group', { name: 'Assigned to' })
    await field.getByRole('combobox', { name: 'What happens with the values' }).selectOption('add')
    await field
      .getByRole('button', { name: /Assigned to/ })
      .first()
      .click()
    await page.getByRole('option', { name: 'Ben Pilot' }).click()
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'See what would change' }).click()
    await dialog.getByText('5 artifacts would change').waitFor()
    expect(await assigneesOf()).toEqual(['', '', '', '', '', ''])
    await screenshots(page, 'bulk-preview')
    await dialog.getByRole('button', { name: 'Apply to 5' }).click()
    await page.getByText('5 artifacts are changed').waitFor()
    expect(await assigneesOf()).toEqual(['ben', 'ben', 'ben', 'ben', 'ben', ''])
    // The rows show it where they stand, and nothing is chosen any more.
    await page.getByRole('row').filter({ hasText: 'Gale' }).getByText('Ben Pilot').waitFor()
    expect(await bar(page).count()).toBe(0)

    // Somebody changes one of them: that one stays.
    const other = { field_id: bug.field('assigned_to'), bind_value_ids: [ann.id] }
    await browser.crocus.request('PUT', `/api/artifacts/${ids[1]}`, { as: ben.as, json: { values: [other] } })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('1 artifact was changed again since and stays.').waitFor()
    expect(await assigneesOf()).toEqual(['', 'ann', '', '', '', ''])
  })

  it('keep those chosen that are refused, each with its reason', async () => {
    const page = await open()
    await page.getByRole('grid').getByRole('gridcell').first().focus()
    await page.keyboard.press('x')
    await page.keyboard.press('Shift+ArrowDown')
    await bar(page).getByText('2 chosen').waitFor()
    await bar(page).getByRole('button', { name: 'Comment…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Comment on 2 artifacts' })
    await dialog.getByRole('textbox', { name: 'Comment' }).fill('Seen together')
    await dialog.getByRole('button', { name: 'See what would change' }).click()
    await dialog.getByText('2 artifacts would get it').waitFor()
    const gone = await browser.crocus.request('DELETE', `/api/artifacts/${ids[0]}`, { as: ann.as })
    expect(gone.status, gone.text).toBe(200)
    await dialog.getByRole('button', { name: 'Apply to 2' }).click()
    await dialog.getByText('1 artifact is done.').waitFor()
    await dialog.getByText('1 was refused:').waitFor()
    await dialog.getByRole('link', { name: `#${ids[0]}` }).waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await bar(page).getByText('1 chosen').waitFor()
    const { text } = await browser.crocus.request('GET', `/api/artifacts/${ids[1]}/changesets?fields=comments`, {
      as: ann.as,
    })
    expect(text).toContain('Seen together')
  })

  it('are watched together', async () => {
    const page = await open()
    await choose(page, 'Hail')
    await choose(page, 'Ice')
    await bar(page).getByRole('button', { name: 'Watch…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mails about 2 artifacts' })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('You watch 2 artifacts').waitFor()
    const levelOf = async (id: number | undefined) =>
      (await browser.crocus.request('GET', `/api/artifacts/${id}/subscription`, { as: ann.as })).json<{
        level: string
      }>().level
    expect([await levelOf(ids[2]), await levelOf(ids[3]), await levelOf(ids[1])]).toEqual(['all', 'all', 'involved'])
  })

  it('are linked to the same artifacts, and keep their other links', async () => {
    const linksOf = async (id = 0) =>
      (
        (await read(id)).values.find(({ type }) => type === 'art_link') as { links?: { id: number }[] } | undefined
      )?.links
        ?.map(link => link.id)
        .toSorted((one, other) => one - other)
    const [, gale = 0, hail = 0, ice = 0, rust = 0] = ids
    const first = await browser.crocus.request('PUT', `/api/artifacts/${hail}`, {
      as: ann.as,
      json: {
        values: [
          { field_id: bug.fields.find(({ type }) => type === 'art_link')?.field_id, links: [{ id: rust, type: '' }] },
        ],
      },
    })
    expect(first.status, first.text).toBe(200)
    const page = await open()
    await choose(page, 'Hail')
    await choose(page, 'Ice')
    await bar(page).getByRole('button', { name: 'Link…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Link 2 artifacts' })
    await dialog.getByRole('textbox', { name: 'Number or words of the title' }).fill('Gale')
    await dialog.getByRole('checkbox', { name: /Gale/ }).check()
    await expectAccessible(page, [320, 1440])
    await page.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByRole('button', { name: 'Add' }).click()
    await dialog.getByText('2 artifacts would change').waitFor()
    await dialog.getByRole('button', { name: 'Apply to 2' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect([await linksOf(hail), await linksOf(ice)]).toEqual([[gale, rust], [gale]])
    await page.keyboard.press('Control+z')
    await expect.poll(async () => [await linksOf(hail), await linksOf(ice)]).toEqual([[rust], []])
  })

  it('move into another tracker, after what is lost was told', async () => {
    const page = await open()
    await choose(page, 'Hail')
    await choose(page, 'Ice')
    await bar(page).getByRole('button', { name: 'Move…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Move 2 artifacts' })
    await dialog.getByRole('combobox', { name: 'Tracker' }).selectOption({ index: 1 })
    await dialog.getByRole('button', { name: 'See what would change' }).click()
    await dialog.getByText('2 artifacts would move.').waitFor()
    await expectAccessible(page)
    const trackerOf = async (id = 0) => (await read(id)).tracker.id
    expect(await trackerOf(ids[2])).toBe(bug.id)
    await dialog.getByRole('button', { name: 'Move 2' }).click()
    await page.getByText('2 artifacts are moved').waitFor()
    expect([await trackerOf(ids[2]), await trackerOf(ids[3])]).not.toContain(bug.id)
    await expect.poll(() => page.getByRole('link', { name: 'Hail' }).count()).toBe(0)
  })

  it('go to the trash when their number is typed', async () => {
    const page = await open()
    await choose(page, 'Rust')
    await choose(page, 'Salt')
    await bar(page).getByRole('button', { name: 'Delete…' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Delete 2 artifacts?' })
    await dialog.getByRole('textbox').fill('3')
    await dialog.getByText('This is not the number of chosen artifacts.').waitFor()
    await dialog.getByRole('textbox').fill('2')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('2 artifacts are deleted').waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'Salt' }).count()).toBe(0)
    for (const id of ids.slice(4)) expect(await read(id)).toHaveProperty('error')
  })
})
