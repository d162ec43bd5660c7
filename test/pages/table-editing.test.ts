import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import type { NewTracker } from '../../src/modules/trackers/index.ts'
import type { Credentials } from '../harness/fixture.ts'
import { anElement, givenTracker, type GivenTracker } from '../harness/trackers.ts'
import { aStep, aWorkflow, aWorkTracker, givenWorks } from '../harness/workflows.ts'

const TABLE = '/projects/works/trackers/work?sort=title&columns=state,country,effort,end,number'

/** With a field that the server fills in. */
const withNumber = (tracker: NewTracker): NewTracker => ({
  ...tracker,
  elements: [
    ...tracker.elements,
    anElement('aid', 'id', { permissions: { read: [1] } }),
    anElement('atid', 'number', { permissions: { read: [1] } }),
  ],
})

describePages('editing in the cells of a table', () => {
  let browser: TestBrowser
  let owner: Credentials
  let given: GivenTracker
  beforeAll(async () => {
    browser = await testBrowser()
    const works = await givenWorks(browser.crocus)
    owner = works.owner
    given = await givenTracker(
      browser.crocus,
      withNumber(
        aWorkTracker(works.projectId, 'work', {
          dateRules: [{ sourceField: 'start', comparator: '<', targetField: 'end' }],
          semantics: { title: { field: 'title' }, status: { field: 'state', openValues: ['new', 'busy'] } },
          workflow: aWorkflow([
            aStep(null, 'new'),
            aStep('new', 'busy'),
            aStep('busy', 'new'),
            aStep('busy', 'done', { notEmptyFields: ['effort'] }),
          ]),
        }),
      ),
    )
  })

  const give = async (title: string): Promise<number> => {
    const response = await browser.crocus.request('POST', '/api/artifacts', {
      as: owner,
      json: {
        tracker: { id: given.tracker.id },
        values: [
          { field_id: given.field('title'), value: title },
          { field_id: given.field('start'), value: '2026-06-01' },
          { field_id: given.field('state'), bind_value_ids: [given.value('state', 'new')] },
        ],
      },
    })
    expect(response.status, response.text).toBe(201)
    return response.json<{ id: number }>().id
  }
  const valuesOf = async (id: number): Promise<Record<string, unknown>> => {
    const { values, title, status } = (
      await browser.crocus.request('GET', `/api/artifacts/${id}`, { as: owner })
    ).json<{ title: string; status: string; values: { field_id: number; value?: unknown }[] }>()
    return {
      title,
      status,
      effort: values.find(({ field_id: field }) => field === given.field('effort'))?.value,
      end: values.find(({ field_id: field }) => field === given.field('end'))?.value,
    }
  }
  const open = async (as = owner, options = {}): Promise<Page> => {
    const page = await browser.newPageOf(as, options)
    await page.goto(TABLE)
    await page.getByRole('grid').getByRole('link').first().waitFor()
    return page
  }
  const row = (page: Page, title: string): Locator =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })
  const cell = (page: Page, title: string, column: number): Locator =>
    row(page, title).getByRole('gridcell').nth(column)
  const [STATE, COUNTRY, EFFORT, END, NUMBER] = [1, 2, 3, 4, 5]
  const NOW = { timeout: 10_000 }
  const expectFocus = (place: Locator) => place.and(place.page().locator(':focus')).waitFor()
  const focus = (page: Page, title: string, column: number) => cell(page, title, column).focus()

  it('saves by Enter and goes down, by Tab and goes right; Escape leaves the value', async () => {
    const first = await give('Anchor')
    const second = await give('Buoy')
    const page = await open()
    await focus(page, 'Anchor', EFFORT)
    await page.keyboard.press('Enter')
    const effort = page.getByRole('textbox', { name: 'effort', exact: true })
    await effort.waitFor()
    await expectAccessible(page, [1440])
    await screenshots(page, 'table-editing')
    await page.setViewportSize({ width: 1440, height: 900 })
    await effort.focus()
    await effort.fill('5')
    await effort.press('Enter')
    await expect.poll(() => valuesOf(first), NOW).toMatchObject({ effort: 5 })
    await expectFocus(cell(page, 'Buoy', EFFORT))

    // Typing in a cell replaces its value, from the first key on.
    await page.keyboard.type('12')
    await expect.poll(() => effort.inputValue()).toBe('12')
    await page.keyboard.press('Tab')
    await expect.poll(() => valuesOf(second), NOW).toMatchObject({ effort: 12 })
    await expectFocus(cell(page, 'Buoy', END))

    await page.keyboard.press('F2')
    const end = page.getByRole('textbox', { name: 'end', exact: true })
    await end.fill('2026-12-24')
    await page.keyboard.press('Escape')
    await end.waitFor({ state: 'detached' })
    await expectFocus(cell(page, 'Buoy', END))
    expect((await valuesOf(second))['end']).toBeFalsy()

    await page.keyboard.press('F2')
    await end.fill('2026-12-24')
    await page.keyboard.press('Enter')
    await expect.poll(async () => String((await valuesOf(second))['end']), NOW).toContain('2026-12-24')
    // The last change of this tab comes back.
    await page.keyboard.press('Control+z')
    await expect.poll(async () => (await valuesOf(second))['end'], NOW).toBeFalsy()
  })

  it('opens lists with what was typed as their search, and dims what the workflow forbids', async () => {
    const id = await give('Cable')
    const page = await open()
    await focus(page, 'Cable', COUNTRY)
    await page.keyboard.type('Spa')
    const search = page.getByRole('combobox', { name: 'Find a value of country' })
    await expect.poll(() => search.inputValue()).toBe('Spa')
    await page.keyboard.press('Enter')
    await cell(page, 'Cable', COUNTRY).getByText('Spain').waitFor()

    // In the first cell of a row letters are commands.
    await focus(page, 'Cable', 0)
    await page.keyboard.press('s')
    await page.getByRole('option', { name: /^done/ }).getByText('does not go from').waitFor()
    await page.getByRole('option', { name: /^busy/ }).click()
    await expect.poll(() => valuesOf(id), NOW).toMatchObject({ status: 'busy' })

    // This step asks for the effort in a form of its own, and both go in one change.
    await focus(page, 'Cable', STATE)
    await page.keyboard.press('Enter')
    await page.getByRole('option', { name: /^done/ }).click()
    const form = page.getByRole('dialog', { name: 'state: done' })
    await form.getByRole('textbox', { name: 'effort' }).fill('3')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => valuesOf(id), NOW).toMatchObject({ status: 'done', effort: 3 })
  })

  it('edits the title by F2, and keeps a refused value in its editor with the reason', async () => {
    const id = await give('Davit')
    const page = await open()
    await focus(page, 'Davit', 0)
    await page.keyboard.press('F2')
    const title = page.getByRole('textbox', { name: 'title', exact: true })
    await title.fill('Davits')
    await title.press('Enter')
    await expect.poll(() => valuesOf(id), NOW).toMatchObject({ title: 'Davits' })

    await row(page, 'Davits').waitFor()
    await cell(page, 'Davits', END).dblclick()
    const end = page.getByRole('textbox', { name: 'end', exact: true })
    await end.fill('2026-01-02')
    await end.press('Enter')
    await page.getByRole('alert').filter({ hasText: 'start' }).waitFor()
    expect(await end.inputValue()).toContain('2026')
    await end.fill('2026-12-24')
    await end.press('Enter')
    await expect.poll(async () => String((await valuesOf(id))['end']), NOW).toContain('2026-12-24')
  })

  it('shows why a cell cannot be edited, and that a changed row has left the result', async () => {
    const id = await give('Eye')
    const page = await browser.newPageOf(owner)
    await page.goto(`${TABLE}&tql=${encodeURIComponent('effort = ""')}`)
    await row(page, 'Eye').waitFor()
    await cell(page, 'Eye', NUMBER).focus()
    await page.keyboard.press('Enter')
    const reason = page.locator('.status-line').getByText('The server fills in “number”.')
    await reason.waitFor()
    await expectFocus(cell(page, 'Eye', NUMBER))
    // It stays until the focus moves on.
    await page.evaluate('new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
    expect(await reason.isVisible()).toBe(true)
    await page.keyboard.press('ArrowLeft')
    await reason.waitFor({ state: 'detached' })
    await focus(page, 'Eye', EFFORT)
    await page.keyboard.type('4')
    await page.keyboard.press('Enter')
    await expect.poll(() => valuesOf(id), NOW).toMatchObject({ effort: 4 })
    await row(page, 'Eye').getByText('no longer listed here').waitFor()
    await page.keyboard.press('Escape')
    await focus(page, 'Eye', 0)
    await page.keyboard.press('r')
    await row(page, 'Eye').waitFor({ state: 'detached' })
  })

  it('leaves letters as commands to whoever may not edit', async () => {
    await give('Fender')
    const page = await browser.newPage()
    await page.goto(TABLE)
    await row(page, 'Fender').waitFor()
    await focus(page, 'Fender', EFFORT)
    await page.keyboard.press('Enter')
    expect(await page.getByRole('textbox', { name: 'effort', exact: true }).count()).toBe(0)
    await page.keyboard.press('o')
    await page.getByRole('heading', { name: 'Fender', level: 1 }).waitFor()
  })
})
