import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import type { Credentials } from '../harness/fixture.ts'
import { anElement, givenTracker, type GivenTracker } from '../harness/trackers.ts'
import { aWorkTracker, givenWorks } from '../harness/workflows.ts'

const TABLE = '/projects/works/trackers/work?sort=title&columns=state,towns,effort,end'

describePages('the groups of a table', () => {
  let browser: TestBrowser
  let owner: Credentials
  let given: GivenTracker
  beforeAll(async () => {
    browser = await testBrowser()
    const works = await givenWorks(browser.crocus)
    owner = works.owner
    const tracker = aWorkTracker(works.projectId, 'work', {
      semantics: { title: { field: 'title' }, status: { field: 'state', openValues: ['new', 'busy'] } },
    })
    const number = anElement('aid', 'id', { permissions: { read: [1] } })
    given = await givenTracker(browser.crocus, { ...tracker, elements: [...tracker.elements, number] })
    await give('Anchor', { state: 'new', effort: 2, end: '2026-11-02' })
    await give('Buoy', { state: 'busy', effort: 5, towns: ['Paris', 'Madrid'], end: '2026-11-04' })
    await give('Cable', { state: 'new', effort: 3, towns: ['Madrid'] })
    await give('Davit', { effort: 7, end: '2026-11-12' })
  })

  interface Given {
    readonly state?: string
    readonly effort: number
    readonly towns?: readonly string[]
    readonly end?: string
  }
  const give = async (title: string, { state, effort, towns = [], end }: Given): Promise<void> => {
    const response = await browser.crocus.request('POST', '/api/artifacts', {
      as: owner,
      json: {
        tracker: { id: given.tracker.id },
        values: [
          { field_id: given.field('title'), value: title },
          { field_id: given.field('effort'), value: effort },
          { field_id: given.field('state'), bind_value_ids: [state === undefined ? 100 : given.value('state', state)] },
          { field_id: given.field('towns'), bind_value_ids: towns.map(town => given.value('towns', town)) },
          ...(end === undefined ? [] : [{ field_id: given.field('end'), value: end }]),
        ],
      },
    })
    expect(response.status, response.text).toBe(201)
  }
  const open = async (search = '', options = {}): Promise<Page> => {
    const page = await browser.newPageOf(owner, options)
    await page.goto(TABLE + search)
    await page.getByRole('grid').getByRole('link').first().waitFor()
    return page
  }
  const head = (page: Page, name: string): Locator =>
    page.getByRole('rowheader').filter({ has: page.locator('.grid-group-name').getByText(name, { exact: true }) })
  /** Heads and titles from the top. */
  const lines = async (page: Page): Promise<string[]> => {
    const found = await page.locator('.grid-body > [role=row]').evaluateAll(rows =>
      rows.map(row => {
        const { dataset, textContent } = row as unknown as { dataset: { index: string }; textContent: string }
        const part = (
          row as unknown as { querySelector: (by: string) => { textContent: string } | null }
        ).querySelector('.grid-group-name, .grid-title')
        return [Number(dataset.index), part?.textContent ?? textContent] as const
      }),
    )
    return found.toSorted(([one], [other]) => one - other).map(([, text]) => text)
  }

  it('stand in the order of the values with counts and sums, and close and open by pointer and keys', async () => {
    const page = await open('&totals=sum:effort')
    await page.getByRole('button', { name: 'Group', exact: true }).click()
    await page.getByRole('menuitemradio', { name: 'state', exact: true }).click()
    await expect.poll(() => lines(page)).toEqual(['None', 'Davit', 'new', 'Anchor', 'Cable', 'busy', 'Buoy'])
    expect(new URL(page.url()).searchParams.get('group')).toBe('state')
    await page.getByRole('status').filter({ hasText: '4 artifacts' }).waitFor()
    const rowOf = (name: string) => page.getByRole('row').filter({ has: head(page, name) })
    await rowOf('new').getByText('2 artifacts').waitFor()
    await rowOf('new').getByText('5', { exact: true }).waitFor()
    await page.getByRole('row').filter({ hasText: 'Total of 4' }).getByText('17', { exact: true }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'table-groups')
    await page.setViewportSize({ width: 1440, height: 900 })

    await head(page, 'new').click()
    await expect.poll(() => lines(page)).toEqual(['None', 'Davit', 'new', 'busy', 'Buoy'])
    await expect
      .poll(() => new URL(page.url()).searchParams.get('closed'))
      .toContain(String(given.value('state', 'new')))
    expect(await head(page, 'new').getAttribute('aria-expanded')).toBe('false')

    // The arrows pass heads in their column; on a head, right opens and left closes.
    await page.getByRole('row').filter({ hasText: 'Davit' }).getByRole('gridcell').nth(3).focus()
    await page.keyboard.press('ArrowDown')
    await head(page, 'new').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => lines(page)).toEqual(['None', 'Davit', 'new', 'Anchor', 'Cable', 'busy', 'Buoy'])
    await page.keyboard.press('ArrowDown')
    await page
      .getByRole('row')
      .filter({ hasText: 'Anchor' })
      .getByRole('gridcell')
      .nth(3)
      .and(page.locator(':focus'))
      .waitFor()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect.poll(() => lines(page)).toEqual(['None', 'Davit', 'new', 'busy', 'Buoy'])
  })

  it('count an artifact with several values once, and give each artifact its neighbours of the group', async () => {
    const page = await open('&group=towns')
    await expect
      .poll(() => lines(page))
      .toEqual(['None', 'Anchor', 'Davit', 'Paris', 'Buoy', 'Madrid', 'Buoy', 'Cable'])
    await page.getByRole('status').filter({ hasText: '4 artifacts' }).waitFor()
    await page.getByText('An artifact with several values stands in each of its groups.').waitFor()
    await page.getByRole('link', { name: 'Cable' }).click()
    await page.getByRole('heading', { name: 'Cable', level: 1 }).waitFor()
    await page.getByText('2 of 2').waitFor()
    await page.keyboard.press('k')
    await page.getByRole('heading', { name: 'Buoy', level: 1 }).waitFor()
  })

  it('of a date are its weeks or months, from the menu of a column', async () => {
    const page = await open()
    await page.getByRole('columnheader', { name: 'end' }).getByRole('button').click()
    await page.getByRole('menuitem', { name: 'Group by week' }).click()
    await expect
      .poll(() => lines(page))
      .toEqual(['Week of 2 Nov 2026', 'Anchor', 'Buoy', 'Week of 9 Nov 2026', 'Davit', 'None', 'Cable'])
    await page.getByRole('button', { name: /^Group/ }).click()
    await page.getByRole('menuitemradio', { name: 'No groups' }).click()
    await expect.poll(() => lines(page)).toEqual(['Anchor', 'Buoy', 'Cable', 'Davit'])
  })

  it('stay in a report, begin new artifacts with their value, and are edited as any row', async () => {
    const page = await open('&group=state')
    await page.getByRole('button', { name: 'Save as…' }).click()
    const save = page.getByRole('dialog', { name: 'Save as a report' })
    await save.getByRole('textbox', { name: 'Name' }).fill('By state')
    await save.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'By state' }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toMatch(/^\?report=\d+$/)
    await head(page, 'busy').waitFor()

    await head(page, 'busy').hover()
    await page.getByRole('button', { name: 'New work in busy' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /state/ }).filter({ hasText: 'busy' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    const state = page.getByRole('row').filter({ hasText: 'Buoy' }).getByRole('gridcell').nth(1)
    await state.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: 'done' }).click()
    await page.getByRole('row').filter({ hasText: 'Buoy' }).getByText('no longer listed here').waitFor()
    await page.getByRole('row').filter({ hasText: 'Anchor' }).getByRole('gridcell').first().focus()
    await page.keyboard.press('r')
    await expect.poll(() => lines(page)).toEqual(['None', 'Davit', 'new', 'Anchor', 'Cable', 'done', 'Buoy'])
  })

  it('say what is wrong with the address, and leave the rows of a phone readable', async () => {
    const page = await open('&group=nosuch')
    await page.getByText('Not shown, because you do not see it or it does not exist: nosuch').waitFor()
    const phone = await open('&group=state', { viewport: { width: 390, height: 844 } })
    await head(phone, 'new').waitFor()
    await head(phone, 'new').click()
    await expect.poll(() => phone.getByRole('link', { name: 'Anchor' }).count()).toBe(0)
  })
})
