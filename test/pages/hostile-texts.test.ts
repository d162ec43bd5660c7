import { beforeAll, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import {
  givenAccount,
  givenArtifact,
  givenProject,
  readProject,
  type Account,
  type FixtureProject,
  type FixtureTracker,
} from '../harness/fixture.ts'
import { aTracker, aValue, anElement, createTrackersOf } from '../harness/trackers.ts'
import { givenUpload } from '../harness/uploads.ts'

/** Markup that would run, in a form that fits into names. `what` tells the places apart. */
const hostile = (what: string): string =>
  `${what}"'><img src=x onerror=window.ran='${what}'><script>window.ran=1</script>`

const HOSTILE_HTML = [
  '<img src=x onerror="window.ran=1">',
  '<svg onload="window.ran=1"></svg>',
  '<a href="javascript:window.ran=1">a link</a>',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '<form action="javascript:window.ran=1"><button>a button</button></form>',
  '<p style="position:fixed;inset:0;background:red">a cover</p>',
  '<math><mi xlink:href="javascript:window.ran=1">m</mi></math>',
].join('\n')
const HOSTILE_MARKDOWN = `[a link](javascript:window.ran=1) ![a picture](x" onerror="window.ran=1)\n\n${HOSTILE_HTML}`

describePages('hostile, long and many texts', () => {
  let browser: TestBrowser
  let ann: Account
  let project: FixtureProject
  beforeAll(async () => {
    browser = await testBrowser()
    ann = await givenAccount(browser.crocus, 'ann', { realName: hostile('person') })
    project = await givenProject(browser.crocus, 'lighthouse', { as: ann.as })
  })

  const request = async (method: string, path: string, json?: unknown) => {
    const response = await browser.crocus.request(method, `/api${path}`, {
      as: ann.as,
      ...(json !== undefined && { json }),
    })
    expect([method, path, response.status, response.status < 300 ? '' : response.text]).toEqual([
      method,
      path,
      response.status,
      '',
    ])
    return response
  }
  const trackerWith = async (itemName: string, given: Parameters<typeof aTracker>[2]): Promise<FixtureTracker> => {
    await createTrackersOf(browser.crocus, aTracker(project.id, itemName, given))
    return (await readProject(browser.crocus, project.id, ann.as)).tracker(itemName)
  }
  /** A page that notes what its policy refuses; nothing may have tried. */
  const watched = async (): Promise<Page> => {
    const page = await browser.newPageOf(ann.as)
    await page.addInitScript(`
      window.violations = []
      document.addEventListener('securitypolicyviolation', event => window.violations.push(event.violatedDirective + ' ' + event.sourceFile))
    `)
    return page
  }
  const nothingRan = async (page: Page, where: string): Promise<void> => {
    const seen = await page.evaluate<unknown>(`({
      ran: window.ran ?? null,
      violations: window.violations,
      scripts: [...document.querySelectorAll('a[href^="javascript:" i], iframe, form[action^="javascript:" i], main script, [onerror], [onload]')].map(each => each.outerHTML),
      titles: document.querySelectorAll('title').length,
    })`)
    expect([where, seen]).toEqual([where, { ran: null, violations: [], scripts: [], titles: 1 }])
  }
  const opened = async (page: Page, address: string, sign: (page: Page) => Locator): Promise<void> => {
    await page.goto(address)
    await sign(page).first().waitFor()
    await page.waitForLoadState('networkidle')
    await nothingRan(page, address)
  }

  it('runs nothing, wherever a name or a text is shown', async () => {
    await request('PATCH', `/projects/${project.id}/details`, { description: hostile('project') })
    const tracker = await trackerWith('trap', {
      name: hostile('tracker'),
      description: hostile('about the tracker'),
      submitInstructions: hostile('submit'),
      browseInstructions: hostile('browse'),
      cannedResponses: [{ title: hostile('answer'), body: hostile('answer') }],
      elements: [
        anElement('fieldset', 'box', {
          label: hostile('fieldset'),
          permissions: {},
          children: [
            anElement('string', 'title', { label: hostile('title label') }),
            anElement('text', 'story', { label: hostile('story label') }),
            anElement('staticrichtext', 'help', { permissions: {}, settings: { default_value: HOSTILE_HTML } }),
          ],
        }),
        anElement('sb', 'state', {
          label: hostile('state label'),
          bind: { type: 'static', isRankAlpha: false, values: [aValue('open', { label: hostile('value') })] },
        }),
        anElement('tbl', 'tags', { label: 'Tags', bind: { type: 'static', isRankAlpha: false, values: [] } }),
        anElement('sb', 'keeper', {
          label: 'Keeper',
          bind: { type: 'users', functions: ['group_members'], defaultUserIds: [] },
        }),
        anElement('file', 'files', { label: 'Files' }),
        anElement('art_link', 'links', { label: 'Links' }),
      ],
      semantics: {
        title: { field: 'title' },
        description: { field: 'story' },
        status: { field: 'state', openValues: ['open'] },
      },
    })
    await request('POST', '/user_groups', {
      project_id: project.id,
      short_name: 'pilots',
      description: hostile('group'),
    })
    const file = await givenUpload(browser.crocus, {
      as: ann.as,
      fieldId: tracker.field('files'),
      name: `file"'><img src=x onerror=window.ran=1>.txt`,
      description: hostile('file'),
    })
    const other = await givenArtifact(browser.crocus, tracker, hostile('linked'), { as: ann.as })
    const id = await givenArtifact(browser.crocus, tracker, hostile('artifact'), {
      as: ann.as,
      values: [
        { field_id: tracker.field('story'), value: { content: HOSTILE_HTML, format: 'html' } },
        { field_id: tracker.field('state'), bind_value_ids: [tracker.value('state', hostile('value'))] },
        { field_id: tracker.field('tags'), value: { bind_value_objects: [{ label: hostile('tag') }] } },
        { field_id: tracker.field('keeper'), bind_value_ids: [ann.id] },
        { field_id: tracker.field('files'), value: [file.id] },
        { field_id: tracker.field('links'), links: [{ id: other }] },
      ],
    })
    for (const [body, format] of [
      [HOSTILE_HTML, 'html'],
      [HOSTILE_MARKDOWN, 'commonmark'],
      [HOSTILE_MARKDOWN, 'text'],
    ])
      await request('PUT', `/artifacts/${id}`, { values: [], comment: { body, format } })
    await request('PUT', `/artifacts/${id}`, {
      values: [{ field_id: tracker.field('story'), value: { content: HOSTILE_MARKDOWN, format: 'commonmark' } }],
    })

    const page = await watched()
    const text = (words: string) => (shown: Page) => shown.getByText(words)
    await opened(page, '/', shown => shown.getByRole('heading', { name: 'My work' }))
    await opened(page, '/projects/lighthouse', text('tracker"'))
    await opened(page, '/projects/lighthouse/members', text('person"'))
    await opened(page, '/projects/lighthouse/trackers', text('tracker"'))
    await opened(page, '/projects/lighthouse/administration/groups', text('pilots'))
    await opened(page, '/projects/lighthouse/trackers/trap', text('artifact"'))
    await opened(page, `/projects/lighthouse/trackers/trap?open=${id}`, text('story label'))
    await opened(
      page,
      `/projects/lighthouse/trackers/trap?tql=${encodeURIComponent(`title = "${hostile('x').replaceAll('"', String.raw`\"`)}"`)}`,
      text('0 artifacts'),
    )
    await opened(page, `/artifacts/${id}`, text('a link'))
    await page.getByText('file"').first().waitFor()
    await page.getByText('linked"').first().waitFor()
    await nothingRan(page, 'the whole artifact')
    await expectAccessible(page)
    await screenshots(page, 'hostile-artifact')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('combobox').fill('tracker')
    await page.getByRole('option').filter({ hasText: 'tracker"' }).first().waitFor()
    await nothingRan(page, 'the palette')
    await opened(page, '/projects/lighthouse/trackers/trap/new', text('title label'))
    await expectAccessible(page)
  })

  it('folds the longest texts that the server takes, and edits them', async () => {
    const bug = project.tracker('bug')
    const lines = Array.from(
      { length: 1_200 },
      (_, line) => `Line ${line} of what the relay wrote to its log in the night.`,
    )
    const content = lines.join('\n').slice(0, 65_000)
    const id = await givenArtifact(browser.crocus, bug, 'A long log', {
      as: ann.as,
      values: [{ field_id: bug.field('description'), value: { content, format: 'commonmark' } }],
    })
    await request('PUT', `/artifacts/${id}`, { values: [], comment: { body: content, format: 'text' } })
    const page = await watched()
    const begun = Date.now()
    await page.goto(`/artifacts/${id}`)
    await page.getByText('Line 0 of what').first().waitFor()
    expect(Date.now() - begun).toBeLessThan(8_000)
    await page.getByRole('button', { name: 'Show all' }).first().click()
    await page.getByText('Line 1000 of what').first().waitFor()
    await page.getByRole('button', { name: 'Edit Description' }).press('Enter')
    // No command of the page runs by keys that come before the editor does.
    await page.keyboard.type('e')
    const editor = page.getByRole('textbox', { name: 'Description' }).and(page.locator(':not([readonly])'))
    await editor.waitFor()
    await expect.poll(() => page.locator('textarea:focus:not([readonly])').count()).toBe(1)
    await page.keyboard.press('Control+Home')
    await page.keyboard.type('Read this first. ')
    await page.keyboard.press('Control+Enter')
    await expect
      .poll(
        async () => {
          const { values } = (await request('GET', `/artifacts/${id}`)).json<{
            values: { field_id: number; commonmark?: string }[]
          }>()
          return values.find(value => value.field_id === bug.field('description'))?.commonmark?.slice(0, 25)
        },
        { timeout: 30_000 },
      )
      .toBe('Read this first. Line 0 o')
    await page.goto('/projects/lighthouse/trackers/bug')
    await page.getByRole('link', { name: 'A long log' }).waitFor()
    await nothingRan(page, 'the table with a long text')
  })

  it('sets text from right to left by what it says', async () => {
    const bug = project.tracker('bug')
    const title = 'المصباح الشمالي لا يضيء (RX-40)'
    const id = await givenArtifact(browser.crocus, bug, title, {
      as: ann.as,
      values: [
        { field_id: bug.field('description'), value: { content: 'انطفأ المصباح في الليل.', format: 'commonmark' } },
      ],
    })
    await request('PUT', `/artifacts/${id}`, { values: [], comment: { body: 'سأذهب غدا.', format: 'commonmark' } })
    const page = await watched()
    // An element that React replaces between the search and the question has no direction at all: ask again.
    const expectFromRightToLeft = (locator: Locator) => expect.poll(() => directionOf(locator)).toBe('rtl')
    const directionOf = (locator: Locator) =>
      locator.evaluate(element => {
        const view = globalThis as never as { getComputedStyle: (of: unknown) => { direction: string } }
        return view.getComputedStyle(element).direction
      })
    await page.goto(`/artifacts/${id}`)
    const heading = page.getByRole('heading', { level: 1 })
    await heading.getByText(title).waitFor()
    await expectFromRightToLeft(heading.getByText(title))
    await expectFromRightToLeft(page.getByText('انطفأ المصباح').first())
    await expectFromRightToLeft(page.getByText('سأذهب غدا').first())
    await expectAccessible(page)
    await screenshots(page, 'right-to-left')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto('/projects/lighthouse/trackers/bug')
    await expectFromRightToLeft(page.getByRole('link', { name: title }))
  })

  it('keeps pages whole with names of 200 characters', async () => {
    const long = (what: string) => `${what} ${'Leuchtfeuerwärterhausmeisterei'.repeat(7)}`.slice(0, 200)
    const tracker = await trackerWith('endless', {
      name: long('Tracker'),
      elements: [
        anElement('string', 'title', { label: long('Title') }),
        anElement('sb', 'state', {
          label: long('State'),
          bind: {
            type: 'static',
            isRankAlpha: false,
            values: [aValue('open', { label: long('Value'), colorName: 'acid-green' })],
          },
        }),
        anElement('int', 'count', { label: long('Count') }),
      ],
      semantics: { title: { field: 'title' }, status: { field: 'state', openValues: ['open'] } },
    })
    const id = await givenArtifact(browser.crocus, tracker, long('Artifact'), {
      as: ann.as,
      values: [{ field_id: tracker.field('state'), bind_value_ids: [tracker.value('state', long('Value'))] }],
    })
    const page = await watched()
    for (const address of [
      '/projects/lighthouse',
      '/projects/lighthouse/trackers/endless',
      `/artifacts/${id}`,
      '/projects/lighthouse/trackers/endless/new',
    ]) {
      await page.goto(address)
      await page
        .getByText(long('Tracker'))
        .or(page.getByText(long('Artifact')))
        .or(page.getByText(long('Title')))
        .filter({ visible: true })
        .first()
        .waitFor()
      await expectAccessible(page)
      await screenshots(page, `long-names-${address.split('/').at(-1)}`)
      await page.setViewportSize({ width: 1440, height: 900 })
    }
  })

  it('finds one of 500 values by typing, and pages through 300 comments', async () => {
    const tracker = await trackerWith('many', {
      elements: [
        anElement('string', 'title', { label: 'Title' }),
        anElement('sb', 'station', {
          label: 'Station',
          bind: {
            type: 'static',
            isRankAlpha: false,
            values: Array.from({ length: 500 }, (_, index) => aValue(`s${index}`, { label: `Station ${index}` })),
          },
        }),
      ],
      semantics: { title: { field: 'title' } },
    })
    const id = await givenArtifact(browser.crocus, tracker, 'Much talked about', { as: ann.as })
    for (let number = 1; number <= 300; number++)
      await request('PUT', `/artifacts/${id}`, {
        values: [],
        comment: { body: `Comment number ${number}.`, format: 'text' },
      })
    const page = await watched()
    await page.goto(`/artifacts/${id}`)
    const activity = page.getByRole('region', { name: 'Activity' })
    await activity.getByText('Comment number 300.').waitFor()
    expect(await activity.getByText(/^Comment number \d+\.$/).count()).toBe(50)
    for (let shown = 100; shown <= 300; shown += 50) {
      await activity.getByRole('button', { name: 'Show older' }).click()
      await expect.poll(() => activity.getByText(/^Comment number \d+\.$/).count()).toBe(shown)
    }
    await activity.getByText('Comment number 1.', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Edit Station' }).press('Enter')
    await page.getByRole('combobox', { name: 'Station' }).waitFor()
    await page.keyboard.type('station 487')
    await page.getByRole('option', { name: 'Station 487' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('group', { name: 'Station' }).getByText('Station 487').waitFor()
    const stored = async () =>
      (await request('GET', `/artifacts/${id}`))
        .json<{ values: { field_id: number; values?: { label: string }[] }[] }>()
        .values.find(value => value.field_id === tracker.field('station'))?.values?.[0]?.label
    await expect.poll(stored).toBe('Station 487')
  })
})
