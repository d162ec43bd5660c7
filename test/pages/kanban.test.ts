import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenProject, type Credentials } from '../harness/fixture.ts'
import { givenKanban, type KanbanTeam } from '../harness/kanban.ts'

const BACKLOG = ['Lens clamp, cracked', 'Set of door seals', 'Hour counter with stuck digits', 'Horn diaphragm, spare']
const TO_DO = ['Relays RX-40, series C, twelve pieces', 'Fog sensor with heated lens', 'Fuses 16 A, slow, box of fifty']
const ON_GOING = [
  'Lamp changer jams at the third socket',
  'Foghorn valve leaks at 9 bar',
  'Relay board with cold joints',
]
const REVIEW = ['Modem pair with new firmware']
const FRENCH_PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'fr-FR' }

describePages('the kanban page', () => {
  let browser: TestBrowser
  let team: KanbanTeam
  let as: Credentials
  let address: string
  beforeAll(async () => {
    browser = await testBrowser()
    team = await givenKanban(browser.crocus, 'lighthouse')
    as = team.owner
    address = `/projects/lighthouse/kanban/${team.kanbanId}`
    for (const title of BACKLOG) await team.make(title)
    for (const title of TO_DO) await team.make(title, 'To be done')
    for (const title of ON_GOING) await team.make(title, 'On going')
    for (const title of REVIEW) await team.make(title, 'In review')
    await team.make('Charge controller', 'Done')
  })

  const column = (page: Page, name: string): Locator => page.locator(`section[aria-label^="${name}, "]`)
  const card = (page: Page, name: string, title: string): Locator =>
    column(page, name).getByRole('link', { name: title, exact: true })
  const titlesOf = (page: Page, name: string) => column(page, name).locator('.board-card-title').allTextContents()
  const saved = (page: Page, method = 'PATCH') =>
    page.waitForResponse(response => response.request().method() === method && response.url().includes('/api/kanban'))
  const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')
  const open = async (options = {}): Promise<Page> => {
    const page = await browser.newPageOf(as, options)
    await page.goto(address)
    await column(page, 'To be done').getByRole('listitem').first().waitFor()
    return page
  }
  const drag = async (page: Page, from: Locator, to: Locator): Promise<void> => {
    const [start, end] = [await from.boundingBox(), await to.boundingBox()]
    if (!start || !end) throw new Error('the columns are not in sight')
    await page.mouse.move(start.x + 20, start.y + 8)
    await page.mouse.down()
    await page.mouse.move(start.x + 40, start.y + 20, { steps: 3 })
    await page.mouse.move(end.x + end.width / 2, end.y + end.height - 40, { steps: 6 })
  }

  const setWorkflow = async (workflow: object): Promise<void> => {
    const query = encodeURIComponent(JSON.stringify({ workflow }))
    const set = await browser.crocus.request('PATCH', `/api/trackers/${team.tracker.id}?query=${query}`, { as })
    expect(set.status, set.text).toBe(200)
  }
  const allow = async (from: string, to: string): Promise<number> => {
    const json = { tracker_id: team.tracker.id, from_id: team.column(from), to_id: team.column(to) }
    const made = await browser.crocus.request('POST', '/api/tracker_workflow_transitions', { as, json })
    expect(made.status, made.text).toBe(201)
    return made.json<{ id: number }>().id
  }

  it('shows backlog, columns and archive by rank, reached from the project', async () => {
    const page = await browser.newPageOf(as)
    await page.goto('/projects/lighthouse')
    await page.getByRole('link', { name: 'Kanban', exact: true }).click()
    await card(page, 'Backlog', 'Lens clamp, cracked').waitFor()
    expect(new URL(page.url()).pathname).toBe(address)
    expect(await titlesOf(page, 'Backlog')).toEqual(BACKLOG)
    expect(await titlesOf(page, 'On going')).toEqual(ON_GOING)
    await page.getByText('7 in work').waitFor()
    await column(page, 'On going')
      .getByText(/^\d+ d here$/)
      .first()
      .waitFor()
    await page.getByRole('searchbox', { name: 'Filter the cards' }).fill('relay')
    await expect.poll(() => titlesOf(page, 'On going')).toEqual(['Relay board with cold joints'])
    await page.getByRole('searchbox', { name: 'Filter the cards' }).fill('')
    await expect.poll(() => titlesOf(page, 'On going')).toEqual(ON_GOING)
    await screenshots(page, 'kanban')
    await expectAccessible(page)
    await page.goto(`/kanban/${team.kanbanId}`)
    await card(page, 'Backlog', 'Lens clamp, cracked').waitFor()
    expect(new URL(page.url()).pathname).toBe(address)
  })

  it('is worked by keys alone: rank, column, menu, and back', async () => {
    const page = await open()
    await card(page, 'To be done', 'Fuses 16 A, slow, box of fifty').focus()
    let answer = saved(page)
    await page.keyboard.press('t')
    expect((await answer).status()).toBe(200)
    answer = saved(page)
    await page.keyboard.press('Shift+ArrowDown')
    expect((await answer).status()).toBe(200)
    expect(await team.labels('To be done')).toEqual([TO_DO[0], TO_DO[2], TO_DO[1]])
    expect(await focused(page)).toBe('Fuses 16 A, slow, box of fifty')

    answer = saved(page)
    await page.keyboard.press('Shift+ArrowRight')
    expect((await answer).status()).toBe(200)
    expect(await team.labels('On going')).toEqual([...ON_GOING, TO_DO[2]])
    await page.getByText(/^activity #\d+ moved to On going, position 4 of 4$/).waitFor({ state: 'attached' })
    await expect.poll(() => focused(page)).toBe('Fuses 16 A, slow, box of fifty')

    await page.keyboard.press('m')
    await page.getByRole('menuitem', { name: /^Top of the column/ }).waitFor()
    await screenshots(page, 'kanban-move')
    await page.keyboard.type('in rev')
    answer = saved(page)
    await page.keyboard.press('Enter')
    expect((await answer).status()).toBe(200)
    expect(await team.labels('In review')).toEqual([...REVIEW, TO_DO[2]])
    await expect.poll(() => focused(page)).toBe('Fuses 16 A, slow, box of fifty')

    answer = saved(page)
    await page.keyboard.press('Control+z')
    expect((await answer).status()).toBe(200)
    await expect.poll(() => team.labels('In review')).toEqual(REVIEW)
    expect(await team.labels('On going')).toEqual([...ON_GOING, TO_DO[2]])
    await expect.poll(() => titlesOf(page, 'On going')).toEqual([...ON_GOING, TO_DO[2]])
  })

  it('tells in another browser that a limit is passed, by sign and words', async () => {
    const watching = await browser.newPageOf(team.member)
    const opened = watching.waitForResponse(/\/api\/events/)
    await watching.goto(address)
    await column(watching, 'In review').getByRole('listitem').first().waitFor()
    await opened

    const page = await open()
    await page.getByRole('button', { name: 'Column In review' }).click()
    await page.getByRole('menuitem', { name: 'Set a limit…' }).click()
    await page.getByRole('textbox', { name: 'Most cards' }).fill('1')
    let answer = saved(page)
    await page.getByRole('button', { name: 'Set the limit' }).click()
    expect((await answer).status()).toBe(200)
    await column(page, 'In review').getByText('1 of 1').waitFor()
    await column(watching, 'In review').getByText('1 of 1').waitFor()

    await drag(page, card(page, 'On going', 'Foghorn valve leaks at 9 bar'), column(page, 'In review'))
    answer = saved(page)
    await page.mouse.up()
    expect((await answer).status()).toBe(200)
    const head = column(watching, 'In review').locator('.board-head')
    await head.getByText('2 of 1').waitFor()
    await head.getByText('1 over the limit').waitFor()
    expect(await head.locator('.board-count svg').count()).toBe(1)
    await expect.poll(() => titlesOf(watching, 'In review')).toContain('Foghorn valve leaks at 9 bar')
    await expectAccessible(watching, [320, 1440])
  })

  it('makes cards in place, and keeps folded columns for the account', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Add to On going' }).click()
    const title = page.getByRole('textbox', { name: 'Title of the new activity in On going' })
    await title.fill('Battery monitor, second channel dead')
    const answer = saved(page, 'POST')
    await title.press('Enter')
    expect((await answer).status()).toBe(201)
    await card(page, 'On going', 'Battery monitor, second channel dead').waitFor()
    expect(await team.labels('On going')).toContain('Battery monitor, second channel dead')
    await title.press('Escape')

    const folded = saved(page)
    await page.getByRole('button', { name: 'Fold Backlog' }).click()
    expect((await folded).status()).toBe(200)
    const unfolded = saved(page)
    await column(page, 'Archive').getByRole('button').click()
    expect((await unfolded).status()).toBe(200)
    await card(page, 'Archive', 'Charge controller').waitFor()
    await page.reload()
    await card(page, 'Archive', 'Charge controller').waitFor()
    await column(page, 'Backlog')
      .getByRole('button', { name: /Unfold/ })
      .click()
    await card(page, 'Backlog', 'Lens clamp, cracked').waitFor()
  })

  it('lets administrators change the columns in place', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Add a column…' }).click()
    await page.getByRole('textbox', { name: 'Name of the new value' }).fill('Bench test')
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await column(page, 'Bench test').waitFor()

    const choose = async (name: string, item: string) => {
      await page.getByRole('button', { name: `Column ${name}`, exact: true }).click()
      await page.getByRole('menuitem', { name: item }).click()
    }
    let answer = saved(page, 'PUT')
    await choose('Bench test', 'Move the column to the left')
    expect((await answer).status()).toBe(200)
    const labels = async () => (await team.read()).columns.map(({ label }) => label)
    expect(await labels()).toEqual(['To be done', 'On going', 'Bench test', 'In review'])
    await choose('Bench test', 'Rename the column…')
    await page.getByRole('textbox', { name: 'Name' }).fill('Cold test')
    answer = saved(page)
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    expect((await answer).status()).toBe(200)
    await column(page, 'Cold test').waitFor()
    await choose('Cold test', 'Remove the column…')
    answer = saved(page, 'DELETE')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    expect((await answer).status()).toBe(200)
    await expect.poll(() => column(page, 'Cold test').count()).toBe(0)
    expect(await labels()).toEqual(['To be done', 'On going', 'In review'])

    const member = await browser.newPageOf(team.member)
    await member.goto(address)
    await member.getByRole('button', { name: 'Fold On going' }).waitFor()
    expect(await member.getByRole('button', { name: /^Column / }).count()).toBe(0)
  })

  it('shows one column at a time on a phone, in French', async () => {
    const page = await browser.newPageOf(as, FRENCH_PHONE)
    await page.goto(address)
    await page.getByRole('button', { name: /^On going/ }).click()
    const row = page.getByRole('listitem').filter({ hasText: 'Relay board with cold joints' })
    await row.getByRole('button', { name: /^Déplacer activity/ }).click()
    const answer = saved(page)
    await page.getByRole('menuitem', { name: /^To be done/ }).click()
    expect((await answer).status()).toBe(200)
    expect(await team.labels('To be done')).toContain('Relay board with cold joints')
    await page.getByRole('button', { name: /^To be done/ }).click()
    await page.getByRole('link', { name: 'Relay board with cold joints', exact: true }).waitFor()
    expect(await column(page, 'On going').count()).toBe(0)
    await screenshots(page, 'kanban-phone')
    await expectAccessible(page, [320, 390])
  })

  it('narrows the kanban by the reports that an administrator chose', async () => {
    const expert_query = 'title = "relay"'
    const made = await browser.crocus.request('POST', '/api/tracker_reports', {
      as,
      json: { tracker: { id: team.tracker.id }, label: 'Relays', is_public: true, expert_query },
    })
    expect(made.status, made.text).toBe(201)
    const page = await open()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Reports of the kanban…' }).click()
    await page.getByRole('checkbox', { name: 'Relays' }).check({ force: true })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('combobox', { name: 'Report' }).selectOption({ label: 'Relays' })
    await expect.poll(() => titlesOf(page, 'Backlog')).toEqual([])
    const others = (titles: readonly string[]) => titles.filter(title => !/relay/i.test(title))
    await expect.poll(async () => others(await titlesOf(page, 'To be done'))).toEqual([])
    expect(await titlesOf(page, 'To be done')).toContain('Relays RX-40, series C, twelve pieces')
    await page.getByRole('navigation', { name: 'Views of the kanban' }).getByRole('link', { name: 'Flow' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('report')).not.toBeNull()
  })

  it('shows the flow as areas and as a table of the same figures', async () => {
    const page = await browser.newPageOf(as)
    await page.goto(`${address}?tab=flow`)
    await page.getByRole('table').waitFor()
    expect(new URL(page.url()).pathname).toBe(`${address}/flow`)
    await page.goto(`${address}/flow?from=2025-01-01&to=2025-01-10`)
    await page.getByText('On these days the kanban held no artifact.').waitFor()
    await page.goto(`${address}/flow?from=2026-02-25&to=2026-03-10`)
    await page.getByRole('img', { name: /^Artifacts by column at the beginning of each day/ }).waitFor()
    const table = page.getByRole('table')
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      'Day',
      'Backlog',
      'To be done',
      'On going',
      'In review',
      'Archive',
    ])
    const asked = new URLSearchParams({
      start_date: '2026-02-25',
      end_date: '2026-03-10',
      interval_between_point: '1',
    })
    const { columns } = (await team.get(`kanban/${team.kanbanId}/cumulative_flow?${asked.toString()}`)).json<{
      columns: { values: { kanban_items_count: number }[] }[]
    }>()
    const last = columns.map(({ values }) => String(values.at(-1)?.kanban_items_count)).reverse()
    expect(await table.getByRole('row').nth(1).getByRole('cell').allTextContents()).toEqual(last)
    expect(last.some(figure => figure !== '0')).toBe(true)
    await screenshots(page, 'flow')
    await page.getByRole('combobox', { name: 'Points' }).selectOption('7')
    await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(3)
    await page.goto(`${address}/flow?from=2026-03-10&to=2026-02-25`)
    await page.getByRole('alert').or(page.locator('.notice-danger, .faults')).first().waitFor()
    await page.goto(`${address}/flow?from=2026-02-25&to=2026-03-10`)
    await page.getByRole('table').waitFor()
    await expectAccessible(page)
  })

  it('fades the columns that the workflow refuses, with the reason', async () => {
    await setWorkflow({ set_transitions_rules: { field_id: team.tracker.field('status') } })
    await allow('To be done', 'In review')
    await setWorkflow({ set_transitions_rules: { is_used: true } })

    const page = await open()
    const title = TO_DO[0] ?? ''
    const before = await team.labels('To be done')
    await drag(page, card(page, 'To be done', title), column(page, 'On going'))
    const reason = column(page, 'On going').getByText(/does not go from To be done to On going/)
    await reason.waitFor()
    await screenshots(page, 'kanban-refused')
    await page.mouse.up()
    expect(await team.labels('To be done')).toEqual(before)
    // By keys the card goes past the closed column.
    await card(page, 'To be done', title).focus()
    const answer = saved(page)
    await page.keyboard.press('Shift+ArrowRight')
    expect((await answer).status()).toBe(200)
    expect(await team.labels('In review')).toContain(title)
  })

  it('takes a move back with the words of the server', async () => {
    const step = await allow('On going', 'In review')
    const page = await browser.newPageOf(as)
    // A page that does not hear of changes: it lets the card go.
    await page.route('**/api/events*', route => route.abort())
    const rules = page.waitForResponse(/\/api\/trackers\/\d+\/transitions/)
    await page.goto(address)
    await rules
    const title = 'Battery monitor, second channel dead'
    await card(page, 'On going', title).focus()
    const removed = await browser.crocus.request('DELETE', `/api/tracker_workflow_transitions/${step}`, { as })
    expect(removed.status, removed.text).toBe(200)
    const answer = saved(page)
    await page.keyboard.press('Shift+ArrowRight')
    const refused = await answer
    expect(refused.status()).toBe(400)
    const { error } = (await refused.json()) as { error: { message: string } }
    expect(error.message).not.toBe('')
    await column(page, 'On going').getByRole('alert').waitFor()
    await card(page, 'On going', title).waitFor()
    expect(await team.labels('On going')).toContain(title)
    await screenshots(page, 'kanban-taken-back')
    await column(page, 'On going').getByRole('alert').getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  })

  it('says what is missing in a project without a kanban, and makes one', async () => {
    await givenProject(browser.crocus, 'plain', { as })
    const page = await browser.newPageOf(as)
    await page.goto('/projects/plain/kanban')
    await page.getByRole('heading', { name: 'This project has no kanban' }).waitFor()
    expect(await page.getByRole('link', { name: 'Kanban', exact: true }).count()).toBe(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'New kanban' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill('Bugs in work')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { name: 'Bugs in work', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Kanban', exact: true }).waitFor()

    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete the kanban…' }).click()
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await page.getByRole('heading', { name: 'This project has no kanban' }).waitFor()
  })
})
