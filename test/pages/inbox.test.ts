import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { startConsumers } from '../../src/platform/events/consumer.ts'
import { createLog } from '../../src/platform/log.ts'
import { afterFile } from '../harness/after-file.ts'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import {
  expectDone,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
  type FixtureTracker,
} from '../harness/fixture.ts'

describePages('the inbox', () => {
  let browser: TestBrowser
  let ann: Account
  let ben: Account
  let lighthouse: FixtureProject
  let bug: FixtureTracker
  let horn: number
  beforeAll(async () => {
    browser = await testBrowser()
    const { db, app } = browser.crocus
    // News arrive as on a server: nothing in these stories reloads a page.
    const running = startConsumers({ db, consumers: app.consumers, log: createLog('fatal') })
    afterFile(() => running.stop())
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
    ben = await givenAccount(browser.crocus, 'ben', { realName: 'Ben Pilot' })
    lighthouse = await givenProject(browser.crocus, 'lighthouse', {
      as: ben.as,
      isPublic: false,
      members: ['ann', 'ben'],
    })
    bug = lighthouse.tracker('bug')
    horn = await givenArtifact(browser.crocus, bug, 'The horn is silent', { as: ben.as })
  })

  const put = async (id: number, values: object[], body = '', as = ben.as): Promise<void> => {
    const json = { values, comment: { body, format: 'commonmark' } }
    expectDone(await browser.crocus.request('PUT', `/api/artifacts/${id}`, { as, json }))
  }
  const assign = (...people: Account[]) => ({
    field_id: bug.field('assigned_to'),
    bind_value_ids: people.map(({ id }) => id),
  })
  const titled = (value: string) => ({ field_id: bug.field('title'), value })
  const inboxLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Inbox/ })
  const rowsOf = (page: Page) => page.getByRole('main').getByRole('list', { name: 'Inbox' }).getByRole('listitem')
  const focused = (page: Page) => page.evaluate<string>('document.activeElement.textContent')

  it('tells of a mention, an assignment and a comment while the page is open, and reading in one tab is seen in the other', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/?tab=inbox')
    const main = page.getByRole('main')
    await main.getByText('Your inbox is empty').waitFor()
    await expectAccessible(page)
    const other = await page.context().newPage()
    await other.goto(`/projects/${lighthouse.id}`)
    await inboxLink(other).waitFor()

    await put(horn, [], 'Can you hear it, @ann?')
    await rowsOf(page).getByText('Ben Pilot mentioned you: “Can you hear it, @ann?”').waitFor()
    const lamp = await givenArtifact(browser.crocus, bug, 'The lamp is out', { as: ben.as, values: [assign(ann)] })
    await rowsOf(page).getByText('Ben Pilot assigned it to you').waitFor()
    await inboxLink(other).and(other.getByLabel('Inbox, 2 unread')).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'inbox')

    // The link leads to the comment, and its entry is read in every tab.
    await rowsOf(page).getByRole('link', { name: 'The horn is silent' }).click()
    await page.waitForURL(new RegExp(`/artifacts/${horn}#comment-\\d+$`))
    await page.getByText('Can you hear it,').waitFor()
    await inboxLink(other).and(other.getByLabel('Inbox, 1 unread')).waitFor()

    // Ann answers; Ben is told.
    const his = await browser.newPageOf(ben.as)
    await his.goto('/')
    await put(horn, [], 'Not a sound.', ann.as)
    await his
      .getByRole('main')
      .getByRole('region', { name: 'Inbox' })
      .getByText('Ann Keeper commented: “Not a sound.”')
      .waitFor()
    await inboxLink(his).and(his.getByLabel('Inbox, 1 unread')).waitFor()
    await expectAccessible(his)
    await screenshots(his, 'my-work-inbox')
    expect(lamp).toBeGreaterThan(0)
  })

  it('is worked off by keys, beside an artifact too, with a way back', async () => {
    for (const title of ['A gull on the roof', 'Rust at the door', 'Fog in the log'])
      await givenArtifact(browser.crocus, bug, title, { as: ben.as, values: [assign(ann)] })
    const page = await browser.newPageOf(ann.as)
    await page.goto('/')
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('g')
    await page.keyboard.press('i')
    await page.waitForURL('/?tab=inbox')
    await rowsOf(page).getByText('Fog in the log').waitFor()
    await expect.poll(() => rowsOf(page).count()).toBe(5)
    await page.mouse.move(0, 0)
    await page.keyboard.press('j')
    await expect.poll(() => focused(page)).toBe('Fog in the log')
    await page.keyboard.press('e')
    await expect.poll(() => rowsOf(page).count()).toBe(4)
    expect(await focused(page)).toBe('Rust at the door')
    await page.keyboard.press('u')
    await rowsOf(page).filter({ hasText: 'Rust at the door' }).and(page.locator('[data-state=read]')).waitFor()
    await page.getByRole('button', { name: 'Undo' }).first().click()
    await expect.poll(() => rowsOf(page).count()).toBe(5)
    await rowsOf(page).filter({ hasText: 'Fog in the log' }).and(page.locator('[data-state=unread]')).waitFor()

    await page.getByRole('link', { name: 'A gull on the roof' }).focus()
    await page.keyboard.press('Space')
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: 'A gull on the roof' }).waitFor()
    await rowsOf(page).filter({ hasText: 'A gull on the roof' }).and(page.locator('[data-state=read]')).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'inbox-panel')
    await page.getByRole('link', { name: 'A gull on the roof', exact: true }).focus()
    await page.keyboard.press('e')
    await expect.poll(() => rowsOf(page).count()).toBe(4)
    await page.keyboard.press('Escape')

    const filter = page.getByRole('navigation', { name: 'Show' })
    await filter.getByRole('link', { name: 'Done' }).click()
    await rowsOf(page).getByText('A gull on the roof').waitFor()
    await filter.getByRole('link', { name: 'All' }).click()
    await page.getByRole('button', { name: 'All done' }).click()
    await page.getByText('Your inbox is empty').waitFor()
    await inboxLink(page)
      .and(page.getByLabel('Inbox', { exact: true }))
      .waitFor()
  })

  it('does not move what is under the pointer: new entries wait', async () => {
    const first = await givenArtifact(browser.crocus, bug, 'First of two', { as: ben.as, values: [assign(ann)] })
    const page = await browser.newPageOf(ann.as)
    await page.goto('/?tab=inbox')
    const row = rowsOf(page).filter({ hasText: 'First of two' })
    await row.hover()
    await givenArtifact(browser.crocus, bug, 'Second of two', { as: ben.as, values: [assign(ann)] })
    const show = page.getByRole('button', { name: '1 new · Show' })
    await show.waitFor()
    expect(await rowsOf(page).first().innerText()).toContain('First of two')
    // The entry that is shown is renewed in its place.
    await put(first, [titled('First of two, again')])
    await rowsOf(page).first().getByText('First of two, again').waitFor()
    await show.click()
    await expect.poll(() => rowsOf(page).nth(1).innerText()).toContain('Second of two')
  })

  it('shows nothing of what the reader may not see any more', async () => {
    await put(horn, [], '@ann, the last word')
    const page = await browser.newPageOf(ann.as)
    await page.goto('/?tab=inbox')
    await rowsOf(page).getByText('the last word').waitFor()
    const members = async (...people: Account[]): Promise<void> =>
      expectDone(
        await browser.crocus.request('PUT', `/api/user_groups/${lighthouse.id}_3/users`, {
          as: ben.as,
          json: { user_references: people.map(({ id }) => ({ id })) },
        }),
      )
    await members(ben)
    await page.getByText('Your inbox is empty').waitFor()
    await page.reload()
    await page.getByText('Your inbox is empty').waitFor()
    await inboxLink(page)
      .and(page.getByLabel('Inbox', { exact: true }))
      .waitFor()
    await members(ann, ben)
    await rowsOf(page).getByText('the last word').waitFor()
  })

  it('fits a phone, in French and in the dark', async () => {
    const page = await browser.newPageOf(ann.as, {
      viewport: { width: 320, height: 800 },
      colorScheme: 'dark',
      locale: 'fr-FR',
      hasTouch: true,
      isMobile: true,
    })
    await page.goto('/?tab=inbox')
    await page.getByRole('list', { name: 'Boîte de réception' }).getByText('vous a mentionné').first().waitFor()
    await expectAccessible(page)
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true)
    const row = page.getByRole('list', { name: 'Boîte de réception' }).getByRole('listitem').first()
    const size = await row.getByRole('button', { name: 'Terminé' }).boundingBox()
    expect(Math.min(size?.width ?? 0, size?.height ?? 0)).toBeGreaterThanOrEqual(44)
  })
})

describePages('others at an artifact', () => {
  let browser: TestBrowser
  let ann: Account
  let ben: Account
  let lamps: FixtureProject
  let id: number
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
    ben = await givenAccount(browser.crocus, 'ben', { realName: 'Ben Pilot' })
    lamps = await givenProject(browser.crocus, 'lamps', { as: ben.as, members: ['ann', 'ben'] })
    id = await givenArtifact(browser.crocus, lamps.tracker('bug'), 'The lamp flickers', { as: ben.as })
  })

  const here = (page: Page) => page.getByRole('list', { name: 'Here now' })

  it('are shown while they look, edit and write, and go with their page', async () => {
    const his = await browser.newPageOf(ben.as)
    await his.goto(`/artifacts/${id}`)
    await his.getByRole('heading', { name: 'The lamp flickers', level: 1 }).waitFor()
    const hers = await browser.newPageOf(ann.as)
    await hers.goto(`/artifacts/${id}`)
    await here(his).getByText('Ann Keeper is here').waitFor()
    await here(hers).getByText('Ben Pilot is here').waitFor()
    expect(await here(hers).getByRole('listitem').count()).toBe(1)

    await hers.getByRole('button', { name: 'Edit Title' }).click()
    await here(his).getByText('Ann Keeper edits Title').waitFor()
    await his.getByText('Ann Keeper edits this now').waitFor()
    await expectAccessible(his)
    await screenshots(his, 'artifact-presence')
    await hers.keyboard.press('Escape')
    await here(his).getByText('Ann Keeper is here').waitFor()
    await hers.getByRole('textbox', { name: 'Comment' }).pressSequentially('I think')
    await here(his).getByText('Ann Keeper is writing').waitFor()

    // Her change reaches his page without reloading.
    await hers.getByRole('textbox', { name: 'Comment' }).fill('It is the relay')
    await hers.keyboard.press('Control+Enter')
    await his.getByText('It is the relay').waitFor()
    await hers.close()
    await here(his).waitFor({ state: 'detached' })
  })

  it('hears on the page of a list that something has changed, and that others are there no more', async () => {
    const page = await browser.newPageOf(ann.as)
    const opened = page.waitForResponse(/\/api\/events/)
    // The page notes the newest change of the list; it tells changes after that one.
    const noted = page.waitForResponse(/\/artifacts\?limit=1&order_by=/)
    await page.goto('/projects/lamps/trackers/bug')
    await page.getByRole('grid').getByText('The lamp flickers').waitFor()
    await Promise.all([opened, noted])
    // The rows were read before this second.
    browser.crocus.clock.advance(5_000)
    const json = { values: [{ field_id: lamps.tracker('bug').field('title'), value: 'The lamp burns' }] }
    expectDone(await browser.crocus.request('PUT', `/api/artifacts/${id}`, { as: ben.as, json }))
    await page.getByRole('button', { name: '1 changed' }).click()
    await page.getByRole('grid').getByText('The lamp burns').waitFor()
  })

  it('goes on in another tab when the tab with the stream closes', async () => {
    const first = await browser.newPageOf(ann.as)
    const streamsOf = (page: Page): string[] => {
      const streams: string[] = []
      page.on('request', request => {
        if (new URL(request.url()).pathname === '/api/events') streams.push(request.url())
      })
      return streams
    }
    const ofFirst = streamsOf(first)
    await first.goto(`/artifacts/${id}`)
    await expect.poll(() => ofFirst.length).toBeGreaterThan(0)
    const second = await first.context().newPage()
    const ofSecond = streamsOf(second)
    await second.goto(`/artifacts/${id}`)
    await second.getByRole('textbox', { name: 'Comment' }).waitFor()
    const say = (body: string) => ({ values: [], comment: { body, format: 'commonmark' } })
    const put = async (body: string): Promise<void> =>
      expectDone(await browser.crocus.request('PUT', `/api/artifacts/${id}`, { as: ben.as, json: say(body) }))
    await put('Said to both')
    for (const page of [first, second]) await page.getByText('Said to both').waitFor()
    // The stream of the first tab serves both.
    expect(ofSecond).toEqual([])
    await first.close()
    await expect.poll(() => ofSecond.length).toBeGreaterThan(0)
    await put('Said to the other')
    await second.getByText('Said to the other').waitFor()
  })
})
