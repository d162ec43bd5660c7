import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import type { Credentials } from '../harness/fixture.ts'
import { givenTracker } from '../harness/trackers.ts'
import { aStep, aWorkflow, aWorkTracker, givenWorks } from '../harness/workflows.ts'

const CHARTS = '/projects/works/trackers/work?view=chart'

describePages('the charts of a tracker', () => {
  let browser: TestBrowser
  let owner: Credentials
  let trackerId: number
  beforeAll(async () => {
    browser = await testBrowser()
    const works = await givenWorks(browser.crocus)
    owner = works.owner
    const { tracker, field } = await givenTracker(
      browser.crocus,
      aWorkTracker(works.projectId, 'work', {
        semantics: { title: { field: 'title' }, status: { field: 'state', openValues: ['new', 'busy'] } },
        workflow: aWorkflow([aStep(null, 'new'), aStep(null, 'busy'), aStep('new', 'busy')]),
      }),
    )
    trackerId = tracker.id
    const valueOf = (name: string, label: string): number => {
      const bind = tracker.fieldByName.get(name)?.bind as unknown as { values: { id: number; label: string }[] }
      return bind.values.find(value => value.label === label)?.id ?? 0
    }
    const works7 = [
      ['new', 'France', 3, '2026-11-02'],
      ['new', 'France', 5, '2026-11-03'],
      ['new', 'Spain', 2, '2026-11-10'],
      ['busy', 'France', 1, '2026-11-25'],
      ['busy', '', 7, ''],
    ] as const
    for (const [state, country, effort, end] of works7) {
      const { status, text } = await browser.crocus.request('POST', '/api/artifacts', {
        as: owner,
        json: {
          tracker: { id: trackerId },
          values: [
            { field_id: field('title'), value: `${state} ${country}` },
            { field_id: field('state'), bind_value_ids: [valueOf('state', state)] },
            { field_id: field('country'), bind_value_ids: country === '' ? [100] : [valueOf('country', country)] },
            { field_id: field('effort'), value: effort },
            { field_id: field('end'), value: end },
          ],
        },
      })
      expect(status, text).toBe(201)
    }
  })

  const open = async (charts = '', options = {}): Promise<Page> => {
    const page = await browser.newPageOf(owner, options)
    await page.goto(charts === '' ? CHARTS : `${CHARTS}&charts=${encodeURIComponent(charts)}`)
    return page
  }
  const figuresOf = async (groupBy: string, measure = 'count') => {
    const { groups } = (
      await browser.crocus.request(
        'GET',
        `/api/trackers/${trackerId}/aggregates?group_by=${groupBy}&measures=${measure}`,
        { as: owner },
      )
    ).json<{ groups: { keys: { label: string | null }[]; count: number; measures: Record<string, number> }[] }>()
    return new Map(
      groups.map(({ keys, count, measures }) => [
        keys.map(({ label }) => label ?? 'None').join('/'),
        measure === 'count' ? count : measures[measure],
      ]),
    )
  }

  it('begin with the status, and agree with the API as a drawing and as a table', async () => {
    const page = await open()
    await page.getByText('There is no chart yet.').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Count by state' }).click()
    const pie = page.getByRole('region', { name: 'Artifacts by state' })
    for (const [label, count] of await figuresOf('state'))
      await pie.getByRole('button', { name: new RegExp(`^${label}: ${count} \\(`) }).waitFor()
    await expectAccessible(page)
    await pie.getByRole('button', { name: 'Table', exact: true }).click()
    for (const [label, count] of await figuresOf('state'))
      await pie.getByRole('row', { name: `${label} ${count}`, exact: true }).waitFor()
  })

  it('are added and edited in a dialog: bars of a sum, stacked bars, bars of weeks', async () => {
    const page = await open()
    await page.getByRole('button', { name: 'Add a chart' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a chart' })
    await dialog.getByRole('combobox', { name: 'Form' }).selectOption('Bars')
    await dialog.getByRole('combobox', { name: 'Parts by' }).selectOption('country')
    await dialog.getByRole('combobox', { name: 'Figure' }).selectOption('Sum of effort')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const bars = page.getByRole('region', { name: 'Sum of effort by country' })
    for (const [label, sum] of await figuresOf('country', 'sum:effort'))
      await bars.getByRole('button', { name: `${label}: ${sum}. Show only these`, exact: true }).waitFor()

    await bars.getByRole('button', { name: 'Menu of Sum of effort by country' }).click()
    await page.getByRole('menuitem', { name: 'Edit…' }).click()
    const edit = page.getByRole('dialog', { name: 'Edit the chart' })
    await edit.getByRole('combobox', { name: 'Form' }).selectOption('Stacked bars of two fields')
    await edit.getByRole('combobox', { name: 'Each bar by' }).selectOption('country')
    await edit.getByRole('button', { name: 'Apply' }).click()
    await edit.getByText('Choose another field than for the bars.').waitFor()
    await edit.getByRole('combobox', { name: 'Each bar by' }).selectOption('state')
    await edit.getByRole('combobox', { name: 'Figure' }).selectOption('Artifacts')
    await edit.getByRole('textbox', { name: 'Title' }).fill('Work, by country')
    await edit.getByRole('button', { name: 'Apply' }).click()
    const stacked = page.getByRole('region', { name: 'Work, by country' })
    for (const [label, count] of await figuresOf('country,state')) {
      const name = `${label.replace('/', ', ')}: ${count}. Show only these`
      await stacked.getByRole('button', { name, exact: true }).waitFor()
    }

    await page.getByRole('button', { name: 'Add a chart' }).click()
    await dialog.getByRole('combobox', { name: 'Form' }).selectOption('Bars')
    await dialog.getByRole('combobox', { name: 'Parts by' }).selectOption('end')
    expect(await dialog.getByRole('combobox', { name: 'Period' }).inputValue()).toBe('week')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    const weeks = page.getByRole('region', { name: 'Artifacts by end' })
    await weeks.getByRole('button', { name: /^Week of 2 Nov 2026: 2\./ }).waitFor()
    await expectAccessible(page)
    await screenshots(page, 'charts')
    await page.setViewportSize({ width: 1440, height: 900 })

    // Keys narrow the query by a part, and the report keeps the charts.
    await page.getByRole('button', { name: 'Save as…' }).click()
    const save = page.getByRole('dialog', { name: 'Save as a report' })
    await save.getByRole('textbox', { name: 'Name' }).fill('Figures')
    await save.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => new URL(page.url()).search).toMatch(/^\?report=\d+$/)
    await weeks.getByRole('button', { name: /^Week of 2 Nov 2026/ }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => new URL(page.url()).searchParams.get('tql')).toBe('end BETWEEN("2026-11-02", "2026-11-08")')
    await expect.poll(() => weeks.getByRole('button', { name: /^Week of/ }).count()).toBe(1)
    await page.keyboard.press('1')
    await page.getByText('2 artifacts').waitFor()
  })

  it('are downloaded, moved and removed; what cannot be shown says so', async () => {
    const page = await open('pie,state,count,;bar,gone,count,;pie,country,count,Where')
    await page.getByText('A field of this chart is gone, or you do not see it.').waitFor()
    const where = page.getByRole('region', { name: 'Where' })
    await where.getByRole('button', { name: /^Spain: 1/ }).waitFor()
    const download = async (item: string): Promise<string> => {
      await where.getByRole('button', { name: 'Menu of Where' }).click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('menuitem', { name: item }).click(),
      ])
      return readFile(await file.path(), 'utf8')
    }
    expect((await download('Download as CSV')).split('\r\n')).toEqual([
      'country,Artifacts',
      'None,1',
      'France,3',
      'Spain,1',
    ])
    const svg = await download('Download as SVG')
    expect(svg).toContain('xmlns="http://www.w3.org/2000/svg"')
    expect(svg).toMatch(/fill="(rgb|oklch|color)/)
    await where.getByRole('button', { name: 'Menu of Where' }).click()
    await page.getByRole('menuitem', { name: 'Move forward' }).click()
    await expect
      .poll(() => new URL(page.url()).searchParams.get('charts'))
      .toBe('pie,state,count,;pie,country,count,Where;bar,gone,count,')
    await where.getByRole('button', { name: 'Menu of Where' }).click()
    await page.getByRole('menuitem', { name: 'Remove the chart' }).click()
    await where.waitFor({ state: 'detached' })
  })
})
