import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

describePages('the history of an artifact', () => {
  let browser: TestBrowser
  let ann: Account
  let ben: Account
  let lighthouse: FixtureProject
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
    ben = await givenAccount(browser.crocus, 'ben', { realName: 'Ben Pilot' })
    lighthouse = await givenProject(browser.crocus, 'lighthouse', { as: ann.as, members: ['ben'] })
  })

  const bug = (title: string) => givenArtifact(browser.crocus, lighthouse.tracker('bug'), title, { as: ann.as })
  const put = async (id: number, as: Account['as'], json: object) => {
    browser.crocus.clock.advance(3_600_000)
    const { status } = await browser.crocus.request('PUT', `/api/artifacts/${id}`, { as, json })
    expect(status).toBe(200)
  }
  const titled = (value: string) => [{ field_id: lighthouse.tracker('bug').field('title'), value }]
  const described = (content: string) => [
    { field_id: lighthouse.tracker('bug').field('description'), value: { content, format: 'commonmark' } },
  ]

  it('filters changesets by person, field and kind', async () => {
    const id = await bug('One')
    await put(id, ben.as, { values: titled('Two') })
    await put(id, ann.as, { values: described('It is dark') })
    await put(id, ann.as, { values: [], comment: { body: 'Who sees it?', format: 'text' } })
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${id}`)
    await page.getByRole('link', { name: 'History' }).click()
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText('4 changesets').waitFor()
    expect(new URL(page.url()).searchParams.get('tab')).toBe('history')
    await expectAccessible(page)
    await screenshots(page, 'artifact-history')

    await history.getByLabel('Person').selectOption({ label: 'Ben Pilot' })
    await history.getByText('1 changeset', { exact: true }).waitFor()
    await history.getByRole('row').filter({ hasText: 'Ben Pilot' }).getByText('Two').waitFor()
    await history.getByLabel('Person').selectOption({ label: 'Everybody' })
    await history.getByLabel('Kind').selectOption({ label: 'Comments' })
    await history.getByText('with a comment').waitFor()
    await history.getByText('1 changeset', { exact: true }).waitFor()
    await history.getByLabel('Kind').selectOption({ label: 'Texts' })
    await history.getByLabel('Field').selectOption({ label: 'Title' })
    await history.getByText('No changeset fits.').waitFor()
    await history.getByRole('button', { name: 'Remove the filter' }).click()
    await history.getByText('4 changesets').waitFor()
    await history.getByRole('link', { name: 'Back to the activity' }).click()
    await page.getByRole('heading', { name: 'Activity' }).waitFor()
  })

  it('compares any two changesets, and leaves out what was changed back', async () => {
    const id = await bug('First')
    await put(id, ben.as, { values: [...titled('Second'), ...described('The lamp is red')] })
    await put(id, ben.as, { values: described('The lamp is green') })
    await put(id, ann.as, { values: titled('First') })
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${id}?tab=history`)
    const history = page.getByRole('region', { name: 'History' })
    await history.getByText('4 changesets').waitFor()
    const newer = history.getByRole('radio', { name: /^To changeset/ })
    const older = history.getByRole('radio', { name: /^From changeset/ })
    await newer.first().check()
    await older.nth(2).check()
    const difference = history.getByRole('region', { name: 'Difference' })
    await difference.getByText('2 fields differ').waitFor()
    const row = (name: string) => difference.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
    await row('Title').getByText('Second').waitFor()
    expect(await row('Description').getByRole('deletion').innerText()).toContain('red')
    expect(await row('Description').getByRole('insertion').innerText()).toContain('green')
    await older.nth(3).check()
    await difference.getByText('1 field differs').waitFor()
    expect(await row('Title').count()).toBe(0)
    // The newer one cannot be older than the older one.
    expect(await older.nth(0).isDisabled()).toBe(true)
    await expectAccessible(page)
    await screenshots(page, 'artifact-difference')
  })

  it('remembers which end of the activity is the newer one', async () => {
    const id = await bug('Order')
    await put(id, ben.as, { values: titled('Ordered') })
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${id}`)
    const activity = page.getByRole('region', { name: 'Activity' })
    await activity.getByRole('button', { name: 'Newest last' }).click()
    await activity.getByRole('listitem').first().getByText('Ben Pilot').waitFor()
    await page.reload()
    await activity.getByRole('listitem').first().getByText('Ben Pilot').waitFor()
    await activity.getByRole('button', { name: 'Newest first' }).click()
    await activity.getByRole('listitem').first().getByText('Ann Keeper').waitFor()
  })
})
