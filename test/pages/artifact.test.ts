import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

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

  it('says not found where there is none', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/artifacts/999999')
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
    expect(await page.getByRole('button', { name: /^Edit / }).count()).toBe(0)
  })
})
