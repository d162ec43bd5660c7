import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'

interface Definition {
  readonly general: { readonly name: string; readonly description: string }
  readonly form: readonly {
    readonly name: string
    readonly content?: readonly {
      readonly name: string
      readonly permissions?: { readonly update?: readonly string[] }
      readonly bind?: { readonly values?: readonly { readonly label: string }[] }
    }[]
  }[]
  readonly workflow: { readonly transitions: readonly unknown[] } | null
  readonly permissions: { readonly full: readonly string[] }
  readonly semantics: { readonly status: { readonly open_values: readonly string[] } }
}

const SETTINGS = '/projects/lighthouse/trackers/bug/settings'

describePages('the settings of a tracker', () => {
  let browser: TestBrowser
  let ann: Account
  let project: FixtureProject
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann')
    project = await givenProject(browser.crocus, 'lighthouse', { as: ann.as })
  })
  const path = () => `/api/trackers/${project.tracker('bug').id}/definition`
  const read = async () => {
    const response = await browser.crocus.request('GET', path(), { as: ann.as })
    return response.json<Definition>()
  }
  const labelsOf = ({ form }: Definition, field: string) =>
    form
      .flatMap(({ content = [] }) => content)
      .find(({ name }) => name === field)
      ?.bind?.values?.map(({ label }) => label)
  const preview = async (page: Page) => {
    await page.getByRole('button', { name: 'Preview' }).click()
    return page.getByRole('dialog', { name: 'The changes' })
  }
  const apply = async (page: Page) => {
    const dialog = await preview(page)
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await dialog.waitFor({ state: 'detached' })
    // The message of an earlier change may still be there.
    await page.getByText('The settings are applied').last().waitFor()
  }

  it('are one set of edits for all parts: previewed, applied, undone', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto('/projects/lighthouse/trackers/bug')
    await page.getByRole('button', { name: 'More', exact: true }).first().click()
    await page.getByRole('menuitem', { name: 'Settings' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Defects')
    await page.getByText('1 change', { exact: true }).waitFor()
    await page.getByRole('link', { name: /^Lists/ }).click()
    await page.getByLabel('List', { exact: true }).selectOption('Status')
    await page.getByLabel('Label of New').fill('Reported')
    await page.getByText('was New; artifacts keep it').waitFor()
    await page.getByRole('button', { name: 'Value', exact: true }).click()
    await page.getByLabel('Label of New value').fill('Postponed')
    await page.getByLabel('Label of Postponed').press('Alt+ArrowUp')
    await expectAccessible(page)
    await screenshots(page, 'settings-lists')

    const dialog = await preview(page)
    await dialog.getByText('Value status: Postponed is new.').waitFor()
    await expectAccessible(page)
    await screenshots(page, 'settings-preview')
    expect((await read()).general.name).toBe('Bugs')
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('The settings are applied').waitFor()
    const applied = await read()
    expect(applied.general.name).toBe('Defects')
    expect(labelsOf(applied, 'status')).toEqual([
      'Reported',
      'Confirmed',
      'In progress',
      'Fixed',
      'Postponed',
      'Rejected',
    ])
    expect(applied.semantics.status.open_values).toEqual(['Reported', 'Confirmed', 'In progress'])
    await page.getByRole('region', { name: 'Changes' }).waitFor({ state: 'detached' })

    await page.getByRole('link', { name: 'General' }).click()
    await page.getByLabel('Description', { exact: false }).first().fill('Broken things')
    await apply(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await read()).general.description).toBe('What does not work as it should')
    await expect
      .poll(() => page.getByLabel('Description', { exact: false }).first().inputValue())
      .toBe('What does not work as it should')
    await screenshots(page, 'settings-general')
  })

  it('tell which artifacts lose values, and ask for their number', async () => {
    const { crocus } = browser
    await givenArtifact(crocus, project.tracker('bug'), 'Cold', { as: ann.as })
    await givenArtifact(crocus, project.tracker('bug'), 'Colder', { as: ann.as })
    const page = await browser.newPageOf(ann.as)
    await page.goto(`${SETTINGS}/lists?field=status`)
    const first = labelsOf(await read(), 'status')?.[0] ?? ''
    await page.getByRole('button', { name: `Delete: ${first}` }).click()
    const dialog = await preview(page)
    await dialog.getByText('2 artifacts lose values').waitFor()
    await screenshots(page, 'settings-loss')
    const button = dialog.getByRole('button', { name: 'Apply, 2 lose a value' })
    expect(await button.isDisabled()).toBe(true)
    await dialog.getByLabel('Type 2 to let the values go').fill('2')
    await button.click()
    await page.getByText('The settings are applied').waitFor()
    expect(labelsOf(await read(), 'status')).not.toContain(first)
  })

  it('merge a value into another, which its artifacts get', async () => {
    const { crocus } = browser
    const [first = '', second = ''] = labelsOf(await read(), 'status') ?? []
    const id = await givenArtifact(crocus, project.tracker('bug'), 'Merged', { as: ann.as })
    const page = await browser.newPageOf(ann.as)
    await page.goto(`${SETTINGS}/lists?field=status`)
    await page.getByLabel(`Label of ${first}`).fill('Not yet')
    await page.getByRole('button', { name: 'More about Not yet' }).click()
    await page.getByRole('menuitem', { name: 'Merge into…' }).click()
    await page.getByRole('combobox', { name: 'Into' }).selectOption(second)
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByText(`is merged into ${second}; artifacts get that value`).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'settings-merged')
    const dialog = await preview(page)
    await dialog.getByText('gets the other value').or(dialog.getByText('get the other value')).waitFor()
    await dialog.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('The settings are applied').waitFor()
    expect(labelsOf(await read(), 'status')).not.toContain(first)
    const artifact = await crocus.request('GET', `/api/artifacts/${id}`, { as: ann.as })
    expect(artifact.text).not.toContain(`"${first}"`)
  })

  it('keep the edits on this device, and join them with those of somebody else', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto(SETTINGS)
    const { general } = await read()
    await page.getByLabel('Description', { exact: false }).first().fill('Mine')
    await page.getByLabel('Name', { exact: true }).fill('My name')
    await page.getByText('2 changes', { exact: true }).waitFor()
    await page.getByText('kept as a draft on this device').waitFor()
    const theirs = { general: { ...general, name: 'Their name' }, webhooks: ['https://one.example/'] }
    expect((await browser.crocus.request('PUT', path(), { as: ann.as, json: theirs })).status).toBe(200)
    await page.reload()
    await page.getByText('from an earlier visit').waitFor()
    await page.getByRole('button', { name: 'Compare' }).click()
    const dialog = page.getByRole('dialog', { name: 'Somebody changed these settings meanwhile' })
    await dialog.getByRole('radiogroup', { name: 'general › name' }).getByLabel('Theirs').check({ force: true })
    await screenshots(page, 'settings-merge')
    await dialog.getByRole('button', { name: 'Join the changes' }).click()
    await page.getByRole('dialog', { name: 'The changes' }).getByRole('button', { name: 'Apply' }).click()
    await page.getByText('The settings are applied').waitFor()
    const now = await read()
    expect(now.general).toMatchObject({ name: 'Their name', description: 'Mine' })
  })

  it('show the whole definition, with the line of a mistake, and its versions to restore', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto(`${SETTINGS}/definition`)
    const editor = page.getByRole('textbox', { name: 'Definition' })
    await editor.waitFor()
    const versions = page.getByRole('list', { name: 'Versions' }).getByRole('listitem')
    await versions.filter({ hasText: 'The beginning' }).getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Version 1 stands in the edits').waitFor()
    await expectAccessible(page)
    await screenshots(page, 'settings-definition')
    await apply(page)
    expect((await read()).general.name).toBe('Bugs')
    await page.setInputFiles('input[type=file]', {
      name: 'bug.json',
      mimeType: 'application/json',
      buffer: Buffer.from('{\n  "general": {,}\n}'),
    })
    await page.locator('.code-fault-message').waitFor()
    await page.setInputFiles('input[type=file]', {
      name: 'bug.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...(await read()), form: [5] })),
    })
    await page.getByText('“form” has another form than in a definition.').waitFor()
    expect(await page.getByRole('region', { name: 'Changes' }).count()).toBe(0)
  })

  it('say which steps of a list are allowed, for whom, and what must be filled in', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto(`${SETTINGS}/workflow`)
    await page.getByRole('button', { name: 'Status', exact: true }).click()
    await page.getByLabel('The workflow of Status is enforced').check({ force: true })
    const box = (name: string) => page.getByRole('checkbox', { name, exact: true })
    await box('New artifact → New').check()
    await box('New artifact → New').press('ArrowDown')
    await box('New artifact → New').focus()
    await box('New artifact → New').press('ArrowRight')
    await box('New artifact → Confirmed').press('ArrowDown')
    await box('New → Confirmed').press('Space')
    await page.getByRole('heading', { name: 'All steps to Confirmed' }).waitFor()
    await page.getByLabel('Fields that must have a value: Field').selectOption('Effort in days')
    await page.getByText('There must be a comment', { exact: true }).click()
    await page.getByLabel('Fields that get a value: Field').selectOption('Due date')
    await page.getByLabel('Fields that nobody changes then: Field').selectOption('Title')
    await page.getByLabel('Fieldsets that are hidden then: Fieldset').selectOption('History')
    await page.getByRole('button', { name: '+ Address' }).click()
    await page.getByText('An address begins with http or https.').waitFor()
    await page.getByLabel('Address to call').fill('https://bench.example/replay')
    await expect.poll(() => page.getByText('Then plan').count()).toBe(0)
    // The graph has the steps of the matrix, and chooses them, too.
    const graph = page.getByRole('img', { name: 'Graph of the steps' })
    expect(await graph.locator('.workflow-edge').count()).toBe(2)
    await graph.locator('.workflow-touch').first().dispatchEvent('click')
    await page.getByRole('heading', { name: 'All steps to New' }).waitFor()
    await graph.locator('.workflow-touch').last().dispatchEvent('click')
    await page.getByLabel('At the value').selectOption('New')
    await page.getByText('It needs Effort in days.').waitFor()
    await page.getByText('It needs a comment.').waitFor()
    await page.getByText(/^Nothing leads to: In progress/).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'settings-workflow')
    await apply(page)
    const { workflow } = await read()
    expect(workflow).toMatchObject({ field: 'status', is_enabled: true })
    expect(workflow?.transitions).toMatchObject([
      { from: null, to: 'New', groups: ['project_members'] },
      {
        from: 'New',
        to: 'Confirmed',
        not_empty: ['effort'],
        is_comment_required: true,
        actions: [
          { type: 'set_field_value', field: 'due_date', value: 'current' },
          { type: 'frozen_fields', fields: ['title'] },
          { type: 'hidden_fieldsets', fields: ['history'] },
          { type: 'run_job', job_url: 'https://bench.example/replay' },
        ],
      },
    ])
  })

  it('give and take rights of groups, on the tracker and on its fields', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto(`${SETTINGS}/permissions`)
    const box = (name: string) => page.getByRole('checkbox', { name, exact: false })
    expect(await box('Project members: See all').isDisabled()).toBe(true)
    await box('Everybody: See all').uncheck({ force: true })
    await box('Project members: See all').check({ force: true })
    await page.getByLabel('Group', { exact: true }).selectOption('Project members')
    await box('Times reported: Change').uncheck({ force: true })
    // A group that may change a field sees it, also without that right of its own.
    await page.getByRole('button', { name: 'Support desk' }).click()
    expect(await box('Everybody with an account: See only their own').isChecked()).toBe(true)
    await box('Everybody with an account: See only their own').uncheck({ force: true })
    await page.getByRole('button', { name: 'Members only' }).click()
    await box('Description: See').click({ force: true })
    await expect.poll(() => box('Description: See').isDisabled()).toBe(true)
    expect(await box('Description: See').isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Members edit, others read' }).click()
    await box('Times reported: Change').uncheck({ force: true })
    await expectAccessible(page)
    await screenshots(page, 'settings-permissions')
    await apply(page)
    const { permissions, form } = await read()
    expect(permissions.full).toEqual(['project_members'])
    const fields = form.flatMap(({ content = [] }) => content)
    expect(fields.find(({ name }) => name === 'reports')?.permissions?.update).toEqual([])
  })

  it('go on at the new address when the short name changes', async () => {
    const page = await browser.newPageOf(ann.as)
    await page.goto(SETTINGS)
    await page.getByLabel('Short name').fill('defect')
    await page.getByText('References such as “bug #12” in texts stop working.').waitFor()
    await apply(page)
    await page.waitForURL('**/trackers/defect/settings')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.waitForURL('**/trackers/bug/settings')
    await page.reload()
    await expect.poll(() => page.getByLabel('Short name').inputValue()).toBe('bug')
  })

  it('arrange the form: elements come, move, get other names, and go', async () => {
    const { crocus } = browser
    await givenArtifact(crocus, project.tracker('bug'), 'Warm', { as: ann.as })
    const page = await browser.newPageOf(ann.as)
    await page.goto(`${SETTINGS}/fields`)
    await page.getByRole('heading', { name: 'The form of Bugs' }).waitFor()
    const form = page.getByRole('group', { name: 'The form of Bugs' })
    const element = (name: string | RegExp) => form.getByRole('button', { name }).first()
    await form.getByText('Warm').first().waitFor()

    // By keyboard: a new element beside the chosen one, its properties, its place.
    await element('Description').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Decimal number', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Label', { exact: true }).fill('Wind in knots')
    await page.getByLabel('Label', { exact: true }).press('Tab')
    await expect.poll(() => page.getByLabel('Name in TQL and the API').inputValue()).toBe('wind_in_knots')
    await page.getByText('Required', { exact: true }).click()
    await page.getByLabel('Default', { exact: true }).fill('twelve')
    await page.getByText('A number is needed, with a point before its fraction.').waitFor()
    await page.getByLabel('Default', { exact: true }).fill('12.5')
    await element(/^Wind in knots/).press('Alt+ArrowUp')
    await expectAccessible(page)
    await screenshots(page, 'settings-fields')

    // Another name, which the rest follows; a name that another element has is refused.
    await element('Status').click()
    await page.getByText('Status: open or closed').waitFor()
    const name = page.getByLabel('Name in TQL and the API')
    await name.fill('effort')
    await page.getByText('Another element has this name.').waitFor()
    await name.fill('state')
    await name.press('Enter')
    await page.getByText('was status; artifacts keep their values').waitFor()

    // By pointer: out of its fieldset, into another one.
    await page.getByRole('button', { name: 'Fieldset', exact: true }).click()
    await page.getByLabel('Label', { exact: true }).fill('At sea')
    const [from, to] = [await element('Effort in days').boundingBox(), await element(/^At sea/).boundingBox()]
    if (!from || !to) throw new Error('The form shows no elements')
    await page.mouse.move(from.x + 20, from.y + 8)
    await page.mouse.down()
    await page.mouse.move(to.x + 30, to.y + to.height + 20, { steps: 8 })
    await page.mouse.up()
    await form.getByRole('listitem').filter({ hasText: 'At sea' }).getByText('Effort in days').waitFor()

    // As people without an account see it.
    await page.getByLabel('See as group').selectOption('Everybody')
    await element(/^Title/)
      .getByRole('img', { name: 'Cannot be changed' })
      .waitFor()
    await page.getByLabel('See as group').selectOption('Project members')
    await element(/^Title/)
      .getByRole('img', { name: 'Cannot be changed' })
      .waitFor({ state: 'detached' })
    await page.getByLabel('See as group').selectOption('See as group…')

    // Off the form and deleted: what goes with it is said.
    await element('Times reported').click()
    await page.getByRole('button', { name: 'Take off the form' }).click()
    await page.getByRole('button', { name: 'Delete…' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('No artifact loses a value.').waitFor()
    await screenshots(page, 'settings-fields-delete')
    await dialog.getByRole('button', { name: 'Back' }).click()
    await apply(page)
    const { form: applied, semantics } = await read()
    const [first] = applied
    expect(applied.find(each => each.name === 'at_sea')).toMatchObject({ content: [{ name: 'effort' }] })
    expect(first?.content?.map(each => each.name)).toContain('wind_in_knots')
    expect(applied.flatMap(({ content = [] }) => content).find(each => each.name === 'reports')).toMatchObject({
      is_used: false,
    })
    expect(semantics.status).toMatchObject({ field: 'state' })
  })

  it('build a form of all kinds by keyboard', async () => {
    const page = await browser.newPageOf(ann.as)
    const { form: before } = await read()
    await page.goto(`${SETTINGS}/fields`)
    const kinds = page
      .getByRole('complementary', { name: 'Kinds of elements' })
      .getByRole('listitem')
      .getByRole('button')
    await kinds.first().waitFor()
    const labels = await kinds.allInnerTexts()
    for (const label of labels) {
      const kind = kinds.filter({ hasText: new RegExp(`^${label}$`) }).first()
      if ((await kind.getAttribute('aria-disabled')) !== null) continue
      await kind.press('Enter')
      await page.getByRole('complementary', { name: new RegExp(`^Properties of ${label}`) }).waitFor()
    }
    await apply(page)
    const typesOf = (elements: readonly { readonly type?: string; readonly content?: readonly object[] }[]): string[] =>
      elements.flatMap(({ type = '', content = [] }) => [type, ...typesOf(content)])
    const [types, former] = [typesOf((await read()).form), typesOf(before)]
    expect(types.length - former.length).toBeGreaterThanOrEqual(labels.length - 1)
    expect(new Set(types).size).toBe(31)
  })

  it('are there for administrators only', async () => {
    const bob = await givenAccount(browser.crocus, 'bob')
    const page = await browser.newPageOf(bob.as)
    await page.goto(SETTINGS)
    await page.getByText('There is nothing at this address').waitFor()
  })
})
