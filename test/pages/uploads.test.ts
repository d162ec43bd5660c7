import { createHash, randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { afterFile } from '../harness/after-file.ts'
import { describePages, expectAccessible, screenshots, testBrowser, type TestBrowser } from '../harness/browser.ts'
import { givenAccount, givenArtifact, givenProject, type Account, type FixtureProject } from '../harness/fixture.ts'
import { testFolder } from '../harness/process.ts'
import { tcpProxy, type TcpProxy } from '../harness/tcp-proxy.ts'

const MIB = 1024 ** 2
const SIZE = 200 * MIB
const PIECE_PERCENT = Math.ceil((8 * MIB * 100) / SIZE)
const NAME = 'recording.bin'
const LONG_MS = 90_000

describePages('uploads of 200 MB', () => {
  let browser: TestBrowser
  let proxy: TcpProxy
  let ann: Account
  let lighthouse: FixtureProject
  let file: string
  let digest: string
  beforeAll(async () => {
    browser = await testBrowser()
    proxy = await tcpProxy([{ host: '127.0.0.1', port: Number(new URL(browser.origin).port) }])
    afterFile(() => proxy.close())
    ann = await givenAccount(browser.crocus, 'ann', { realName: 'Ann Keeper' })
    lighthouse = await givenProject(browser.crocus, 'lighthouse', { as: ann.as })
    const by = { actorId: null, means: 'command' } as const
    const { settings } = browser.crocus.app.modules
    await settings.set('max_upload_size', String(2 * SIZE), by)
    await settings.set('max_pending_uploads', String(4 * SIZE), by)
    file = path.join(await testFolder(), NAME)
    const bytes = randomBytes(SIZE)
    digest = createHash('sha256').update(bytes).digest('hex')
    await writeFile(file, bytes)
  })

  const pageOf = () => {
    const baseURL = `http://127.0.0.1:${proxy.port}`
    return browser.newPageOf(ann.as, { baseURL, mayGoTo: baseURL })
  }
  const open = async (page: Page, id: number): Promise<void> => {
    await page.goto(`/artifacts/${id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  const files = (page: Page) => page.getByRole('region', { name: 'Attachments' })
  const bar = (page: Page) => page.getByRole('progressbar', { name: `Upload of ${NAME}` })
  const percentOf = async (progress: Locator) => Number(await progress.getAttribute('aria-valuenow'))
  /** Waits until the bar stands there, and tells how far it went back on its way. */
  const reach = async (progress: Locator, percent: number): Promise<number> => {
    let highest = 0
    let back = 0
    await expect
      .poll(
        async () => {
          const now = await percentOf(progress)
          highest = Math.max(highest, now)
          back = Math.max(back, highest - now)
          return now
        },
        { timeout: LONG_MS, interval: 50 },
      )
      .toBeGreaterThanOrEqual(percent)
    return back
  }
  /** Slow enough to be cut in the middle. */
  const slow = () => void (proxy.latencyMs = 3)
  const cut = () => {
    for (const connection of proxy.connections()) connection.reset()
  }
  const attached = async (page: Page, id: number) => {
    proxy.latencyMs = 0
    const link = files(page).getByRole('link', { name: NAME })
    await link.waitFor({ timeout: LONG_MS })
    await bar(page).waitFor({ state: 'detached' })
    const artifact = await browser.crocus.request('GET', `/api/artifacts/${id}`, { as: ann.as })
    const { values } = artifact.json<{ values: { field_id: number; file_descriptions?: { html_url: string }[] }[] }>()
    const field = lighthouse.tracker('bug').field('attachments')
    const found = values.find(value => value.field_id === field)?.file_descriptions ?? []
    expect(found).toHaveLength(1)
    const stored = await page.evaluate<string>(`(async () => {
      const response = await fetch(${JSON.stringify(found[0]?.html_url)})
      const hash = await crypto.subtle.digest('SHA-256', await response.arrayBuffer())
      return [...new Uint8Array(hash)].map(byte => byte.toString(16).padStart(2, '0')).join('')
    })()`)
    expect(stored).toBe(digest)
    const pending = await browser.crocus.request('OPTIONS', `/api/tracker_fields/${field}/files`, { as: ann.as })
    expect(pending.headers['x-disk-usage']).toBe('0')
    expect(await countKept(page)).toBe(0)
  }
  /** Files that the browser still keeps. */
  const countKept = (page: Page) =>
    page.evaluate<number>(`new Promise((resolve, reject) => {
      const opening = indexedDB.open('crocus-${ann.id}')
      opening.onerror = () => reject(opening.error)
      opening.onsuccess = () => {
        const database = opening.result
        const counting = database.transaction('uploads').objectStore('uploads').count()
        counting.onsuccess = () => { database.close(); resolve(counting.result) }
      }
    })`)
  const bug = (title: string) => givenArtifact(browser.crocus, lighthouse.tracker('bug'), title, { as: ann.as })

  it('goes on after three cuts and a pause, and arrives as it was', { timeout: 3 * LONG_MS }, async () => {
    const id = await bug('Noise in the recording')
    const page = await pageOf()
    await open(page, id)
    slow()
    await files(page).getByLabel('Files for Attachments').setInputFiles(file)
    for (const percent of [15, 35, 55]) {
      expect(await reach(bar(page), percent)).toBeLessThanOrEqual(PIECE_PERCENT)
      cut()
      await files(page).getByText('cut off at').waitFor()
    }
    await reach(bar(page), 60)
    await files(page)
      .getByRole('button', { name: `Pause ${NAME}` })
      .click()
    await files(page).getByText('paused at').waitFor()
    const paused = await percentOf(bar(page))
    await page.waitForTimeout(500)
    expect(await percentOf(bar(page))).toBe(paused)
    await files(page)
      .getByRole('button', { name: `Resume ${NAME}` })
      .click()
    await attached(page, id)
  })

  it('is offered on every page after its page was closed, and goes on there', { timeout: 3 * LONG_MS }, async () => {
    const id = await bug('Another recording')
    const page = await pageOf()
    await open(page, id)
    slow()
    await files(page).getByLabel('Files for Attachments').setInputFiles(file)
    await reach(bar(page), 40)
    // Another tab does not offer what this one sends.
    const other = await page.context().newPage()
    await other.goto('/projects')
    await other.getByRole('heading', { level: 1 }).waitFor()
    await other.waitForLoadState('networkidle')
    expect(await other.getByText('was cut off').count()).toBe(0)
    await page.close({ runBeforeUnload: false })
    await other.reload()
    const offer = other.getByRole('region', { name: 'Uploads' })
    await offer.getByText('1 upload was cut off').waitFor()
    await offer.getByText(NAME).waitFor()
    await expectAccessible(other)
    await screenshots(other, 'cut-uploads')
    await other.setViewportSize({ width: 1440, height: 900 })
    await offer.getByRole('button', { name: 'Resume', exact: true }).click()
    expect(await reach(bar(other), 45)).toBeLessThanOrEqual(PIECE_PERCENT)
    await open(other, id)
    await files(other).getByText('paused at').waitFor()
    expect(await percentOf(bar(other))).toBeGreaterThanOrEqual(45 - PIECE_PERCENT)
    await offer.getByRole('button', { name: 'Resume', exact: true }).click()
    await attached(other, id)
    expect(await offer.count()).toBe(0)
  })

  it('waits while the account is signed out, and is discarded when asked', { timeout: 3 * LONG_MS }, async () => {
    const id = await bug('A third recording')
    const page = await pageOf()
    await open(page, id)
    slow()
    await files(page).getByLabel('Files for Attachments').setInputFiles(file)
    await reach(bar(page), 20)
    await page.getByRole('button', { name: 'Account of Ann Keeper' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('checkbox', { name: 'Keep drafts on this device' }).press('Space')
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL(/\/login/)
    // No byte goes up while nobody is signed in, but for those that were on their way.
    const { bytesUp } = proxy.counts
    const within = async () => {
      const before = proxy.counts.bytesUp
      await page.waitForTimeout(1_000)
      return proxy.counts.bytesUp - before
    }
    await expect.poll(within).toBeLessThan(MIB / 2)
    expect(proxy.counts.bytesUp - bytesUp).toBeLessThan(SIZE / 4)
    await page.getByLabel('Login name').fill('ann')
    await page.getByLabel('Password', { exact: true }).fill(ann.as[1])
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('/')
    const offer = page.getByRole('region', { name: 'Uploads' })
    await offer.getByRole('button', { name: 'Resume', exact: true }).click()
    await reach(bar(page), 30)
    await page.reload()
    await offer.getByRole('button', { name: 'Discard', exact: true }).click()
    await offer.waitFor({ state: 'detached' })
    proxy.latencyMs = 0
    await expect.poll(() => countKept(page)).toBe(0)
    const pending = await browser.crocus.request(
      'OPTIONS',
      `/api/tracker_fields/${lighthouse.tracker('bug').field('attachments')}/files`,
      { as: ann.as },
    )
    expect(pending.headers['x-disk-usage']).toBe('0')
    await page.goto(`/artifacts/${id}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await files(page).getByRole('link').count()).toBe(0)
  })
})
