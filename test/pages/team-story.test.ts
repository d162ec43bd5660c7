import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, readProject, type Account, type FixtureTracker } from '../harness/fixture.ts'

// Four parts of one story: each begins where the one before ended.
describePages('the first ten minutes of a team', () => {
  let browser: TestBrowser
  let ana: Account
  let ben: Account
  let cem: Account
  beforeAll(async () => {
    browser = await testBrowser()
    ana = await givenAccount(browser.crocus, 'ana', { realName: 'Ana Lindqvist' })
    ben = await givenAccount(browser.crocus, 'ben', { realName: 'Ben Okafor' })
    cem = await givenAccount(browser.crocus, 'cem', { realName: 'Cem Aydin' })
  })

  const read = async <Answer>(path: string, as = ana.as): Promise<Answer> => {
    const response = await browser.crocus.request('GET', `/api${path}`, { as })
    expect([path, response.status]).toEqual([path, 200])
    return response.json<Answer>()
  }
  interface Artifact {
    readonly id: number
    readonly title: string
    readonly status: string
    readonly assignees: readonly { readonly username: string }[]
  }
  const bugs = (tracker: FixtureTracker) => read<readonly Artifact[]>(`/trackers/${tracker.id}/artifacts?values=all`)
  const bugTracker = async (): Promise<FixtureTracker> => {
    const [project] = await read<readonly { id: number }[]>(
      `/projects?query=${encodeURIComponent('{"shortname":"harbour"}')}`,
    )
    return (await readProject(browser.crocus, project?.id ?? 0, ana.as)).tracker('bug')
  }
  /** Somebody who uses keys alone sees where they are. */
  const hasVisibleFocus = async (page: Page, after: string): Promise<void> => {
    await expect
      .poll(
        () => page.evaluate<boolean>(`document.activeElement !== null && document.activeElement !== document.body`),
        {
          message: `focus after ${after}`,
        },
      )
      .toBe(true)
  }

  it('Ana makes a project, takes Ben and Cem in, and opens three bugs', async () => {
    const page = await browser.newPageOf(ana.as)
    await page.goto('/projects')
    await page.getByRole('link', { name: 'New project' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Harbour')
    await page.getByRole('button', { name: 'Create the project' }).click()
    await page.getByRole('heading', { name: 'Harbour', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Add people' }).click()
    for (const [login, name] of [
      ['ben', 'Ben Okafor'],
      ['cem@example.org', 'Cem Aydin'],
    ] as const) {
      await page.getByLabel('Login or e-mail address').fill(login)
      await page.getByRole('button', { name: 'Add', exact: true }).click()
      await page.getByRole('rowheader', { name: new RegExp(name) }).waitFor()
    }
    await page.getByRole('link', { name: 'Harbour' }).first().click()
    const row = page.getByRole('region', { name: 'Trackers' }).getByRole('listitem').filter({ hasText: 'Bugs' })
    await row.getByRole('link', { name: 'New bug' }).click()
    const form = page.getByRole('form', { name: 'New bug' })
    await form.getByRole('checkbox', { name: /^Create another/ }).check({ force: true })
    for (const title of ['Crane is stuck', 'Gate does not close', 'Lamp at berth 4 is out']) {
      await form.getByRole('textbox', { name: 'Title' }).fill(title)
      await form.getByRole('textbox', { name: 'Title' }).press('Control+Enter')
      await page
        .getByRole('log')
        .getByText(/is created/)
        .first()
        .waitFor()
      await expect.poll(() => form.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('')
    }
    const tracker = await bugTracker()
    const found = await bugs(tracker)
    expect(found.map(({ title }) => title).toSorted()).toEqual([
      'Crane is stuck',
      'Gate does not close',
      'Lamp at berth 4 is out',
    ])
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set(['New']))
  })

  it('Ben triages by keys alone: filter, panel, status, person, comment, report', async () => {
    const tracker = await bugTracker()
    const page = await browser.newPageOf(ben.as)
    await page.goto('/projects/harbour/trackers/bug')
    await page.getByText('3 artifacts').waitFor()
    await page.keyboard.press('f')
    await page.getByRole('combobox', { name: 'Find a field' }).waitFor()
    await page.keyboard.type('crane')
    await page.keyboard.press('Enter')
    await page.getByText('1 artifact', { exact: true }).waitFor()
    const grid = page.getByRole('grid')
    await grid.getByRole('gridcell').first().focus()
    await page.keyboard.press('Space')
    const panel = page.getByRole('complementary').filter({ has: page.getByRole('heading', { name: 'Crane is stuck' }) })
    await panel.getByRole('heading', { name: 'Crane is stuck' }).waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await hasVisibleFocus(page, 'closing the panel')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Crane is stuck', level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')

    // The page has its keys with its form.
    const rail = page.getByRole('complementary', { name: 'Status, people, dates' })
    await rail.getByRole('button').first().waitFor()
    await page.keyboard.press('s')
    await page.getByRole('combobox', { name: /Status/ }).waitFor()
    await page.keyboard.type('Confirmed')
    await page.getByRole('option', { name: /Confirmed/ }).waitFor()
    await page.keyboard.press('Enter')
    const crane = async () => (await bugs(tracker)).find(({ title }) => title === 'Crane is stuck')
    await expect.poll(async () => (await crane())?.status).toBe('Confirmed')
    await hasVisibleFocus(page, 'choosing a status')
    await page.keyboard.press('a')
    await page.getByRole('combobox', { name: /Assigned to/ }).waitFor()
    await page.keyboard.type('Cem')
    await page.getByRole('option', { name: /Cem/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Enter')
    await expect.poll(async () => (await crane())?.assignees.map(({ username }) => username)).toEqual(['cem'])
    await hasVisibleFocus(page, 'choosing a person')
    await page.keyboard.press('m')
    await expect.poll(() => page.getByRole('textbox', { name: 'Comment' }).and(page.locator(':focus')).count()).toBe(1)
    await page.keyboard.type('@cem please look at the brake')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('listitem').filter({ hasText: 'please look at the brake' }).waitFor()
    const id = (await crane())?.id ?? 0
    const comments = await read<readonly { last_comment: { body: string } }[]>(
      `/artifacts/${id}/changesets?fields=comments`,
    )
    expect(comments.map(({ last_comment: { body } }) => body)).toEqual(['<p>@cem please look at the brake</p>\n'])
  })

  it('Cem finds it under My work, answers with a picture, and links the lamp', async () => {
    const tracker = await bugTracker()
    const page = await browser.newPageOf(cem.as)
    await page.goto('/')
    await page.getByRole('main').getByRole('link', { name: 'Crane is stuck' }).click()
    await page.getByRole('heading', { name: 'Crane is stuck', level: 1 }).waitFor()
    await page.getByText('please look at the brake').waitFor()
    const box = page.getByRole('textbox', { name: 'Comment' })
    await box.fill('The brake pad is worn.')
    await page.getByRole('button', { name: /^Comment/ }).click()
    await expect.poll(() => box.inputValue()).toBe('')
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    const files = page.getByRole('region', { name: 'Attachments' })
    await files
      .getByLabel('Files for Attachments')
      .setInputFiles({ name: 'brake.png', mimeType: 'image/png', buffer: png })
    await files.getByRole('link', { name: 'brake.png' }).waitFor()
    await page.getByRole('region', { name: 'Links' }).getByRole('button', { name: 'Link', exact: true }).click()
    await page.getByRole('textbox', { name: 'Number or words of the title' }).fill('berth')
    await page.getByRole('checkbox').first().waitFor()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('region', { name: 'Links' }).getByRole('link', { name: 'Lamp at berth 4 is out' }).waitFor()
    const crane = (await bugs(tracker)).find(({ title }) => title === 'Crane is stuck')
    const { values } = await read<{
      values: readonly { field_id: number; file_descriptions?: readonly { name: string }[] }[]
    }>(`/artifacts/${crane?.id}`)
    const attached = values.find(({ field_id }) => field_id === tracker.field('attachments'))
    expect(attached?.file_descriptions?.map(({ name }) => name)).toEqual(['brake.png'])
    const links = await read<{ collection: readonly { title: string }[] }>(
      `/artifacts/${crane?.id}/linked_artifacts?direction=forward&nature=`,
    )
    expect(links.collection.map(({ title }) => title)).toEqual(['Lamp at berth 4 is out'])
  })

  it('Ana saves a report for everybody, which Ben opens', async () => {
    const page = await browser.newPageOf(ana.as)
    await page.goto(`/projects/harbour/trackers/bug?tql=${encodeURIComponent("status = 'New'")}`)
    await page.getByText('2 artifacts').waitFor()
    await page.getByRole('button', { name: 'Save as…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save as a report' })
    await dialog.getByLabel('Name').fill('Triage')
    await dialog.getByRole('radio', { name: 'Everybody who sees the tracker' }).check({ force: true })
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    const others = await browser.newPageOf(ben.as)
    await others.goto('/projects/harbour/trackers/bug')
    await others.getByRole('link', { name: 'Triage' }).click()
    await others.getByText('2 artifacts').waitFor()
    await others.getByRole('grid').getByRole('link', { name: 'Gate does not close' }).waitFor()
    const tracker = await bugTracker()
    const reports = await read<readonly { id: number; label: string }[]>(
      `/trackers/${tracker.id}/tracker_reports`,
      ben.as,
    )
    const report = new URL(others.url()).searchParams.get('report')
    expect(reports.find(({ label }) => label === 'Triage')?.id).toBe(Number(report))
  })
})
