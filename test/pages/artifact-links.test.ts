import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

interface Linked {
  readonly values: readonly {
    readonly type: string
    readonly links?: readonly { readonly id: number; readonly type: string | null }[]
    readonly reverse_links?: readonly { readonly id: number; readonly type: string | null }[]
  }[]
}

describePages('links of an artifact', () => {
  let browser: TestBrowser
  let ann: Account
  let ben: Account
  let lighthouse: FixtureProject
  let harbour: FixtureProject
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
    ben = await givenAccount(browser.crocus, 'ben', { realName: 'Ben Pilot' })
    lighthouse = await givenProject(browser.crocus, 'lighthouse', { as: ann.as, members: ['ben'] })
    harbour = await givenProject(browser.crocus, 'harbour', { as: ann.as, isPublic: false })
  })

  const made = (title: string, tracker = lighthouse.tracker('bug')) =>
    givenArtifact(browser.crocus, tracker, title, { as: ann.as })
  const link = async (from: number, to: readonly number[], type: string, tracker = lighthouse.tracker('bug')) => {
    const field_id = tracker.fields.find(field => field.type === 'art_link')?.field_id
    const json = { values: [{ field_id, links: to.map(id => ({ id, type })) }] }
    expect((await browser.crocus.request('PUT', `/api/artifacts/${from}`, { as: ann.as, json })).status).toBe(200)
  }
  const linksOf = async (id: number) => {
    const { values } = (await browser.crocus.request('GET', `/api/artifacts/${id}`, { as: ann.as })).json<Linked>()
    const value = values.find(({ type }) => type === 'art_link')
    const plain = (links: typeof value extends undefined ? never : Linked['values'][number]['links']) =>
      (links ?? []).map(({ id: target, type }) => ({ id: target, type: type ?? '' }))
    return { links: plain(value?.links), reverse: plain(value?.reverse_links) }
  }
  const open = async (id: number, search = '') => {
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${id}${search}`)
    return { page, links: page.getByRole('region', { name: 'Links' }) }
  }

  it('shows the parents above the title, and the progress of children and grandchildren', async () => {
    const top = await made('Winter readiness')
    const middle = await made('Station power')
    const low = await made('Debounce the relay')
    const leaf = await made('Filter in the firmware')
    await link(top, [middle], '_is_child')
    await link(middle, [low], '_is_child')
    await link(low, [leaf], '_is_child')
    const { page, links } = await open(low)
    const parents = page.getByRole('navigation', { name: 'Parents' })
    await expect.poll(() => parents.getByRole('link').allInnerTexts()).toEqual(['Winter readiness', 'Station power'])
    await links.getByText('0 of 1 closed').waitFor()
    await parents.getByRole('link', { name: 'Winter readiness' }).click()
    await page.getByRole('heading', { name: 'Winter readiness', level: 1 }).waitFor()
    const twist = links.getByRole('button', { name: /^Children of bug/ }).first()
    await links.getByText('0 of 1 children closed').waitFor({ state: 'attached' })
    await twist.press('ArrowRight')
    await links.getByRole('link', { name: 'Debounce the relay' }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'artifact-links')
    await twist.press('ArrowLeft')
    await links.getByRole('link', { name: 'Debounce the relay' }).waitFor({ state: 'detached' })
  })

  it('names no parent that the reader may not see', async () => {
    const secret = await made('Secret plan', harbour.tracker('bug'))
    const shown = await made('Plain')
    await link(secret, [shown], '_is_child', harbour.tracker('bug'))
    const page = await browser.newPageOf(ben.as)
    await page.goto(`/artifacts/${shown}`)
    await page.getByRole('heading', { name: 'Plain', level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await page.getByRole('navigation', { name: 'Parents' }).count()).toBe(0)
    expect(await page.content()).not.toContain('Secret plan')
  })

  it('finds titles in all trackers and in other projects, and links in both directions', async () => {
    const from = await made('Foghorn sounds twice')
    const task = await made('Oil the foghorn', lighthouse.tracker('task'))
    const other = await made('Foghorn of the harbour', harbour.tracker('bug'))
    const { page, links } = await open(from)
    await links.getByRole('button', { name: 'Link', exact: true }).click()
    await links.getByLabel('Number or words of the title').fill('foghorn')
    await links.getByRole('checkbox', { name: /Oil the foghorn/ }).check()
    await links.getByLabel('Type of the link').selectOption({ label: 'Parent' })
    await expectAccessible(page)
    await links.getByRole('button', { name: 'Add' }).click()
    await expect.poll(() => linksOf(from)).toEqual({ links: [], reverse: [{ id: task, type: '_is_child' }] })
    await page.getByRole('navigation', { name: 'Parents' }).getByRole('link', { name: 'Oil the foghorn' }).waitFor()

    await links.getByRole('button', { name: 'Link', exact: true }).click()
    await links.getByLabel('Project').selectOption({ label: 'The harbour' })
    await links.getByLabel('Number or words of the title').fill('foghorn')
    await links.getByRole('checkbox', { name: /Foghorn of the harbour/ }).check()
    expect(await links.getByRole('checkbox', { name: /Oil/ }).count()).toBe(0)
    await links.getByRole('button', { name: 'Add' }).click()
    await expect
      .poll(() => linksOf(from))
      .toEqual({ links: [{ id: other, type: '' }], reverse: [{ id: task, type: '_is_child' }] })

    await links.getByRole('button', { name: /^Remove the link to task/ }).click()
    await expect.poll(() => linksOf(from)).toEqual({ links: [{ id: other, type: '' }], reverse: [] })
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await linksOf(from)).reverse).toEqual([{ id: task, type: '_is_child' }])
  })

  it('creates children one after the other, and opens the form for more fields', async () => {
    const parent = await made('Station power survives')
    const { page, links } = await open(parent, '?tab=links')
    await expect.poll(() => page.evaluate('document.activeElement?.textContent')).toBe('Links')
    await links.getByRole('button', { name: 'Child', exact: true }).click()
    await links.getByLabel('Tracker').selectOption({ label: 'Tasks' })
    const title = links.getByLabel('Title of the new task')
    await title.fill('Buy a battery')
    await title.press('Enter')
    await links.getByRole('link', { name: 'Buy a battery' }).waitFor()
    await expect.poll(() => title.inputValue()).toBe('')
    await title.fill('Wire it')
    await links.getByRole('button', { name: 'More fields' }).click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Wire it')
    await dialog.getByRole('button', { name: /^Create Ctrl|^Create$/ }).click()
    await links.getByRole('link', { name: 'Wire it' }).waitFor()
    await links.getByText('0 of 2 closed').waitFor()
    expect((await linksOf(parent)).links.map(({ type }) => type)).toEqual(['_is_child', '_is_child'])
  })
})
