import { beforeAll, expect, it } from 'vitest'
import {
  describePages,
  expectAccessible,
  screenshots,
  signIn,
  testBrowser,
  type TestBrowser,
} from '../harness/browser.ts'
import {
  expectDone,
  givenAccount,
  givenArtifact,
  givenProject,
  type Account,
  type FixtureProject,
} from '../harness/fixture.ts'

const DAY_MS = 86_400_000

describePages('my work', () => {
  let browser: TestBrowser
  let ann: Account
  let ben: Account
  let lighthouse: FixtureProject
  let overdue: number
  let later: number
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
    ben = await givenAccount(browser.crocus, 'ben', { realName: 'Ben Pilot' })
    lighthouse = await givenProject(browser.crocus, 'lighthouse', { as: ann.as, members: ['ann', 'ben'] })
    overdue = await assigned('The lamp is out', -3)
    await assigned('The horn is silent', 0)
    later = await assigned('Paint the tower', 40)
    await assigned('Write the log', undefined)
    await givenArtifact(browser.crocus, lighthouse.tracker('bug'), 'A gull on the roof', { as: ben.as })
  })

  /** Creates a bug that is assigned to Ann; its due date is `inDays` days from now. */
  const assigned = async (title: string, inDays: number | undefined): Promise<number> => {
    const bug = lighthouse.tracker('bug')
    const id = await givenArtifact(browser.crocus, bug, title, { as: ben.as })
    const day = new Date(Date.now() + (inDays ?? 0) * DAY_MS).toISOString().slice(0, 10)
    const values = [
      { field_id: bug.field('assigned_to'), bind_value_ids: [ann.id] },
      ...(inDays === undefined ? [] : [{ field_id: bug.field('due_date'), value: day }]),
    ]
    expectDone(await browser.crocus.request('PUT', `/api/artifacts/${id}`, { as: ben.as, json: { values } }))
    return id
  }

  it('groups what is assigned by its due date, or by tracker, without what is not', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/')
    const main = page.getByRole('main')
    const late = main.getByRole('region', { name: 'Overdue' }).getByRole('listitem')
    await late.filter({ hasText: 'The lamp is out' }).getByText('overdue').waitFor()
    await main.getByRole('region', { name: 'Today' }).getByText('The horn is silent').waitFor()
    await main.getByRole('region', { name: 'Later' }).getByText('Paint the tower').waitFor()
    await main.getByRole('region', { name: 'Without date' }).getByText('Write the log').waitFor()
    expect(await main.getByText('A gull on the roof').count()).toBe(0)
    const tabs = main.getByRole('navigation', { name: 'My work' })
    expect(await tabs.getByRole('link', { name: 'Assigned' }).innerText()).toMatch(/4/)
    expect(await tabs.locator('[aria-current]').count()).toBe(1)
    await expectAccessible(page)
    await screenshots(page, 'my-work')

    await page.getByRole('button', { name: 'Group by due date' }).click()
    await page.getByRole('menuitem', { name: 'By tracker' }).click()
    await page.waitForURL('/?group=tracker')
    const group = main.getByRole('region', { name: 'The lighthouse · Bugs' })
    await group.getByText('Write the log').waitFor()
    expect(await group.getByRole('listitem').count()).toBe(4)
    expect(await group.getByRole('listitem').first().innerText()).toContain('The lamp is out')
  })

  it('leads through the rows by keys, and shows an artifact beside them', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/')
    await page.getByRole('link', { name: 'The lamp is out' }).waitFor()
    // The keys come after the page.
    await page.waitForLoadState('networkidle')
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    await page.keyboard.press('j')
    await expect.poll(focused).toBe('The lamp is out')
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe('The horn is silent')
    await page.keyboard.press('k')
    expect(await focused()).toBe('The lamp is out')
    await page.keyboard.press('Space')
    await page.waitForURL(`/?open=${overdue}`)
    const panel = (title: string) => page.getByRole('complementary').getByRole('heading', { name: title }).waitFor()
    await panel('The lamp is out')
    await expectAccessible(page)
    await screenshots(page, 'my-work-panel')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('link', { name: 'The lamp is out', exact: true }).focus()
    await page.keyboard.press('j')
    await panel('The horn is silent')
    await page.keyboard.press('Escape')
    await page.waitForURL('/')
    expect(await focused()).toBe('The horn is silent')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'The horn is silent', level: 1 }).waitFor()
    await page.getByText('2 of 4').waitFor()
  })

  it('changes the status of a row by a key', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/')
    await page.getByRole('link', { name: 'Paint the tower' }).focus()
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('s')
    await page.getByRole('combobox', { name: /Status/ }).waitFor()
    await page.keyboard.type('In progress')
    await page.keyboard.press('Enter')
    const row = page.getByRole('main').getByRole('region', { name: 'Later' }).getByRole('listitem')
    await row.getByText('In progress').waitFor()
    const statusOf = async () =>
      (await browser.crocus.request('GET', `/api/artifacts/${later}`, { as: ann.as })).json<{ status: string }>().status
    // The page paints the status before the server has it.
    await expect.poll(statusOf).toBe('In progress')
  })

  it('lists what somebody submitted and worked on, and their projects with the trackers', async () => {
    await browser.crocus.work()
    const page = await browser.newPageOf(ben.as)
    await page.goto('/?tab=submitted')
    const main = page.getByRole('main')
    await main.getByRole('region', { name: 'Changed last' }).getByText('A gull on the roof').waitFor()
    await main.getByRole('region', { name: 'My projects' }).getByRole('link', { name: /^Bugs/ }).waitFor()
    await main.getByRole('link', { name: 'Recent' }).click()
    await page.waitForURL('/?tab=recent')
    await main.getByRole('region', { name: 'Worked on last' }).getByText('Paint the tower').waitFor()
    await expectAccessible(page)
    await main.getByRole('link', { name: 'Assigned' }).click()
    await main.getByText('Nothing is assigned to you').waitFor()
    await expectAccessible(page)
    await main.getByRole('link', { name: 'Find work in a project' }).click()
    await page.waitForURL('/projects')
  })

  it('keeps drafts: opens, discards and restores them, and no other account sees them', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${overdue}`)
    await page.getByRole('textbox', { name: 'Comment' }).fill('Ordered a new bulb')
    await page.getByText(/^Draft/).waitFor()
    await page.goto('/?tab=drafts')
    const drafts = page.getByRole('main').getByRole('region', { name: 'Drafts' })
    const comment = drafts.getByRole('listitem').filter({ hasText: 'Ordered a new bulb' })
    await comment.getByText('Ordered a new bulb').waitFor()
    await expectAccessible(page)
    await screenshots(page, 'my-work-drafts')
    await page.setViewportSize({ width: 1440, height: 900 })
    await comment.getByRole('button', { name: `Discard: Comment on bug #${overdue}` }).click()
    await page.getByText('There is no draft').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await comment.getByRole('link', { name: `Comment on bug #${overdue}` }).click()
    const box = page.getByRole('textbox', { name: 'Comment' })
    await expect.poll(() => box.inputValue()).toBe('Ordered a new bulb')
    // Another account in the same browser.
    await signIn(page, ben.as, '/?tab=drafts')
    await page.getByText('There is no draft').waitFor()
    expect(await page.getByText('Ordered a new bulb').count()).toBe(0)
  })
})

describePages('the start page of a new server', () => {
  it('shows the ways in to its first administrator, and makes the sample project', async () => {
    const browser = await testBrowser()
    const page = await browser.newPageOf(browser.crocus.admin)
    await page.goto('/')
    await page.getByRole('heading', { name: 'This server is new', level: 1 }).waitFor()
    await page
      .getByRole('region', { name: 'Before others come' })
      .getByRole('link', { name: 'Invite people' })
      .waitFor()
    await expectAccessible(page)
    await screenshots(page, 'first-start')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Start with a sample project' }).click()
    await page.waitForURL('/projects/waymark', { timeout: 60_000 })
    await page.getByRole('link', { name: 'My work' }).click()
    await page.getByRole('heading', { name: 'My work', level: 1 }).waitFor()
    await page.getByRole('region', { name: 'My projects' }).getByRole('link', { name: 'Waymark' }).waitFor()
  })
})
