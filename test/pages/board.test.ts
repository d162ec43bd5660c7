import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenTracker } from '../harness/trackers.ts'
import { aStep, aWorkflow, aWorkTracker, givenWorks } from '../harness/workflows.ts'
import type { Credentials } from '../harness/fixture.ts'

const BOARD = '/projects/works/trackers/work?view=board&sort=title&columns=country,effort,end'

describePages('a board', () => {
  let browser: TestBrowser
  let owner: Credentials
  let member: Credentials
  let trackerId: number
  let fieldOf: (name: string) => number
  const valueIds = new Map<string, number>()
  beforeAll(async () => {
    browser = await testBrowser()
    const works = await givenWorks(browser.crocus)
    owner = works.owner
    member = works.member
    const given = await givenTracker(
      browser.crocus,
      aWorkTracker(works.projectId, 'work', {
        semantics: { title: { field: 'title' }, status: { field: 'state', openValues: ['new', 'busy'] } },
        workflow: aWorkflow([
          aStep(null, 'new'),
          aStep('new', 'busy'),
          aStep('busy', 'new'),
          aStep('busy', 'done', { notEmptyFields: ['effort'] }),
          aStep('done', 'new', { authorizedUserGroupIds: [4] }),
        ]),
      }),
    )
    trackerId = given.tracker.id
    fieldOf = given.field
    const { values } = given.tracker.fieldByName.get('state')?.bind as unknown as {
      values: { id: number; label: string }[]
    }
    for (const { id, label } of values) valueIds.set(label, id)
  })

  const give = async (title: string, state = 'new', effort: number | '' = 3): Promise<number> => {
    const asked = async (method: 'POST' | 'PUT', path: string, json: unknown) => {
      const response = await browser.crocus.request(method, path, { as: owner, json })
      expect([200, 201], response.text).toContain(response.status)
      return response
    }
    const values = [
      { field_id: fieldOf('title'), value: title },
      ...(effort === '' ? [] : [{ field_id: fieldOf('effort'), value: effort }]),
      { field_id: fieldOf('state'), bind_value_ids: [valueIds.get('new')] },
    ]
    const { id } = (await asked('POST', '/api/artifacts', { tracker: { id: trackerId }, values })).json<{
      id: number
    }>()
    for (const step of ['busy', 'done'].slice(0, ['new', 'busy', 'done'].indexOf(state)))
      await asked('PUT', `/api/artifacts/${id}`, {
        values: [{ field_id: fieldOf('state'), bind_value_ids: [valueIds.get(step)] }],
      })
    return id
  }
  const stateOf = async (id: number): Promise<string> =>
    (await browser.crocus.request('GET', `/api/artifacts/${id}`, { as: owner })).json<{ status: string }>().status
  const open = async (as = owner, address = BOARD, options = {}): Promise<Page> => {
    const page = await browser.newPageOf(as, options)
    await page.goto(address)
    await page.getByRole('group', { name: 'Board by state' }).waitFor()
    return page
  }
  const column = (page: Page, name: string): Locator => page.getByRole('region', { name: new RegExp(`^${name}, \\d`) })
  const card = (page: Page, title: string): Locator => page.getByRole('listitem').filter({ hasText: title })
  const cardIn = (page: Page, name: string, title: string): Locator =>
    column(page, name).getByRole('link', { name: title, exact: true })

  it('shows the values of the status as columns, with exact counts and the words of the workflow', async () => {
    await give('Anchor')
    await give('Buoy', 'busy')
    await give('Cable', 'done')
    const page = await open()
    await cardIn(page, 'new', 'Anchor').waitFor()
    await cardIn(page, 'busy', 'Buoy').waitFor()
    await cardIn(page, 'done', 'Cable').waitFor()
    await expectAccessible(page, [320, 1440])
    await page.setViewportSize({ width: 1440, height: 900 })
    await card(page, 'Cable').hover()
    await card(page, 'Cable')
      .getByRole('button', { name: /^Move work #\d+ to/ })
      .click()
    const busy = page.getByRole('menuitem', { name: /^busy/ })
    expect(await busy.getAttribute('aria-disabled')).toBe('true')
    await busy.getByText('The workflow of All work does not go from done to busy').waitFor()
    expect(await page.getByRole('menuitem', { name: /^new/ }).getAttribute('aria-disabled')).toBeNull()
    await screenshots(page, 'board-move-menu')
    await page.keyboard.press('Escape')
    // Only administrators of the project go back to the beginning.
    const others = await open(member)
    await card(others, 'Cable').hover()
    await card(others, 'Cable')
      .getByRole('button', { name: /^Move work #\d+ to/ })
      .click()
    const refused = others.getByRole('menuitem', { name: /^new/ })
    expect(await refused.getAttribute('aria-disabled')).toBe('true')
    await refused.getByText(/^Only .* may do this$/).waitFor()
  })

  const drag = async (page: Page, from: Locator, to: Locator): Promise<void> => {
    const start = await from.boundingBox()
    const end = await to.boundingBox()
    if (!start || !end) throw new Error('Nothing to drag')
    await page.mouse.move(start.x + 40, start.y + 12)
    await page.mouse.down()
    await page.mouse.move(start.x + 60, start.y + 20, { steps: 3 })
    await page.mouse.move(end.x + end.width / 2, end.y + 120, { steps: 6 })
  }

  it('moves a card by the mouse where the workflow lets it, and says why not elsewhere', async () => {
    const id = await give('Davit')
    const page = await open()
    await cardIn(page, 'new', 'Davit').waitFor()
    await drag(page, card(page, 'Davit'), column(page, 'done'))
    await column(page, 'done').getByText('The workflow of All work does not go from new to done').waitFor()
    await screenshots(page, 'board-dragging')
    await page.mouse.up()
    await cardIn(page, 'new', 'Davit').waitFor()
    expect(await stateOf(id)).toBe('new')
    expect(new URL(page.url()).pathname).toBe('/projects/works/trackers/work')

    await drag(page, card(page, 'Davit'), column(page, 'busy'))
    await page.mouse.up()
    await cardIn(page, 'busy', 'Davit').waitFor()
    await expect.poll(() => stateOf(id)).toBe('busy')
    // A held card is put back by Escape.
    await drag(page, card(page, 'Davit'), column(page, 'done'))
    await page.keyboard.press('Escape')
    await page.mouse.up()
    await cardIn(page, 'busy', 'Davit').waitFor()
    expect(await stateOf(id)).toBe('busy')
  })

  it('moves a card by keys past closed columns, keeps the focus, and takes the move back', async () => {
    const id = await give('Fender', 'done')
    const page = await open()
    await cardIn(page, 'done', 'Fender').focus()
    // Not to the column beside it, but to the first that is open.
    await page.keyboard.press('Shift+ArrowLeft')
    await cardIn(page, 'new', 'Fender').waitFor()
    await expect.poll(() => stateOf(id)).toBe('new')
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Fender')
    await page.keyboard.press('m')
    await page.getByRole('menuitem', { name: 'busy' }).click()
    await expect.poll(() => stateOf(id)).toBe('busy')
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => stateOf(id)).toBe('done')
    // No step leads back from there: nothing offers it.
    await page
      .getByRole('status')
      .filter({ hasText: `work #${id} moved to done` })
      .waitFor()
    const told = (text: string) => page.locator('.toast').filter({ hasText: text })
    expect(await told(`work #${id} moved to done`).count()).toBe(0)

    const other = await give('Galley', 'new')
    await cardIn(page, 'new', 'Galley').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await expect.poll(() => stateOf(other)).toBe('busy')
    await told(`work #${other} moved to busy`).getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => stateOf(other)).toBe('new')
    await cardIn(page, 'new', 'Galley').waitFor()
  })

  it('asks for what a step needs before it moves the card', async () => {
    const id = await give('Hatch', 'busy', '')
    const page = await open()
    await cardIn(page, 'busy', 'Hatch').focus()
    await page.keyboard.press('Shift+ArrowRight')
    const dialog = page.getByRole('dialog', { name: 'state: done' })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await cardIn(page, 'busy', 'Hatch').waitFor()
    expect(await stateOf(id)).toBe('busy')
    await cardIn(page, 'busy', 'Hatch').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await dialog.getByRole('textbox', { name: 'effort' }).fill('5')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await cardIn(page, 'done', 'Hatch').waitFor()
    await expect.poll(() => stateOf(id)).toBe('done')
  })

  it('shows what others do, makes cards in a column, and opens them beside the board', async () => {
    const id = await give('Jib')
    const [page, other] = [await open(), await open(member)]
    await cardIn(other, 'new', 'Jib').waitFor()
    await cardIn(page, 'new', 'Jib').focus()
    await page.keyboard.press('Shift+ArrowRight')
    await cardIn(other, 'busy', 'Jib').waitFor()
    expect(await stateOf(id)).toBe('busy')

    await column(page, 'new').getByRole('button', { name: 'New work', exact: true }).click()
    await page.getByRole('textbox', { name: 'Title of the new work in new' }).fill('Keel')
    await page.keyboard.press('Enter')
    await cardIn(page, 'new', 'Keel').waitFor()
    await cardIn(other, 'new', 'Keel').waitFor()
    await page.keyboard.press('Escape')

    await cardIn(page, 'new', 'Keel').focus()
    await page.keyboard.press('Space')
    const panel = page.getByRole('complementary', { name: /^work #/ })
    await panel.getByRole('heading', { name: 'Keel' }).waitFor()
    await panel.getByRole('button', { name: 'Close the panel' }).click()
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Keel')
    await screenshots(page, 'board')
  })

  it('shows one column at a time on a phone, and moves by a menu', async () => {
    const id = await give('Lantern')
    const page = await open(owner, BOARD, { viewport: { width: 360, height: 780 }, hasTouch: true })
    await page.getByRole('button', { name: /^new/ }).click()
    await cardIn(page, 'new', 'Lantern').waitFor()
    expect(await column(page, 'busy').count()).toBe(0)
    await card(page, 'Lantern')
      .getByRole('button', { name: /^Move work/ })
      .click()
    await page.getByRole('menuitem', { name: 'busy' }).click()
    await expect.poll(() => stateOf(id)).toBe('busy')
    await page.getByRole('button', { name: /^busy/ }).click()
    await cardIn(page, 'busy', 'Lantern').waitFor()
  })

  it('lets a reader choose the list where none is the status, and keeps the filter', async () => {
    const page = await browser.newPageOf(owner)
    await page.goto(`${BOARD}&group=country&tql=${encodeURIComponent('title = "Anchor"')}`)
    await page.getByRole('group', { name: 'Board by country' }).waitFor()
    await column(page, 'None').getByRole('link', { name: 'Anchor' }).waitFor()
    await page.getByRole('status').filter({ hasText: '1 artifact' }).waitFor()
    await page.getByRole('button', { name: 'Table', exact: true }).click()
    await page.getByRole('grid').getByRole('link', { name: 'Anchor' }).waitFor()
    await page.keyboard.press('2')
    await page.getByRole('group', { name: 'Board by country' }).waitFor()
  })

  it('warns beyond a limit, folds columns, and keeps both with the order in a report', async () => {
    for (const title of ['Quay', 'Rope']) await give(title, 'busy')
    const page = await open()
    const busy = column(page, 'busy')
    await busy.getByRole('button', { name: 'Column busy' }).click()
    await page.getByRole('menuitem', { name: 'Set a limit…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Limit of busy' })
    await dialog.getByRole('textbox', { name: 'Most cards' }).fill('0')
    await dialog.getByRole('button', { name: 'Set the limit' }).click()
    await dialog.getByText('Enter a whole number from 1').waitFor()
    await dialog.getByRole('textbox', { name: 'Most cards' }).fill('1')
    await dialog.getByRole('button', { name: 'Set the limit' }).click()
    await busy.getByText(/^\d+ of 1$/).waitFor()
    await busy.getByText(/over the limit$/).waitFor()

    await column(page, 'done').getByRole('button', { name: 'Column done' }).click()
    await page.getByRole('menuitem', { name: 'Fold the column' }).click()
    const folded = column(page, 'done').getByRole('button', { name: /^Unfold/ })
    await folded.waitFor()
    expect(await column(page, 'done').getByRole('listitem').count()).toBe(0)
    await expectAccessible(page)
    await screenshots(page, 'board-limits')
    await page.setViewportSize({ width: 1440, height: 900 })

    await page.getByRole('button', { name: 'Save as…' }).click()
    const save = page.getByRole('dialog', { name: 'Save as a report' })
    await save.getByRole('textbox', { name: 'Name' }).fill('Harbour')
    await save.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Harbour' }).waitFor()
    await expect.poll(() => new URL(page.url()).search).toMatch(/^\?report=\d+$/)
    await busy.getByText(/^\d+ of 1$/).waitFor()
    await folded.waitFor()

    // The report opens as a board in its order; the table is a change of it.
    const other = await browser.newPageOf(owner)
    await other.goto(`/projects/works/trackers/work${new URL(page.url()).search}`)
    await other.getByRole('group', { name: 'Board by state' }).waitFor()
    await other.getByRole('button', { name: /^Sort/ }).getByText('title').waitFor()
    await other
      .getByRole('radio', { name: 'Table' })
      .or(other.getByRole('button', { name: 'Table', exact: true }))
      .click()
    await other.getByRole('grid').waitFor()
    await expect.poll(() => new URL(other.url()).searchParams.get('view')).toBe('table')

    // A card can be dropped on a folded column, and the column opens again.
    await folded.click()
    await column(page, 'done').getByRole('listitem').first().waitFor()
    await busy.getByRole('button', { name: 'Column busy' }).click()
    await page.getByRole('menuitem', { name: 'Remove the limit' }).click()
    await expect.poll(() => busy.getByText(/over the limit$/).count()).toBe(0)
  })
})
