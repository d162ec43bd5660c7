import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import type { Credentials } from '../harness/fixture.ts'
import { givenTracker } from '../harness/trackers.ts'
import { aWorkTracker, givenWorks } from '../harness/workflows.ts'

describePages('a report that two people save', () => {
  let browser: TestBrowser
  let owner: Credentials
  let report: { readonly id: number }
  let title: number
  beforeAll(async () => {
    browser = await testBrowser()
    const works = await givenWorks(browser.crocus)
    owner = works.owner
    const { tracker, field } = await givenTracker(browser.crocus, aWorkTracker(works.projectId, 'work'))
    title = field('title')
    const response = await browser.crocus.request('POST', '/api/tracker_reports', {
      as: owner,
      json: { tracker: { id: tracker.id }, label: 'Triage', is_public: true, columns: [title] },
    })
    expect(response.status, response.text).toBe(201)
    report = response.json()
  })

  const queryOf = async (): Promise<string> => {
    const response = await browser.crocus.request('GET', `/api/tracker_reports/${report.id}`, { as: owner })
    return response.json<{ expert_query: string }>().expert_query
  }
  const open = async (tql: string): Promise<Page> => {
    const page = await browser.newPageOf(owner)
    await page.goto(`/projects/works/trackers/work?report=${report.id}&tql=${encodeURIComponent(tql)}`)
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor()
    return page
  }
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialogOf = (page: Page) => page.getByRole('alertdialog', { name: '“Triage” was saved by somebody else' })
  const isSaved = (page: Page) => page.getByText('The report Triage is saved').waitFor()

  it('is not lost: the second one sees it, and decides', async () => {
    const [first, second, third] = [await open('effort = 1'), await open('effort = 2'), await open('effort = 3')]
    await save(first)
    await isSaved(first)
    expect(await queryOf()).toBe('effort = 1')

    await save(second)
    await dialogOf(second).waitFor()
    expect(await queryOf()).toBe('effort = 1')
    await expectAccessible(second, [320, 1440])
    await screenshots(second, 'report-conflict')
    await second.setViewportSize({ width: 1440, height: 900 })
    await dialogOf(second).getByRole('button', { name: 'Show theirs' }).click()
    await dialogOf(second).waitFor({ state: 'detached' })
    await second.getByText('effort').first().waitFor()
    await expect.poll(() => new URL(second.url()).searchParams.get('tql')).toBeNull()
    expect(await second.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0)

    await save(third)
    await dialogOf(third).getByRole('button', { name: 'Save as…' }).click()
    const saveAs = third.getByRole('dialog', { name: 'Save as a report' })
    await saveAs.waitFor()
    await third.keyboard.press('Escape')
    await saveAs.waitFor({ state: 'detached' })
    await save(third)
    await dialogOf(third).getByRole('button', { name: 'Save mine over it' }).click()
    await isSaved(third)
    expect(await queryOf()).toBe('effort = 3')
  })
})
