import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { hasSamples, importSample, sampleNames } from '../harness/samples.ts'

interface Artifact {
  readonly id: number
  readonly title: string | null
}

const MANY_FIELDS = 20

// A report without an order of its own gets that of the page: all rows of the samples are in sight.
const ascending = (one: number, other: number): number => one - other

describePages('imported projects on the pages', () => {
  let browser: TestBrowser
  let page: Page
  beforeAll(async () => {
    browser = await testBrowser()
    if (!hasSamples) return
    for (const name of sampleNames)
      expect([name, (await importSample(browser.crocus, name)).isImported]).toEqual([name, true])
  }, 300_000)

  const get = async <Answer>(path: string): Promise<{ body: Answer; total: number }> => {
    const response = await browser.crocus.request('GET', `/api${path}`, { as: browser.crocus.admin })
    expect([path, response.status]).toEqual([path, 200])
    return { body: response.json<Answer>(), total: Number(response.headers['x-pagination-size'] ?? 0) }
  }
  const openList = async (address: string, path: string): Promise<void> => {
    const { body, total } = await get<readonly Artifact[]>(path)
    await page.goto(address)
    if (total === 0) {
      await page.getByText('There is no artifact yet').or(page.getByText('0 artifacts')).first().waitFor()
      return
    }
    const grid = page.getByRole('grid')
    await expect.poll(() => grid.getAttribute('aria-rowcount'), { message: address }).toBe(String(total + 1))
    // The first link of a row is the one to its artifact.
    const shown = () =>
      page.evaluate<number[]>(`[...document.querySelectorAll('[role=grid] [role=row][aria-rowindex]')]
        .map(row => [Number(row.getAttribute('aria-rowindex')), row.querySelector('a[href*="/artifacts/"]')])
        .filter(([, link]) => link !== null)
        .toSorted(([one], [other]) => one - other)
        .map(([, link]) => Number(/artifacts.(\\d+)/.exec(link.getAttribute('href'))[1]))`)
    const expected = body.map(({ id }) => id)
    await expect
      .poll(async () => (await shown()).toSorted(ascending), { message: address })
      .toEqual(expected.toSorted(ascending))
  }

  it.skipIf(!hasSamples)(
    'opens every project, tracker, report and artifact as the API answers',
    { timeout: 600_000 },
    async () => {
      page = await browser.newPageOf(browser.crocus.admin)
      const { body: projects } =
        await get<readonly { id: number; shortname: string; label: string }[]>('/projects?limit=50')
      // Few and many fields: one page of each.
      const accessible = new Set<boolean>()
      const counts = { trackers: 0, reports: 0, artifacts: 0 }
      for (const { id, shortname, label } of projects) {
        await page.goto(`/projects/${shortname}`)
        await page.getByRole('heading', { level: 1, name: label }).waitFor()
        const { body: trackers } = await get<readonly { id: number; label: string; item_name: string }[]>(
          `/projects/${id}/trackers?limit=50&representation=minimal`,
        )
        for (const tracker of trackers) {
          counts.trackers++
          const { body: full } = await get<{ item_name: string; fields: readonly { type: string; name: string }[] }>(
            `/trackers/${tracker.id}`,
          )
          const address = `/projects/${shortname}/trackers/${full.item_name}`
          const { body: reports } = await get<readonly { id: number; label: string; is_default?: boolean }[]>(
            `/trackers/${tracker.id}/tracker_reports`,
          )
          for (const report of reports) {
            counts.reports++
            await openList(`${address}?report=${report.id}`, `/tracker_reports/${report.id}/artifacts?limit=50`)
          }
          const lastUpdate = full.fields.find(({ type }) => type === 'lud')?.name
          const order = lastUpdate === undefined ? '' : `&order_by=-${lastUpdate}`
          if (reports.length === 0) await openList(address, `/trackers/${tracker.id}/artifacts?limit=50${order}`)
          const { body: artifacts } = await get<readonly Artifact[]>(`/trackers/${tracker.id}/artifacts?limit=50`)
          for (const artifact of artifacts) {
            counts.artifacts++
            await page.goto(`/artifacts/${artifact.id}`)
            const { body } = await get<{ title: string | null; xref: string }>(`/artifacts/${artifact.id}`)
            await page.getByRole('heading', { level: 1, name: body.title ?? body.xref }).waitFor()
            await page.getByRole('region', { name: 'Activity' }).getByText('opened the artifact').waitFor()
            expect(await page.getByText('cannot be shown here').count()).toBe(0)
          }
          const hasManyFields = full.fields.length > MANY_FIELDS
          if (!artifacts[0] || accessible.has(hasManyFields)) continue
          accessible.add(hasManyFields)
          await expectAccessible(page)
          await screenshots(page, `imported-${shortname}-${full.item_name}`)
          await page.setViewportSize({ width: 1440, height: 900 })
        }
      }
      // The samples are all there.
      expect(counts.trackers).toBeGreaterThan(15)
      expect(counts.reports).toBeGreaterThan(15)
      expect(counts.artifacts).toBeGreaterThan(45)
    },
  )
})
