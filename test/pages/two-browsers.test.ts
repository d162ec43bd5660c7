import { beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

describePages('two browsers and one artifact', () => {
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

  const tracker = () => lighthouse.tracker('bug')
  const put = async (id: number, values: unknown[]) => {
    const { status } = await browser.crocus.request('PUT', `/api/artifacts/${id}`, { as: ben.as, json: { values } })
    expect(status).toBe(200)
  }
  const read = async (id: number) =>
    (await browser.crocus.request('GET', `/api/artifacts/${id}`, { as: ann.as })).json<{
      title: string
      values: { field_id: number; commonmark?: string }[]
    }>()
  const open = async (id: number, { as } = ann): Promise<Page> => {
    const page = await browser.newPageOf(as)
    await page.goto(`/artifacts/${id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    return page
  }
  const setMembers = async (logins: readonly string[]) => {
    const { status } = await browser.crocus.request('PUT', `/api/user_groups/${lighthouse.id}_3/users`, {
      as: ann.as,
      json: { user_references: logins.map(username => ({ username })) },
    })
    expect(status).toBe(200)
  }
  const typeTitle = async (page: Page, title: string) => {
    await page.getByRole('button', { name: 'Edit Title' }).press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.type(title)
  }
  const editTitle = async (page: Page, title: string) => {
    await typeTitle(page, title)
    await page.keyboard.press('Enter')
  }
  const description = (text: string) => ({
    field_id: tracker().field('description'),
    value: { content: text, format: 'commonmark' },
  })

  it('both stand where they changed different fields, and each is told', async () => {
    const id = await givenArtifact(browser.crocus, tracker(), 'Lamp', { as: ann.as })
    const page = await open(id)
    await typeTitle(page, 'The lamp is out')
    await put(id, [description('It is dark')])
    await page.keyboard.press('Enter')
    await page.getByText(/Ben Pilot changed .* meanwhile/).waitFor()
    await expect.poll(async () => (await read(id)).title).toBe('The lamp is out')
    await page.getByText('It is dark').first().waitFor()
  })

  it('asks where both changed the same field, and saves what the person chose', async () => {
    const id = await givenArtifact(browser.crocus, tracker(), 'Lamp', { as: ann.as })
    const page = await open(id)
    await typeTitle(page, 'Light')
    await put(id, [{ field_id: tracker().field('title'), value: 'Lantern' }])
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Ben Pilot changed the same fields while you were writing' })
    const save = dialog.getByRole('button', { name: 'Save the result' })
    expect(await save.isDisabled()).toBe(true)
    expect((await read(id)).title).toBe('Lantern')
    await dialog.getByRole('radio', { name: /Mine/ }).check()
    await save.click()
    await expect.poll(async () => (await read(id)).title).toBe('Light')
  })

  it('joins a text that both changed in different places: no word is lost', async () => {
    const id = await givenArtifact(browser.crocus, tracker(), 'Lamp', {
      as: ann.as,
      values: [description('The lamp is out.\n\nNobody saw it.')],
    })
    const page = await open(id)
    await page.getByText('Nobody saw it.').first().waitFor()
    await page
      .locator('#field-description')
      .getByRole('button', { name: /^Edit / })
      .press('Enter')
    await page.locator('#field-description textarea').fill('The lamp is out.\n\nNobody saw it. It was foggy.')
    await put(id, [description('The north lamp is out.\n\nNobody saw it.')])
    await page.locator('#field-description textarea').press('Control+Enter')
    const dialog = page.getByRole('dialog', { name: /changed the same fields/ })
    await dialog.waitFor()
    await expectAccessible(page)
    await screenshots(page, 'artifact-merge')
    await dialog.getByRole('button', { name: 'Save the result' }).click()
    await expect
      .poll(
        async () =>
          (await read(id)).values.find(value => value.field_id === tracker().field('description'))?.commonmark,
      )
      .toBe('The north lamp is out.\n\nNobody saw it. It was foggy.')
  })

  it('asks whose text stands where a comment was edited by two, and loses no typed word', async () => {
    const id = await givenArtifact(browser.crocus, tracker(), 'Lamp', { as: ann.as })
    const said = { values: [], comment: { body: 'It is dark', format: 'commonmark' } }
    await browser.crocus.request('PUT', `/api/artifacts/${id}`, { as: ben.as, json: said })
    const [changeset] = (
      await browser.crocus.request('GET', `/api/artifacts/${id}/changesets?fields=comments`, { as: ann.as })
    ).json<{ id: number }[]>()
    const path = `/api/artifacts/${id}/changesets/${changeset?.id}/comment`
    const edit = async (body: string) => {
      const { status } = await browser.crocus.request('PATCH', path, {
        as: ben.as,
        json: { body, format: 'commonmark' },
      })
      expect(status).toBe(200)
    }
    const stands = async () =>
      (await browser.crocus.request('GET', `/api/artifacts/${id}/activity`, { as: ann.as })).json<
        { comment: { commonmark: string } | null }[]
      >()[0]?.comment?.commonmark
    const page = await open(id)
    const activity = page.getByRole('region', { name: 'Activity' })
    const editComment = async (text: string) => {
      await page.getByRole('button', { name: 'More about the comment of Ben Pilot' }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await activity.getByRole('listitem').getByRole('textbox', { name: 'Comment' }).fill(text)
    }
    const save = () => activity.getByRole('listitem').getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Ben Pilot changed the comment while you were writing' })
    await editComment('It is dark, says Ann')
    await edit('It is dark, says Ben')
    // The page reads the newer version meanwhile: what Ann types still belongs to the one that she saw.
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))')
    await page.waitForTimeout(1_500)
    await save()
    await dialog.waitFor()
    expect(await dialog.getByRole('region', { name: 'Mine' }).innerText()).toContain('Ann')
    expect(await dialog.getByRole('region', { name: 'Theirs' }).innerText()).toContain('Ben')
    expect(await stands()).toBe('It is dark, says Ben')
    await expectAccessible(page)
    await screenshots(page, 'comment-conflict')
    await dialog.getByRole('button', { name: 'Back to writing' }).click()
    await expect
      .poll(() => activity.getByRole('listitem').getByRole('textbox', { name: 'Comment' }).inputValue())
      .toBe('It is dark, says Ann')
    await save()
    await dialog.getByRole('button', { name: 'Take mine' }).click()
    await expect.poll(stands).toBe('It is dark, says Ann')
    await activity.getByText('It is dark, says Ann').waitFor()

    await editComment('Mine again')
    await edit('Theirs at last')
    await save()
    await dialog.getByRole('button', { name: 'Take theirs' }).click()
    await activity.getByText('Theirs at last').waitFor()
    expect(await stands()).toBe('Theirs at last')

    // Nobody is asked where both wrote the same.
    await editComment('The same')
    await edit('The same')
    await save()
    await activity.locator('.rich-text').getByText('The same').waitFor()
    expect(await dialog.count()).toBe(0)
  })

  it('keeps both of two comments at once; a third browser sees all without loading again', async () => {
    const id = await givenArtifact(browser.crocus, tracker(), 'Lamp', { as: ann.as })
    const third = await browser.newPageOf(ann.as)
    await third.clock.install()
    await third.goto(`/artifacts/${id}`)
    await third.getByText('opened the artifact').waitFor()
    const [hers, his] = [await open(id), await open(id, ben)]
    const comment = async (page: Page, text: string) => {
      await page.getByRole('textbox', { name: 'Comment' }).fill(text)
      return () => page.getByRole('button', { name: /^Comment/ }).click()
    }
    const sends = [await comment(hers, 'The bulb is burnt'), await comment(his, 'The fuse is blown')]
    await Promise.all(sends.map(send => send()))
    await editTitle(his, 'The lamp is out')
    const path = `/api/artifacts/${id}/changesets?fields=comments`
    const stored = async () =>
      (await browser.crocus.request('GET', path, { as: ann.as }))
        .json<{ last_comment: { commonmark?: string } }[]>()
        .map(({ last_comment }) => last_comment.commonmark)
        .sort()
    await expect.poll(stored).toEqual(['The bulb is burnt', 'The fuse is blown'])
    await expect.poll(async () => (await read(id)).title).toBe('The lamp is out')
    // The time after which a page asks for news.
    await third.clock.fastForward(31_000)
    for (const page of [third, his]) {
      const activity = page.getByRole('region', { name: 'Activity' })
      await activity.getByText('The bulb is burnt').waitFor()
      await activity.getByText('The fuse is blown').waitFor()
    }
    await third.getByRole('heading', { name: 'The lamp is out', level: 1 }).waitFor()
  })

  it('says that an artifact was deleted while somebody types, and leaves the typed texts to copy', async () => {
    const id = await givenArtifact(browser.crocus, tracker(), 'Lamp', { as: ann.as })
    const page = await browser.newPageOf(ben.as, { permissions: ['clipboard-read', 'clipboard-write'] })
    await page.clock.install()
    await page.goto(`/artifacts/${id}`)
    await page.getByRole('textbox', { name: 'Comment' }).fill('I know more')
    await page.getByRole('button', { name: 'Edit Description' }).press('Enter')
    await page.locator('#field-description textarea').and(page.locator(':not([readonly])')).fill('All that I know')
    await browser.crocus.request('DELETE', `/api/artifacts/${id}`, { as: ann.as })
    await page.clock.fastForward(31_000)
    await page.getByRole('alert').getByText('This artifact was deleted').waitFor()
    const lost = page.getByLabel('You wrote this, and it is not saved:')
    expect(await lost.evaluateAll(all => (all as never as { value: string }[]).map(({ value }) => value))).toEqual([
      'All that I know',
      'I know more',
    ])
    await page.locator('#field-description').getByRole('button', { name: 'Copy' }).click()
    await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe('All that I know')
    expect(await page.getByRole('button', { name: /^Edit / }).count()).toBe(0)
    await expectAccessible(page)
    await screenshots(page, 'artifact-gone')
    // Loaded again, there is nothing.
    await page.reload()
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
  })

  it('says that the right to edit has ended, and leaves the typed text to copy', async () => {
    const id = await givenArtifact(browser.crocus, tracker(), 'Lamp', { as: ann.as })
    const page = await open(id, ben)
    await page.getByRole('button', { name: 'Edit Title' }).press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('All that I know')
    await setMembers([ann.as[0]])
    await page.keyboard.press('Enter')
    const title = page.locator('#field-title')
    await title.getByRole('alert').waitFor()
    expect(await title.getByLabel('You wrote this, and it is not saved:').inputValue()).toBe('All that I know')
    expect((await read(id)).title).toBe('Lamp')
    await setMembers([ann.as[0], ben.as[0]])
  })

  it('lets the person copy what they typed into an artifact that somebody deleted', async () => {
    const id = await givenArtifact(browser.crocus, tracker(), 'Lamp', { as: ann.as })
    const page = await open(id)
    await page.getByRole('button', { name: 'Edit Title' }).press('Enter')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('All that I know')
    expect((await browser.crocus.request('DELETE', `/api/artifacts/${id}`, { as: ann.as })).status).toBe(200)
    await page.keyboard.press('Enter')
    await page.getByText('This artifact was deleted').waitFor()
    await expect
      .poll(() => page.getByLabel('You wrote this, and it is not saved:').inputValue())
      .toBe('All that I know')
  })
})
