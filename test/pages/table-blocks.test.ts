import type { Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import type { Credentials } from '../harness/fixture.ts'
import { givenTracker, type GivenTracker } from '../harness/trackers.ts'
import { aStep, aWorkflow, aWorkTracker, givenWorks } from '../harness/workflows.ts'

const COLUMNS = '?sort=title&columns=state,country,effort,end'
const TITLES = ['Anchor', 'Buoy', 'Cable', 'Davit'] as const

describePages('blocks of cells in a table', () => {
  let browser: TestBrowser
  let owner: Credentials
  let trackerId: number
  let given: GivenTracker
  let projectId: number
  let trackers = 0
  beforeAll(async () => {
    browser = await testBrowser()
    const works = await givenWorks(browser.crocus)
    owner = works.owner
    projectId = works.projectId
  })
  beforeEach(async () => {
    trackers++
    const tracker = aWorkTracker(projectId, `work${trackers}`, {
      dateRules: [{ sourceField: 'start', comparator: '<', targetField: 'end' }],
      semantics: { title: { field: 'title' }, status: { field: 'state', openValues: ['new', 'busy'] } },
      workflow: aWorkflow([aStep(null, 'new'), aStep('new', 'busy'), aStep('busy', 'new')]),
    })
    given = await givenTracker(browser.crocus, tracker)
    trackerId = given.tracker.id
    for (const [index, title] of TITLES.entries()) await give(title, index + 1)
  })

  const give = async (title: string, effort: number): Promise<void> => {
    const response = await browser.crocus.request('POST', '/api/artifacts', {
      as: owner,
      json: {
        tracker: { id: trackerId },
        values: [
          { field_id: given.field('title'), value: title },
          { field_id: given.field('start'), value: '2026-06-01' },
          { field_id: given.field('effort'), value: effort },
          { field_id: given.field('state'), bind_value_ids: [given.value('state', 'new')] },
        ],
      },
    })
    expect(response.status, response.text).toBe(201)
  }
  const efforts = async (): Promise<unknown[]> => {
    const path = `/api/trackers/${trackerId}/artifacts?order_by=title&fields=effort&limit=50`
    const found = await browser.crocus.request('GET', path, { as: owner })
    return found
      .json<{ title: string; values: { value?: unknown }[] }[]>()
      .map(({ title, values }) => [title, values[0]?.value])
  }
  const open = async (as = owner): Promise<Page> => {
    const page = await browser.newPageOf(as)
    await page.goto(`/projects/works/trackers/work${trackers}${COLUMNS}`)
    await row(page, 'Anchor').waitFor()
    return page
  }
  const row = (page: Page, title: string): Locator =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })
  const [STATE, COUNTRY, EFFORT] = [1, 2, 3]
  const focus = (page: Page, title: string, column: number) =>
    row(page, title).getByRole('gridcell').nth(column).focus()
  /** The clipboard of the test: a page without TLS may not read the real one. */
  const paste = (page: Page, text: string) =>
    page.evaluate(
      `{ const data = new DataTransfer(); data.setData('text/plain', ${JSON.stringify(text)});
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })) }`,
    )
  const copied = (page: Page, type = 'text/plain') =>
    page.evaluate<string>(
      `{ const data = new DataTransfer();
        document.body.dispatchEvent(new ClipboardEvent('copy', { clipboardData: data, bubbles: true, cancelable: true }));
        data.getData(${JSON.stringify(type)}) }`,
    )
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: /cells/ })
  /** The table loads the code of copies when it gets the focus. */
  const expectReady = async (page: Page) => {
    await focus(page, 'Anchor', 0)
    await expect.poll(() => copied(page)).toContain('Anchor')
  }

  it('are pasted from the focused cell on: what fits, and each refusal with its reason', async () => {
    const page = await open()
    await focus(page, 'Anchor', STATE)
    await paste(
      page,
      ['busy\tFrance\t11\t2027-03-01\tbeyond', 'done\tSpain\t12\t2026-05-01', 'busy\tAtlantis\tmany\t'].join('\r\n'),
    )
    const dialog = dialogOf(page)
    await dialog.getByText('3 artifacts would change').waitFor()
    await dialog.getByText('4 cells are refused').waitFor()
    await dialog.getByText('1 cell to the right of the last column is left out').waitFor()
    const line = (text: RegExp) => dialog.getByRole('row').filter({ hasText: text })
    await line(/Buoy.*state.*done/)
      .getByText('no transition')
      .waitFor()
    await line(/Buoy.*end.*2026-05-01/)
      .getByText('start')
      .waitFor()
    await line(/Cable.*country.*Atlantis/).waitFor()
    await line(/Cable.*effort.*many/).waitFor()
    await expectAccessible(page, [1440])
    await screenshots(page, 'table-paste')
    await page.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByRole('button', { name: 'Paste the 8 cells that fit' }).click()
    await dialog.waitFor({ state: 'detached' })
    await row(page, 'Buoy').getByText('Spain').waitFor()
    expect(await efforts()).toEqual([
      ['Anchor', 11],
      ['Buoy', 12],
      ['Cable', 3],
      ['Davit', 4],
    ])
    await row(page, 'Anchor').getByText('busy').waitFor()
    await row(page, 'Anchor').getByText(/Mar/).waitFor()
    // One change, which comes back as a whole.
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await efforts()).map(each => (each as unknown[])[1])).toEqual([1, 2, 3, 4])
    // Fields without a value before have none again.
    await row(page, 'Buoy').getByText('Spain').waitFor({ state: 'detached' })
    await row(page, 'Anchor').getByText(/Mar/).waitFor({ state: 'detached' })
  })

  it('make new artifacts of lines below the last row, said before', async () => {
    const page = await open()
    await focus(page, 'Davit', 0)
    await paste(page, 'Davits\tnew\t\t40\nEye\tnew\tFrance\t50\nFender\tnew\tSpain\tsixty\n')
    const dialog = dialogOf(page)
    await dialog.getByText('2 lines below the last row become new artifacts').waitFor()
    await dialog
      .getByRole('row')
      .filter({ hasText: /New, line 3.*effort.*sixty/ })
      .waitFor()
    await dialog.getByRole('button', { name: /^Paste the \d+ cells that fit$/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await row(page, 'Fender').waitFor()
    const now = await efforts()
    expect(now).toContainEqual(['Davits', 40])
    expect(now).toContainEqual(['Eye', 50])
    expect(now.find(each => (each as unknown[])[0] === 'Fender')).not.toContain('sixty')
  })

  it('are copied as text and as a table, and filled down from the first chosen row', async () => {
    const page = await open()
    await expectReady(page)
    await focus(page, 'Buoy', 0)
    expect(await copied(page)).toBe('Buoy\tnew\t\t2\t')
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByText('3 chosen').waitFor()
    await focus(page, 'Davit', EFFORT)
    expect(await copied(page)).toBe('2\n3\n4')
    expect(await copied(page, 'text/html')).toBe(
      '<table><tbody><tr><td>2</td></tr><tr><td>3</td></tr><tr><td>4</td></tr></tbody></table>',
    )
    await page.keyboard.press('Control+d')
    const dialog = dialogOf(page)
    await dialog.getByText('2 artifacts would change').waitFor()
    await dialog.getByRole('button', { name: 'Fill 2 cells' }).click()
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(async () => (await efforts()).map(each => (each as unknown[])[1])).toEqual([1, 2, 2, 2])
    // One cell fills all chosen rows.
    await focus(page, 'Cable', COUNTRY)
    await paste(page, 'Spain')
    await dialog.getByText('3 artifacts would change').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })
})
