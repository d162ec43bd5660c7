import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { expectDone, type Credentials } from '../harness/fixture.ts'
import { givenScrumTeam, type ScrumTeam } from '../harness/planning.ts'

const STORIES: readonly (readonly [title: string, effort: number, remaining: number])[] = [
  ['Horn falls silent when the keeper opens the engine room', 5, 12],
  ['Relay cabinet reports its own temperature', 3, 8],
  ['Keeper signs the watch with one thumb', 5, 10],
  ['Desk rings when a station falls silent for five minutes', 8, 20],
  ['Two stations can share one spare relay', 8, 16],
]
const NOW = '2026-03-11T10:00:00Z'

describePages('the page of a milestone', () => {
  let browser: TestBrowser
  let team: ScrumTeam
  let as: Credentials
  const field = (tracker: string, name: string) => team.project.tracker(tracker).field(name)
  const change = async (name: string, ...values: readonly object[]): Promise<void> =>
    expectDone(await browser.crocus.request('PUT', `/api/artifacts/${team.id(name)}`, { as, json: { values } }))
  const done = (title: string) =>
    change(title, team.status('story', 'Done'), { field_id: field('story', 'remaining_effort'), manual_value: 0 })

  // A sprint from Monday, 2 to Friday, 13 March, looked at on Wednesday, 11 March.
  beforeAll(async () => {
    browser = await testBrowser()
    const { clock } = browser.crocus
    clock.set('2026-03-02T08:00:00Z')
    team = await givenScrumTeam(browser.crocus, 'lighthouse')
    as = team.owner
    const { make, links } = team
    for (const [title, effort, remaining] of STORIES)
      await make(title, 'story', [
        { field_id: field('story', 'initial_effort'), value: effort },
        { field_id: field('story', 'remaining_effort'), manual_value: remaining },
      ])
    const titles = STORIES.map(([title]) => title)
    await make('Sprint 22', 'sprint', [team.status('sprint', 'Done')])
    await make('Sprint 23', 'sprint', [
      links('sprint', ...titles.slice(0, 4).map(title => [title] as const)),
      { field_id: field('sprint', 'start_date'), value: '2026-03-02' },
      { field_id: field('sprint', 'duration'), value: 9 },
      { field_id: field('sprint', 'capacity'), value: 26 },
      team.status('sprint', 'Current'),
      {
        field_id: field('sprint', 'description'),
        value: { content: 'No station falls silent **unseen**.', format: 'commonmark' },
      },
    ])
    await make('Sprint 24', 'sprint')
    const sprints = ['Sprint 22', 'Sprint 23', 'Sprint 24'].map(name => [name, '_is_child'] as const)
    await make('Release 4.12', 'rel', [links('rel', ...sprints)])
    clock.set('2026-03-04T10:00:00Z')
    await done(titles[0] ?? '')
    clock.set('2026-03-06T10:00:00Z')
    await change('Sprint 23', links('sprint', ...titles.map(title => [title] as const)))
    clock.set('2026-03-09T10:00:00Z')
    await done(titles[1] ?? '')
    clock.set(NOW)
  })

  const open = async (name: string, options = {}): Promise<Page> => {
    const page = await browser.newPageOf(as, options)
    await page.clock.setFixedTime(NOW)
    await page.goto(`/projects/lighthouse/milestones/${team.id(name)}`)
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    return page
  }

  it('shows goal, progress, charts and content by status', async () => {
    const page = await open('Sprint 23')
    await page.getByText('No station falls silent unseen.').waitFor()
    const figures = page.locator('.milestone-figures')
    await figures.getByText('points done').waitFor()
    expect(await figures.locator('div').allInnerTexts()).toEqual(
      [
        ['2', 'working days left'],
        ['46', 'effort remaining'],
        ['8 of 29', 'points done'],
        ['26', 'capacity: 3 points over'],
        ['2 of 5', 'closed, children counted'],
      ].map(
        ([value, words]) =>
          expect.stringMatching(new RegExp(`^(${words}\\s+${value}|${value}\\s+${words})$`)) as unknown,
      ),
    )
    await page.getByRole('img', { name: 'Burndown: 46 of 50 left' }).waitFor()
    await page.getByRole('img', { name: 'Burnup: 8 of 29 done' }).waitFor()
    await page.getByText('At the pace so far, 10 of 29 will be done at the end.').waitFor()
    const closed = page.getByRole('region', { name: 'Done' })
    expect(await closed.getByRole('link').allTextContents()).toEqual(STORIES.slice(0, 2).map(([title]) => title))
    expect(await page.getByRole('region', { name: 'To do' }).getByRole('link').count()).toBe(3)
    await expectAccessible(page)
    await screenshots(page, 'milestone')
  })

  it('shows the figures of the charts as tables', async () => {
    const page = await open('Sprint 23')
    const rowsOf = async (name: string) => {
      const burn = page.getByRole('region', { name, exact: true })
      await burn.getByRole('button', { name: 'Table' }).click()
      const rows = await burn.getByRole('row').allInnerTexts()
      return rows.map(text => text.split('\t').join(' '))
    }
    expect(await rowsOf('Burndown')).toEqual([
      'Day Ideal Left Above Change',
      'Mon 2 Mar 45 50 +5 –',
      'Tue 3 Mar 40 50 +10 0',
      'Wed 4 Mar 35 38 +3 -12',
      'Thu 5 Mar 30 38 +8 0',
      'Fri 6 Mar 25 54 +29 +16',
      'Mon 9 Mar 20 46 +26 -8',
      'Tue 10 Mar 15 46 +31 0',
      'Wed 11 Mar · now 10 46 +36 0',
      'Thu 12 Mar 5 – – –',
      'Fri 13 Mar 0 – – –',
    ])
    expect((await rowsOf('Burnup')).slice(0, 9)).toEqual([
      'Day Ideal Done Planned',
      'Mon 2 Mar 2.9 0 21',
      'Tue 3 Mar 5.8 0 21',
      'Wed 4 Mar 8.7 5 21',
      'Thu 5 Mar 11.6 5 21',
      'Fri 6 Mar 14.5 5 29',
      'Mon 9 Mar 17.4 8 29',
      'Tue 10 Mar 20.3 8 29',
      'Wed 11 Mar · now 23.2 8 29',
    ])
    await expectAccessible(page)
    await screenshots(page, 'milestone-tables')
  })

  it('draws numbers where the project says so', async () => {
    const uri = `projects/${team.project.id}/planning_settings`
    const settings = (await team.get(uri, as)).json<object>()
    const put = async (burnup_mode: string) =>
      expect(
        (await browser.crocus.request('PUT', `/api/${uri}`, { as, json: { ...settings, burnup_mode } })).status,
      ).toBe(200)
    await put('count')
    const page = await open('Sprint 23')
    await page.getByRole('img', { name: 'Burnup: 2 of 5 done' }).waitFor()
    await put('effort')
  })

  it('says why there is no chart', async () => {
    const page = await open('Release 4.12')
    const burndown = page.getByRole('region', { name: 'Burndown' })
    await burndown.getByText('has no field for this chart').waitFor()
    await page.getByRole('region', { name: 'Burnup' }).getByText('There is no first day').waitFor()
    await page.getByText('Nothing is planned here.').waitFor()
    await page.getByRole('region', { name: 'Sprints' }).getByRole('link', { name: 'Sprint 23' }).click()
    await page.getByRole('heading', { name: 'Sprint 23', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'After: Sprint 24' }).click()
    await page.getByRole('heading', { name: 'Sprint 24', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Planning' }).last().click()
    await page.getByRole('region', { name: 'Sprint 23' }).getByRole('link', { name: 'Sprint 23' }).click()
    await page.getByRole('heading', { name: 'Sprint 23', level: 1 }).waitFor()
    await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Release 4.12' }).waitFor()
  })

  it('tells changes of others without reloading', async () => {
    const page = await open('Sprint 23')
    const opened = page.waitForResponse(/\/api\/events/)
    await page.reload()
    await opened
    await page.getByRole('img', { name: 'Burnup: 8 of 29 done' }).waitFor()
    await page.waitForTimeout(2_000)
    await done(STORIES[2]?.[0] ?? '')
    await page.getByRole('img', { name: 'Burnup: 13 of 29 done' }).waitFor()
    await page.getByRole('img', { name: 'Burndown: 36 of 50 left' }).waitFor()
  })

  it('is read on a phone, in French', async () => {
    const page = await open('Sprint 23', {
      viewport: { width: 320, height: 800 },
      hasTouch: true,
      isMobile: true,
      locale: 'fr-FR',
    })
    await page.getByRole('img', { name: /^Burndown/ }).waitFor()
    await page.getByRole('heading', { name: 'Contenu' }).waitFor()
    await expectAccessible(page, [320])
    await screenshots(page, 'milestone-phone')
  })

  it('says that there is no such milestone', async () => {
    const page = await browser.newPageOf(as)
    await page.goto(`/projects/lighthouse/milestones/${team.id(STORIES[0]?.[0] ?? '')}`)
    await page.getByRole('alert').waitFor()
  })
})
