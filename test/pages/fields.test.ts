import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { describePages, expectAccessible, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenProject, readProject, type Account, type FixtureTracker } from '../harness/fixture.ts'
import { aTracker, aValue, anElement, createTrackersOf } from '../harness/trackers.ts'

describePages('fields on the page of an artifact', () => {
  let browser: TestBrowser
  let ann: Account
  let tracker: FixtureTracker
  let projectId: number

  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
    await givenAccount(browser.crocus, 'ben', { realName: 'Ben Pilot' })
    const project = await givenProject(browser.crocus, 'lighthouse', {
      as: ann.as,
      members: ['ben'],
    })
    projectId = project.id
    const values = ['Red', 'Green, dark', 'Blue'].map(label => aValue(label, { colorName: 'fiesta-red' }))
    const bind = { type: 'static' as const, isRankAlpha: false, values }
    const valuesOf = (name: string) => ({
      ...bind,
      values: values.map(value => ({
        ...value,
        key: `${name} ${value.label}`,
      })),
    })
    await createTrackersOf(
      browser.crocus,
      aTracker(projectId, 'lamp', {
        elements: [
          anElement('string', 'title', { label: 'Title', isRequired: true }),
          anElement('string', 'model', {
            label: 'Model',
            settings: { maxchars: 20 },
          }),
          anElement('string', 'name', { label: 'Name', isRequired: true }),
          anElement('text', 'story', { label: 'Story' }),
          anElement('int', 'count', { label: 'Count' }),
          anElement('float', 'weight', { label: 'Weight' }),
          anElement('date', 'due', { label: 'Due' }),
          anElement('sb', 'colour', {
            label: 'Colour',
            bind: valuesOf('colour'),
          }),
          anElement('rb', 'shade', { label: 'Shade', bind: valuesOf('shade') }),
          anElement('msb', 'glasses', {
            label: 'Glasses',
            bind: valuesOf('glasses'),
          }),
          anElement('cb', 'flags', { label: 'Flags', bind: valuesOf('flags') }),
          anElement('sb', 'keeper', {
            label: 'Keeper',
            bind: {
              type: 'users',
              functions: ['group_members'],
              defaultUserIds: [],
            },
          }),
          anElement('tbl', 'tags', { label: 'Tags', bind: valuesOf('tags') }),
          anElement('perm', 'readers', { label: 'Readers' }),
          anElement('computed', 'sum', { label: 'Sum' }),
          anElement('ttmstepdef', 'steps', { label: 'Steps' }),
          anElement('aid', 'number', { label: 'Number' }),
        ],
        semantics: { title: { field: 'title' } },
      }),
    )
    tracker = (await readProject(browser.crocus, projectId, ann.as)).tracker('lamp')
  })

  const entry = (name: string, value: object) => ({
    field_id: tracker.field(name),
    ...value,
  })

  const givenLamp = async (values: readonly object[] = []): Promise<number> => {
    const response = await browser.crocus.request('POST', '/api/artifacts', {
      as: ann.as,
      json: {
        tracker: { id: tracker.id },
        values: [entry('title', { value: 'A lamp' }), entry('name', { value: 'Lamp' }), ...values],
      },
    })
    expect([response.status, response.text]).toEqual([201, expect.any(String)])
    return response.json<{ id: number }>().id
  }

  const stored = async (id: number, name: string): Promise<Record<string, unknown> | undefined> =>
    (
      await browser.crocus.request('GET', `/api/artifacts/${id}`, {
        as: ann.as,
      })
    )
      .json<{ values: { field_id: number }[] }>()
      .values.find(value => value.field_id === tracker.field(name))

  const openPage = async (id: number): Promise<Page> => {
    const page = await browser.newPageOf(ann.as)
    await page.goto(`/artifacts/${id}`)
    await page.getByRole('heading', { level: 1, name: 'A lamp' }).waitFor()
    return page
  }
  const place = (page: Page, label: string): Locator => page.getByRole('group', { name: label, exact: true })
  const edit = (page: Page, label: string): Promise<void> =>
    page.getByRole('button', { name: `Edit ${label}`, exact: true }).click()

  /** Fields of one line: the label, the name, the typed text, what the API says afterwards, what the page shows. */
  it.each([
    ['Model', 'model', 'RX-40', { value: 'RX-40' }, 'RX-40'],
    ['Count', 'count', '1,250', { value: 1250 }, '1,250'],
    ['Weight', 'weight', '2.5', { value: 2.5 }, '2.5'],
  ])('%s: writes, reverts by Escape, and clears', async (label, name, text, value, shown) => {
    const id = await givenLamp()
    const page = await openPage(id)
    await edit(page, label)
    await page.keyboard.type(text)
    await page.keyboard.press('Escape')
    await place(page, label).getByText('–').waitFor()
    await edit(page, label)
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
    await place(page, label).getByText(shown).waitFor()
    await expect.poll(() => stored(id, name)).toMatchObject(value)
    await edit(page, label)
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await place(page, label).getByText('–').waitFor()
    await expect.poll(async () => (await stored(id, name))?.['value'] ?? '').toBe('')
  })

  it('keeps what is no number, and says so', async () => {
    const id = await givenLamp()
    const page = await openPage(id)
    await edit(page, 'Count')
    await page.keyboard.type('many')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Not a whole number').waitFor()
    expect(await page.getByRole('textbox', { name: 'Count' }).inputValue()).toBe('many')
    await page.keyboard.press('Escape')
    await place(page, 'Count').getByText('–').waitFor()
    expect((await stored(id, 'count'))?.['value'] ?? null).toBeNull()
  })

  it('does not empty a field that needs a value', async () => {
    const id = await givenLamp()
    const page = await openPage(id)
    await edit(page, 'Name')
    await page.keyboard.press('Delete')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('needs a value').waitFor()
    expect(await stored(id, 'name')).toMatchObject({ value: 'Lamp' })
  })

  it('Story: writes Markdown with tools and a mention, and ticks a task', async () => {
    const id = await givenLamp()
    const page = await openPage(id)
    await edit(page, 'Story')
    const text = page.getByRole('textbox', { name: 'Story' })
    await text.fill('lamp')
    await text.selectText()
    await place(page, 'Fields').getByRole('button', { name: 'Bold' }).click()
    await text.press('End')
    await text.pressSequentially(' for @ben')
    await page.getByRole('option', { name: /Ben Pilot/ }).waitFor()
    await page.keyboard.press('Enter')
    await text.pressSequentially('\n\n- [ ] test it')
    await place(page, 'Fields').getByRole('button', { name: 'Preview' }).click()
    await page.locator('strong', { hasText: 'lamp' }).waitFor()
    await place(page, 'Fields').getByRole('button', { name: 'Write' }).click()
    await text.press('Control+Enter')
    await place(page, 'Story').getByRole('checkbox', { name: 'test it' }).click()
    await expect.poll(() => stored(id, 'story')).toMatchObject({ commonmark: '**lamp** for @ben \n\n- [x] test it' })
    await place(page, 'Story').getByRole('checkbox', { name: 'test it', checked: true }).waitFor()
  })

  it('Due: takes words for days, and clears', async () => {
    const id = await givenLamp()
    const page = await openPage(id)
    await edit(page, 'Due')
    const due = page.getByRole('textbox', { name: 'Due', exact: true })
    await due.fill('someday')
    await due.press('Enter')
    await page.getByRole('alert').getByText('no day that the page knows').waitFor()
    await due.fill('2030-12-31')
    await page.getByText('Tuesday').waitFor()
    await page.keyboard.press('Enter')
    await place(page, 'Due').getByText('31 Dec 2030').waitFor()
    await expect.poll(async () => String((await stored(id, 'due'))?.['value'])).toMatch(/^2030-12-31/)
    await edit(page, 'Due')
    await page.getByRole('button', { name: 'Clear' }).click()
    await place(page, 'Due').getByText('–').waitFor()
  })

  it('Due: a calendar by keys and by hand', async () => {
    const id = await givenLamp([entry('due', { value: '2031-01-31' })])
    const page = await openPage(id)
    await edit(page, 'Due')
    await page.getByRole('gridcell', { name: /31 January 2031/, selected: true }).waitFor()
    await page.getByRole('textbox', { name: 'Due', exact: true }).press('ArrowDown')
    await expect.poll(() => page.evaluate('document.activeElement?.dataset.day')).toBe('2031-01-31')
    await page.keyboard.press('PageDown')
    await page.keyboard.press('ArrowLeft')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect.poll(async () => String((await stored(id, 'due'))?.['value'])).toMatch(/^2031-02-27/)
    await edit(page, 'Due')
    await page.getByRole('button', { name: 'Previous month' }).click()
    await page
      .getByRole('gridcell', { name: /7 January 2031/, exact: false })
      .first()
      .click()
    await expect.poll(async () => String((await stored(id, 'due'))?.['value'])).toMatch(/^2031-01-07/)
  })

  it('Colour: a digit chooses one value, None empties', async () => {
    const id = await givenLamp()
    const page = await openPage(id)
    await edit(page, 'Colour')
    await page.getByRole('option', { name: /Green, dark/ }).waitFor()
    await page.keyboard.press('2')
    await place(page, 'Colour').getByText('Green, dark').waitFor()
    await expect
      .poll(() => stored(id, 'colour'))
      .toMatchObject({ bind_value_ids: [tracker.value('colour', 'Green, dark')] })
    await edit(page, 'Colour')
    await page.getByRole('combobox', { name: /Colour/ }).pressSequentially('blu')
    await page.keyboard.press('Enter')
    await place(page, 'Colour').getByText('Blue').waitFor()
    await edit(page, 'Colour')
    await page.getByRole('dialog').getByRole('button', { name: 'None' }).click()
    await place(page, 'Colour').getByText('–').waitFor()
    await expect.poll(() => stored(id, 'colour')).toMatchObject({ bind_value_ids: [] })
  })

  it('Shade: radio buttons, saved by a press or by Enter', async () => {
    const id = await givenLamp()
    const page = await openPage(id)
    await edit(page, 'Shade')
    await page.getByRole('radio', { name: 'None', checked: true }).waitFor()
    await page.getByRole('radio', { name: 'Green, dark' }).click()
    await place(page, 'Shade').getByText('Green, dark').waitFor()
    await expect
      .poll(() => stored(id, 'shade'))
      .toMatchObject({ bind_value_ids: [tracker.value('shade', 'Green, dark')] })
    await edit(page, 'Shade')
    await page.keyboard.press('ArrowDown')
    await page.getByRole('radio', { name: 'Blue', checked: true }).waitFor()
    await page.keyboard.press('Escape')
    await place(page, 'Shade').getByText('Green, dark').waitFor()
    await edit(page, 'Shade')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await place(page, 'Shade').getByText('Blue').waitFor()
    await edit(page, 'Shade')
    await page.getByRole('radio', { name: 'None' }).click()
    await place(page, 'Shade').getByText('–').waitFor()
  })

  it('Glasses: several values, saved together', async () => {
    const id = await givenLamp()
    const page = await openPage(id)
    await edit(page, 'Glasses')
    await page.getByRole('option', { name: /Blue/ }).click()
    await page.getByRole('option', { name: /Red/ }).click()
    expect(await stored(id, 'glasses')).toMatchObject({ bind_value_ids: [] })
    await page.keyboard.press('Control+Enter')
    await place(page, 'Glasses').getByText('Blue').waitFor()
    await expect
      .poll(() => stored(id, 'glasses'))
      .toMatchObject({
        bind_value_ids: [tracker.value('glasses', 'Red'), tracker.value('glasses', 'Blue')],
      })
    await edit(page, 'Glasses')
    await page.getByRole('option', { name: /Red/ }).click()
    await page.keyboard.press('Escape')
    await place(page, 'Glasses').getByText('Red').waitFor()
  })

  it('Flags: boxes, saved together, reverted by Escape', async () => {
    const id = await givenLamp()
    const page = await openPage(id)
    await edit(page, 'Flags')
    await page.getByRole('checkbox', { name: 'Blue' }).check()
    await page.getByRole('checkbox', { name: 'Red' }).check()
    expect(await stored(id, 'flags')).toMatchObject({ bind_value_ids: [] })
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(() => stored(id, 'flags'))
      .toMatchObject({ bind_value_ids: [tracker.value('flags', 'Red'), tracker.value('flags', 'Blue')] })
    await edit(page, 'Flags')
    await page.getByRole('checkbox', { name: 'Red' }).uncheck()
    await page.keyboard.press('Escape')
    await place(page, 'Flags').getByText('Red').waitFor()
  })

  it('Keeper: people by their names', async () => {
    const id = await givenLamp()
    const page = await openPage(id)
    await edit(page, 'Keeper')
    await page.getByRole('combobox', { name: /Keeper/ }).pressSequentially('pil')
    await page.getByRole('option', { name: /Ben Pilot/ }).waitFor()
    await page.keyboard.press('Enter')
    await place(page, 'Keeper').getByText('Ben Pilot').waitFor()
    await expect.poll(() => stored(id, 'keeper')).toMatchObject({ values: [{ username: 'ben' }] })
  })

  it('Tags: known and new values', async () => {
    const id = await givenLamp()
    const page = await openPage(id)
    await edit(page, 'Tags')
    await page.getByRole('combobox', { name: /Tags/ }).pressSequentially('foggy,')
    await page.getByRole('option', { name: /Green, dark/ }).click()
    await page.keyboard.press('Control+Enter')
    await place(page, 'Tags').getByText('foggy').waitFor()
    await expect.poll(async () => (await stored(id, 'tags'))?.['bind_value_ids']).toEqual(['Green, dark', 'foggy'])
  })

  it('Readers: groups, and everybody again', async () => {
    const id = await givenLamp()
    const page = await openPage(id)
    await edit(page, 'Visible to')
    await page.getByRole('checkbox', { name: 'Project members' }).check({ force: true })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await place(page, 'Visible to').getByText('Project members').waitFor()
    await expect.poll(() => stored(id, 'readers')).toMatchObject({ granted_groups_ids: [`${projectId}_3`] })
  })

  it('Sum: by hand, and automatic again', async () => {
    const id = await givenLamp()
    const page = await openPage(id)
    await edit(page, 'Sum')
    await page.getByRole('switch', { name: /Automatic/ }).click({ force: true })
    const number = page.getByRole('textbox', { name: 'Sum' })
    await number.fill('7.5')
    await number.press('Enter')
    await place(page, 'Sum').getByText('by hand').waitFor()
    await expect.poll(() => stored(id, 'sum')).toMatchObject({ manual_value: 7.5, is_autocomputed: false })
    await edit(page, 'Sum')
    await page.getByRole('switch', { name: /Automatic/ }).click({ force: true })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect.poll(() => stored(id, 'sum')).toMatchObject({ manual_value: null, is_autocomputed: true })
  })

  it('Steps: added, moved and saved together, with every sign that they hold', async () => {
    const id = await givenLamp()
    const page = await openPage(id)
    await edit(page, 'Steps')
    await page.getByRole('button', { name: 'Add a step' }).click()
    await page.getByRole('textbox', { name: 'Step 1: do' }).fill('Turn it on')
    await page.getByRole('button', { name: 'Add a step' }).click()
    await page.getByRole('textbox', { name: 'Step 2: do' }).fill('Look if a < b & "c"')
    await page.getByRole('textbox', { name: 'Step 2: do' }).press('Alt+ArrowUp')
    await page.getByRole('button', { name: 'Save steps' }).click()
    await place(page, 'Steps').getByRole('cell', { name: 'Look if a < b & "c"' }).waitFor()
    await edit(page, 'Steps')
    expect(await page.getByRole('textbox', { name: 'Step 1: do' }).inputValue()).toBe('Look if a < b & "c"')
    expect(await page.getByRole('textbox', { name: 'Step 2: do' }).inputValue()).toBe('Turn it on')
  })

  it('says what the server refuses beside the field, with what was typed', async () => {
    const id = await givenLamp()
    const page = await openPage(id)
    await edit(page, 'Model')
    await page.route(`**/api/artifacts/${id}`, async route => {
      if (route.request().method() !== 'PUT') return route.fallback()
      return route.fulfill({
        status: 400,
        json: {
          error: { code: 400, message: 'Model: the server does not like it' },
        },
      })
    })
    await page.keyboard.type('RX-41')
    await page.keyboard.press('Enter')
    await page.getByText('the server does not like it').first().waitFor()
    expect(await page.getByRole('textbox', { name: 'Model' }).inputValue()).toBe('RX-41')
    expect((await stored(id, 'model'))?.['value'] ?? '').toBe('')
  })

  describe('for everybody', () => {
    it('is accessible while fields are edited', async () => {
      const id = await givenLamp([
        entry('story', {
          value: { content: '- [ ] a\n- [x] b', format: 'commonmark' },
        }),
      ])
      const page = await openPage(id)
      await expectAccessible(page)
      await edit(page, 'Story')
      await page.getByRole('textbox', { name: 'Story' }).waitFor()
      await expectAccessible(page)
    })
  })
})
