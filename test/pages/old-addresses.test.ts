import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

describePages('addresses of the reference platform', () => {
  let browser: TestBrowser
  let ann: Account
  let stranger: Account
  let harbour: FixtureProject
  let id: number
  let report: number
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
    stranger = await givenAccount(browser.crocus, 'sam', { realName: 'Sam Stranger' })
    harbour = await givenProject(browser.crocus, 'harbour', { as: ann.as, isPublic: false })
    id = await givenArtifact(browser.crocus, harbour.tracker('bug'), 'The crane is stuck', { as: ann.as })
    const reports = await browser.crocus.request('GET', `/api/trackers/${harbour.tracker('bug').id}/tracker_reports`, {
      as: ann.as,
    })
    report = reports.json<{ id: number }[]>()[0]?.id ?? 0
  })

  const bug = () => harbour.tracker('bug').id
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
  const pathAndSearch = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

  it('lead somebody who is signed in to the pages of today', async () => {
    const page = await browser.newPageOf(ann.as)
    const opens = async (from: string, name: string, to: string) => {
      await page.goto(from)
      await heading(page, name)
      await expect.poll(() => pathAndSearch(page), { message: from }).toBe(to)
    }
    await opens(`/plugins/tracker/?aid=${id}`, 'The crane is stuck', `/artifacts/${id}`)
    await opens(`/a/${id}`, 'The crane is stuck', `/artifacts/${id}`)
    await opens(`/plugins/tracker/?tracker=${bug()}`, 'Bugs', '/projects/harbour/trackers/bug')
    await opens(`/plugins/tracker/?report=${report}`, 'Bugs', `/projects/harbour/trackers/bug?report=${report}`)
    await opens(`/plugins/tracker/?group_id=${harbour.id}`, 'Trackers', `/projects/${harbour.id}/trackers`)
    await opens(`/goto?key=art&val=${id}&group_id=${harbour.id}`, 'The crane is stuck', `/artifacts/${id}`)
    await opens(`/goto?key=bug&val=${id}&group_id=${harbour.id}`, 'The crane is stuck', `/artifacts/${id}`)
    // As texts and cross references name it.
    await opens(`/goto?key=bug&val=${id}`, 'The crane is stuck', `/artifacts/${id}`)
    await page.goto(`/plugins/tracker/?tracker=${bug()}&func=new-artifact`)
    await page.waitForURL('/projects/harbour/trackers/bug/new')
    await page.getByRole('form', { name: 'New bug' }).waitFor()
  })

  it('bring somebody who signs in first back to the same place', async () => {
    const page = await browser.newPage()
    await page.goto(`/plugins/tracker/?aid=${id}`)
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Login name').fill('ann')
    await page.getByLabel('Password', { exact: true }).fill(ann.as[1])
    await page.getByRole('button', { name: 'Sign in' }).click()
    await heading(page, 'The crane is stuck')
    expect(pathAndSearch(page)).toBe(`/artifacts/${id}`)
  })

  it('tell a stranger the same as an address where nothing is', async () => {
    const page = await browser.newPageOf(stranger.as)
    const textOf = async (from: string) => {
      await page.goto(from)
      await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
      expect(await page.title()).not.toMatch(/crane|harbour|bug/i)
      return page.getByRole('main').innerText()
    }
    const nothing = await textOf('/no/such/page')
    for (const from of [
      `/plugins/tracker/?aid=${id}`,
      `/plugins/tracker/?aid=${id + 1000}`,
      `/plugins/tracker/?tracker=${bug()}`,
      `/plugins/tracker/?tracker=${bug()}&func=new-artifact`,
      `/plugins/tracker/?report=${report}`,
      `/goto?key=art&val=${id}&group_id=${harbour.id}`,
      `/goto?key=bug&val=${id}&group_id=${harbour.id}`,
      `/goto?key=bug&val=${id}`,
      `/goto?key=bug`,
      '/plugins/tracker/',
      '/plugins/tracker/?aid=words',
    ])
      expect([from, await textOf(from)]).toEqual([from, nothing])
  })
})
