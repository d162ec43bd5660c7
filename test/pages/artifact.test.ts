import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import {
  givenAccount,
  givenArtifact,
  givenProject,
  readProject,
  type Account,
  type FixtureProject,
} from '../harness/fixture.ts'
import { aTracker, anElement, createTrackersOf } from '../harness/trackers.ts'

describePages('the page of an artifact', () => {
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

  interface Read {
    readonly title: string
    readonly status: string
    readonly values: readonly { readonly field_id: number }[]
  }
  const read = async (id: number) =>
    (await browser.crocus.request('GET', `/api/artifacts/${id}`, { as: ann.as })).json<Read>()
  const bug = (title: string) => givenArtifact(browser.crocus, lighthouse.tracker('bug'), title, { as: ann.as })

  it('shows the form as the tracker has it, to anonymous readers without editors', async () => {
    const id = await bug('The lamp is out')
    const page = await browser.newPage()
    await page.goto(`/artifacts/${id}`)
    await page.getByRole('heading', { name: 'The lamp is out', level: 1 }).waitFor()
    await page.getByRole('complementary').getByText('Ann Keeper').first().waitFor()
    await page.getByRole('heading', { name: 'Activity' }).waitFor()
    await page.getByText('opened the artifact').waitFor()
    expect(await page.getByRole('button', { name: /^Edit / }).count()).toBe(0)
    expect(await page.getByRole('textbox', { name: 'Comment' }).count()).toBe(0)
    await expectAccessible(page)
  })

  it('edits the title in its place, and the server has it', async () => {
    const id = await bug('Tittle')
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${id}`)
    await page.getByRole('button', { name: 'Edit Title' }).press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('Title')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Title', level: 1, exact: true }).waitFor()
    await expect.poll(async () => (await read(id)).title).toBe('Title')
    // Escape reverts.
    await page.getByRole('button', { name: 'Edit Title' }).press('Enter')
    await page.keyboard.type('Nonsense')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Title', level: 1, exact: true }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'artifact')
  })

  it('says a refusal beside the field, and keeps what was typed', async () => {
    const id = await bug('Kept')
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${id}`)
    await page.getByRole('button', { name: 'Edit Title' }).press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('needs a value').waitFor()
    expect((await read(id)).title).toBe('Kept')
  })

  it('takes a comment, quotes it, and keeps a draft over a reload', async () => {
    const id = await bug('Talked about')
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${id}`)
    const box = page.getByRole('textbox', { name: 'Comment' })
    await box.fill('It flickers **twice**.')
    await page.getByRole('button', { name: /^Comment/ }).click()
    const activity = page.getByRole('region', { name: 'Activity' })
    await activity.getByText('twice', { exact: true }).waitFor()
    await expect.poll(() => box.inputValue()).toBe('')
    await page.getByRole('button', { name: 'Quote Ann Keeper' }).waitFor()
    await page.getByRole('listitem').filter({ hasText: 'twice' }).press('r')
    await expect.poll(() => box.inputValue()).toBe('> It flickers **twice**.\n\n')
    await box.fill('Not sent yet')
    await page.waitForTimeout(900)
    await page.reload()
    await expect.poll(() => page.getByRole('textbox', { name: 'Comment' }).inputValue()).toBe('Not sent yet')
    const path = `/api/artifacts/${id}/changesets?fields=comments`
    const comments = await browser.crocus.request('GET', path, { as: ann.as })
    expect(comments.json<unknown[]>()).toHaveLength(1)
    await expectAccessible(page)
    await screenshots(page, 'artifact-comments')
  })

  it('shows people by their names where a text mentions them, and leads from references to their pages', async () => {
    const target = await bug('The foghorn')
    const id = await bug('Mentioned')
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${id}`)
    const box = page.getByRole('textbox', { name: 'Comment' })
    await box.fill(
      `@Ben, and @nobody.here (mail@ben.example, \`@ben\`): see art #${target}, bug #${target}. <b>@ben.</b>`,
    )
    await page.getByRole('button', { name: /^Comment/ }).click()
    const activity = page.getByRole('region', { name: 'Activity' })
    const text = activity.locator('.rich-text')
    await expect
      .poll(() => text.innerText())
      .toBe(`@Ben Pilot, and @nobody.here (mail@ben.example, @ben): see art #${target}, bug #${target}. @Ben Pilot.`)
    const chips = await text.locator('.mention').all()
    expect(await Promise.all(chips.map(chip => chip.getAttribute('title')))).toEqual(['@Ben', '@ben'])
    expect(await text.locator('code').innerText()).toBe('@ben')
    await expectAccessible(page, [1440])
    for (const word of ['art', 'bug']) {
      await activity.getByRole('link', { name: `${word} #${target}` }).click()
      await page.waitForURL(`/artifacts/${target}`)
      await page.getByRole('heading', { name: 'The foghorn', level: 1 }).waitFor()
      await page.goBack()
      await page.waitForURL(`/artifacts/${id}`)
    }
    await box.fill('')
    await box.pressSequentially('See bug #fogh')
    await page
      .getByRole('listbox', { name: 'Artifacts to name' })
      .getByRole('option', { name: 'The foghorn' })
      .waitFor()
    await box.press('Enter')
    await expect.poll(() => box.inputValue()).toBe(`See bug #${target} `)
    // The preview shows the same.
    await box.fill('Ask @ben')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.locator('.markdown-editor-preview').getByText('@Ben Pilot').waitFor()
  })

  it('has its actions at the foot of phones, and tells there what is not in sight', async () => {
    const id = await bug('In the hand')
    const page = await browser.newPageOf(ann.as, { viewport: { width: 390, height: 800 } })
    await page.goto(`/artifacts/${id}`)
    const rail = page.getByRole('complementary', { name: 'Status, people, dates' })
    await rail.getByText('Status').waitFor()
    for (const left of ['Last update', 'Mails', 'Visible to', 'Submitted on'])
      expect([left, await rail.getByText(left, { exact: false }).filter({ visible: true }).count()]).toEqual([left, 0])
    // The composer has a button of this name, too.
    await page.locator('.artifact-foot').getByRole('button', { name: 'Comment', exact: true }).click()
    await expect.poll(() => page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe('Comment')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'every change' }).click()
    const level = async () =>
      (await browser.crocus.request('GET', `/api/artifacts/${id}/subscription`, { as: ann.as })).json<{
        level: string
      }>().level
    await expect.poll(level).toBe('all')
    await page.getByRole('button', { name: 'Status', exact: true }).click()
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
    await expectAccessible(page, [320])
    await screenshots(page, 'artifact-phone')
  })

  it('has a draft for each tab, and offers it to the others', async () => {
    const id = await bug('Two tabs')
    const one = await browser.newPageOf(ann.as)
    const two = await one.context().newPage()
    for (const page of [one, two]) {
      await page.goto(`/artifacts/${id}`)
      await page.getByRole('textbox', { name: 'Comment' }).waitFor()
    }
    const box = (page: Page) => page.getByRole('textbox', { name: 'Comment' })
    await box(one).fill('Typed in the first tab')
    await two.getByText('Typed in the first tab').waitFor()
    await expectAccessible(two)
    await screenshots(two, 'artifact-offer')
    await box(two).fill('Typed in the second tab')
    await two.getByText(/Draft kept/).waitFor()
    // No tab has written over the other.
    for (const page of [one, two]) await page.reload()
    await expect.poll(() => box(one).inputValue()).toBe('Typed in the first tab')
    await expect.poll(() => box(two).inputValue()).toBe('Typed in the second tab')
    await box(two).fill('')
    await two.getByRole('button', { name: 'Take it over' }).click()
    await expect.poll(() => box(two).inputValue()).toBe('Typed in the first tab')
    await expect.poll(() => box(one).inputValue()).toBe('')
    await two.getByRole('button', { name: /^Comment/ }).click()
    await two.getByRole('region', { name: 'Activity' }).getByText('Typed in the first tab').waitFor()
    await one.reload()
    await one.getByRole('region', { name: 'Activity' }).getByText('Typed in the first tab').waitFor()
    expect(await box(one).inputValue()).toBe('')
    expect(await one.getByRole('button', { name: 'Take it over' }).count()).toBe(0)
  })

  it('keeps a text of a field that was not saved, and merges it with the changes since', async () => {
    const id = await bug('Long to write')
    const page = await browser.newPageOf(ann.as)
    const description = page.locator('#field-description')
    const editor = description.locator('textarea:not([readonly])')
    await page.goto(`/artifacts/${id}`)
    await description.getByRole('button', { name: 'Edit Description' }).press('Enter')
    await editor.fill('It flickers')
    await page.waitForTimeout(900)
    await page.reload()
    await description.getByText('A value that you did not save is kept.').waitFor()
    await browser.crocus.request('PUT', `/api/artifacts/${id}`, {
      as: ben.as,
      json: {
        values: [
          {
            field_id: lighthouse.tracker('bug').field('description'),
            value: { content: 'It is dark', format: 'commonmark' },
          },
        ],
      },
    })
    await page.reload()
    await description.getByText('It is dark').waitFor()
    await description.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => editor.inputValue()).toBe('It flickers')
    await editor.press('Control+Enter')
    await page.getByRole('dialog', { name: /Ben Pilot changed the same fields/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.reload()
    await description.getByText('It is dark').waitFor()
  })

  it('limits a comment to groups, marks it, and refuses groups that would hide it from its author', async () => {
    const id = await bug('Secret')
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${id}`)
    const box = page.getByRole('textbox', { name: 'Comment' })
    await box.fill('Only for us')
    const visibleTo = page.getByRole('button', { name: /^Visible to/ })
    await visibleTo.click()
    await page.getByRole('checkbox', { name: 'Project administrators' }).press('Space')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Visible to Project administrators' }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'artifact-private')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: /^Comment/ }).click()
    const comment = page.getByRole('listitem').filter({ hasText: 'Only for us' })
    await comment.getByText('Only Project administrators').waitFor()
    await page.getByRole('button', { name: 'Visible to everybody' }).waitFor()
    const others = await browser.newPageOf(ben.as)
    await others.goto(`/artifacts/${id}`)
    await others.getByText('opened the artifact').waitFor()
    expect(await others.getByText('Only for us').count()).toBe(0)
    const hers = others.getByRole('textbox', { name: 'Comment' })
    await hers.fill('I would not see this')
    await others.getByRole('button', { name: /^Visible to/ }).click()
    await others.getByRole('checkbox', { name: 'Project administrators' }).press('Space')
    await others.keyboard.press('Escape')
    await others.getByRole('button', { name: /^Comment/ }).click()
    await others.getByRole('region', { name: 'Activity' }).getByRole('alert').waitFor()
    await expect.poll(() => hers.inputValue()).toBe('I would not see this')
  })

  it('shows what an edited comment said before', async () => {
    const id = await bug('Reworded')
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${id}`)
    await page.getByRole('textbox', { name: 'Comment' }).fill('The lamp is red')
    await page.getByRole('button', { name: /^Comment/ }).click()
    await page.getByRole('button', { name: 'More about the comment of Ann Keeper' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const editor = page.getByRole('listitem').getByRole('textbox', { name: 'Comment' })
    await editor.fill('The lamp is green')
    browser.crocus.clock.advance(60_000)
    await editor.press('Control+Enter')
    await editor.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'edited' }).click()
    const versions = page.getByRole('dialog', { name: 'Versions of the comment' })
    await versions.getByText('first version').waitFor()
    expect(await versions.getByRole('deletion').innerText()).toContain('red')
    expect(await versions.getByRole('insertion').innerText()).toContain('green')
    await expectAccessible(page)
  })

  it('watches, opens its menu and copies its address by keys', async () => {
    const id = await bug('By keys')
    const page = await browser.newPageOf(ann.as, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto(`/artifacts/${id}`)
    const watch = page.getByRole('button', { name: 'Watch', exact: true })
    await watch.waitFor()
    await page.waitForLoadState('networkidle')
    await page.keyboard.press('w')
    await page.getByRole('button', { name: 'Watching', pressed: true }).waitFor()
    const path = `/api/artifacts/${id}/subscription`
    const level = async () =>
      (await browser.crocus.request('GET', path, { as: ann.as })).json<{ level: string }>().level
    await expect.poll(level).toBe('all')
    await page.keyboard.press('.')
    await page.getByRole('menuitem', { name: 'Print' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+Shift+C')
    await expect
      .poll(() => page.evaluate<string>('navigator.clipboard.readText()'))
      .toBe(`${browser.origin}/artifacts/${id}`)
  })

  it('prints the form and all comments, without what only a screen needs', async () => {
    const id = await bug('On paper')
    const lines = Array.from({ length: 80 }, (_, line) => `Line ${line}`).join('\n\n')
    const body = `See [the map](https://example.org/map).\n\n${lines}`
    const json = { values: [], comment: { body, format: 'commonmark' } }
    await browser.crocus.request('PUT', `/api/artifacts/${id}`, { as: ann.as, json })
    const page = await browser.newPageOf(ann.as, { colorScheme: 'dark' })
    await page.goto(`/artifacts/${id}`)
    await page.getByText('Line 79').waitFor()
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await page.getByRole('heading', { name: 'On paper', level: 1 }).waitFor()
    expect(await page.getByRole('button').allInnerTexts()).toEqual(['Details'])
    expect(await page.getByRole('complementary', { name: 'Status, people, dates' }).count()).toBe(0)
    expect(await page.getByRole('textbox', { name: 'Comment' }).isVisible()).toBe(false)
    const styles = await page.evaluate<readonly string[]>(
      `[getComputedStyle(document.body).color, getComputedStyle(document.querySelector('a[href*="example.org"]'), '::after').content]`,
    )
    expect(styles).toEqual(['rgb(28, 24, 38)', '" [https://example.org/map]"'])
    await screenshots(page, 'artifact-print')
  })

  it('shows who watches and who sees it, and warns before the reader is shut out', async () => {
    await createTrackersOf(
      browser.crocus,
      aTracker(lighthouse.id, 'secret', {
        name: 'Secrets',
        elements: [anElement('string', 'title'), anElement('perm', 'readers', { label: 'Readers' })],
        semantics: { title: { field: 'title' } },
      }),
    )
    const secret = (await readProject(browser.crocus, lighthouse.id, ann.as)).tracker('secret')
    const id = await givenArtifact(browser.crocus, secret, 'The cellar', { as: ann.as })
    const json = { level: 'all' }
    await browser.crocus.request('PUT', `/api/artifacts/${id}/subscription`, { as: ann.as, json })
    const page = await browser.newPageOf(ben.as)
    await page.goto(`/artifacts/${id}`)
    const rail = page.getByRole('complementary', { name: 'Status, people, dates' })
    await rail.getByText('Ann Keeper').last().waitFor({ state: 'attached' })
    await expect.poll(() => rail.innerText()).toMatch(/Watching\s+Ann Keeper/)
    await rail.getByRole('button', { name: 'Edit Visible to' }).press('Enter')
    const warning = rail.getByText('You are in none of these groups')
    await rail.getByRole('checkbox', { name: 'Project administrators' }).press('Space')
    await warning.waitFor()
    await expectAccessible(page)
    await screenshots(page, 'artifact-shut-out')
    await rail.getByRole('checkbox', { name: 'Project members' }).press('Space')
    await warning.waitFor({ state: 'detached' })
    await rail.getByRole('checkbox', { name: 'Project members' }).press('Space')
    await rail.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('or you may not see it any more').waitFor()
    expect((await browser.crocus.request('GET', `/api/artifacts/${id}`, { as: ben.as })).status).not.toBe(200)
  })

  it('says who sees it and what the reader may do', async () => {
    const id = await bug('Access')
    const page = await browser.newPageOf(ben.as)
    await page.goto(`/artifacts/${id}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Access…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Access to bug/ })
    const right = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
    await right('Comment').getByText('yes').waitFor()
    await right('Delete it').getByText('no').waitFor()
    await dialog.getByText('Everybody who sees Bugs').waitFor()
    await expectAccessible(page)
  })

  it('says before a deletion how many are left, and deletes what was typed', async () => {
    const id = await bug('Short-lived')
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${id}`)
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText(/You may delete \d+ artifacts? until tomorrow/).waitFor()
    await dialog.getByText(/^Until .* administrators of the tracker can restore it/).waitFor()
    await screenshots(page, 'artifact-delete')
    await page.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByLabel(`Type ${id} to confirm`).fill(String(id))
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText(`bug #${id} is deleted`).waitFor()
    const status = async () => (await browser.crocus.request('GET', `/api/artifacts/${id}`, { as: ann.as })).status
    expect(await status()).toBe(404)
    await page.getByRole('log').getByRole('button', { name: 'Undo' }).click()
    await page.getByText(`bug #${id} is restored`).waitFor()
    expect(await status()).toBe(200)
    await page.getByRole('log').getByRole('button', { name: 'Open' }).click()
    await page.getByRole('heading', { name: 'Short-lived', level: 1 }).waitFor()
    await page.getByRole('textbox', { name: 'Comment' }).waitFor()
  })

  it('restores a deleted artifact at its address, for those who may see the trash', async () => {
    const id = await bug('Deleted by mistake')
    await browser.crocus.request('DELETE', `/api/artifacts/${id}`, { as: ann.as })
    const others = await browser.newPageOf(ben.as)
    await others.goto(`/artifacts/${id}`)
    await others.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${id}`)
    await page.getByRole('heading', { name: `bug #${id} was deleted` }).waitFor()
    await page.getByText('Administrators of the tracker can restore it until').waitFor()
    await expectAccessible(page)
    await screenshots(page, 'artifact-trashed')
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('heading', { name: 'Deleted by mistake', level: 1 }).waitFor()
  })

  it('reads activity and mails together with the artifact, and the rest in one more step', async () => {
    const id = await bug('Quick')
    const page = await browser.newPageOf(ann.as)
    await page.goto('/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const asked: { readonly path: string; readonly step: number }[] = []
    let step = 1
    page.on('request', request => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) asked.push({ path: pathname.slice('/api'.length), step })
    })
    // Answers come in steps, so that what waits for an answer shows itself.
    await page.route('**/api/artifacts/**', async route => {
      await new Promise(resolve => setTimeout(resolve, 500))
      await route.fallback()
    })
    page.on('response', response => {
      if (new URL(response.url()).pathname === `/api/artifacts/${id}`) step = 2
    })
    await page.evaluate(`history.pushState({}, '', '/artifacts/${id}'); dispatchEvent(new PopStateEvent('popstate'))`)
    await page.getByRole('heading', { name: 'Quick', level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const stepOf = (path: string) => asked.find(each => each.path === path)?.step
    expect(stepOf(`/artifacts/${id}`)).toBe(1)
    expect(stepOf(`/artifacts/${id}/activity`)).toBe(1)
    expect(stepOf(`/artifacts/${id}/subscription`)).toBe(1)
    expect(asked.filter(each => each.path.endsWith('/links') || each.path.endsWith('/linked_artifacts'))).toEqual([])
  })

  it('shows what the table knows until the artifact is there, and asks for little', async () => {
    const id = await bug('Known from the table')
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse/trackers/bug')
    const link = page.getByRole('grid').getByRole('link', { name: 'Known from the table' })
    await link.waitFor()
    await page.waitForLoadState('networkidle')
    const asked: string[] = []
    page.on('request', request => {
      const { pathname } = new URL(request.url())
      // The frame around all pages has its own: stream, inbox, preferences.
      if (pathname.startsWith('/api/') && !/^\/api\/(events$|users\/self\/)/.test(pathname)) asked.push(pathname)
    })
    const answer = Promise.withResolvers<void>()
    await page.route(`**/api/artifacts/${id}?*`, async route => {
      await answer.promise
      await route.fallback()
    })
    await link.click()
    await page.getByRole('heading', { name: 'Known from the table', level: 1 }).waitFor()
    const main = page.getByRole('main')
    await main.getByText(`bug #${id}`).last().waitFor()
    await main.getByText('New', { exact: true }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Comment' }).count()).toBe(0)
    answer.resolve()
    await page.getByRole('textbox', { name: 'Comment' }).waitFor()
    const paths = ['', '/activity', '/subscription'].map(part => `/api/artifacts/${id}${part}`)
    expect(asked.slice(0, 3).toSorted()).toEqual(paths)
    // The people at the artifact, and the next artifact of the list, come a moment later; nothing else does.
    const others = asked.filter(path => !paths.includes(path))
    expect(others.filter(path => !/^\/api\/artifacts\/\d+(\/presence)?$/.test(path))).toEqual([])
  })

  it('says not found where there is none', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/artifacts/999999')
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
    expect(await page.getByRole('button', { name: /^Edit / }).count()).toBe(0)
  })
})
