import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenProject, type Credentials } from '../harness/fixture.ts'
import { givenScrumTeam, type ScrumTeam } from '../harness/planning.ts'

const STORIES: readonly (readonly [title: string, effort: number])[] = [
  ['Horn falls silent when the keeper opens the engine room', 5],
  ['Relay cabinet reports its own temperature', 3],
  ['Keeper signs the watch with one thumb', 5],
  ['Desk rings when a station falls silent for five minutes', 8],
  ['Two stations can share one spare relay', 8],
  ['Battery test runs by itself on the first Monday', 3],
  ['Inspection can be finished on the boat', 13],
  ['Lamp warms up on battery, too', 8],
]

describePages('the planning page', () => {
  let browser: TestBrowser
  let team: ScrumTeam
  let as: Credentials
  beforeAll(async () => {
    browser = await testBrowser()
    team = await givenScrumTeam(browser.crocus, 'lighthouse')
    as = team.owner
    const { make, links, project } = team
    const effort = (value: number) => ({ field_id: project.tracker('story').field('initial_effort'), value })
    for (const [title, points] of STORIES) await make(title, 'story', [effort(points)])
    await make('Read the thermometer', 'task')
    await make('Show it on the desk', 'task')
    const [first, second] = STORIES.map(([title]) => title)
    await browser.crocus.request('PATCH', `/api/backlog_items/${team.id(second ?? '')}/children`, {
      as,
      json: { add: [{ id: team.id('Read the thermometer') }, { id: team.id('Show it on the desk') }] },
    })
    await make('Winter readiness', 'epic', [links('epic', [first ?? '', '_is_child'], [second ?? '', '_is_child'])])
    await make('Sprint 23', 'sprint', [{ field_id: project.tracker('sprint').field('capacity'), value: 12 }])
    await make('Sprint 24', 'sprint')
    await make('Release 4.12', 'rel', [links('rel', ['Sprint 23', '_is_child'], ['Sprint 24', '_is_child'])])
    await make('Release 4.13', 'rel')
    const add = STORIES.map(([title]) => ({ id: team.id(title) }))
    await browser.crocus.request('PATCH', `/api/projects/${project.id}/backlog`, { as, json: { add } })
  })

  const backlog = () => team.labels(`projects/${team.project.id}/backlog?limit=100`)
  const content = (name: string) => team.labels(`milestones/${team.id(name)}/content`)
  const open = async (address = '/projects/lighthouse/planning', options = {}): Promise<Page> => {
    const page = await browser.newPageOf(as, options)
    await page.goto(address)
    await page.getByRole('region', { name: 'Backlog' }).getByRole('listitem').first().waitFor()
    return page
  }
  const list = (page: Page, name: string): Locator => page.getByRole('list', { name, exact: true })
  const row = (page: Page, name: string, title: string): Locator =>
    list(page, name).getByRole('link', { name: title, exact: true })
  const titlesOf = (page: Page, name: string) => list(page, name).locator('.plan-row-title').allTextContents()
  const saved = (page: Page) => page.waitForResponse(response => response.request().method() === 'PATCH')

  it('shows the backlog by rank beside the milestones', async () => {
    const page = await browser.newPageOf(as)
    await page.goto('/projects/lighthouse')
    await page.getByRole('link', { name: 'Planning' }).click()
    await row(page, 'Backlog', 'Lamp warms up on battery, too').waitFor()
    expect(await titlesOf(page, 'Backlog')).toEqual(STORIES.map(([title]) => title))
    await page.getByText('8 · 53 points').waitFor()
    await page.getByRole('region', { name: 'Release 4.12' }).getByText('Nothing planned').first().waitFor()
    await page.getByRole('button', { name: 'Children of Relay cabinet reports its own temperature' }).click()
    await list(page, 'Children').getByRole('link', { name: 'Show it on the desk' }).waitFor()
    await expectAccessible(page)
  })

  it('is worked by keys: rank, choose, move to a release, and back', async () => {
    const page = await open()
    await row(page, 'Backlog', 'Keeper signs the watch with one thumb').focus()
    let answer = saved(page)
    await page.keyboard.press('Shift+ArrowUp')
    expect((await answer).status()).toBe(200)
    expect((await backlog()).slice(0, 3)).toEqual([
      'Horn falls silent when the keeper opens the engine room',
      'Keeper signs the watch with one thumb',
      'Relay cabinet reports its own temperature',
    ])
    answer = saved(page)
    await page.keyboard.press('t')
    expect((await answer).status()).toBe(200)
    expect((await backlog())[0]).toBe('Keeper signs the watch with one thumb')

    await page.keyboard.press('x')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('x')
    await page.getByText('2 chosen').waitFor()
    await page.keyboard.press('m')
    answer = saved(page)
    await page.getByRole('menuitem', { name: /^Release 4.12/ }).waitFor()
    await screenshots(page, 'planning-move')
    await page.getByRole('menuitem', { name: /^Release 4.12/ }).click()
    expect((await answer).status()).toBe(200)
    const both = ['Keeper signs the watch with one thumb', 'Horn falls silent when the keeper opens the engine room']
    expect(await content('Release 4.12')).toEqual(both)
    await expect.poll(() => titlesOf(page, 'Release 4.12')).toEqual(both)
    await expect
      .poll(() => page.evaluate<string>('document.activeElement.textContent'))
      .toBe('Horn falls silent when the keeper opens the engine room')

    answer = saved(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    expect((await answer).status()).toBe(200)
    await expect.poll(() => content('Release 4.12')).toEqual([])
    expect((await backlog()).slice(0, 2)).toEqual(both)
  })

  it('is worked by the mouse, with the sums of each milestone', async () => {
    const page = await open()
    const title = 'Two stations can share one spare relay'
    const from = await row(page, 'Backlog', title).boundingBox()
    const to = await page.getByRole('region', { name: 'Release 4.13' }).boundingBox()
    if (!from || !to) throw new Error('the lists are not in sight')
    await page.mouse.move(from.x + 10, from.y + 5)
    await page.mouse.down()
    await page.mouse.move(to.x + 100, to.y + to.height - 10, { steps: 8 })
    const answer = saved(page)
    await page.mouse.up()
    expect((await answer).status()).toBe(200)
    expect(await content('Release 4.13')).toEqual([title])
    await page.getByRole('region', { name: 'Release 4.13' }).locator('.plan-load').getByText('8 points').waitFor()
  })

  it('plans the sprints of a release, and tells what is over the capacity', async () => {
    const page = await open()
    await row(page, 'Backlog', 'Inspection can be finished on the boat').focus()
    await page.keyboard.press('m')
    await page.getByRole('menuitem', { name: /^Release 4.12/ }).click()
    await row(page, 'Release 4.12', 'Inspection can be finished on the boat').waitFor()
    await page.getByRole('region', { name: 'Release 4.12' }).getByRole('link', { name: 'Plan its inside' }).click()
    await page.getByRole('heading', { name: 'Release 4.12', level: 1 }).waitFor()
    await row(page, 'Backlog', 'Inspection can be finished on the boat').focus()
    await page.keyboard.press('m')
    const target = page.getByRole('menuitem', { name: /^Sprint 23/ })
    await target.getByText('13 of 12 points after this: 1 over capacity').waitFor()
    await target.click()
    await page.getByText('13 of 12 points: 1 over capacity').waitFor()
    await expect.poll(() => content('Sprint 23')).toEqual(['Inspection can be finished on the boat'])
    await expectAccessible(page)
    await screenshots(page, 'planning-release')
  })

  it('makes stories and milestones in place, and takes existing ones by number', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Add to the backlog' }).click()
    const title = page.getByRole('textbox', { name: 'Title of the new artifact in Epics' })
    await title.fill('Quiet nights')
    await title.press('Enter')
    await row(page, 'Backlog', 'Quiet nights').waitFor()
    await title.fill(`#${team.id('Winter readiness')}`)
    await title.press('Enter')
    await row(page, 'Backlog', 'Winter readiness').waitFor()
    await title.fill('#999999')
    await title.press('Enter')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'New milestone' }).click()
    const name = page.getByRole('textbox', { name: /^Title of the new artifact in Releases/ })
    await name.fill('Release 5.0')
    await name.press('Enter')
    await page.getByRole('region', { name: 'Release 5.0' }).waitFor()
    await screenshots(page, 'planning')
  })

  it('tells moves of others without reloading', async () => {
    const page = await browser.newPageOf(as)
    const opened = page.waitForResponse(/\/api\/events/)
    await page.goto('/projects/lighthouse/planning')
    await list(page, 'Backlog').getByRole('listitem').first().waitFor()
    await opened
    const titles = await backlog()
    const last = titles.at(-1) ?? ''
    await expect.poll(() => titlesOf(page, 'Backlog')).toEqual(titles)
    // The page reads its lists once more after the stream has opened: only then the event itself is looked at.
    await page.waitForTimeout(2_000)
    const address = `projects/${team.project.id}/backlog`
    const items = (await team.get(`${address}?limit=100`)).json<{ id: number }[]>()
    const order = { ids: [items.at(-1)?.id], direction: 'before', compared_to: items[0]?.id }
    const moved = await browser.crocus.request('PATCH', `/api/${address}`, { as, json: { order } })
    expect(moved.status, moved.text).toBe(200)
    await expect.poll(async () => (await titlesOf(page, 'Backlog'))[0], { timeout: 20_000 }).toBe(last)
  })

  it('shows one list at a time on a phone', async () => {
    const page = await browser.newPageOf(as, {
      viewport: { width: 320, height: 800 },
      hasTouch: true,
      isMobile: true,
      locale: 'fr-FR',
    })
    await page.goto('/projects/lighthouse/planning')
    const title = 'Battery test runs by itself on the first Monday'
    const move = page
      .getByRole('listitem')
      .filter({ hasText: title })
      .getByRole('button', { name: /^Déplacer story/ })
    await move.click()
    const answer = saved(page)
    await page.getByRole('menuitem', { name: /^Release 5.0/ }).click()
    expect((await answer).status()).toBe(200)
    await page.getByRole('button', { name: /^Release 5.0/ }).click()
    await page.getByRole('link', { name: title, exact: true }).waitFor()
    expect(await page.getByRole('region', { name: 'Backlog' }).count()).toBe(0)
    await expectAccessible(page, [320])
  })

  it('lets a step of the workflow fill the backlog', async () => {
    const page = await browser.newPageOf(as)
    await page.goto('/projects/lighthouse/trackers/epic/settings/workflow')
    await page.getByRole('button', { name: 'Status', exact: true }).click()
    await page.getByLabel('The workflow of Status is enforced').check({ force: true })
    await page.getByRole('checkbox', { name: 'To do → On going', exact: true }).check()
    await page.getByRole('heading', { name: 'All steps to On going' }).waitFor()
    await page.getByText('Add to the top backlog, unless a milestone plans it').click()
    await page.getByRole('button', { name: 'Preview' }).click()
    const applied = page.waitForResponse(response => response.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Apply' }).click()
    expect((await applied).status()).toBe(200)
    const { workflow } = (await team.get(`trackers/${team.project.tracker('epic').id}/definition`, as)).json<{
      readonly workflow: { readonly transitions: readonly { readonly actions: readonly unknown[] }[] }
    }>()
    expect(workflow.transitions.flatMap(({ actions }) => actions)).toEqual([{ type: 'add_to_top_backlog' }])
  })

  it('gives milestones columns, and says which values stand in them', async () => {
    const page = await browser.newPageOf(as)
    await page.goto('/projects/lighthouse/administration/planning')
    const sprint = page.getByRole('group', { name: 'Sprint planning' })
    await sprint.waitFor()
    expect(await page.getByRole('checkbox', { name: 'Milestones have a cardwall' }).count()).toBe(2)
    const columns = sprint.getByRole('list', { name: 'Columns of the cardwall' })
    expect(await columns.getByRole('listitem').count()).toBe(5)
    await sprint.getByRole('button', { name: 'Remove the column Ready' }).click()
    await sprint.getByRole('button', { name: 'Add a column' }).click()
    await columns.getByRole('textbox').last().fill('Waiting')
    await columns.getByRole('combobox', { name: 'Colour' }).last().selectOption('fiesta red')
    await sprint.getByRole('button', { name: 'Move up: Waiting' }).click()
    await sprint.getByRole('combobox', { name: 'Columns of Tasks by' }).selectOption('Status')
    await sprint.getByRole('combobox', { name: 'On going stands in' }).selectOption('Waiting')
    await expectAccessible(page)
    await screenshots(page, 'planning-settings-cardwall')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The plannings are saved').waitFor()
    const task = team.project.tracker('task')
    const settings = (await team.get(`projects/${team.project.id}/planning_settings`, as)).json<{
      readonly plannings: readonly { readonly cardwall: object | null }[]
    }>()
    expect(settings.plannings.map(({ cardwall }) => cardwall)).toMatchObject([
      null,
      {
        columns: [
          { label: 'To do' },
          { label: 'On going' },
          { label: 'In review' },
          { label: 'Waiting', color: 'fiesta-red', value_ids: [task.value('status', 'On going')] },
          { label: 'Done' },
        ],
        mappings: [{ tracker: { id: task.id }, field: { id: task.field('status') } }],
      },
    ])
  })

  it('says what is missing in a project without a planning', async () => {
    await givenProject(browser.crocus, 'plain', { as })
    const page = await browser.newPageOf(as)
    await page.goto('/projects/plain/planning')
    await page.getByRole('heading', { name: 'This project has no planning' }).waitFor()
    expect(await page.getByRole('link', { name: 'Planning', exact: true }).count()).toBe(0)

    await page.getByRole('link', { name: 'Set up a planning' }).click()
    await page.getByRole('heading', { name: 'Planning', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Add a planning' }).click()
    const form = page.getByRole('group', { name: 'New planning' })
    await form.getByRole('combobox', { name: 'Milestones are artifacts of' }).selectOption({ index: 1 })
    await form
      .getByRole('group', { name: 'They plan artifacts of' })
      .getByRole('checkbox')
      .first()
      .check({ force: true })
    await form.getByRole('textbox', { name: 'Name' }).fill('Bugs of a story')
    await expectAccessible(page)
    await screenshots(page, 'planning-settings')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The plannings are saved').waitFor()
    await page.goto('/projects/plain')
    await page.getByRole('link', { name: 'Planning', exact: true }).click()
    await page.getByText('Nothing waits here. Add the first artifact.').waitFor()
  })
})
