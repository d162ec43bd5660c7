import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenProject } from '../harness/fixture.ts'
import { givenRoadmapTeam, type RoadmapTeam } from '../harness/roadmap.ts'

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

describePages('the roadmap', () => {
  let browser: TestBrowser
  let team: RoadmapTeam
  let roadmap: number
  const ids = new Map<string, number>()
  const id = (title: string): number => ids.get(title) ?? 0

  beforeAll(async () => {
    browser = await testBrowser()
    team = await givenRoadmapTeam(browser.crocus)
    const make: RoadmapTeam['make'] = async (title, tracker, given) => {
      const made = await team.make(title, tracker, given)
      ids.set(title, made)
      return made
    }
    const late = await make('Heated fog sensors at six stations', 'work', {
      start: day(2),
      end: day(24),
      total: 10,
      remaining: 9,
    })
    const outages = await make('Chart of all outages for the coast guard', 'epic', { start: day(100) })
    const keepers = await make('Keepers’ app off line', 'epic', { start: day(12), end: day(95), links: [[outages]] })
    await make('Power survives mains loss', 'work', {
      start: day(-40),
      end: day(6),
      total: 100,
      remaining: 28,
      links: [[late], [keepers]],
    })
    const parts = [
      await make('Watch book on the tablet', 'work', { start: day(-5), end: day(20), total: 5, remaining: 2 }),
      await make('Handover is read aloud', 'work', { start: day(30), end: day(60), isDone: true }),
    ]
    await make('Night watch without paper', 'epic', {
      start: day(-5),
      end: day(60),
      links: parts.map(part => [part, '_is_child'] as const),
    })
    await make('Training of 41 keepers', 'epic')
    for (const [index, title] of ['21', '22', '23', '24', '25'].entries())
      await make(`Sprint ${title}`, 'sprint', { start: day(index * 28 - 70), days: 18 })
    const { project, owner } = team
    const made = await browser.crocus.request('POST', `/api/projects/${project.id}/roadmaps`, {
      as: owner,
      json: {
        title: 'What the keepers get, and when',
        tracker_ids: [project.tracker('epic').id, project.tracker('work').id],
        level_1_tracker_id: project.tracker('sprint').id,
      },
    })
    expect(made.status, made.text).toBe(201)
    roadmap = made.json<{ id: number }>().id
  })

  const open = async (options = {}): Promise<Page> => {
    const page = await browser.newPageOf(team.owner, options)
    await page.goto(`/projects/works/roadmaps/${roadmap}`)
    await page.getByRole('link', { name: 'Power survives mains loss', exact: true }).waitFor()
    return page
  }
  const titles = (page: Page) => page.locator('.road-rows .road-title').allTextContents()

  it('draws tasks, iterations, dependencies and today, with all figures in words', async () => {
    const page = await browser.newPageOf(team.owner)
    await page.goto('/projects/works')
    await page.getByRole('link', { name: 'Roadmap', exact: true }).click()
    await page.getByRole('heading', { name: 'What the keepers get, and when', level: 1 }).waitFor()
    const tasks = page.getByRole('list', { name: 'Tasks', exact: true })
    const row = (title: string) => tasks.getByRole('listitem').filter({ hasText: title })
    await row('Power survives mains loss').waitFor()
    expect(await titles(page)).toEqual([
      'Heated fog sensors at six stations',
      'Chart of all outages for the coast guard',
      'Keepers’ app off line',
      'Power survives mains loss',
      'Night watch without paper',
    ])
    await page.getByText('6 tasks').waitFor()
    await page.getByText('1 starts before what it waits for').waitFor()
    const power = id('Power survives mains loss')
    expect(await row('Heated fog sensors').textContent()).toContain(`starts 4 days before #${power} ends`)
    expect(await row('Keepers’ app').textContent()).toContain(`waits for #${power}`)
    expect(await row('Power survives').textContent()).toContain('72%')
    expect(await row('Chart of all outages').textContent()).toContain('from ')
    // Three dependencies, of which one cannot hold.
    expect(await page.locator('.road-lines path').count()).toBe(3)
    expect(await page.locator('.road-lines .road-line-late').count()).toBe(1)
    await page.getByRole('list', { name: 'All sprint' }).getByText('Sprint 23').waitFor()
    expect(await page.locator('.road-today').count()).toBe(1)
    const undated = page.getByRole('region', { name: 'Without dates' })
    await undated.getByRole('link', { name: 'Training of 41 keepers' }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'roadmap')
  })

  it('is worked by keys: rows, parts, scale, artifact', async () => {
    const page = await open()
    await page.getByRole('link', { name: 'Power survives mains loss', exact: true }).focus()
    await page.keyboard.press('ArrowDown')
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Night watch without paper')
    await page.keyboard.press('ArrowRight')
    await page.getByRole('link', { name: 'Watch book on the tablet', exact: true }).waitFor()
    await screenshots(page, 'roadmap-parts')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => titles(page)).not.toContain('Watch book on the tablet')
    await page.keyboard.press('-')
    await page.waitForURL(/scale=quarter/)
    await page.getByRole('button', { name: 'Week' }).click()
    await page.waitForURL(/scale=week/)
    await screenshots(page, 'roadmap-week')
    await page.getByRole('link', { name: 'Night watch without paper', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/artifacts/${id('Night watch without paper')}`))
  })

  it('hears of changes without reloading', async () => {
    const page = await browser.newPageOf(team.owner)
    const opened = page.waitForResponse(/\/api\/events/)
    await page.goto(`/projects/works/roadmaps/${roadmap}`)
    await page.getByRole('link', { name: 'Power survives mains loss', exact: true }).waitFor()
    await opened
    await page.waitForTimeout(2_000)
    await team.make('Second modem at every station', 'epic', { start: day(3), end: day(30) })
    await page.getByRole('link', { name: 'Second modem at every station', exact: true }).waitFor({ timeout: 20_000 })
  })

  it('shows name and dates over the bar on a phone', async () => {
    const page = await browser.newPageOf(team.owner, {
      viewport: { width: 320, height: 800 },
      hasTouch: true,
      isMobile: true,
      locale: 'fr-FR',
    })
    await page.goto(`/projects/works/roadmaps/${roadmap}`)
    await page.getByText(/^commence 4 jours avant/).waitFor()
    await page.getByRole('button', { name: 'Parties de Night watch without paper' }).click()
    await page.getByRole('link', { name: 'Watch book on the tablet', exact: true }).waitFor()
    expect(await page.locator('.road-lines').count()).toBe(0)
    await expectAccessible(page, [320])
  })

  it('is made, edited and deleted in place by administrators', async () => {
    await givenProject(browser.crocus, 'bare', { as: team.owner })
    const page = await browser.newPageOf(team.owner)
    await page.goto('/projects/bare/roadmaps')
    await page.getByRole('heading', { name: 'This project has no roadmap' }).waitFor()
    expect(await page.getByRole('link', { name: 'Roadmap', exact: true }).count()).toBe(0)
    await page.getByRole('button', { name: 'New roadmap' }).click()
    const dialog = page.getByRole('dialog', { name: 'New roadmap' })
    await dialog.getByRole('textbox', { name: 'Title' }).fill('Bare plan')
    await dialog.getByRole('group', { name: 'Trackers' }).getByRole('checkbox').first().check({ force: true })
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Bare plan', level: 1 }).waitFor()
    await page.getByRole('heading', { name: 'This roadmap cannot be drawn' }).waitFor()

    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Edit the roadmap' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit the roadmap' })
    await edit.getByRole('textbox', { name: 'Title' }).fill('Barer plan')
    await edit.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('heading', { name: 'Barer plan', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Delete the roadmap' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('heading', { name: 'This project has no roadmap' }).waitFor()
  })

  it('says when there is nothing, and when there is no such roadmap', async () => {
    const page = await browser.newPageOf(team.owner)
    const { project, owner } = team
    const made = await browser.crocus.request('POST', `/api/projects/${project.id}/roadmaps`, {
      as: owner,
      json: { title: 'Heirs', tracker_ids: [project.tracker('heir').id] },
    })
    const empty = made.json<{ id: number }>().id
    await page.goto(`/projects/works/roadmaps/${empty}`)
    await page.getByRole('heading', { name: 'There is nothing on this roadmap' }).waitFor()
    await page.goto(`/projects/bare/roadmaps/${empty}`)
    await page.getByRole('heading', { name: 'This project has no such roadmap' }).waitFor()
    await page.goto('/projects/works/roadmaps')
    await page.getByRole('main').getByRole('link', { name: 'Heirs' }).waitFor()
  })
})
