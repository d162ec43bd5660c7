import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

type Sections = Readonly<Record<string, unknown>>

describePages('the parts of the settings of a tracker', () => {
  let browser: TestBrowser
  let ann: Account
  let project: FixtureProject
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann')
    project = await givenProject(browser.crocus, 'lighthouse', { as: ann.as })
  })
  const read = async (tracker: string): Promise<Sections> => {
    const path = `/api/trackers/${project.tracker(tracker).id}/definition`
    return (await browser.crocus.request('GET', path, { as: ann.as })).json<Sections>()
  }
  const open = async (tracker: string, part: string) => {
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/projects/lighthouse/trackers/${tracker}/settings/${part}`)
    return page
  }
  const apply = async (page: Page, changes: number) => {
    await page.getByRole('region', { name: 'Changes' }).getByText(`${changes} change`).waitFor()
    await page.getByRole('button', { name: 'Preview Ctrl S' }).click()
    const dialog = page.getByRole('dialog', { name: 'The changes' })
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('The settings are applied').last().waitFor()
  }

  it('say what fields mean', async () => {
    const page = await open('bug', 'semantics')
    // `[` and `]` lead through the parts.
    await page.getByRole('heading', { name: 'Semantics' }).waitFor()
    await page.keyboard.press(']')
    await page.getByRole('heading', { name: 'Hierarchy' }).waitFor()
    await page.keyboard.press('[')
    await page.getByLabel('Effort at the beginning').selectOption('Effort in days')
    const values = page.getByRole('group', { name: 'Values that mean open' })
    await values.getByLabel('Fixed').check({ force: true })
    await page.getByRole('group', { name: 'Values that mean done' }).getByLabel('Rejected').check({ force: true })
    // An open value cannot mean done.
    expect(await page.getByRole('group', { name: 'Values that mean done' }).getByLabel('Fixed').count()).toBe(0)
    await page.getByLabel('Kind of timeframe').selectOption('A first day and a number of days')
    await page.getByLabel('Number of days').selectOption('Times reported')
    await page.getByLabel('Kind of progress').selectOption('By efforts')
    const cards = page.getByRole('group', { name: 'Fields on the cards of boards' })
    await cards.getByRole('combobox').selectOption('Platforms')
    await cards.getByRole('combobox').selectOption('Due date')
    await cards.getByRole('button', { name: 'Move up: Due date' }).click()
    await expectAccessible(page)
    await screenshots(page, 'settings-semantics')
    await apply(page, 6)
    expect((await read('bug'))['semantics']).toMatchObject({
      title: 'title',
      initial_effort: 'effort',
      status: { field: 'status', open_values: expect.arrayContaining(['New', 'Fixed']) as unknown },
      done: { closed_values: ['Rejected'] },
      timeframe: { start_date: 'due_date', duration: 'reports' },
      progress: { total_effort: 'reports', remaining_effort: 'effort' },
      card_fields: { fields: ['due_date', 'platforms'] },
    })
  })

  it('hold rules about dates, and values that go together', async () => {
    const page = await open('bug', 'rules')
    await page.getByRole('button', { name: 'Rule', exact: true }).click()
    await page.getByLabel('Date of rule 1', { exact: true }).selectOption('Due date')
    await page.getByLabel('Order of rule 1').selectOption('after')
    await page.getByLabel('Other date of rule 1').selectOption('Submitted on')
    await page.getByLabel('The list').selectOption('Status')
    await page.getByLabel('decides about').selectOption('Platforms')
    await page.getByRole('button', { name: 'Dependency', exact: true }).click()
    const matrix = page.getByRole('region', { name: 'Values that go together: Status, Platforms' })
    for (const platform of ['None', 'macOS', 'Windows', 'Android', 'iOS'])
      await matrix.getByRole('checkbox', { name: `New → ${platform}` }).uncheck()
    await page.getByLabel('Try it: Status').selectOption('New')
    await page.getByText('Platforms can be: Linux.').waitFor()
    await expectAccessible(page)
    await screenshots(page, 'settings-rules')
    await apply(page, 2)
    const { dates, lists } = (await read('bug'))['rules'] as { dates: unknown; lists: readonly Sections[] }
    expect(dates).toEqual([{ source: 'due_date', comparator: '>', target: 'submitted_on' }])
    expect(lists.filter(rule => rule['source_value'] === 'New')).toEqual([
      { source_field: 'status', source_value: 'New', target_field: 'platforms', target_value: 'Linux' },
    ])
  })

  it('put a tracker below another, whose values follow from it', async () => {
    const page = await open('task', 'hierarchy')
    await page.getByLabel('Parent').selectOption('User stories')
    await page.getByText('User stories').last().waitFor()
    await expectAccessible(page)
    await screenshots(page, 'settings-hierarchy')
    await apply(page, 1)
    expect((await read('task'))['hierarchy']).toEqual({ parent: 'story' })
    await page.goto('/projects/lighthouse/trackers/story/settings/hierarchy')
    // A tracker cannot be below itself.
    await page.getByLabel('Parent').waitFor()
    expect(await page.getByLabel('Parent').getByRole('option').allInnerTexts()).not.toContain('Tasks')

    await page.getByRole('link', { name: 'Triggers' }).click()
    await page.getByRole('button', { name: 'Trigger', exact: true }).click()
    await page.getByLabel('List of 1.1').selectOption('Skills')
    await page.getByLabel('Value of 1.1').selectOption('Tests')
    await page.getByRole('button', { name: 'or another value' }).click()
    await page.getByLabel('Number of trigger 1').selectOption('at least one')
    await page.getByLabel('List of 1', { exact: true }).selectOption('Priority')
    await page.getByLabel('Value of 1', { exact: true }).selectOption('Should')
    await expectAccessible(page)
    await screenshots(page, 'settings-triggers')
    await apply(page, 1)
    const [trigger] = (await read('story'))['triggers'] as readonly { readonly when: readonly object[] }[]
    expect(trigger).toMatchObject({ condition: 'at_least_one', set: { field: 'priority', value: 'Should' } })
    expect(trigger?.when).toHaveLength(2)
    expect(trigger?.when).toContainEqual({ tracker: 'task', field: 'skills', value: 'Tests' })
  })

  it('tell of changes by mail', async () => {
    const page = await open('task', 'notifications')
    await page.getByText('New artifacts, and changes of the status').click()
    await page.getByRole('button', { name: 'Recipients' }).click()
    const dialog = page.getByRole('dialog', { name: 'Recipients' })
    await dialog.getByLabel('Logins and e-mail addresses').fill('nobody_here')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('There is no account with the login nobody_here.').waitFor()
    await dialog.getByLabel('Logins and e-mail addresses').fill('ann\ncoast@guard.example')
    await dialog.getByText('New artifacts', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('row').filter({ hasText: 'coast@guard.example' }).getByText('New artifacts').waitFor()
    await expectAccessible(page)
    await screenshots(page, 'settings-notifications')
    await apply(page, 1)
    expect((await read('task'))['notifications']).toMatchObject({ level: 'status_change' })
    const path = `/api/trackers/${project.tracker('task').id}/notification_recipients`
    const response = await browser.crocus.request('GET', path, { as: ann.as })
    expect(response.json()).toMatchObject([
      { is_for_updates: false, emails: ['coast@guard.example'], users: [{ username: 'ann' }] },
    ])
  })

  it('keep texts for comments, in an order', async () => {
    const page = await open('task', 'responses')
    for (const number of [1, 2]) {
      await page.getByRole('button', { name: 'Response', exact: true }).click()
      await page.getByLabel(`Title of response ${number}`).fill(`Answer ${number}`)
      await page.getByRole('textbox', { name: `Text of response ${number}` }).fill(`Dear **keeper** ${number}`)
    }
    await page.getByRole('button', { name: 'Move up: response 2' }).click()
    await expectAccessible(page)
    await screenshots(page, 'settings-responses')
    await apply(page, 2)
    expect((await read('task'))['canned_responses']).toEqual([
      { title: 'Answer 2', body: 'Dear **keeper** 2' },
      { title: 'Answer 1', body: 'Dear **keeper** 1' },
    ])
  })

  it('name the reports for everybody', async () => {
    const page = await open('bug', 'reports')
    const before = (await read('bug'))['reports'] as readonly Sections[]
    const name = String(before[0]?.['name'])
    await page.getByLabel(`Name of ${name}`).fill('All bugs')
    await page.getByRole('link', { name: 'Open', exact: true }).first().waitFor()
    await expectAccessible(page)
    await screenshots(page, 'settings-reports')
    await apply(page, 1)
    const after = (await read('bug'))['reports'] as readonly Sections[]
    expect(after).toEqual(before.map((report, index) => (index === 0 ? { ...report, name: 'All bugs' } : report)))
  })
})
